import { tmpl } from '@shuyuan/contract/tmpl/tmpl.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { expect, test } from 'vitest'
import { problemsOf, type Values } from '../../../../kernel/form/form-values.ts'
import { bodyOf, firstForm, type GroupForm, groupTotals, newDraw, newGroup, totals } from './tmpl-form.ts'

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
