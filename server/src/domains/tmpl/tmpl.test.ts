import { errors } from '@shuyuan/contract/kernel/error.ts'
import { tmpl, TmplState } from '@shuyuan/contract/tmpl/tmpl.ts'
import { tmplGroup } from '@shuyuan/contract/tmpl/group.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../test/people.ts'
import { makeBank, makeQuestion } from '../qu/qu.factory.ts'

const { app, teacher } = await startWith('teacher')
const { token } = teacher
const bank = await makeBank(app.ctx(), { single: 6, multiple: 2 })

const draw = (count: number, more: object = {}) => ({
  repoId: bank.repoId,
  chapterId: '',
  quType: QuType.single,
  level: null,
  count,
  perScore: 2.5,
  ...more,
})
const form = (groups: object[], more: object = {}) =>
  ({ title: '安全考试卷', remark: '', quShuffle: true, optionShuffle: true, groups, ...more }) as never
const group = (more: object) => ({ title: '一、单选题', mode: 'draw', draws: [], quList: [], ...more })

test('a template stores its groups and scores, and shows the current stock', async () => {
  const groups = [
    group({ draws: [draw(4)] }),
    group({ title: '二、多选题', mode: 'fixed', quList: [{ quId: bank.multiple[0], score: 5 }] }),
  ]
  const { id } = await app.ok(tmpl.save, form(groups, { publish: true }), token)
  const stored = await app.ok(tmpl.detail, { id }, token)
  expect(stored).toMatchObject({ state: TmplState.published, quCount: 5, totalScore: 15 })
  expect(stored.groups[0]?.draws).toMatchObject([{ count: 4, perScore: 2.5, stock: 6 }])
  expect(stored.groups[1]?.quList).toMatchObject([{ quId: bank.multiple[0], score: 5, quType: QuType.multiple }])
  expect(await app.ok(tmplGroup['list-group'], { id }, token)).toMatchObject([
    { title: '一、单选题', quCount: 4, totalScore: 10 },
    { title: '二、多选题', quCount: 1, totalScore: 5 },
  ])
})

test('publishing is refused at the row when the stock is insufficient', async () => {
  const wanting = await app.call(tmpl.save, form([group({ draws: [draw(4), draw(4)] })], { publish: true }), token)
  expect(wanting.msg).toBe('题库存量不足，不能发布')
  expect(wanting.fields).toEqual([{ field: 'groups.0.draws.1.count', msg: '题库存量不足，还差 2 题' }])
  const draft = await app.ok(tmpl.save, form([group({ draws: [draw(40)] })]), token)
  expect(draft.state).toBe(TmplState.draft)
})

