// Reopening a handed-in paper (恢复考试) over HTTP.
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { book } from '@shuyuan/contract/book/book.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { describe, expect, test } from 'vitest'
import { startNewPaper } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import { code } from '../../../../test/refusal.ts'
import { followFinished } from '../grade/finish.service.ts'
import type { setUpExam } from '../exam-setup.factory.ts'
import { keysOf, rightAnswer } from '../exam-setup.factory.ts'
import { sweepPapers } from '../sweep.service.ts'

const { app, ann, proctor } = await startWith('ann', 'proctor')

const MINUTE = 60_000
const rowOf = (id: string) => app.db.selectFrom('paper').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const hand = (id: string) => app.ok(paper['hand-exam'], { id }, ann.token)
const left = async (id: string) => (await app.ok(paper['left-time'], { id }, ann.token)).leftMs / MINUTE
const reopen = (paperId: string, minutes = 10) => app.call(watch.reopen, { paperId, minutes, reason: '误交卷' }, proctor.token)
async function sit(terms: Parameters<typeof setUpExam>[1] = {}) {
  const { examId, id } = await startNewPaper(app, ann, { minutes: 60, ...terms }, { single: 2 })
  return { id, examId }
}
async function answerOne(id: string, at: number) {
  const [quId, key] = [...(await keysOf(app, id))][at]!
  return app.call(paper['fill-answer'], { paperId: id, quId, answer: rightAnswer(key) }, ann.token)
}

