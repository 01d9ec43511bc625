// Training on a bank: every mode, repeats and second devices, access by others, and the wrong-answer book.
import { type Answer, QuType } from '@shuyuan/contract/qu/content.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { examBook } from '@shuyuan/contract/book/exam-book.ts'
import { quMark, ReportState } from '@shuyuan/contract/qu/bank/mark.ts'
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { quCheck } from '@shuyuan/contract/train/qu-check.ts'
import { book } from '@shuyuan/contract/book/book.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { repoStat } from '@shuyuan/contract/train/stat.ts'
import { train, TrainMode, TrainState } from '@shuyuan/contract/train/train.ts'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../test/people.ts'
import { countDue, dueIds, review } from '../book/card.service.ts'
import { keysOf, setUpExam, rightAnswer } from '../paper/exam-setup.factory.ts'
import { makeQuestion } from '../qu/qu.factory.ts'
import { makeRepo } from '../repo/repo.factory.ts'

const { app, teacher } = await startWith('teacher')
const learner = await app.enrol({ userName: 'lee' })
const other = await app.enrol({ userName: 'ola' })

/** A bank of six: two single choices in chapter 一, a multiple choice in 二, a fill-in, a short answer and a composite. */
async function bank(price = 0) {
  const ctx = app.ctx({ user: { ...app.ctx().user, id: teacher.id } })
  const { id: repoId, chapters } = await makeRepo(ctx, { isTrain: true, price, chapters: ['一', '二'] })
  const add = (quType: number, chapter?: string) =>
    makeQuestion(ctx, {
      repoId,
      quType,
      ...(chapter ? { chapterId: chapters.get(chapter)! } : {}),
      content: `题 ${repoId} ${quType} ${chapter ?? ''}`,
    })
  const ids = [
    await add(QuType.single, '一'),
    await add(QuType.single, '一'),
    await add(QuType.multiple, '二'),
    await add(QuType.fillIn),
    await add(QuType.shortAnswer),
    await add(QuType.composite),
  ]
  return { repoId, ids, chapterId: chapters.get('一')! }
}
const start = async (
  repoId: string,
  mode: TrainMode = TrainMode.inOrder,
  more: { scope?: string; clear?: boolean } = {},
  token = learner.token,
) => (await app.ok(train.start, { repoId, mode, ...more }, token)).id
const fill = (trainId: string, quId: string, answer: Answer | null, token = learner.token) =>
  app.ok(train.fill, { trainId, quId, answer }, token)
const card = async (id: string) => (await app.ok(train.card, { id }, learner.token)).map((one) => one.quId)
const A: Answer = { tags: ['A'] }
const B: Answer = { tags: ['B'] }

describe('modes', () => {
  test('in order, by chapter, by type, favourites, not yet done, mock, review', async () => {
    const { repoId, ids, chapterId } = await bank()
    expect(await card(await start(repoId, TrainMode.inOrder))).toEqual(ids)
    expect((await card(await start(repoId, TrainMode.random))).toSorted()).toEqual(ids.toSorted())
    expect(await card(await start(repoId, TrainMode.chapter, { scope: chapterId }))).toEqual(ids.slice(0, 2))
    expect(await card(await start(repoId, TrainMode.questionType, { scope: '1' }))).toEqual(ids.slice(0, 2))
    await app.ok(quMark.favourite, { quId: ids[3]!, favourite: true }, learner.token)
    expect(await card(await start(repoId, TrainMode.favourites))).toEqual([ids[3]])
    await fill(await start(repoId, TrainMode.inOrder), ids[0]!, A)
    expect(await card(await start(repoId, TrainMode.undone))).toEqual(ids.slice(1))
    expect((await card(await start(repoId, TrainMode.mock))).toSorted()).toEqual(ids.toSorted())
    const review = await start(repoId, TrainMode.review)
    const question = await app.ok(train['qu-detail'], { trainId: review, quId: ids[0]!, mode: TrainMode.review }, learner.token)
    expect(question.judged?.key.right).toEqual(['A'])
    expect((await app.call(train.fill, { trainId: review, quId: ids[0]!, answer: A }, learner.token)).code).toBe(errors.forbidden[0])
  })

  test('a mode without questions names the reason', async () => {
    const { repoId } = await bank()
    expect((await app.call(train.start, { repoId, mode: TrainMode.favourites }, learner.token)).msg).toBe('您还没有收藏本题库的试题')
    expect((await app.call(train.start, { repoId, mode: TrainMode.wrong }, learner.token)).msg).toBe('本题库没有您的错题')
    expect((await app.call(train.start, { repoId, mode: TrainMode.chapter, scope: '' }, learner.token)).fields[0]).toMatchObject({
      field: 'scope',
    })
  })
})

