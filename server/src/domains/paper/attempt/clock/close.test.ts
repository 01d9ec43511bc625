import { errors } from '@shuyuan/contract/kernel/error.ts'
import { late, LateState } from '@shuyuan/contract/paper/attempt/late.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { describe, expect, test } from 'vitest'
import { openNewPaper } from '../../../../../test/papers.ts'
import { startWith } from '../../../../../test/people.ts'
import { refusal } from '../../../../../test/refusal.ts'
import { startApp } from '../../../../../test/start-app.ts'
import { hashAnswers } from '../save/receipt.rules.ts'
import type { setUpExam } from '../../exam-setup.factory.ts'
import { rightAnswer } from '../../exam-setup.factory.ts'
import { sweepHealth, sweepPapers } from '../../sweep.service.ts'

const { app, ann, admin } = await startWith('ann')

async function startPaper(counts?: Parameters<typeof setUpExam>[2], settings: Parameters<typeof setUpExam>[1] = {}) {
  const { examId, id, session, keys, row } = await openNewPaper(app, ann, { passScore: 100, ...settings }, counts)
  const fill = (at: number, seq = 1) =>
    app.call(paper['fill-answer'], { paperId: id, session, quId: keys[at]!.quId, answer: rightAnswer(keys[at]!), seq }, ann.token)
  return { id, examId, session, keys, fill, row }
}

describe('handing in', () => {
  test('stores the last answers, marks the paper and returns a receipt', async () => {
    const { id, session, keys, fill, row } = await startPaper()
    await fill(0)
    const lastAnswers = keys.slice(1).map((key, at) => ({ quId: key.quId, answer: rightAnswer(key), seq: at + 1 }))
    const receipt = await app.ok(paper['hand-exam'], { id, session, lastAnswers }, ann.token)
    expect(receipt).toMatchObject({ state: PaperState.done, waitReview: false, answered: 7, total: 7 })
    expect(receipt.receiptNo).toMatch(/^\d{8}-[0-9A-HJKMNP-TV-Z]{10}$/)
    expect(receipt.answerHash).toBe(hashAnswers(new Map(keys.map((key) => [key.quId, rightAnswer(key)]))))
    expect(await row()).toMatchObject({
      state: PaperState.done,
      exState: ExState.normal,
      score: 1_600,
      passed: true,
      gradingNeeded: false,
      version: 1,
    })
    expect(await app.ok(paper['paper-result'], { id }, ann.token)).toMatchObject({ score: 16, passed: true, receiptNo: receipt.receiptNo })
  })

  test('after the clock of the server stepped back ends no paper before its start, and the timeline says so', async () => {
    const { id, session, fill, row } = await startPaper()
    const { startTime } = await row()
    app.clock.advance(600)
    await fill(0)
    const saved = app.clock.now()
    app.clock.advance(-3_600)
    const receipt = await app.ok(paper['hand-exam'], { id, session, lastAnswers: [] }, ann.token)
    app.clock.advance(3_000)
    const { handTime } = await row()
    expect(Math.abs(handTime!.getTime() - saved.getTime())).toBeLessThan(5_000)
    expect(handTime! > startTime).toBe(true)
    expect(receipt.handTime).toBe(toWallClock(handTime!))
    const { events } = await app.ok(timeline.list, { paperId: id }, admin.token)
    expect(events.find((event) => event.kind === 'clock')?.message).toMatch(/^交卷时服务器时钟为 .*，早于开考时间/)
  })

  test('several concurrent hand-ins give one receipt and one mark', async () => {
    const { id, session, keys, row } = await startPaper()
    const lastAnswers = keys.map((key) => ({ quId: key.quId, answer: rightAnswer(key), seq: 1 }))
    const receipts = await Promise.all(Array.from({ length: 6 }, () => app.ok(paper['hand-exam'], { id, session, lastAnswers }, ann.token)))
    expect(new Set(receipts.map((one) => one.receiptNo)).size).toBe(1)
    app.clock.advance(30)
    expect(await app.ok(paper['hand-exam'], { id, session, lastAnswers }, ann.token)).toEqual({
      ...receipts[0],
      state: PaperState.done,
      waitReview: false,
    })
    expect(await row()).toMatchObject({ state: PaperState.done, version: 1, answered: 7, score: 1_600 })
    // a repeated hand-in adds nothing to the late store
    expect(await app.db.selectFrom('paperLate').where('paperId', '=', id).selectAll().execute()).toEqual([])
  })

  test('is refused before the earliest hand-in time and with an answer that contains an unknown option', async () => {
    const { id, keys, row } = await startPaper({ single: 1 }, { earliestMinutes: 10 })
    expect(await app.call(paper['hand-exam'], { id }, ann.token)).toEqual(refusal('handTooEarly'))
    app.clock.advance(600)
    const wrong = { quId: keys[0]!.quId, answer: { tags: ['Z'] } }
    expect(await app.call(paper['hand-exam'], { id, lastAnswers: [wrong] }, ann.token)).toMatchObject({ code: errors.answerForeign[0] })
    expect((await row()).state).toBe(PaperState.open)
    expect((await app.ok(paper['hand-exam'], { id }, ann.token)).answered).toBe(0)
    expect(await row()).toMatchObject({ state: PaperState.done, score: 0, passed: false })
  })

  test('closes the paper for saves and reads', async () => {
    const { id, fill } = await startPaper()
    await app.ok(paper['hand-exam'], { id }, ann.token)
    expect(await fill(0)).toEqual(refusal('paperClosed'))
    expect(await app.call(paper['paper-detail'], { id }, ann.token)).toEqual(refusal('paperClosed'))
    expect(await app.call(paper['qu-detail'], { paperId: id, quId: '1' }, ann.token)).toMatchObject({ code: errors.questionHidden[0] })
    expect(await app.ok(paper['left-time'], { id }, ann.token)).toMatchObject({ state: PaperState.done, leftMs: 0 })
  })
})

