import { errors } from '@shuyuan/contract/kernel/error.ts'
import { event } from '@shuyuan/contract/paper/attempt/event.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { describe, expect, test } from 'vitest'
import { startNewPaper } from '../../../../../test/papers.ts'
import { startWith } from '../../../../../test/people.ts'
import type { setUpExam } from '../../exam-setup.factory.ts'
import { bankIdsOf, keysByReference, rightAnswer } from '../../exam-setup.factory.ts'
import { secondsByQuestion } from './qu-time.service.ts'

const HIDDEN = errors.questionHidden[0]
const { app, ann } = await startWith('ann')

async function startPaper(settings: Parameters<typeof setUpExam>[1]) {
  const { examId, id } = await startNewPaper(app, ann, { passScore: 100, ...settings }, { single: 3 })
  const open = () => app.ok(paper['paper-detail'], { id }, ann.token)
  const first = await open()
  const quIds = first.groups.flatMap((group) => group.quList.map((one) => one.quId))
  const keys = await keysByReference(app, id)
  const bankIds = await bankIdsOf(app, id)
  const bankId = (at: number) => bankIds.get(quIds[at]!)
  const question = (at: number) => app.call(paper['qu-detail'], { paperId: id, quId: quIds[at]! }, ann.token)
  const answerOf = (at: number) => rightAnswer(keys.get(quIds[at]!)!)
  const fill = (at: number, seq = 1) =>
    app.call(paper['fill-answer'], { paperId: id, session: first.session, quId: quIds[at]!, answer: answerOf(at), seq }, ann.token)
  const stored = async () =>
    (await app.db.selectFrom('paperAnswer').where('paperId', '=', id).orderBy('seq').select(['quId', 'seq']).execute()).map(
      (one) => one.seq,
    )
  const times = () => app.db.selectFrom('paperQuTime').where('paperId', '=', id).select(['quId', 'seconds']).execute()
  const spend = (eventId: string, seconds: number[]) =>
    app.ok(
      event.save,
      { paperId: id, kind: 'time', eventId, times: seconds.map((one, at) => ({ quId: quIds[at]!, seconds: one })) },
      ann.token,
    )
  return { id, examId, session: first.session, first, quIds, bankId, open, question, fill, answerOf, stored, times, spend }
}