describe('answering', () => {
  test('no key before the answer; with it the key, the analysis and the statistics', async () => {
    const { repoId, ids } = await bank()
    const id = await start(repoId)
    const before = await app.ok(train['qu-detail'], { trainId: id, quId: ids[0]! }, learner.token)
    expect(before.judged).toBeNull()
    expect(JSON.stringify(before)).not.toMatch(/isRight|"key"|"pairs"|modelAnswer|analysis/)
    expect(await fill(id, ids[0]!, B)).toMatchObject({ result: 'wrong', isRight: false, percent: 0, key: { right: ['A'] }, everybody: 0 })
    expect(await fill(id, ids[1]!, A)).toMatchObject({ result: 'right', percent: 100 })
    expect(await app.ok(train.detail, { id }, learner.token)).toMatchObject({ answerCount: 2, rightCount: 1, totalCount: 6, percent: 50 })
  })

  test('a repeat or a second device changes nothing: the first answer counts', async () => {
    const { repoId, ids } = await bank()
    const id = await start(repoId)
    const replies = await Promise.all([fill(id, ids[0]!, B), fill(id, ids[0]!, B), fill(id, ids[0]!, A)])
    expect(new Set(replies.map((one) => one?.isRight)).size).toBe(1)
    expect(await app.ok(train.detail, { id }, learner.token)).toMatchObject({ answerCount: 1 })
    const stat = await app.db.selectFrom('trainStat').where('quId', '=', ids[0]!).selectAll().executeTakeFirstOrThrow()
    expect(stat).toMatchObject({ answers: 1, people: 1 })
  })

  test('an answer without a training id is judged in an unfinished training, otherwise refused', async () => {
    const { repoId, ids } = await bank()
    const check = (answer: Answer) => app.call(quCheck['check-answer'], { quId: ids[0]!, answer }, learner.token)
    expect((await check(A)).code).toBe(errors.questionHidden[0])
    const id = await start(repoId)
    expect((await check(A)).data).toMatchObject({ isRight: true, score: 100, answer: { right: ['A'] } })
    expect(await app.ok(train.detail, { id }, learner.token)).toMatchObject({ answerCount: 1, rightCount: 1 })
    const mock = await bank()
    await start(mock.repoId, TrainMode.mock)
    expect((await app.call(quCheck['check-answer'], { quId: mock.ids[0]!, answer: A }, learner.token)).code).toBe(errors.questionHidden[0])
  })

  test('a composite is judged by sub-question, a short answer is not judged', async () => {
    const { repoId, ids } = await bank()
    const id = await start(repoId)
    const asked = await app.ok(train['qu-detail'], { trainId: id, quId: ids[5]! }, learner.token)
    const [first, second] = asked.subList
    const judged = await fill(id, ids[5]!, { subs: { [first!.quId]: A, [second!.quId]: { blanks: ['119', '1'] } } })
    expect(judged).toMatchObject({ result: 'partial', isRight: false })
    expect(judged?.subs.map((one) => one.result)).toEqual(['right', 'partial'])
    expect(await fill(id, ids[4]!, { text: '我的答案' })).toMatchObject({ result: 'pending', key: { modelAnswer: '<p>参考答案</p>' } })
  })

  test('an answer of the wrong form, a question of another training and an ended training are refused', async () => {
    const { repoId, ids } = await bank()
    const foreign = await bank()
    const id = await start(repoId)
    expect((await app.call(train.fill, { trainId: id, quId: ids[0]!, answer: { tags: ['Z'] } }, learner.token)).code).toBe(
      errors.answerForeign[0],
    )
    expect((await app.call(train.fill, { trainId: id, quId: foreign.ids[0]!, answer: A }, learner.token)).code).toBe(errors.notFound[0])
    await app.ok(train.finish, { id }, learner.token)
    expect((await app.call(train.fill, { trainId: id, quId: ids[0]!, answer: A }, learner.token)).code).toBe(errors.trainEnded[0])
  })

  test('a question changed or deleted later stays in the version that was answered', async () => {
    const { repoId, ids } = await bank()
    const id = await start(repoId)
    await fill(id, ids[0]!, A)
    const { body, ...row } = await app.ok(qu.detail, { id: ids[0]! }, teacher.token)
    const options = (body.options ?? []).map((one) => ({ ...one, isRight: one.tag === 'B' }))
    await app.ok(qu.save, { id: ids[0]!, repoId, quType: row.quType, chapterId: row.chapterId, body: { ...body, options } }, teacher.token)
    await app.ok(qu.delete, { ids: [ids[1]!] }, teacher.token)
    const again = await app.ok(train['qu-detail'], { trainId: id, quId: ids[0]! }, learner.token)
    expect(again.judged).toMatchObject({ isRight: true, key: { right: ['A'] } })
    expect((await app.call(train['qu-detail'], { trainId: id, quId: ids[1]! }, learner.token)).msg).toBe('该试题已被删除')
  })
})

