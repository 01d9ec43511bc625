// What training and the wrong-answer book hide, which changes they follow, and training on a part of the book.
import { type Answer, QuType } from '@shuyuan/contract/qu/content.ts'
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { book } from '@shuyuan/contract/book/book.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { repoStat } from '@shuyuan/contract/train/stat.ts'
import { train, TrainMode } from '@shuyuan/contract/train/train.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { answersFor, handIn, startPaper } from '../../../test/papers.ts'
import { startWith } from '../../../test/people.ts'
import { makeFixedExam } from '../paper/fixed.factory.ts'
import { keysOf } from '../paper/exam-setup.factory.ts'
import { makeOrder } from '../pay/order.factory.ts'
import { makeQuestion } from '../qu/qu.factory.ts'
import { makeRepo } from '../repo/repo.factory.ts'

const { app, ann, admin } = await startWith('ann')

const A: Answer = { tags: ['A'] }
const B: Answer = { tags: ['B'] }
const NOT_FOUND = errors.notFound[0]
const SAT = errors.questionSat[0]
type Mode = typeof TrainMode.inOrder | typeof TrainMode.wrong | typeof TrainMode.review

/** A bank of four single choices, two of them in chapter 一. */
async function bank(more: { price?: number } = {}) {
  const { id: repoId, chapters } = await makeRepo(app.ctx(), { isTrain: true, chapters: ['一'], ...more })
  const chapterId = chapters.get('一')!
  const quIds: string[] = []
  for (const place of [{ chapterId }, { chapterId }, {}, {}])
    quIds.push(await makeQuestion(app.ctx(), { repoId, quType: QuType.single, content: `题 ${repoId} ${quIds.length}`, ...place }))
  return { repoId, chapterId, quIds }
}
const start = async (repoId: string, mode: Mode = TrainMode.inOrder, more: { scope?: string; clear?: boolean } = {}) =>
  (await app.ok(train.start, { repoId, mode, ...more }, ann.token)).id
const fill = (trainId: string, quId: string, answer: Answer) => app.ok(train.fill, { trainId, quId, answer }, ann.token)
const asks = (trainId: string, quId: string) => app.call(train['qu-detail'], { trainId, quId }, ann.token)
const card = async (id: string) => (await app.ok(train.card, { id }, ann.token)).map((one) => one.quId)
const close = (repoId: string) => app.db.updateTable('repo').set({ isTrain: false }).where('id', '=', repoId).execute()

async function sit(examId: string, right: boolean[] | undefined) {
  const { id } = await startPaper(app, ann, examId)
  const quIds = [...(await keysOf(app, id)).keys()].toSorted((a, b) => Number(a) - Number(b))
  const hand = () => handIn(app, ann, id, answersFor(quIds, right ?? []))
  if (right) await hand()
  return { id, hand }
}
const shown = { showAnswer: 'handed', showScore: 'handed', tries: 0 } as const

describe('a bank closed to training', () => {
  test('shows no more questions to unfinished trainings; answered ones stay visible', async () => {
    const { repoId, quIds } = await bank()
    const [id, review] = [await start(repoId), await start(repoId, TrainMode.review)]
    await fill(id, quIds[0]!, A)
    expect((await asks(review, quIds[1]!)).data?.judged?.key.right).toEqual(['A'])
    await close(repoId)
    expect((await asks(review, quIds[1]!)).code).toBe(NOT_FOUND)
    expect((await asks(id, quIds[1]!)).code).toBe(NOT_FOUND)
    expect((await app.call(train.fill, { trainId: id, quId: quIds[1]!, answer: A }, ann.token)).code).toBe(NOT_FOUND)
    expect((await asks(id, quIds[0]!)).data?.judged?.isRight).toBe(true)
    expect(await app.ok(train.check, {}, ann.token)).toBeNull()
    expect(await app.ok(train.finish, { id }, ann.token)).toMatchObject({ answerCount: 1 })
  })

  test('with a price is open to buyers', async () => {
    const { repoId, quIds } = await bank({ price: 990 })
    const begin = () => app.call(train.start, { repoId, mode: TrainMode.inOrder }, ann.token)
    expect((await begin()).msg).toBe('该题库需要购买后才能训练')
    await makeOrder(app.db, { userId: ann.id, goodsType: 'repo', goodsId: repoId })
    expect((await begin()).code).toBe(0)
    expect((await fill(await start(repoId), quIds[0]!, A))?.isRight).toBe(true)
  })
})

describe('an open paper', () => {
  test('hides its questions in training and wrong-answer book until it is handed in', async () => {
    const { examId, quIds } = await makeFixedExam(app.ctx(), { single: 2 }, shown)
    const [quId] = quIds as [string, string]
    const { repoId } = await app.db.selectFrom('qu').where('id', '=', quId).select('repoId').executeTakeFirstOrThrow()
    await app.db.updateTable('repo').set({ isTrain: true }).where('id', '=', repoId).execute()
    const id = await start(repoId)
    await fill(id, quId, B)
    const review = await start(repoId, TrainMode.review)
    const printed = async () => (await app.ok(book.print, { repoId, answers: true }, ann.token)).length
    expect(await printed()).toBe(1)
    const { hand } = await sit(examId, undefined)
    expect((await asks(review, quId)).code).toBe(SAT)
    expect((await asks(id, quId)).code).toBe(SAT)
    expect((await app.call(train.fill, { trainId: id, quId: quIds[1]!, answer: A }, ann.token)).code).toBe(SAT)
    expect((await app.call(book.detail, { quId }, ann.token)).code).toBe(SAT)
    expect(await printed()).toBe(0)
    await hand()
    expect((await asks(review, quId)).data?.judged?.key.right).toEqual(['A'])
    expect((await app.call(book.detail, { quId }, ann.token)).code).toBe(0)
  })
})