describe('a question with question time', () => {
  const settings = { stepMode: true, stepBack: true, quSeconds: 30 }

  test('closes when its time is over: its answer stays, later answers go to the late store, and it is not shown again', async () => {
    const { id, quIds, bankId, first, open, question, fill, stored } = await startPaper(settings)
    expect(first.quTimes).toEqual([{ quId: quIds[0], leftMs: expect.closeTo(30_000, -3) as number }])
    expect((await fill(0)).data.saved).toMatchObject([{ state: 'saved' }])
    app.clock.advance(20)
    expect((await question(1)).data.quLeftMs).toBe(30_000)
    app.clock.advance(11)
    // its time is over, so it is not shown any more
    expect((await question(0)).code).toBe(HIDDEN)
    // sent before the time was over
    expect((await fill(0, 2)).data.saved).toMatchObject([{ state: 'saved' }])
    app.clock.advance(6)
    expect((await fill(0, 3)).data.saved).toMatchObject([{ state: 'stale' }])
    expect(await stored()).toEqual([2])
    const late = await app.db.selectFrom('paperLate').where('paperId', '=', id).select(['quId', 'seq', 'reason']).execute()
    expect(late).toEqual([{ quId: bankId(0), seq: 3, reason: 'late' }])
    expect((await fill(1)).data.saved).toMatchObject([{ state: 'saved' }])
    app.clock.advance(20)
    const again = await open()
    expect(again.quTimes.map((one) => one.leftMs)).toEqual([0, 0])
    expect(again.groups[0]!.quList.map((one) => one.content)).toEqual(['', '', ''])
    expect((await question(2)).data.quLeftMs).toBe(30_000)
  })

  test('does not start again with a reload or when it is shown again', async () => {
    const { open, question } = await startPaper(settings)
    app.clock.advance(10)
    expect((await question(0)).data.quLeftMs).toBeLessThanOrEqual(20_000)
    expect((await open()).quTimes[0]!.leftMs).toBeLessThanOrEqual(20_000)
  })

  test('also limits the last answers of a hand-in: those in time count, late ones change nothing', async () => {
    const { id, session, quIds, question, answerOf } = await startPaper(settings)
    app.clock.advance(40)
    await question(1)
    const last = [0, 1].map((at) => ({ quId: quIds[at]!, answer: answerOf(at), seq: 1 }))
    expect(await app.ok(paper['hand-exam'], { id, session, lastAnswers: last }, ann.token)).toMatchObject({ answered: 1, total: 3 })
  })

  test('is reported once as overtime, and only after its time', async () => {
    const { id, quIds } = await startPaper({ ...settings, signals: { overtime: 'flag' } })
    const report = (eventId: string, at = 0) => app.ok(event.save, { paperId: id, kind: 'overtime', eventId, quId: quIds[at]! }, ann.token)
    expect((await report('a')).action).toBe('none')
    app.clock.advance(31)
    expect((await report('b')).action).toBe('flag')
    await report('c')
    expect((await report('d', 2)).action).toBe('none')
    const { flagTimes } = await app.db.selectFrom('paper').where('id', '=', id).select('flagTimes').executeTakeFirstOrThrow()
    expect(flagTimes).toBe(1)
  })

  test('has no limit outside step mode, and keeps the limit with which its paper started', async () => {
    const free = await startPaper({ quSeconds: 30 })
    expect(free.first.quTimes).toEqual([])
    app.clock.advance(60)
    expect((await free.fill(0)).data.saved).toMatchObject([{ state: 'saved' }])
    const { examId, question } = await startPaper(settings)
    await app.db.updateTable('exam').set({ quSeconds: 0 }).where('id', '=', examId).execute()
    app.clock.advance(31)
    expect((await question(0)).code).toBe(HIDDEN)
  })
})

describe('active seconds', () => {
  test('add up, each report once, and never exceed the duration of the paper', async () => {
    const { bankId, spend, times } = await startPaper({})
    app.clock.advance(60)
    await spend('a', [20, 10])
    await spend('a', [20, 10])
    expect(await times()).toEqual(
      expect.arrayContaining([
        { quId: bankId(0), seconds: 20 },
        { quId: bankId(1), seconds: 10 },
      ]),
    )
    await spend('b', [1_000_000, 5])
    const sum = (await times()).reduce((all, one) => all + one.seconds, 0)
    expect(sum).toBeGreaterThanOrEqual(60)
    expect(sum).toBeLessThanOrEqual(63)
  })

  test('of other papers’ questions are ignored, and so are reports later than a minute after the hand-in', async () => {
    const { id, spend, times } = await startPaper({})
    app.clock.advance(100)
    await app.ok(event.save, { paperId: id, kind: 'time', eventId: 'x', times: [{ quId: '987654', seconds: 5 }] }, ann.token)
    expect(await times()).toEqual([])
    await app.ok(paper['hand-exam'], { id }, ann.token)
    app.clock.advance(5)
    await spend('a', [30])
    expect((await times()).map((one) => one.seconds)).toEqual([30])
    app.clock.advance(60)
    await spend('b', [10])
    expect((await times()).map((one) => one.seconds)).toEqual([30])
  })

  test('are summed by question for item analysis', async () => {
    const { id, examId, bankId, spend } = await startPaper({})
    app.clock.advance(100)
    await spend('a', [40, 8])
    expect(await secondsByQuestion(app.db, examId)).toEqual([])
    await app.ok(paper['hand-exam'], { id }, ann.token)
    const rows = await secondsByQuestion(app.db, examId)
    expect(rows.find((one) => one.quId === bankId(0))).toEqual({ quId: bankId(0), papers: 1, seconds: 40, average: 40, median: 40 })
  })
})