describe('a mock paper', () => {
  test('shows no judgement before its end, counts the newest answer, and is counted once', async () => {
    const { repoId, ids } = await bank()
    const id = await start(repoId, TrainMode.mock)
    expect(await fill(id, ids[0]!, B)).toBeNull()
    expect(await fill(id, ids[0]!, A)).toBeNull()
    expect(await fill(id, ids[1]!, B)).toBeNull()
    expect((await app.ok(train['qu-detail'], { trainId: id, quId: ids[0]! }, learner.token)).judged).toBeNull()
    const results = async () => (await app.ok(train.card, { id }, learner.token)).filter((one) => one.result).map((one) => one.result)
    expect(await results()).toEqual(['answered', 'answered'])
    const [end, again] = [await app.ok(train.finish, { id }, learner.token), await app.ok(train.finish, { id }, learner.token)]
    expect(end).toMatchObject({ rightCount: 1, answerCount: 2, wrongIds: [ids[1]] })
    expect(again).toEqual(end)
    expect(new Set(await results())).toEqual(new Set(['right', 'wrong']))
    const stat = await app.db.selectFrom('trainStat').where('quId', '=', ids[1]!).selectAll().executeTakeFirstOrThrow()
    expect(stat).toMatchObject({ answers: 1, rights: 0, people: 1 })
  })
})