describe('reopening a paper', () => {
  test('removes the result, keeps answers and remaining time, and records the old score', async () => {
    const { id, examId } = await sit()
    await answerOne(id, 0)
    const first = await hand(id)
    expect((await rowOf(id)).score).toBe(200)
    const { data } = await reopen(id)
    expect(data.deadlineAt).toMatch(/^\d{4}-/)
    expect(await rowOf(id)).toMatchObject({
      state: PaperState.open,
      score: null,
      passed: null,
      marks: null,
      receiptNo: null,
      handTime: null,
      exState: ExState.normal,
    })
    // the paper had more time left than the minutes given
    expect(await left(id)).toBeGreaterThan(59)
    expect(await app.ok(paper['check-process'], {}, ann.token)).toMatchObject({ id })
    expect((await app.call(paper['paper-result'], { id }, ann.token)).code).toBe(code('resultHidden'))
    const detail = await app.ok(paper['paper-detail'], { id }, ann.token)
    expect(detail.answers.filter((one) => one.answer !== null)).toHaveLength(1)
    // pushes about the old end are not sent again; the push about the reopening is
    expect(detail.msgs.map((one) => one.type)).toEqual(['msg'])
    expect((await answerOne(id, 1)).code).toBe(0)
    const second = await hand(id)
    expect(second).toMatchObject({ answered: 2 })
    expect(second.receiptNo).not.toBe(first.receiptNo)
    expect((await rowOf(id)).score).toBe(400)
    expect(await app.ok(paper['list-mine'], { examIds: [examId] }, ann.token)).toMatchObject([{ tries: 1, ongoingPaperId: null }])
    const audited = await app.db
      .selectFrom('sysLog')
      .where('path', '=', watch.reopen.path)
      .orderBy('id', 'desc')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(audited).toMatchObject({ userName: 'proctor', input: { paperId: id, minutes: 10, reason: '误交卷' } })
    expect(JSON.stringify(audited.before)).toContain(first.receiptNo)
    const { records } = await app.ok(msg.paging, { params: { title: '考试已恢复' } }, ann.token)
    expect(records[0]?.content).toContain('请尽快继续作答')
    const events = await app.db.selectFrom('paperEvent').where('paperId', '=', id).where('kind', '=', 'reopen').selectAll().execute()
    expect(events).toMatchObject([{ message: '误交卷', actBy: proctor.id, data: { minutes: 10, score: 200, receiptNo: first.receiptNo } }])
  })

  test('points are awarded once at the final end, and the wrong-answer book counts the paper once', async () => {
    const { id } = await sit({ awardPoints: 7, passScore: 0, showScore: 'handed', showAnswer: 'handed' })
    const balance = async () =>
      (await app.db.selectFrom('sysUser').where('id', '=', ann.id).select('points').executeTakeFirstOrThrow()).points
    const wrongs = async () => (await app.ok(book.paging, {}, ann.token)).records.filter((row) => row.wrongCount > 0)
    const before = await balance()
    await hand(id)
    await followFinished(app.app)
    expect(await balance()).toBe(before + 7)
    const counts = (await wrongs()).map((row) => row.wrongCount)
    await reopen(id)
    await followFinished(app.app)
    expect(await balance()).toBe(before)
    await hand(id)
    await followFinished(app.app)
    expect(await balance()).toBe(before + 7)
    expect((await wrongs()).map((row) => row.wrongCount)).toEqual(counts)
  })

  test('gives at least these minutes, beyond its own time and the end of the exam, also after later changes of the exam', async () => {
    const { id, examId } = await sit({ startTime: null, endTime: new Date(app.clock.now().getTime() + 30 * MINUTE) })
    await hand(id)
    app.clock.advance(3 * 3_600)
    await reopen(id, 15)
    expect(await left(id)).toBeGreaterThan(14.9)
    expect(await left(id)).toBeLessThan(15.1)
    await app.db.updateTable('exam').set({ version: 9 }).where('id', '=', examId).execute()
    await sweepPapers(app.app)
    expect(await left(id)).toBeGreaterThan(14.9)
    await app.ok(watch['extra-time'], { examId, userIds: [ann.id], minutes: 10, reason: '断电' }, proctor.token)
    expect(await left(id)).toBeGreaterThan(24.9)
    app.clock.advance(26 * 60)
    await sweepPapers(app.app)
    expect(await rowOf(id)).toMatchObject({ state: PaperState.done, exState: ExState.timeout })
  })

  test('after a forced close for leaving the count restarts, and the push about the forced close is not sent again', async () => {
    const { id } = await sit({ leaveWatch: true, leaveSeconds: 0, leaveLimit: 1 })
    await app.ok(paper['leave-incr'], { id, seconds: 9 }, ann.token)
    expect(await rowOf(id)).toMatchObject({ exState: ExState.leave, leaveTimes: 1 })
    await reopen(id)
    expect(await rowOf(id)).toMatchObject({ state: PaperState.open, exState: ExState.normal, leaveTimes: 0 })
    expect((await app.ok(paper['paper-detail'], { id }, ann.token)).msgs.map((one) => one.type)).toEqual(['msg'])
  })

  test('is refused for a paper that is open, given up, too old, reopened already, or followed by a newer one', async () => {
    const { id, examId } = await sit()
    expect((await reopen(id)).code).toBe(code('paperNotReopen'))
    await hand(id)
    const newer = await app.ok(paper['create-paper'], { examId }, ann.token)
    expect((await reopen(id)).code).toBe(code('paperNewer'))
    expect(await rowOf(id)).toMatchObject({ state: PaperState.done })
    await hand(newer.id)
    const both = await Promise.all([reopen(id), reopen(newer.id), reopen(id)])
    expect(both.filter((one) => one.code === 0)).toHaveLength(1)
    const open = await app.db.selectFrom('paper').where('examId', '=', examId).where('state', '=', PaperState.open).select('id').execute()
    expect(open).toHaveLength(1)
    await hand(open[0]!.id)
    await app.db.updateTable('paper').set({ state: PaperState.givenUp }).where('id', '=', newer.id).execute()
    expect((await reopen(newer.id)).code).toBe(code('paperNotReopen'))
    app.clock.advance(24 * 3_600 + 60)
    expect((await reopen(id)).code).toBe(code('paperNotReopen'))
    expect((await app.call(watch.reopen, { paperId: id, minutes: 5, reason: '' }, proctor.token)).msg).toBe('恢复原因必须填写！')
    expect((await app.call(watch.reopen, { paperId: id, minutes: 5, reason: 'x' }, ann.token)).code).toBe(code('forbidden'))
    expect((await reopen('999999')).code).toBe(code('notFound'))
  })
})