describe('the deadline', () => {
  test('gives ten seconds of grace to saves already sent, by the server’s clock only', async () => {
    const { fill, row } = await startPaper({ single: 2 }, { minutes: 10 })
    app.clock.advance(600 + 9)
    const saved = await fill(0)
    expect(saved.data).toMatchObject({ leftMs: 0, saved: [{ state: 'saved' }] })
    app.clock.advance(2)
    expect(await fill(1)).toEqual(refusal('paperClosed'))
    const closed = await row()
    expect(closed).toMatchObject({ state: PaperState.done, exState: ExState.timeout, score: 200, answered: 1 })
    expect(closed.handTime).toEqual(closed.deadlineAt)
  })

  test('a late answer goes to the late store and counts after it is accepted; the paper is marked again', async () => {
    const { id, fill, row, keys } = await startPaper({ single: 2 }, { minutes: 10, passScore: 400 })
    await fill(0)
    app.clock.advance(640)
    expect(await fill(1)).toEqual(refusal('paperClosed'))
    expect(await fill(1)).toEqual(refusal('paperClosed'))
    expect(await row()).toMatchObject({ state: PaperState.done, score: 200, passed: false })
    const { records } = await app.ok(late.paging, { params: { paperId: id } }, admin.token)
    expect(records).toMatchObject([
      { quId: keys[1]!.quId, reason: 'late', gapSeconds: 40, realName: '安安', answer: rightAnswer(keys[1]!), state: LateState.waiting },
    ])
    const before = await row()
    expect(await app.call(late.accept, { ids: [records[0]!.id] }, ann.token)).toEqual(refusal('forbidden'))
    expect(await app.ok(late.accept, { ids: [records[0]!.id] }, admin.token)).toEqual({ accepted: 1 })
    expect(await app.ok(late.accept, { ids: [records[0]!.id] }, admin.token)).toEqual({ accepted: 0 })
    const after = await row()
    expect(after).toMatchObject({ state: PaperState.done, score: 400, passed: true, answered: 2, receiptNo: before.receiptNo })
    expect(after.answerHash).not.toBe(before.answerHash)
    const audited = await app.db.selectFrom('sysLog').where('path', '=', late.accept.path).orderBy('id').selectAll().execute()
    expect(audited[0]!.after).toMatchObject([{ paperId: id, quId: keys[1]!.quId }])
  })

  test('late answers are deleted after a day, and none is stored later than a day after the deadline', async () => {
    const { id, fill } = await startPaper({ single: 2 }, { minutes: 10 })
    app.clock.advance(640)
    await fill(0)
    app.clock.advance(24 * 3_600 - 60)
    await fill(1)
    app.clock.advance(30)
    await sweepPapers(app.app)
    const lateRows = () => app.db.selectFrom('paperLate').where('paperId', '=', id).select('quId').execute()
    expect(await lateRows()).toHaveLength(2)
    app.clock.advance(120)
    await sweepPapers(app.app)
    expect(await lateRows()).toHaveLength(1)
    await fill(0, 2)
    expect(await lateRows()).toHaveLength(1)
  })

  test('a hand-in after the deadline closes the paper with the stored answers and moves the last ones to the late store', async () => {
    const { id, session, keys, row } = await startPaper({ single: 1 }, { minutes: 10 })
    app.clock.advance(700)
    const lastAnswers = [{ quId: keys[0]!.quId, answer: rightAnswer(keys[0]!), seq: 1 }]
    const receipt = await app.ok(paper['hand-exam'], { id, session, lastAnswers }, ann.token)
    expect(receipt).toMatchObject({ state: PaperState.done, answered: 0 })
    expect(await row()).toMatchObject({ exState: ExState.timeout, score: 0 })
    expect(await app.db.selectFrom('paperLate').where('paperId', '=', id).selectAll().execute()).toMatchObject([{ reason: 'late' }])
  })

  test('a new try starts after the previous one timed out', async () => {
    const { id, examId, row } = await startPaper({ single: 1 }, { minutes: 10 })
    app.clock.advance(611)
    const next = await app.ok(paper['create-paper'], { examId }, ann.token)
    expect(next.id).not.toBe(id)
    expect(await row()).toMatchObject({ state: PaperState.done, exState: ExState.timeout })
  })
})