describe('continuing a training', () => {
  test('concurrent starts create one training; clear starts again; the position is stored for every device', async () => {
    const { repoId, ids } = await bank()
    const begun = await Promise.all([start(repoId), start(repoId), start(repoId)])
    expect(new Set(begun).size).toBe(1)
    await app.ok(train.position, { trainId: begun[0], position: 3 }, learner.token)
    const isListed = async () =>
      (await app.ok(train.paging, { params: { repoId } }, learner.token)).records.some((row) => row.id === begun[0])
    // without an answer it is no record yet
    expect(await isListed()).toBe(false)
    expect((await app.ok(train.check, {}, learner.token))?.id).not.toBe(begun[0])
    await fill(begun[0], ids[0]!, A)
    expect(await isListed()).toBe(true)
    expect(await app.ok(train.check, {}, learner.token)).toMatchObject({ id: begun[0], position: 3 })
    const next = await start(repoId, TrainMode.inOrder, { clear: true })
    expect(next).not.toBe(begun[0])
    expect(await app.ok(train.detail, { id: begun[0] }, learner.token)).toMatchObject({ state: TrainState.ended })
    // nothing was answered in the next one, so nothing stays of it
    await start(repoId, TrainMode.inOrder, { clear: true })
    expect((await app.call(train.detail, { id: next }, learner.token)).code).toBe(errors.notFound[0])
  })

  test('a bank with a price is refused until it is bought, a closed one is not found', async () => {
    const paid = await bank(990)
    expect((await app.call(train.start, { repoId: paid.repoId, mode: TrainMode.inOrder }, learner.token)).msg).toBe(
      '该题库需要购买后才能训练',
    )
    const { id } = await makeRepo(app.ctx(), {})
    expect((await app.call(train.start, { repoId: id, mode: TrainMode.inOrder }, learner.token)).code).toBe(errors.notFound[0])
  })
})

describe("another person's training", () => {
  test('cannot be read, answered, moved, ended or started by another user', async () => {
    const { repoId, ids } = await bank()
    const id = await start(repoId)
    await fill(id, ids[1]!, A)
    const codes = await Promise.all([
      app.call(train.detail, { id }, other.token),
      app.call(train.card, { id }, other.token),
      app.call(train['qu-detail'], { trainId: id, quId: ids[0]! }, other.token),
      app.call(train.fill, { trainId: id, quId: ids[0]!, answer: A }, other.token),
      app.call(train.position, { trainId: id, position: 1 }, other.token),
      app.call(train.finish, { id }, other.token),
    ])
    expect(codes.map((one) => one.code)).toEqual(Array.from({ length: 6 }, () => errors.notFound[0]))
    expect((await app.call(train.start, { repoId, mode: TrainMode.inOrder, userId: learner.id }, other.token)).code).toBe(
      errors.forbidden[0],
    )
    expect((await app.ok(train.paging, { params: { repoId } }, other.token)).total).toBe(0)
    expect((await app.call(train.paging, { params: { all: true } }, other.token)).code).toBe(errors.forbidden[0])
    expect((await app.ok(train.paging, { params: { repoId, all: true } }, teacher.token)).records[0]).toMatchObject({
      realName: expect.any(String) as string,
    })
  })
})

describe('spaced repetition', () => {
  test('a wrong answer is due the next day, and a right one then later', async () => {
    const { repoId, ids } = await bank()
    const at = (hours: number) =>
      app.ctx({ user: { ...app.ctx().user, id: learner.id }, now: new Date(app.clock.now().getTime() + hours * 3_600_000) })
    const dueAt = async (hours: number) => (await countDue(at(hours))).find((one) => one.id === repoId)?.count ?? 0
    const id = await start(repoId)
    await fill(id, ids[0]!, B)
    await fill(id, ids[1]!, A)
    expect(await dueAt(1)).toBe(0)
    expect((await app.call(train.start, { repoId, mode: TrainMode.spaced }, learner.token)).msg).toBe(
      '现在没有到期的错题，过些时候再来复习',
    )
    expect(await dueAt(25)).toBe(1)
    expect(await dueIds(at(25), repoId)).toEqual([ids[0]])
    await review(at(25), learner.id, [ids[0]!], true)
    expect(await dueAt(26)).toBe(0)
    // one of one today, and the next day is a new one
    const doneAt = async (hours: number) => (await countDue(at(hours))).find((one) => one.id === repoId)?.done ?? 0
    expect([await doneAt(25), await doneAt(50)]).toEqual([1, 0])
    expect(await dueAt(24 * 60)).toBe(1)
    // a question outside of the book gets no card
    await review(at(25), learner.id, [ids[1]!], true)
    expect(await app.db.selectFrom('bookCard').where('quId', '=', ids[1]!).selectAll().execute()).toEqual([])
  })
})

