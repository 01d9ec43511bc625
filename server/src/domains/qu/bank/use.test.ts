// Batch changes, uses and duplicates of questions.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { qu, QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { makeExam } from '../../exam/exam.factory.ts'
import { makeRepo } from '../../repo/repo.factory.ts'
import { makeTmpl } from '../../tmpl/tmpl.factory.ts'
import { makeQuestion } from '../qu.factory.ts'

const { app, teacher } = await startWith('teacher')
const { token } = teacher

const bank = (chapters: string[] = []) => makeRepo(app.ctx(), { chapters })
const add = (repoId: string, content: string, more: object = {}) => makeQuestion(app.ctx(), { repoId, content, ...more })

describe('batch changes', () => {
  test('move, set the level and tag; versions stay', async () => {
    const [from, to] = [await bank(), await bank(['新'])]
    const ids = [await add(from.id, '一'), await add(from.id, '二')]
    const change = { ids, repoId: to.id, chapterId: to.chapters.get('新')!, level: QuLevel.hard, addTags: ['甲', '乙'] }
    expect(await app.ok(qu.batch, change, token)).toEqual({ changed: 2 })
    await app.ok(qu.batch, { ids, removeTags: ['甲'], addTags: ['乙', '丙'] }, token)
    const { records } = await app.ok(qu.paging, { params: { repoId: to.id, tag: '丙' } }, token)
    expect(records).toHaveLength(2)
    expect(records[0]).toMatchObject({ level: QuLevel.hard, chapterId_dictText: '新', version: 1 })
    expect(new Set(records[0]?.tags)).toEqual(new Set(['乙', '丙']))
  })

  test('a chapter of another bank, nothing to change and removed questions are refused', async () => {
    const [own, foreign] = [await bank(), await bank(['外'])]
    const ids = [await add(own.id, '一')]
    expect((await app.call(qu.batch, { ids, chapterId: foreign.chapters.get('外')! }, token)).code).not.toBe(0)
    expect((await app.call(qu.batch, { ids }, token)).code).toBe(errors.badInput[0])
    await app.ok(qu.delete, { ids }, token)
    expect((await app.call(qu.batch, { ids, level: QuLevel.hard }, token)).code).toBe(errors.notFound[0])
  })
})

test('the uses of a question are the templates and exams that contain it, and those that may draw it', async () => {
  const { id: repoId } = await bank()
  const quId = await add(repoId, '在用')
  const draw = { repoId, chapterId: '', quType: QuType.single, level: null, count: 1, perScore: 100 }
  const fixed = await makeTmpl(app.ctx(), {
    title: '固定',
    groups: [{ title: '甲', mode: 'fixed', draws: [], quList: [{ quId, score: 100 }] }],
  })
  await makeTmpl(app.ctx(), { title: '抽取', groups: [{ title: '甲', mode: 'draw', quList: [], draws: [draw] }] })
  await makeExam(app.ctx(), { tmplId: fixed, title: '考试甲' })
  const used = await app.ok(qu['where-used'], { id: quId }, token)
  expect([used.tmpls, used.exams, used.drawn].map((list) => list.map((one) => one.title))).toEqual([['固定'], ['考试甲'], ['抽取']])
})

test('finds equal questions, equal stems and similar stems', async () => {
  const { id: repoId } = await bank()
  await add(repoId, '灭火器应当每月检查一次。')
  await add(repoId, '灭火器应当每月检查一次。')
  const other = [
    { tag: 'A', content: '<p>子</p>', isRight: true },
    { tag: 'B', content: '<p>丑</p>', isRight: false },
  ]
  await add(repoId, '火警电话是多少？')
  await add(repoId, '火警电话是多少', { body: { options: other } })
  await add(repoId, '发生火灾时应当首先组织人员沿安全出口有序疏散')
  await add(repoId, '发生火灾时应当首先组织人员沿安全出口有序疏散吧')
  await add(repoId, '完全不同的一道题')
  const { groups, compared } = await app.ok(qu.duplicates, { repoId }, token)
  expect(compared).toBe(true)
  expect(groups.map((one) => [one.kind, one.questions.length])).toEqual([
    ['same', 2],
    ['stem', 2],
    ['like', 2],
  ])
})

test('stems with a picture are equal only with their options; of many duplicates the first are shown', async () => {
  const { id: repoId } = await bank()
  const image = (name: string) => ({ body: { content: `<p>这是什么标志？<img src="/files/202611/${name}.png"></p>` } })
  await add(repoId, '', image('a'))
  await add(repoId, '', image('b'))
  expect((await app.ok(qu.duplicates, { repoId }, token)).groups).toEqual([])
  for (let i = 0; i < 51; i++) await add(repoId, '', image('a'))
  const { groups } = await app.ok(qu.duplicates, { repoId }, token)
  expect(groups.map((one) => [one.kind, one.questions.length])).toEqual([['same', 50]])
})
