// Sections of chapters: where they stand, and that a chapter means its sections too, in lists, draw rules and training.
import { book } from '@shuyuan/contract/book/book.ts'
import { chapter } from '@shuyuan/contract/repo/chapter.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { bin, BinKind } from '@shuyuan/contract/operation/bin.ts'
import { tmplGroup } from '@shuyuan/contract/tmpl/group.ts'
import { train, TrainMode } from '@shuyuan/contract/train/train.ts'
import { expect, test } from 'vitest'
import { enrolWith, startWith } from '../../../test/people.ts'
import { makeExam } from '../exam/exam.factory.ts'
import { bankIdsOf } from '../paper/exam-setup.factory.ts'
import { makeQuestion } from '../qu/qu.factory.ts'
import { makeTmpl } from '../tmpl/tmpl.factory.ts'
import { makeRepo } from './repo.factory.ts'

const { app, admin, learner } = await startWith('learner')

/** Chapters 甲 with the sections 甲一 and 甲二, and 乙; a question in 甲, 甲二 and 乙. */
async function nested() {
  const { id: repoId, chapters } = await makeRepo(app.ctx(), { isTrain: true, chapters: ['甲', '乙'] })
  const [upper, other] = [chapters.get('甲')!, chapters.get('乙')!]
  const add = async (title: string) => (await app.ok(chapter.save, { repoId, title, parentId: upper }, admin)).id
  const [first, second] = [await add('甲一'), await add('甲二')]
  const place = (chapterId: string, content: string) => makeQuestion(app.ctx(), { repoId, chapterId, content })
  const ids = { upper: await place(upper, '章题'), second: await place(second, '节题'), other: await place(other, '外题') }
  return { repoId, upper, other, first, second, ids }
}
const listed = async (repoId: string) =>
  (await app.ok(chapter.list, { repoId }, admin)).map((one) => `${one.parentId === '' ? '' : '  '}${one.title} ${one.quCount}`)

test('sections stand below their chapter and count for it; they are moved among themselves', async () => {
  const { repoId, other, first, second } = await nested()
  expect(await listed(repoId)).toEqual(['甲 2', '  甲一 0', '  甲二 1', '乙 1'])
  await app.ok(chapter.sort, { id: second, sort: 0 }, admin)
  await app.ok(chapter.sort, { id: other, sort: 0 }, admin)
  await app.ok(chapter.save, { id: second, repoId, title: '甲贰' }, admin)
  expect(await listed(repoId)).toEqual(['乙 1', '甲 2', '  甲贰 1', '  甲一 0'])
  await app.ok(chapter.save, { id: second, repoId, title: '甲贰', parentId: '' }, admin)
  await app.ok(chapter.save, { id: first, repoId, title: '甲一', parentId: other }, admin)
  expect(await listed(repoId)).toEqual(['乙 1', '  甲一 0', '甲 1', '甲贰 1'])
})

test('there is no third level, none of another bank, and no chapter goes before its sections', async () => {
  const { repoId, upper, other, first } = await nested()
  const foreign = (await makeRepo(app.ctx(), { chapters: ['外'] })).chapters.get('外')!
  const refused = [
    { repoId, title: '丙', parentId: first },
    { repoId, id: upper, title: '甲', parentId: other },
    { repoId, id: other, title: '乙', parentId: other },
    { repoId, title: '丙', parentId: foreign },
  ]
  for (const body of refused) expect((await app.call(chapter.save, body, admin)).fields).toMatchObject([{ field: 'parentId' }])
  const { id } = await app.ok(chapter.save, { repoId, title: '空' }, admin)
  const { id: below } = await app.ok(chapter.save, { repoId, title: '空一', parentId: id }, admin)
  expect(await app.call(chapter.delete, { ids: [id] }, admin)).toMatchObject({
    code: errors.chapterInUse[0],
    msg: '章节下还有小节，不能删除',
  })
  await app.ok(chapter.delete, { ids: [id, below] }, admin)
})

test('bank and chapter of a template stay, and the refusals name the template to those who may open it', async () => {
  const { repoId, other, ids } = await nested()
  const draws = [{ repoId, chapterId: other, quType: QuType.single, level: null, count: 1, perScore: 100 }]
  const tmplId = await makeTmpl(app.ctx(), { title: '抽题卷', groups: [{ title: '一', mode: 'draw', draws, quList: [] }] })
  await app.ok(qu.delete, { ids: Object.values(ids) }, admin)
  const data = { holders: [{ kind: 'tmpl', id: tmplId, title: '抽题卷' }] }
  expect(await app.call(chapter.delete, { ids: [other] }, admin)).toMatchObject({ code: errors.chapterInUse[0], data })
  expect(await app.call(repo.delete, { ids: [repoId] }, admin)).toMatchObject({ code: errors.repoInUse[0], data })
  const limited = await enrolWith(app, { userName: 'clerk' }, ['repo:delete'], DataScope.all)
  const silent = await app.call(repo.delete, { ids: [repoId] }, limited)
  expect(silent).toMatchObject({ code: errors.repoInUse[0], msg: '题库已被试卷模板使用，不能删除' })
  expect(silent.data).not.toHaveProperty('holders')
})

