import { exam } from '@shuyuan/contract/exam/exam.ts'
import { defaultSignals } from '@shuyuan/contract/exam/integrity-settings.ts'
import { override } from '@shuyuan/contract/exam/override/override.ts'
import { event } from '@shuyuan/contract/paper/attempt/event.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { describe, expect, test } from 'vitest'
import { startNewPaper } from '../../../../../test/papers.ts'
import { startWith } from '../../../../../test/people.ts'
import { code } from '../../../../../test/refusal.ts'
import { makeUpFor } from '../../../exam/make-up-chain.service.ts'
import { raiseSignal } from './signal.service.ts'
import type { setUpExam } from '../../exam-setup.factory.ts'
import { keysOf, rightAnswer } from '../../exam-setup.factory.ts'

const { app, ann, bob, admin } = await startWith('ann', 'bob')

type Settings = Parameters<typeof setUpExam>[1]
async function startPaper(settings: Settings, person = ann) {
  const { examId, id, row } = await startNewPaper(app, person, { passScore: 100, ...settings }, { single: 2 })
  const { session, rules } = await app.ok(paper['paper-detail'], { id }, person.token)
  const [key] = (await keysOf(app, id)).values()
  await app.ok(paper['fill-answer'], { paperId: id, session, quId: key!.quId, answer: rightAnswer(key!), seq: 1 }, person.token)
  const report = (kind: (typeof event.save)['input']['_zod']['output']['kind'], eventId: string, more: object = {}) =>
    app.ok(event.save, { paperId: id, kind, eventId, ...more }, person.token)
  return { id, examId, row, report, rules }
}
const listed = async (paperId: string) => app.ok(timeline.list, { paperId }, admin.token)

describe('the verdict on a signal', () => {
  test('is ignore by default: the signal is only recorded', async () => {
    const { id, report, row, rules } = await startPaper({})
    expect(rules.signals).toMatchObject({ leave: 'force', face: 'force', paste: 'ignore', debug: 'ignore' })
    expect(await report('paste', 'a', { detail: '粘贴12字' })).toEqual({ action: 'ignore', message: '', count: 1 })
    expect((await row()).flagTimes).toBe(0)
    const { events } = await listed(id)
    expect(events.find((one) => one.kind === 'paste')).toMatchObject({ verdict: 'ignore', data: { detail: '粘贴12字' } })
  })

  test('warn shows the message of the specification, flag shows none', async () => {
    const { id, report, row } = await startPaper({ signals: { paste: 'warn', debug: 'warn', copy: 'flag' } })
    expect(await report('paste', 'a')).toEqual({ action: 'warn', message: '考试期间不能复制粘贴哦！', count: 1 })
    expect((await report('debug', 'b')).message).toBe('不允许使用调试模式，系统将在3秒后跳转到首页！')
    expect(await report('copy', 'c')).toEqual({ action: 'flag', message: '', count: 1 })
    expect(await report('copy', 'd')).toEqual({ action: 'flag', message: '', count: 2 })
    expect(await row()).toMatchObject({ state: PaperState.open, flagTimes: 2 })
    expect((await listed(id)).flagTimes).toBe(2)
    const page = await app.ok(paper.paging, { params: { examId: (await row()).examId } }, admin.token)
    expect(page.records).toMatchObject([{ flagTimes: 2 }])
  })

  test('force closes the paper once at the limit, in the same transaction, also with concurrent signals', async () => {
    const { id, report, row } = await startPaper({ fullScreen: true, signals: { fullscreen: 'force' }, signalLimit: 2 })
    expect(await report('fullscreen', 'a')).toMatchObject({ action: 'warn', count: 1 })
    const last = await Promise.all([report('fullscreen', 'b'), report('fullscreen', 'b'), report('fullscreen', 'c')])
    expect(last.filter((one) => one.action === 'force').length).toBeGreaterThan(0)
    const closed = await row()
    expect(closed).toMatchObject({ state: PaperState.done, exState: ExState.violation, exMsg: '检测到退出全屏，共2次', score: 200 })
    expect(await report('fullscreen', 'd')).toMatchObject({ action: 'none', count: 2 })
    const receipt = await app.ok(paper['hand-exam'], { id }, ann.token)
    expect(receipt.receiptNo).toBe(closed.receiptNo)
    const { events } = await listed(id)
    expect(events.filter((one) => one.kind === 'fullscreen').map((one) => one.verdict)).toEqual(['warn', 'force'])
    expect(events.at(-1)).toMatchObject({ kind: 'hand', message: '检测到退出全屏，共2次', data: { exState_dictText: '违规收卷' } })
  })

  test('applies to leaves and captures too: a leave with verdict flag never closes the paper', async () => {
    const { id, row, report } = await startPaper({ leaveWatch: true, leaveSeconds: 5, leaveLimit: 1, signals: { leave: 'flag' } })
    const leave = (eventId: string) => app.ok(paper['leave-incr'], { id, seconds: 30, eventId }, ann.token)
    expect(await leave('a')).toEqual({ leaveTimes: 1, overLimit: false })
    expect(await leave('a')).toEqual({ leaveTimes: 1, overLimit: false })
    // the same event through the other endpoint
    expect(await report('leave', 'b', { seconds: 30 })).toEqual({ action: 'flag', message: '', count: 2 })
    expect(await report('leave', 'c', { seconds: 5 })).toEqual({ action: 'none', message: '', count: 2 })
    expect(await row()).toMatchObject({ state: PaperState.open, leaveTimes: 2, flagTimes: 2 })
  })
})