describe('the sweep', () => {
  test('force-closes overdue papers, marks them and reports the delay', async () => {
    const { id, row, fill } = await startPaper(
      { single: 1, shortAnswer: 1 },
      { minutes: 10, markOptions: { blankShortZero: false, ignoreCase: true, negative: false } },
    )
    await fill(0)
    app.clock.advance(609)
    await sweepPapers(app.app)
    expect((await row()).state).toBe(PaperState.open)
    app.clock.advance(13)
    const [one, other] = await Promise.all([
      sweepPapers(app.app),
      startApp({ databaseUrl: app.databaseUrl }).then(async (node) => {
        node.clock.advance(24 * 3_600)
        const health = await sweepPapers(node.app)
        await node.close()
        return health
      }),
    ])
    expect(one.closed + other.closed).toBeGreaterThanOrEqual(1)
    expect(one.errors).toBe(0)
    expect(sweepHealth(app.app).at).not.toBeNull()
    const closed = await row()
    expect(closed).toMatchObject({ state: PaperState.marking, exState: ExState.timeout, gradingNeeded: false, passed: null })
    expect(closed.handTime).toEqual(closed.deadlineAt)
    expect(await app.ok(paper['hand-exam'], { id }, ann.token)).toMatchObject({
      state: PaperState.marking,
      waitReview: true,
      receiptNo: closed.receiptNo,
    })
  })

  test('moves the deadlines of open papers when their exam is extended or shortened', async () => {
    const end = new Date(app.clock.now().getTime() + 600_000)
    const { id, examId, row } = await startPaper({ single: 1 }, { endTime: end, minutes: 60 })
    const other = await startPaper({ single: 1 }, { endTime: end, minutes: 5 })
    const move = (examId: string, endTime: Date, version: number) =>
      app.db.updateTable('exam').set({ endTime, version }).where('id', '=', examId).execute()
    await move(examId, new Date(end.getTime() + 300_000), 2)
    await move(other.examId, new Date(end.getTime() + 300_000), 2)
    app.clock.advance(620)
    await sweepPapers(app.app)
    expect(await row()).toMatchObject({ state: PaperState.open, timeRev: 1, deadlineAt: new Date(end.getTime() + 300_000) })
    expect(await other.row()).toMatchObject({ state: PaperState.done, timeRev: 0 })
    await move(examId, end, 3)
    const before = app.clock.now()
    await sweepPapers(app.app)
    const cut = await row()
    expect(cut).toMatchObject({ state: PaperState.open, timeRev: 2 })
    expect(cut.deadlineAt.getTime()).toBeGreaterThanOrEqual(before.getTime())
    expect((await app.ok(paper['left-time'], { id }, ann.token)).leftMs).toBe(0)
    app.clock.advance(11)
    await sweepPapers(app.app)
    expect(await row()).toMatchObject({ state: PaperState.done, exState: ExState.timeout })
  })

  test('is not needed for an extension in the last second', async () => {
    const end = new Date(app.clock.now().getTime() + 600_000)
    const { id, examId, fill, row } = await startPaper({ single: 3 }, { endTime: end, minutes: 60 })
    app.clock.advance(615)
    await app.db
      .updateTable('exam')
      .set({ endTime: new Date(end.getTime() + 300_000), version: 2 })
      .where('id', '=', examId)
      .execute()
    expect((await fill(0)).data).toMatchObject({ saved: [{ state: 'saved' }], timeRev: 1 })
    expect((await app.ok(paper['left-time'], { id }, ann.token)).leftMs).toBeGreaterThan(200_000)
    app.clock.advance(300)
    await app.db
      .updateTable('exam')
      .set({ endTime: new Date(end.getTime() + 900_000), version: 3 })
      .where('id', '=', examId)
      .execute()
    expect((await app.ok(paper['paper-detail'], { id }, ann.token)).timeRev).toBe(2)
    expect((await row()).state).toBe(PaperState.open)
  })

  test('marks papers that were closed by a server that stopped before marking them', async () => {
    const { id, keys, fill, row } = await startPaper({ single: 2 })
    await fill(0)
    await app.db
      .updateTable('paper')
      .set({ state: PaperState.marking, gradingNeeded: true, handTime: app.clock.now(), receiptNo: 'crashed' })
      .where('id', '=', id)
      .execute()
    await sweepPapers(app.app)
    expect((await row()).gradingNeeded).toBe(true)
    app.clock.advance(31)
    const { graded } = await sweepPapers(app.app)
    expect(graded).toBe(1)
    expect(await row()).toMatchObject({ state: PaperState.done, score: 200, gradingNeeded: false, receiptNo: 'crashed' })
    expect(keys).toHaveLength(2)
  })

  test('continues after a paper that cannot be marked', async () => {
    const broken = await startPaper({ single: 1 }, { minutes: 10 })
    const sound = await startPaper({ single: 1 }, { minutes: 10 })
    await sound.fill(0)
    await app.db
      .updateTable('paper')
      .set({ keys: JSON.stringify({ not: 'keys' }) })
      .where('id', '=', broken.id)
      .execute()
    app.clock.advance(620)
    await sweepPapers(app.app)
    expect(await broken.row()).toMatchObject({ state: PaperState.marking, gradingNeeded: true })
    expect(await sound.row()).toMatchObject({ state: PaperState.done, score: 200 })
    app.clock.advance(31)
    const { errors: failed } = await sweepPapers(app.app)
    expect(failed).toBe(1)
    // also if more such papers than run in parallel come before the sound one
    const more = await Promise.all(Array.from({ length: 5 }, () => startPaper({ single: 1 }, { minutes: 10 })))
    for (const one of more) await app.ok(paper['hand-exam'], { id: one.id }, ann.token)
    const broken5 = { keys: JSON.stringify({ not: 'keys' }), state: PaperState.marking, gradingNeeded: true }
    const ids = more.map((one) => one.id)
    await app.db.updateTable('paper').set(broken5).where('id', 'in', ids).execute()
    await app.db
      .updateTable('paper')
      .set({ state: PaperState.marking, gradingNeeded: true, handTime: app.clock.now() })
      .where('id', '=', sound.id)
      .execute()
    app.clock.advance(31)
    await sweepPapers(app.app)
    expect(await sound.row()).toMatchObject({ state: PaperState.done, gradingNeeded: false })
  })
})
