import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { capture } from '@shuyuan/contract/paper/proctor/capture.ts'
import { late } from '@shuyuan/contract/paper/attempt/late.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { watchMessage } from '@shuyuan/contract/paper/proctor/watch-message.ts'
import { ExState } from '@shuyuan/contract/paper/paper-state.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openNewPaper } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import { setUpExam, rightAnswer } from '../exam-setup.factory.ts'
import { recordEvent } from '../channel/timeline.service.ts'

const { app, ann, admin } = await startWith('ann')

async function sit(terms: Parameters<typeof setUpExam>[1] = {}) {
  const { examId, id, session, keys } = await openNewPaper(app, ann, terms, { single: 1 })
  const [key] = keys
  const fill = (seq: number) =>
    app.call(paper['fill-answer'], { paperId: id, session, quId: key!.quId, answer: rightAnswer(key!), seq }, ann.token)
  return { id, examId, fill }
}
const read = (paperId: string) => app.ok(timeline.list, { paperId }, admin.token)

test('contains every event in order, with its evidence and the acting user', async () => {
  const { id, examId, fill } = await sit({ captureMinutes: 1, minutes: 10, leaveWatch: true, leaveSeconds: 5 })
  await fill(1)
  app.clock.advance(10)
  await app.ok(paper['leave-incr'], { id, seconds: 42, eventId: 'l' }, ann.token)
  app.clock.advance(10)
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const picture = await sharp({ create: { width: 160, height: 120, channels: 3, background: 'white', noise } })
    .jpeg()
    .toBuffer()
  await app.ok(capture.save, { paperId: id, base64: picture.toString('base64'), eventId: 'p' }, ann.token)
  app.clock.advance(10)
  await app.ok(watchMessage['single-msg'], { examId, userId: ann.id, message: '请看屏幕' }, admin.token)
  await app.ok(paper['left-time'], { id, acked: 1 }, ann.token)
  app.clock.advance(10)
  await app.ok(watch['extra-time'], { examId, userIds: [ann.id], minutes: 3, reason: '断网' }, admin.token)
  app.clock.advance(10)
  await app.ok(watch['force-hand'], { paperId: id, message: '违纪' }, admin.token)
  app.clock.advance(4)
  await app.ok(paper['left-time'], { id }, ann.token)
  app.clock.advance(60)
  await fill(2)
  const rows = await app.db.selectFrom('paperLate').where('paperId', '=', id).select('id').execute()
  await app.ok(late.accept, { ids: rows.map((row) => row.id) }, admin.token)

  const { events } = await read(id)
  const kinds = events.map((one) => one.kind)
  expect(kinds.filter((kind) => kind !== 'message' && kind !== 'finish')).toEqual([
    'start',
    'session',
    'leave',
    'face',
    'extra',
    'collect',
    'hand',
    'late',
    'accept',
  ])
  expect(events.map((one) => one.time)).toEqual(events.map((one) => one.time).toSorted())
  const of = (kind: string) => events.find((one) => one.kind === kind)
  const { realName } = await app.db.selectFrom('sysUser').where('userName', '=', 'admin').select('realName').executeTakeFirstOrThrow()
  expect(of('session')).toMatchObject({ ip: '127.0.0.1', userAgent: 'lightMyRequest' })
  expect(of('leave')).toMatchObject({ seconds: 42, verdict: 'warn', kind_dictText: '离开页面' })
  expect(of('face')).toMatchObject({ passed: true, image: expect.stringContaining('/api/sys/evidence/picture?') as string, verdict: '' })
  expect(of('message')).toMatchObject({ message: '请看屏幕', ackTime: expect.any(String) as string })
  expect(of('extra')).toMatchObject({ message: '断网', data: { minutes: 3 }, byName: realName })
  expect(of('collect')).toMatchObject({ message: '违纪', byName: realName })
  expect(of('hand')).toMatchObject({ message: '违纪', data: { exState: ExState.proctor, exState_dictText: '监考收卷' } })
  expect(of('late')).toMatchObject({ data: { reason: 'late', accepted: true } })
  expect(of('accept')).toMatchObject({ byName: realName })
})

test('extra time given before the start is shown at the start', async () => {
  const { examId } = await setUpExam(app.ctx(), {}, { single: 1 })
  await app.ok(watch['extra-time'], { examId, minutes: 7, reason: '全场延时' }, admin.token)
  const { id } = await app.ok(paper['create-paper'], { examId }, ann.token)
  const { events } = await read(id)
  expect(events.map((one) => one.kind)).toEqual(['start', 'extra'])
  expect(events[1]).toMatchObject({ message: '全场延时', data: { minutes: 7 } })
})

test('an event without an id is stored every time, one with an id only once', async () => {
  const { id } = await sit()
  const event = { paperId: id, kind: 'note', message: '换了座位', at: app.clock.now() } as const
  expect(await Promise.all([recordEvent(app.db, event), recordEvent(app.db, event)])).toEqual([true, true])
  const named = { ...event, eventId: 'n1' }
  expect([await recordEvent(app.db, named), await recordEvent(app.db, named)]).toEqual([true, false])
  expect((await read(id)).events.filter((one) => one.kind === 'note')).toHaveLength(3)
})

test('needs the right to watch, list or review, and an existing paper', async () => {
  const { id } = await sit()
  expect((await app.call(timeline.list, { paperId: id }, ann.token)).code).toBe(errors.forbidden[0])
  expect((await app.call(timeline.list, { paperId: '999999' }, admin.token)).code).toBe(errors.notFound[0])
})