describe('the wrong-answer book', () => {
  const inBook = async (repoId: string) => (await app.ok(book.paging, { params: { repoId } }, learner.token)).records

  test('a wrong answer adds a question, and enough right answers in a row remove it (site setting)', async () => {
    const site = await app.ok(config.detail, {}, teacher.token)
    await app.ok(config.save, { ...site, tmpDir: '', props: { ...site.props, bookRights: 2 } }, (await app.as('admin')).token)
    const { repoId, ids } = await bank()
    await fill(await start(repoId), ids[0]!, B)
    expect(await inBook(repoId)).toMatchObject([{ quId: ids[0], wrongCount: 1, rightStreak: 0, examId_dictText: '' }])
    const again = async (answer: Answer) => fill(await start(repoId, TrainMode.wrong, { clear: true }), ids[0]!, answer)
    await again(A)
    expect(await inBook(repoId)).toMatchObject([{ rightStreak: 1 }])
    await again(B)
    expect(await inBook(repoId)).toMatchObject([{ wrongCount: 2, rightStreak: 0 }])
    await again(A)
    await again(A)
    expect(await inBook(repoId)).toEqual([])
  })

  test('contains wrong answers of exams that show answers, once, in the bank’s option letters', async () => {
    const shown = await setUpExam(app.ctx(), { showAnswer: 'handed' }, { single: 2 })
    const hidden = await setUpExam(app.ctx(), { showAnswer: 'never' }, { single: 1 })
    for (const { examId } of [shown, hidden]) {
      const { id } = await app.ok(paper['create-paper'], { examId }, learner.token)
      const keys = [...(await keysOf(app, id)).values()]
      const { session } = await app.ok(paper['paper-detail'], { id }, learner.token)
      const wrongTag = (right: string[]) => ['A', 'B', 'C', 'D'].find((tag) => !right.includes(tag)) ?? ''
      const answers = keys.map((key, i) => ({
        quId: key.quId,
        answer: i === 0 ? { tags: [wrongTag(key.right)] } : rightAnswer(key),
        seq: 1,
      }))
      await app.ok(paper['fill-answer'], { paperId: id, session, answers }, learner.token)
      await app.ok(paper['hand-exam'], { id, session }, learner.token)
    }
    const page = await app.ok(examBook.paging, { params: { examId: shown.examId } }, learner.token)
    expect(page).toMatchObject({ total: 1, records: [{ examId: shown.examId, wrongCount: 1 }] })
    expect((await app.ok(examBook.paging, { params: { examId: shown.examId } }, learner.token)).records[0]?.wrongCount).toBe(1)
    expect((await app.ok(examBook.paging, { params: { examId: hidden.examId } }, learner.token)).total).toBe(0)
    const detail = await app.ok(book.detail, { id: page.records[0]!.id }, learner.token)
    // the right option is A in the bank, whatever its letter on the paper
    expect(detail.key.right).toEqual(['A'])
    expect((detail.answer as { tags: string[] }).tags).not.toEqual(['A'])
    expect((await app.call(book.detail, { id: page.records[0]!.id }, other.token)).code).toBe(errors.notFound[0])
    expect((await app.call(book.remove, { ids: [page.records[0]!.id] }, other.token)).code).toBe(errors.notFound[0])
    const places = await app.ok(book.places, {}, learner.token)
    expect(places.exams).toContainEqual({ id: shown.examId, title: expect.any(String) as string, count: 1 })
  })

  test('is printed with or without the answers', async () => {
    const { repoId, ids } = await bank()
    await fill(await start(repoId), ids[0]!, B)
    const [plain] = await app.ok(book.print, { repoId }, learner.token)
    expect(plain?.key).toBeNull()
    const [full] = await app.ok(book.print, { repoId, answers: true }, learner.token)
    expect(full?.key?.right).toEqual(['A'])
    await app.ok(book.remove, { ids: [(await inBook(repoId))[0]!.id] }, learner.token)
    expect(await inBook(repoId)).toEqual([])
  })
})

