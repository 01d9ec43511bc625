// Banks and chapters: visibility, counts and deletion.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { chapter } from '@shuyuan/contract/repo/chapter.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../test/people.ts'
import { makeQuestion } from '../qu/qu.factory.ts'
import { qu, QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { makeRepo } from './repo.factory.ts'

const { app, teacher } = await startWith('teacher')
const learner = await app.enrol({ userName: 'lee' })

const form = (title: string, more: object = {}) => ({ title, remark: '', isExam: true, isTrain: false, ...more })

describe('banks', () => {
  test('a bank is saved, found by a part of its name, changed and removed', async () => {
    const { id } = await app.ok(repo.save, form('消防知识'), teacher)
    await app.ok(repo.save, form('消防知识（新）', { id }), teacher)
    const page = await app.ok(repo.paging, { params: { title: '防知' } }, teacher)
    expect(page).toMatchObject({ total: 1, records: [{ id, title: '消防知识（新）', quCount: 0, objCount: 0, subjCount: 0 }] })
    expect(await app.ok(repo.delete, { ids: [id] }, teacher)).toBe(true)
    expect((await app.call(repo.detail, { id }, teacher)).code).toBe(errors.notFound[0])
  })

  test('two banks cannot have one name', async () => {
    await app.ok(repo.save, form('同名'), teacher)
    const answer = await app.call(repo.save, form('同名'), teacher)
    expect(answer).toMatchObject({ code: errors.badInput[0], fields: [{ field: 'title', msg: '题库名称已存在' }] })
  })

  test('learners see only the banks that are open to training', async () => {
    const closed = await makeRepo(app.ctx(), { title: '考试专用' })
    const open = await makeRepo(app.ctx(), { title: '自由练习', isTrain: true, chapters: ['第一章'] })
    const page = await app.ok(repo.paging, { size: 100 }, learner)
    expect(page.records.map((row) => row.id)).toContain(open.id)
    expect(page.records.map((row) => row.id)).not.toContain(closed.id)
    for (const call of [
      app.call(repo.detail, { id: closed.id }, learner),
      app.call(chapter.list, { repoId: closed.id }, learner),
      app.call(repo['chapter-group'], { repoId: closed.id }, learner),
    ])
      expect((await call).code).toBe(errors.notFound[0])
    expect(await app.ok(chapter.list, { repoId: open.id }, learner)).toMatchObject([{ title: '第一章' }])
    expect((await app.call(repo.save, form('不许'), learner)).code).toBe(errors.forbidden[0])
  })

  test('subjective questions are those with a part that is marked manually', async () => {
    const { id } = await makeRepo(app.ctx())
    for (const quType of [QuType.single, QuType.shortAnswer, QuType.composite]) await makeQuestion(app.ctx(), { repoId: id, quType })
    const sub = { quType: QuType.shortAnswer, id: '1', content: '<p>论述</p>' }
    await makeQuestion(app.ctx(), { repoId: id, quType: QuType.composite, content: '材料', body: { subs: [sub] } })
    expect(await app.ok(repo.detail, { id }, teacher)).toMatchObject({ quCount: 4, objCount: 2, subjCount: 2 })
  })

  test('a bank with questions cannot be deleted; after their removal it is deleted with them', async () => {
    const { id } = await makeRepo(app.ctx())
    const question = await makeQuestion(app.ctx(), { repoId: id })
    const { title } = await app.ok(repo.detail, { id }, teacher)
    expect(await app.call(repo.delete, { ids: [id] }, teacher)).toMatchObject({
      code: errors.repoInUse[0],
      data: { holders: [{ kind: 'questionsOf', id, title }] },
    })
    await app.ok(qu.delete, { ids: [question] }, teacher)
    expect(await app.ok(repo.delete, { ids: [id] }, teacher)).toBe(true)
    expect(await app.db.selectFrom('quVersion').where('quId', '=', question).selectAll().execute()).toEqual([])
  })

  test('unknown columns to order by are refused', async () => {
    const answer = await app.call(repo.paging, { orders: [{ column: 'create_by', asc: true }] }, teacher)
    expect(answer.code).toBe(errors.badInput[0])
  })
})

describe('chapters', () => {
  test('new ones come last, can be moved, and show the number of their questions', async () => {
    const { id: repoId, chapters } = await makeRepo(app.ctx(), { chapters: ['甲', '乙'] })
    const { id } = await app.ok(chapter.save, { repoId, title: '丙' }, teacher)
    await app.ok(chapter.sort, { id, sort: 0 }, teacher)
    await makeQuestion(app.ctx(), { repoId, chapterId: id })
    await makeQuestion(app.ctx(), { repoId, content: '散题', quType: QuType.trueFalse, level: QuLevel.hard })
    const list = await app.ok(chapter.list, { repoId }, teacher)
    expect(list.map((one) => [one.title, one.sort, one.quCount])).toEqual([
      ['丙', 0, 1],
      ['甲', 1, 0],
      ['乙', 2, 0],
    ])
    expect(await app.ok(repo['chapter-group'], { repoId }, teacher)).toEqual([
      { chapterId: id, parentId: '', title: '丙', types: [{ quType: QuType.single, level: QuLevel.normal, count: 1 }] },
      { chapterId: chapters.get('甲'), parentId: '', title: '甲', types: [] },
      { chapterId: chapters.get('乙'), parentId: '', title: '乙', types: [] },
      { chapterId: '', parentId: '', title: '未分章节', types: [{ quType: QuType.trueFalse, level: QuLevel.hard, count: 1 }] },
    ])
    expect((await app.call(chapter.delete, { ids: [id] }, teacher)).code).toBe(errors.chapterInUse[0])
    expect((await app.call(chapter.save, { repoId, title: '甲' }, teacher)).fields).toEqual([{ field: 'title', msg: '章节名称已存在' }])
    await app.ok(chapter.delete, { ids: [chapters.get('甲') ?? ''] }, teacher)
  })
})