test('a hint ends no paper, whatever is stored', async () => {
  const hints = ['paste', 'copy', 'debug', 'screen', 'unseen'] as const
  const { id, examId, report, row } = await startPaper({ captureMinutes: 5, signalLimit: 1 })
  const stored = JSON.stringify(Object.fromEntries([...hints, 'overtime'].map((kind) => [kind, 'force'])))
  await app.db.updateTable('exam').set({ signals: stored }).where('id', '=', examId).execute()
  for (const kind of hints) expect(await report(kind, kind), kind).toEqual({ action: 'flag', message: '', count: 1 })
  // also where a caller hands over what it read
  const signals = { ...defaultSignals, overtime: 'force' } as const
  const raised = await raiseSignal(
    app.app,
    { kind: 'overtime', paperId: id, eventId: 'overtime:1' },
    { signals, signalLimit: 1, leaveLimit: 1, faceChance: 1 },
  )
  expect(raised.verdict).toBe('flag')
  expect(await row()).toMatchObject({ state: PaperState.open, exState: ExState.normal, flagTimes: hints.length + 1 })
  const { token } = admin
  expect((await app.ok(exam.detail, { id: examId }, token)).signals).toMatchObject({ paste: 'flag', overtime: 'flag', leave: 'force' })
  const copy = await makeUpFor(app.ctx(), examId, { title: '补考', startTime: null, endTime: null, groups: [], userIds: [ann.id] })
  const { signals: copied } = await app.db.selectFrom('exam').where('id', '=', copy.id).select('signals').executeTakeFirstOrThrow()
  expect(copied).toMatchObject({ paste: 'flag', unseen: 'flag', leave: 'force' })
})

describe('an empty chair', () => {
  test('is noted where the exam has captures, with the words of the camera, and nowhere else', async () => {
    const words = '请诚信考试，确保人脸在摄像头中央！'
    const { id, report } = await startPaper({ captureMinutes: 5 })
    expect(await report('unseen', 'a')).toEqual({ action: 'warn', message: words, count: 1 })
    expect((await listed(id)).events.find((one) => one.kind === 'unseen')).toMatchObject({ verdict: 'warn', message: words })
    const other = await startPaper({})
    expect(await other.report('unseen', 'b')).toEqual({ action: 'none', message: '', count: 0 })
    expect((await listed(other.id)).events.some((one) => one.kind === 'unseen')).toBe(false)
  })

  test('of a candidate who is exempt from the camera is not noted', async () => {
    const { examId, report } = await startPaper({ captureMinutes: 5, signals: { unseen: 'flag' } })
    await app.ok(override.save, { examId, userId: ann.id, noFace: true, reason: '摄像头损坏' }, admin.token)
    expect(await report('unseen', 'a')).toMatchObject({ action: 'none', count: 0 })
  })
})