test('a chapter means its sections: in the list, in stock and draw, in where it is used, in training', async () => {
  const { repoId, upper, other, second, ids } = await nested()
  const found = await app.ok(qu.paging, { params: { repoId, chapterId: upper } }, admin)
  expect(found.records.map((one) => one.title).toSorted()).toEqual(['章题', '节题'])
  const row = { repoId, chapterId: upper, quType: QuType.single, level: null }
  const rows = [row, { ...row, chapterId: second }, { ...row, chapterId: other }]
  expect(await app.ok(tmplGroup.stock, { rows }, admin)).toEqual([2, 1, 1])
  const draws = [{ ...row, count: 2, perScore: 100 }]
  const tmplId = await makeTmpl(app.ctx(), { title: '按章', groups: [{ title: '一', mode: 'draw', draws, quList: [] }] })
  const examId = await makeExam(app.ctx(), { tmplId, tries: 0 })
  const { id } = await app.ok(paper['create-paper'], { examId }, learner)
  expect(new Set((await bankIdsOf(app, id)).values())).toEqual(new Set([ids.upper, ids.second]))
  expect((await app.ok(qu['where-used'], { id: ids.second }, admin)).drawn).toMatchObject([{ title: '按章' }])
  const { id: trainId } = await app.ok(train.start, { repoId, mode: TrainMode.chapter, scope: upper }, learner)
  expect((await app.ok(train.card, { id: trainId }, learner)).map((one) => one.quId).toSorted()).toEqual([ids.upper, ids.second].toSorted())
})

test('a chapter means its sections in the wrong-answer book: in its list, its print, its places and its training', async () => {
  const { repoId, upper, other, second, ids } = await nested()
  const { id: trainId } = await app.ok(train.start, { repoId, mode: TrainMode.inOrder }, learner)
  for (const quId of Object.values(ids)) await app.ok(train.fill, { trainId, quId, answer: { tags: ['B'] } }, learner)
  const inBook = async (chapterId: string) =>
    (await app.ok(book.paging, { params: { repoId, chapterId } }, learner)).records.map((one) => one.title).toSorted()
  expect([await inBook(upper), await inBook(second), await inBook(other)]).toEqual([['章题', '节题'], ['节题'], ['外题']])
  expect(await app.ok(book.print, { repoId, chapterId: upper }, learner)).toHaveLength(2)
  const places = (await app.ok(book.places, {}, learner)).repos.find((one) => one.id === repoId)
  expect(places).toMatchObject({
    count: 3,
    chapters: [
      { id: upper, count: 2 },
      { id: second, count: 1 },
      { id: other, count: 1 },
    ],
  })
  const { id } = await app.ok(train.start, { repoId, mode: TrainMode.wrong, scope: `c${upper}` }, learner)
  expect((await app.ok(train.card, { id }, learner)).map((one) => one.quId).toSorted()).toEqual([ids.upper, ids.second].toSorted())
})

test('a chapter whose wrong answers are all in a section is among the places of the book', async () => {
  const { repoId, upper, second, ids } = await nested()
  const { id: trainId } = await app.ok(train.start, { repoId, mode: TrainMode.inOrder }, learner)
  await app.ok(train.fill, { trainId, quId: ids.second, answer: { tags: ['B'] } }, learner)
  const places = (await app.ok(book.places, {}, learner)).repos.find((one) => one.id === repoId)
  expect(places?.chapters).toEqual([
    { id: upper, title: '甲', count: 1 },
    { id: second, title: '甲二', count: 1 },
  ])
})

test('a section that moves changes what the next paper draws', async () => {
  const { repoId, upper, second } = await nested()
  const draws = [{ repoId, chapterId: upper, quType: QuType.single, level: null, count: 2, perScore: 100 }]
  const tmplId = await makeTmpl(app.ctx(), { groups: [{ title: '一', mode: 'draw', draws, quList: [] }] })
  const examId = await makeExam(app.ctx(), { tmplId, tries: 0 })
  await app.ok(paper['create-paper'], { examId }, learner)
  await app.ok(chapter.save, { id: second, repoId, title: '甲二', parentId: '' }, admin)
  const bob = await app.enrol({ userName: 'bob' })
  expect((await app.call(paper['create-paper'], { examId }, bob.token)).code).not.toBe(0)
  await app.ok(chapter.save, { id: second, repoId, title: '甲二', parentId: upper }, admin)
  await app.ok(paper['create-paper'], { examId }, bob.token)
})

test('a bank with sections is deleted and restored as it was', async () => {
  const { id: repoId, chapters } = await makeRepo(app.ctx(), { chapters: ['甲'] })
  await app.ok(chapter.save, { repoId, title: '甲一', parentId: chapters.get('甲')! }, admin)
  await app.ok(repo.delete, { ids: [repoId] }, admin)
  await app.ok(bin.undo, { ids: [repoId], kind: BinKind.repo }, admin)
  expect(await listed(repoId)).toEqual(['甲 0', '  甲一 0'])
})
