import { tmpl } from '@shuyuan/contract/tmpl/tmpl.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { expect, test } from 'vitest'
import { problemsOf, type Values } from '../../../../kernel/form/form-values.ts'
import { bodyOf, firstForm, formOfBank, type GroupForm, groupTotals, newDraw, newGroup, renumbered, retitled, totals } from './tmpl-form.ts'

const drawn = (count: number, perScore: number): GroupForm => ({ ...newGroup(0), draws: [{ ...newDraw(), repoId: '1', count, perScore }] })
const fixed = (scores: number[]): GroupForm => ({
  ...newGroup(1),
  mode: 'fixed',
  quList: scores.map((score, i) => ({ quId: String(i + 1), score, quType: QuType.single, title: '', level: QuLevel.normal })),
})

test('totals of points have no rounding errors', () => {
  expect(groupTotals(drawn(3, 0.1))).toEqual({ quCount: 3, score: 0.3 })
  expect(totals([drawn(3, 0.1), fixed([0.2, 0.05])])).toEqual({ quCount: 5, score: 0.55 })
})

test('a group sends only the fields of its mode', () => {
  const { groups } = bodyOf({
    ...firstForm(),
    title: '模板',
    groups: [
      { ...fixed([2]), draws: [newDraw()] },
      { ...drawn(1, 1), quList: fixed([2]).quList },
    ],
  })
  expect(groups.map((one) => [one.draws?.length, one.quList?.length])).toEqual([
    [0, 1],
    [1, 0],
  ])
})

test('missing values are reported at their row', () => {
  const form = { ...firstForm(), title: '模板' }
  const [group] = form.groups
  const open = { ...group, draws: [{ ...newDraw(), count: undefined, perScore: undefined }] } as GroupForm
  expect(problemsOf(tmpl.save.input, bodyOf({ ...form, groups: [open] }) as Values)).toEqual([
    { path: 'groups.0.draws.0.repoId', message: '请选择题库' },
    { path: 'groups.0.draws.0.count', message: '请填写抽题数' },
    { path: 'groups.0.draws.0.perScore', message: '请填写每题分数' },
  ])
})

test('a new row has the values of the last one', () => {
  const first = { ...newDraw(), repoId: '7', perScore: 5 }
  const next = newDraw(first)
  expect(next).toMatchObject({ repoId: '7', perScore: 5 })
  expect(next.key).not.toBe(first.key)
})

const ofTypes = (...types: number[]) => types.map((quType, i) => ({ quId: String(i), score: 1, quType, title: '', level: QuLevel.normal }))

test('the title follows the content until it is written by hand', () => {
  const empty: GroupForm = { ...newGroup(0), mode: 'fixed' }
  const one = retitled(0, { ...empty, quList: ofTypes(QuType.trueFalse) }, empty)
  expect(one.title).toBe('一、判断题')
  const mixed = retitled(0, { ...one, quList: ofTypes(QuType.trueFalse, QuType.single) }, one)
  expect(mixed.title).toBe('一、综合题')
  expect(retitled(0, { ...mixed, quList: [] }, mixed).title, 'emptied').toBe('一、综合题')
  expect(retitled(0, { ...mixed, quList: ofTypes(QuType.single) }, mixed).title).toBe('一、单选题')
  expect(retitled(0, { ...mixed, mode: 'draw' }, mixed).title, 'of the other mode').toBe('一、单选题')
  const written = { ...mixed, title: '一、消防' }
  expect(retitled(0, { ...written, quList: ofTypes(QuType.single) }, written).title).toBe('一、消防')
  expect(retitled(0, written, mixed).title, 'while it is written').toBe('一、消防')
})

test('the number of a title follows the place until it is written by hand', () => {
  const groups = [newGroup(0), { ...newGroup(1), title: '附加题' }, newGroup(2)]
  expect(renumbered([groups[2]!, groups[1]!, groups[0]!], groups).map((one) => one.title)).toEqual(['一、单选题', '附加题', '三、单选题'])
  expect(renumbered(groups.slice(1), groups).map((one) => one.title)).toEqual(['附加题', '二、单选题'])
})

test('a form that begins with a bank has a group for each type of the bank, as large as the bank or 50', () => {
  const stocks = [
    { quType: QuType.single, stock: 120 },
    { quType: QuType.multiple, stock: 0 },
    { quType: QuType.shortAnswer, stock: 1 },
    { quType: QuType.fillIn, stock: 3 },
  ]
  const form = formOfBank('7', '消防试卷', stocks)
  expect(form.title).toBe('消防试卷')
  expect(form.groups.map(({ title, draws }) => [title, draws[0]?.repoId, draws[0]?.count, draws[0]?.perScore])).toEqual([
    ['一、单选题', '7', 50, 2],
    ['二、填空题', '7', 3, 2],
    ['三、简答题', '7', 1, 10],
  ])
  expect(problemsOf(tmpl.save.input, bodyOf(form) as Values)).toEqual([])
  expect(formOfBank('7', '空', []).title).toBe('')
})