describe('favourites, notes and reports', () => {
  test('belong to their user; a report is sent to the owner of the bank, and the reply to the reporter', async () => {
    const { repoId, ids } = await bank()
    const quId = ids[0]!
    await app.ok(quMark.note, { quId, content: '记住' }, learner.token)
    await app.ok(quMark.favourite, { quId, favourite: true }, learner.token)
    await app.ok(quMark.favourite, { quId, favourite: true }, learner.token)
    const mine = await app.ok(train['qu-detail'], { trainId: await start(repoId), quId }, learner.token)
    expect(mine).toMatchObject({ note: '记住', favourite: true })
    const theirs = await app.ok(train['qu-detail'], { trainId: await start(repoId, TrainMode.inOrder, {}, other.token), quId }, other.token)
    expect(theirs).toMatchObject({ note: '', favourite: false })
    await app.ok(quMark.report, { quId, kind: 'answer', content: '应选 B' }, learner.token)
    expect((await app.call(quMark.report, { quId, kind: 'stem', content: '再报' }, learner.token)).code).toBe(errors.reportOpen[0])
    const inbox = (userId: string) =>
      app.db.selectFrom('sysMsg').where('userId', '=', userId).where('refId', '=', quId).selectAll().execute()
    expect(await inbox(teacher.id)).toMatchObject([{ title: '试题纠错：答案有误' }])
    // of a bank without an owner: to users who can edit it
    await app.db.updateTable('repo').set({ createBy: null }).where('id', '=', repoId).execute()
    await app.ok(quMark.report, { quId: ids[1]!, kind: 'stem', content: '少字' }, learner.token)
    const notified = await app.db.selectFrom('sysMsg').where('refId', '=', ids[1]!).select('userId').execute()
    expect(notified.map((one) => one.userId)).toContain(teacher.id)
    expect(notified.map((one) => one.userId)).not.toContain(learner.id)
    const { records } = await app.ok(quMark['report-paging'], { params: { repoId } }, teacher.token)
    const reported = records.find((one) => one.quId === quId)!.id
    await app.ok(quMark['report-handle'], { ids: [reported], state: ReportState.corrected, reply: '已改' }, teacher.token)
    expect((await app.call(quMark['report-handle'], { ids: [reported], state: ReportState.declined }, teacher.token)).code).toBe(
      errors.notFound[0],
    )
    expect(await inbox(learner.id)).toMatchObject([{ title: '您的纠错已被采纳', content: '已改' }])
  })
})

describe('the overview for teachers', () => {
  test('counts learners, answers and accuracy by chapter, and names the hardest questions', async () => {
    const { repoId, ids, chapterId } = await bank()
    await fill(await start(repoId), ids[0]!, B)
    await fill(await start(repoId, TrainMode.inOrder, {}, other.token), ids[0]!, A, other.token)
    for (let i = 0; i < 3; i++) await fill(await start(repoId, TrainMode.inOrder, { clear: true }), ids[0]!, B)
    const overview = await app.ok(repoStat.overview, { repoId }, teacher.token)
    expect(overview).toMatchObject({ quCount: 6, people: 2, answers: 5, percent: 20 })
    expect(overview.chapters[0]).toMatchObject({ chapterId, title: '一', quCount: 2, people: 2, answers: 5, percent: 20 })
    expect(overview.hardest).toMatchObject([{ quId: ids[0], answers: 5, people: 2, percent: 20 }])
    expect(overview.days).toHaveLength(14)
    expect(overview.days.at(-1)).toMatchObject({ people: 2 })
    expect((await app.call(repoStat.overview, { repoId }, learner.token)).code).toBe(errors.forbidden[0])
  })
})
