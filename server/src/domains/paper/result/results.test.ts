import { makeUp } from '@shuyuan/contract/paper/admission/make-up.ts'
import { exam, ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { examBook } from '@shuyuan/contract/book/exam-book.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { ExState } from '@shuyuan/contract/paper/paper-state.ts'
import { describe, expect, test } from 'vitest'
import { takePaper } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import { refusal } from '../../../../test/refusal.ts'
import type { Person } from '../../../../test/start-app.ts'
import { gradePaper } from '../grade/grade.service.ts'
import { setUpExam } from '../exam-setup.factory.ts'
import { answerAs } from '../fixed.factory.ts'

const hostile = `罗"';drop table paper;-- <b>%`
const { app, admin } = await startWith()
const ann = await app.enrol({ userName: 'ann', realName: '安' })
const bob = await app.enrol({ userName: 'bob', realName: hostile })
const cat = await app.enrol({ userName: 'cat', realName: '凯' })

type Settings = Parameters<typeof setUpExam>[1]
const makeExam = async (terms: Settings = {}) => (await setUpExam(app.ctx(), { passScore: 300, ...terms }, { single: 2 })).examId

/** Starts a paper and hands it in with this many of the two questions right (200 each, in 1/100 point). */
const sit = (examId: string, person: Person, right: number) => takePaper(app, person, examId, (key, at) => answerAs(key, at < right))
const resultOf = (id: string, person: Person, look?: boolean) =>
  app.ok(paper['paper-result'], { id, ...(look ? { look } : {}) }, person.token)
const list = (params: object, more: object = {}) => app.ok(paper.paging, { params, ...more }, admin.token)

describe('what is shown', () => {
  test('answers with two views: each view lasts half an hour, in every call', async () => {
    const examId = await makeExam({ answerLooks: 2 })
    const id = await sit(examId, ann, 1)
    expect(await resultOf(id, ann)).toMatchObject({ answerShown: false, looksLeft: 2, mayLook: true, score: 2 })
    await Promise.all([resultOf(id, ann, true), resultOf(id, ann, true)])
    const seen = await resultOf(id, ann)
    expect(seen).toMatchObject({ answerShown: true, looksLeft: 1, mayLook: false })
    expect(seen.groups[0]?.quList[0]?.key?.right).toHaveLength(1)
    // such answers do not enter the wrong-answer book
    expect((await app.ok(examBook.paging, { params: { examId } }, ann.token)).total).toBe(0)
    app.clock.advance(31 * 60)
    const later = await resultOf(id, ann)
    expect(later).toMatchObject({ answerShown: false, mayLook: true })
    expect(JSON.stringify(later.groups)).not.toContain('"right":["')
    await resultOf(id, ann, true)
    app.clock.advance(31 * 60)
    expect(await resultOf(id, ann, true)).toMatchObject({ answerShown: false, looksLeft: 0, mayLook: false })
  })

  test('answers are hidden after a time, in result, report and wrong-answer book', async () => {
    const examId = await makeExam({ answerUntil: new Date(app.clock.now().getTime() + 3_600_000) })
    const id = await sit(examId, ann, 1)
    expect((await resultOf(id, ann)).answerShown).toBe(true)
    expect((await app.ok(examBook.paging, { params: { examId } }, ann.token)).total).toBe(1)
    app.clock.advance(3_700)
    expect(await resultOf(id, ann)).toMatchObject({ answerShown: false, mayLook: false, looksLeft: null })
    expect((await app.ok(paper['result-report'], { id }, ann.token)).types).toBeNull()
    expect((await app.ok(examBook.paging, { params: { examId } }, ann.token)).total).toBe(0)
  })

  test('only wrong questions, and none while answers are hidden', async () => {
    const shown = await sit(await makeExam({ wrongOnly: true }), ann, 1)
    const { groups } = await resultOf(shown, ann)
    expect(groups.flatMap(({ quList }) => quList).map(({ markState }) => markState)).toEqual(['wrong'])
    const hidden = await sit(await makeExam({ wrongOnly: true, showAnswer: 'never' }), ann, 1)
    expect((await resultOf(hidden, ann)).groups.flatMap(({ quList }) => quList)).toEqual([])
  })

  test('an exam that shows nothing: no call returns score, rank, mean or key', async () => {
    const examId = await makeExam({ showScore: 'never', showAnswer: 'never', showRank: true })
    const id = await sit(examId, ann, 2)
    const result = await resultOf(id, ann)
    expect(result).toMatchObject({ score: null, passed: null, scoreShown: false, answerShown: false })
    expect(await app.ok(paper['result-report'], { id }, ann.token)).toEqual({ rank: null, compare: null, types: null, chapters: null })
    const row = (params: object) => app.ok(paper.paging, { params: { examId, ...params } }, ann.token)
    expect((await row({})).records).toMatchObject([{ score: null, passed: null, rank: null, flagTimes: 0 }])
    expect((await row({ passed: true })).total).toBe(0)
    // filters on hidden values have no effect for a learner
    expect((await row({ scoreFrom: 4 })).total).toBe((await row({ scoreTo: 0 })).total)
    expect(await app.call(paper.paging, { params: { examId }, orders: [{ column: 'score', asc: true }] }, ann.token)).toEqual(
      refusal('badInput'),
    )
  })
})

describe('the score list', () => {
  test('ranks the counted attempts; equal scores share a rank', async () => {
    const examId = await makeExam()
    const first = await sit(examId, ann, 1)
    const better = await sit(examId, ann, 2)
    const same = await sit(examId, ann, 2)
    const bobs = await sit(examId, bob, 2)
    const cats = await sit(examId, cat, 0)
    const { records } = await list({ examId }, { orders: [{ column: 'score', asc: false }] })
    const rankOf = new Map(records.map((row) => [row.id, row.rank]))
    expect([first, better, same, bobs, cats].map((id) => rankOf.get(id))).toEqual([null, 1, null, 1, 3])
    const best = await list({ examId, bestOnly: true })
    expect(new Set(best.records.map((row) => row.id))).toEqual(new Set([better, bobs, cats]))
    const report = await app.ok(paper['result-report'], { id: better }, ann.token)
    expect(report).toMatchObject({ rank: null, compare: { mean: 2.67, highest: 4, candidates: 3 } })
    await app.db.updateTable('exam').set({ showRank: true }).where('id', '=', examId).execute()
    expect((await app.ok(paper['result-report'], { id: cats }, cat.token)).rank).toEqual({ place: 3, of: 3 })
    expect(report.types).toMatchObject([{ title: '单选题', count: 2, right: 2, gained: 4, total: 4 }])
  })

  test('filters by department with its branches, score, hand-in time, flags and cause; wildcards in names are plain text', async () => {
    const examId = await makeExam()
    const id = await sit(examId, bob, 1)
    const other = await sit(examId, ann, 2)
    const ids = async (params: object) => (await list({ examId, ...params })).records.map((row) => row.id).sort()
    await app.db.updateTable('paper').set({ flagTimes: 2 }).where('id', '=', id).execute()
    const root = await app.db.selectFrom('sysDepart').orderBy('path').select('deptCode').executeTakeFirstOrThrow()
    await app.db.updateTable('sysUser').set({ deptCode: root.deptCode }).where('userName', '=', 'bob').execute()
    expect(await ids({ deptCode: root.deptCode })).toContain(id)
    expect(await ids({ deptCode: `x' or 1=1` })).toEqual([])
    expect(await ids({ realName: hostile })).toEqual([id])
    expect(await ids({ realName: '%' })).toEqual([id])
    expect(await ids({ flagged: true })).toEqual([id])
    expect(await ids({ flagged: false })).toEqual([other])
    expect(await ids({ scoreFrom: 3, scoreTo: 4 })).toEqual([other])
    expect(await ids({ exState: ExState.timeout })).toEqual([])
    expect(await ids({ handTo: '2000-01-01 00:00:00' })).toEqual([])
    expect(await ids({ passed: false })).toEqual([id])
  })

  test('deleting a paper deletes its data, is recorded, and refuses a later mark', async () => {
    const { examId } = await setUpExam(app.ctx(), { awardPoints: 5, passScore: 0 }, { single: 1 })
    const id = await sit(examId, cat, 1)
    const { followFinished } = await import('../grade/finish.service.ts')
    await followFinished(app.app)
    const pointsOf = async () =>
      (await app.db.selectFrom('sysUser').where('id', '=', cat.id).select('points').executeTakeFirstOrThrow()).points
    const earned = await pointsOf()
    expect(await app.call(paper.delete, { ids: [id, '99999999'] }, admin.token)).toEqual(refusal('notFound'))
    expect(await app.call(paper.delete, { ids: [id] }, cat.token)).toEqual(refusal('forbidden'))
    await app.db.updateTable('paper').set({ gradingNeeded: true }).where('id', '=', id).execute()
    const [, marked] = await Promise.all([app.ok(paper.delete, { ids: [id, id] }, admin.token), gradePaper(app.app, id)])
    expect([null, 2]).toContain(marked)
    expect(await app.call(paper['review-paper'], { id }, admin.token)).toEqual(refusal('notFound'))
    expect(await app.call(paper['paper-result'], { id }, cat.token)).toEqual(refusal('notFound'))
    expect(await app.db.selectFrom('paperAnswer').where('paperId', '=', id).selectAll().execute()).toEqual([])
    expect(await pointsOf()).toBe(earned - 5)
    const log = await app.db
      .selectFrom('sysLog')
      .where('path', '=', paper.delete.path)
      .orderBy('id', 'desc')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(log.before).toMatchObject([{ id, userId: cat.id }])
    const next = await app.ok(paper['create-paper'], { examId }, cat.token)
    expect(Number(next.id)).toBeGreaterThan(Number(id))
  })
})

describe('a make-up exam', () => {
  const count = (examId: string) => app.ok(makeUp['make-up-count'], { examId }, admin.token)
  const order = (examId: string, of: ('failed' | 'absent')[], title = '补考') =>
    app.call(makeUp['make-up'], { examId, of, title, startTime: '2027-01-01 09:00:00', endTime: '2027-01-02 09:00:00' }, admin.token)

  test('includes exactly the candidates who failed or were absent, and is created only once', async () => {
    const examId = await makeExam({ openType: ExamOpenType.persons, userIds: [ann.id, bob.id, cat.id], showRank: true, answerLooks: 3 })
    await sit(examId, ann, 1)
    await sit(examId, ann, 2)
    await sit(examId, bob, 0)
    expect(await count(examId)).toMatchObject({ failed: 1, absent: 1, undecided: 0, made: [] })
    const [one, two] = await Promise.all([order(examId, ['absent', 'failed']), order(examId, ['failed', 'absent'])])
    expect(one.data.id).toBe(two.data.id)
    expect(one.data.isNew).not.toBe(two.data.isNew)
    const made = await app.ok(exam.detail, { id: one.data.id }, admin.token)
    expect(made.users.map((user) => user.id).sort()).toEqual([bob.id, cat.id].sort())
    expect(made).toMatchObject({
      openType: ExamOpenType.persons,
      title: '补考',
      minutes: 60,
      passScore: 3,
      showRank: true,
      answerLooks: 3,
      started: false,
    })
    expect((await count(examId)).made).toMatchObject([{ id: one.data.id }])
    // a candidate who passes the make-up exam needs no other
    await app.db.updateTable('exam').set({ startTime: null, endTime: null }).where('id', '=', one.data.id).execute()
    await sit(one.data.id, bob, 2)
    expect(await count(examId)).toMatchObject({ failed: 0, absent: 1 })
    expect(await order(examId, ['failed'], '再次补考')).toEqual(refusal('makeUpNobody'))
    // nor does one who passes a make-up exam of the make-up exam
    expect(await count(one.data.id)).toMatchObject({ failed: 0, absent: 1 })
    const last = (await order(one.data.id, ['absent'], '末次补考')).data.id
    await app.db.updateTable('exam').set({ startTime: null, endTime: null }).where('id', '=', last).execute()
    await sit(last, cat, 2)
    for (const id of [examId, one.data.id]) expect(await count(id)).toMatchObject({ failed: 0, absent: 0 })
    // an exam with the first exam as prerequisite admits both
    const next = await makeExam({ prerequisites: [examId] })
    for (const who of [bob, cat]) expect((await app.call(paper['create-paper'], { examId: next }, who.token)).code).toBe(0)
  })

  test('leaves out candidates with an open or unmarked paper; needs the right and an existing exam', async () => {
    const examId = await makeExam({ openType: ExamOpenType.persons, userIds: [ann.id] })
    await app.ok(paper['create-paper'], { examId }, ann.token)
    expect(await count(examId)).toMatchObject({ failed: 0, absent: 0, undecided: 1 })
    expect(await order('999999', ['failed'])).toEqual(refusal('notFound'))
    expect(await order(examId, [])).toEqual(refusal('badInput'))
    expect(await app.call(makeUp['make-up-count'], { examId }, ann.token)).toEqual(refusal('forbidden'))
  })
})