describe('a tampered client', () => {
  test('gets the first result for a repeated event id, also with another kind', async () => {
    const { report, row } = await startPaper({ fullScreen: true, signals: { paste: 'flag', fullscreen: 'force' }, signalLimit: 1 })
    const same = await Promise.all(Array.from({ length: 5 }, () => report('paste', 'one')))
    for (const one of same) expect(one.action).toBe('flag')
    expect(await report('fullscreen', 'one')).toMatchObject({ action: 'flag' })
    expect(await row()).toMatchObject({ state: PaperState.open, flagTimes: 1 })
  })

  test('cannot report events for other candidates’ papers, for missing papers, or of kinds that only the server detects', async () => {
    const { id } = await startPaper({ signals: { paste: 'flag' } })
    const body = { paperId: id, kind: 'paste', eventId: 'x' } as const
    expect((await app.call(event.save, body, bob.token)).code).toBe(code('notFound'))
    expect((await app.call(event.save, { ...body, kind: 'time', times: [{ quId: '1', seconds: 3 }] }, bob.token)).code).toBe(
      code('notFound'),
    )
    expect((await app.call(event.save, { ...body, paperId: '999999' }, ann.token)).code).toBe(code('notFound'))
    const odd = [
      { kind: 'takeover' },
      { kind: 'address' },
      { kind: 'face' },
      { kind: 'hand' },
      { eventId: '' },
      { eventId: 'a b' },
      { seconds: 1e9 },
    ]
    for (const more of [...odd, { detail: 'x'.repeat(301) }, { detail: 'a\u0000b' }, { kind: 'overtime', quId: 'x' }])
      expect((await app.call(event.save, { ...body, ...more } as never, ann.token)).code, JSON.stringify(more)).toBe(code('badInput'))
  })

  test('changes nothing after the hand-in or after the deadline, which closes the paper', async () => {
    const handed = await startPaper({ signals: { paste: 'flag' } })
    await app.ok(paper['hand-exam'], { id: handed.id }, ann.token)
    expect(await handed.report('paste', 'a')).toEqual({ action: 'none', message: '', count: 0 })
    expect((await listed(handed.id)).events.some((one) => one.kind === 'paste')).toBe(false)
    const late = await startPaper({ minutes: 10, fullScreen: true, signals: { fullscreen: 'force' }, signalLimit: 1 })
    app.clock.advance(620)
    expect((await late.report('fullscreen', 'a')).action).toBe('none')
    expect(await late.row()).toMatchObject({ state: PaperState.done, exState: ExState.timeout, flagTimes: 0 })
  })

  test('cannot fill the table: at most two hundred signals of a kind are stored', async () => {
    const { id, report } = await startPaper({})
    await app.db
      .insertInto('paperEvent')
      .values(Array.from({ length: 200 }, (_, at) => ({ paperId: id, eventId: `e${at}`, kind: 'copy', createTime: new Date() })))
      .execute()
    expect(await report('copy', 'more')).toEqual({ action: 'none', message: '', count: 200 })
  })
})

describe('signals that the server detects', () => {
  const from = (address: string, id: string, session: string) =>
    app.http.inject({
      method: 'POST',
      url: paper['left-time'].path,
      headers: { token: ann.token },
      remoteAddress: address,
      payload: { id, session },
    })

  test('another address of the page with the write lock, once for each change', async () => {
    const { id, row } = await startPaper({ signals: { address: 'flag' } })
    const { liveSession } = await row()
    await from('127.0.0.1', id, liveSession)
    await from('10.1.2.3', id, liveSession)
    await from('10.1.2.3', id, liveSession)
    expect(await row()).toMatchObject({ flagTimes: 1, liveIp: '10.1.2.3' })
    const { events } = await listed(id)
    expect(events.find((one) => one.kind === 'address')).toMatchObject({ verdict: 'flag', ip: '10.1.2.3', data: { before: '127.0.0.1' } })
  })

  test('a takeover by another sign-in session, recorded once with its address', async () => {
    const { id, row } = await startPaper({ signals: { takeover: 'flag' } })
    const other = await app.as('ann')
    await app.ok(paper['paper-detail'], { id, takeover: true }, other.token)
    expect(await row()).toMatchObject({ flagTimes: 1 })
    const { events } = await listed(id)
    expect(events.filter((one) => one.kind === 'takeover')).toMatchObject([{ verdict: 'flag', ip: '127.0.0.1' }])
    expect(events.filter((one) => one.kind === 'session')).toHaveLength(1)
    // the first device takes the write lock back, which is a takeover again
    const forced = await startPaper({ signals: { takeover: 'force' }, signalLimit: 1 }, await app.as('ann'))
    const third = await app.as('ann')
    expect((await app.call(paper['paper-detail'], { id: forced.id, takeover: true }, third.token)).code).toBe(code('paperClosed'))
    expect(await forced.row()).toMatchObject({ state: PaperState.done, exState: ExState.violation, exMsg: '检测到换机作答，共1次' })
  })
})