describe('training on the wrong-answer book', () => {
  test('covers a chapter, an exam or both, whether or not the bank is open', async () => {
    const { repoId, chapterId, quIds } = await bank()
    const id = await start(repoId)
    for (const quId of quIds.slice(1)) await fill(id, quId, B)
    const scoped = async (scope: string) => (await card(await start(repoId, TrainMode.wrong, { scope }))).toSorted()
    expect(await scoped('')).toEqual(quIds.slice(1))
    expect(await scoped(`c${chapterId}`)).toEqual([quIds[1]])
    const { examId, quIds: asked } = await makeFixedExam(app.ctx(), { single: 3 }, { ...shown, title: '期中考试' })
    const { repoId: hidden } = await app.db.selectFrom('qu').where('id', '=', asked[0]!).select('repoId').executeTakeFirstOrThrow()
    await sit(examId, [true, false, false])
    expect((await app.ok(book.places, { examId }, ann.token)).repos).toMatchObject([{ id: hidden, count: 2 }])
    const over = await start(hidden, TrainMode.wrong, { scope: `e${examId}` })
    expect((await card(over)).toSorted()).toEqual(asked.slice(1))
    expect(await app.ok(train.detail, { id: over }, ann.token)).toMatchObject({ scope_dictText: '期中考试' })
    expect((await fill(over, asked[1]!, A))?.isRight).toBe(true)
    expect((await app.call(train.start, { repoId: hidden, mode: TrainMode.inOrder }, ann.token)).code).toBe(NOT_FOUND)
    const none = await app.call(train.start, { repoId, mode: TrainMode.wrong, scope: `e${examId}` }, ann.token)
    expect(none.msg).toBe('本题库没有您的错题')
    expect((await app.call(train.start, { repoId, mode: TrainMode.wrong, scope: "c1' or" }, ann.token)).fields[0]).toMatchObject({
      field: 'scope',
    })
  })

  test('a wrong answer restarts the streak of entries from exams, too', async () => {
    const { examId, quIds } = await makeFixedExam(app.ctx(), { single: 1 }, shown)
    const { repoId } = await app.db.selectFrom('qu').where('id', '=', quIds[0]!).select('repoId').executeTakeFirstOrThrow()
    await sit(examId, [false])
    const again = async (answer: Answer) => fill(await start(repoId, TrainMode.wrong, { clear: true }), quIds[0]!, answer)
    const streaks = async () => (await app.ok(book.paging, { params: { repoId } }, ann.token)).records.map((row) => row.rightStreak)
    await again(A)
    expect(await streaks()).toEqual([1])
    await again(B)
    expect(await streaks()).toEqual([0, 0])
  })

  test('papers with hidden answers do not block the others', async () => {
    const hidden = await makeFixedExam(app.ctx(), { single: 1 }, { tries: 0, showAnswer: 'never' })
    const { id } = await sit(hidden.examId, [false])
    await sql`insert into paper select (jsonb_populate_record(p, jsonb_build_object('id', -n, 'receipt_no', null))).*
      from paper p, generate_series(1, 60) n where p.id = ${id}::bigint`.execute(app.db)
    const { examId } = await makeFixedExam(app.ctx(), { single: 1 }, shown)
    await sit(examId, [false])
    const inBook = async () => (await app.ok(book.paging, { params: { examId } }, ann.token)).total
    expect(await inBook()).toBe(1)
    // the exam no longer shows its answers
    await app.db.updateTable('exam').set({ showAnswer: 'never' }).where('id', '=', examId).execute()
    expect(await inBook()).toBe(0)
  })
})

test('questions moved to another bank count there, deleted ones nowhere', async () => {
  const [from, to] = [await bank(), await bank()]
  const id = await start(from.repoId)
  for (const quId of from.quIds) await fill(id, quId, B)
  const [moved, removed] = [from.quIds[0]!, from.quIds[1]!]
  await app.db.updateTable('trainStat').set({ answers: 9, people: 5 }).where('quId', '=', moved).execute()
  await app.ok(qu.batch, { ids: [moved], repoId: to.repoId }, admin.token)
  await app.ok(qu.delete, { ids: [removed] }, admin.token)
  const own = await app.ok(train.progress, { repoIds: [from.repoId, to.repoId] }, ann.token)
  const of = (repoId: string) => own.find((one) => one.repoId === repoId)
  expect(of(from.repoId)).toMatchObject({ done: 2, wrong: 2 })
  expect(of(to.repoId)).toMatchObject({ done: 1, right: 0, wrong: 1 })
  expect((await app.ok(repoStat.overview, { repoId: to.repoId }, admin.token)).hardest).toMatchObject([{ quId: moved, answers: 9 }])
  expect(await card(await start(to.repoId, TrainMode.wrong))).toEqual([moved])
})

test('the second of two devices gets the stored answer', async () => {
  const { repoId, quIds } = await bank()
  const id = await start(repoId)
  await fill(id, quIds[0]!, B)
  expect(await fill(id, quIds[0]!, A)).toMatchObject({ isRight: false, given: B })
})