test('a draw from a bank or a chapter that is not there is refused at its row, in a draft as well', async () => {
  const other = await makeBank(app.ctx(), { single: 1 })
  const chapter = await app.db
    .insertInto('repoChapter')
    .values({ repoId: other.repoId, title: '别的题库的章节', sort: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const groups = [group({ draws: [draw(1), draw(1, { repoId: '987654321' })] }), group({ draws: [draw(1, { chapterId: chapter.id })] })]
  for (const publish of [false, true])
    expect((await app.call(tmpl.save, form(groups, { publish }), token)).fields).toEqual([
      { field: 'groups.0.draws.1.repoId', msg: '题库不存在或已被删除，请重新选择' },
      { field: 'groups.1.draws.0.chapterId', msg: '题库里没有这个章节，请重新选择' },
    ])
})

test('a fixed question is not counted as stock for the drawn ones', async () => {
  const groups = [group({ mode: 'fixed', quList: [{ quId: bank.single[0], score: 1 }] }), group({ draws: [draw(6)] })]
  const wanting = await app.call(tmpl.save, form(groups, { publish: true }), token)
  expect(wanting.fields).toEqual([{ field: 'groups.1.draws.0.count', msg: '题库存量不足，还差 1 题' }])
})

describe('questions with the same content', () => {
  test('count once in the stock and for the publishing check, also across banks', async () => {
    const one = await makeBank(app.ctx(), { trueFalse: 3 })
    const other = await makeBank(app.ctx(), { trueFalse: 3 })
    // the same text twice in one bank
    await makeQuestion(app.ctx(), { repoId: one.repoId, quType: QuType.trueFalse, content: 'trueFalse 1' })
    const rule = (repoId: string, count: number) => draw(count, { repoId, quType: QuType.trueFalse })
    const stockRule = { repoId: one.repoId, chapterId: '', quType: QuType.trueFalse, level: null }
    expect(await app.ok(tmplGroup.stock, { rows: [stockRule] }, token)).toEqual([3])
    const both = [group({ draws: [rule(one.repoId, 2), rule(other.repoId, 2)] })]
    expect((await app.call(tmpl.save, form(both, { publish: true }), token)).fields).toEqual([
      { field: 'groups.0.draws.1.count', msg: '题库存量不足，还差 1 题' },
    ])
    const fixed = [group({ mode: 'fixed', quList: [{ quId: other.trueFalse[0], score: 1 }] }), group({ draws: [rule(one.repoId, 3)] })]
    expect((await app.call(tmpl.save, form(fixed, { publish: true }), token)).fields).toEqual([
      { field: 'groups.1.draws.0.count', msg: '题库存量不足，还差 1 题' },
    ])
    await app.ok(tmpl.save, form([group({ draws: [rule(one.repoId, 1), rule(other.repoId, 2)] })], { publish: true }), token)
  })

  test('are not published as fixed questions of one template', async () => {
    const other = await makeBank(app.ctx(), { single: 1 })
    const quList = [bank.single[0], other.single[0]].map((quId) => ({ quId, score: 1 }))
    const refused = await app.call(tmpl.save, form([group({ mode: 'fixed', quList })], { publish: true }), token)
    expect(refused.fields).toEqual([{ field: 'groups.0.quList.1.quId', msg: '“single 1”与前面的试题内容相同，同一份试卷只能出现一次' }])
  })
})

describe('bad input', () => {
  test('an empty template is not published', async () => {
    expect((await app.call(tmpl.save, form([], { publish: true }), token)).fields[0]?.msg).toBe('试卷模板中还没有试题')
  })
  test('a published template stays published by a save that does not say so, and is not emptied by it', async () => {
    const { id } = await app.ok(tmpl.save, form([group({ draws: [draw(1)] })], { publish: true }), token)
    const kept = form([group({ draws: [draw(2)] })], { id })
    expect(await app.ok(tmpl.save, kept, token)).toMatchObject({ state: TmplState.published })
    expect((await app.call(tmpl.save, form([], { id }), token)).fields).toMatchObject([{ field: 'groups', msg: '试卷模板中还没有试题' }])
    expect(await app.ok(tmpl.save, form([], { id, publish: false }), token)).toMatchObject({ state: TmplState.draft })
    expect(await app.ok(tmpl.save, kept, token)).toMatchObject({ state: TmplState.draft })
  })
  test('the same question twice', async () => {
    const twice = group({ mode: 'fixed', quList: [bank.single[0], bank.single[0]].map((quId) => ({ quId, score: 1 })) })
    expect((await app.call(tmpl.save, form([twice]), token)).msg).toBe('同一道试题在模板中只能出现一次')
  })
  test('a question that does not exist', async () => {
    const foreign = group({ mode: 'fixed', quList: [{ quId: '999999', score: 1 }] })
    expect((await app.call(tmpl.save, form([foreign]), token)).fields[0]?.field).toBe('groups')
  })
  test('a version that another user has replaced', async () => {
    const { id, version } = await app.ok(tmpl.save, form([group({ draws: [draw(1)] })]), token)
    await app.ok(tmpl.save, form([group({ draws: [draw(2)] })], { id, version }), token)
    expect((await app.call(tmpl.save, form([group({ draws: [draw(3)] })], { id, version }), token)).code).toBe(errors.conflict[0])
  })
  test('a score with three decimals', async () => {
    expect((await app.call(tmpl.save, form([group({ draws: [draw(1, { perScore: 1.005 })] })]), token)).msg).toBe('每题分数最多两位小数')
  })
  test('an unknown column to sort by', async () => {
    const wrong = await app.call(tmpl.paging, { orders: [{ column: 'id; drop table qu', asc: true }] }, token)
    expect(wrong.fields[0]?.field).toBe('orders')
  })
})
