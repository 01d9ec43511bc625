import { checkInfo } from '@shuyuan/contract/paper/admission/check-info.ts'
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startNewPaper, startPaper } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import { code } from '../../../../test/refusal.ts'
import type { Person } from '../../../../test/start-app.ts'
import { setUpExam } from '../exam-setup.factory.ts'
import { sweepPapers } from '../sweep.service.ts'

const { app, ann, bob, proctor } = await startWith('ann', 'bob', 'proctor')

const MINUTE = 60_000
const inMinutes = (count: number) => new Date(Math.floor(app.clock.now().getTime() / 1_000) * 1_000 + count * MINUTE)
const rowOf = (id: string) => app.db.selectFrom('paper').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const sit = (person: Person, terms: Parameters<typeof setUpExam>[1] = {}, givenId?: string) =>
  givenId ? startPaper(app, person, givenId) : startNewPaper(app, person, { minutes: 60, ...terms }, { single: 1 })
const messagesOf = async (id: string) =>
  (await app.db.selectFrom('paperPush').where('paperId', '=', id).orderBy('seq').select('message').execute()).map((one) => one.message)
const give = (body: { examId: string; userIds?: string[]; minutes: number; closeMinutes?: number }) =>
  app.call(watch['extra-time'], { reason: '网络故障', ...body }, proctor.token)

describe('extra time', () => {
  test('moves the deadline of one open paper, notifies its page, and is recorded', async () => {
    const { id, examId } = await sit(ann)
    const other = await sit(bob, {}, examId)
    const before = await rowOf(id)
    const reading = await app.ok(paper['left-time'], { id }, ann.token)
    expect((await give({ examId, userIds: [ann.id], minutes: 10 })).data).toEqual({
      papers: 1,
      partly: 0,
      leastSeconds: 0,
      unmoved: 0,
      remembered: 0,
    })
    const after = await rowOf(id)
    expect(after.deadlineAt.getTime() - before.deadlineAt.getTime()).toBe(10 * MINUTE)
    expect(after).toMatchObject({ timeRev: before.timeRev + 1, extraMinutes: 10, extraCloseMinutes: 10 })
    const now = await app.ok(paper['left-time'], { id, acked: reading.msgSeq }, ann.token)
    expect(now.leftMs).toBeGreaterThan(69 * MINUTE)
    expect(now.msgs).toMatchObject([{ type: 'time', seq: reading.msgSeq + 1, message: '监考员已为您补时10分钟' }])
    expect((await rowOf(other.id)).extraMinutes).toBe(0)
    const audited = await app.db.selectFrom('sysLog').where('path', '=', watch['extra-time'].path).orderBy('id').selectAll().execute()
    expect(audited.at(-1)).toMatchObject({ userName: 'proctor', input: { examId, minutes: 10, reason: '网络故障' } })
  })

  test('adds up when given twice, and survives a change of the exam', async () => {
    const end = inMinutes(30)
    const after = (minutes: number) => new Date(end.getTime() + minutes * MINUTE)
    const { id, examId } = await sit(ann, { startTime: null, endTime: end })
    await give({ examId, minutes: 5, closeMinutes: 20 })
    await give({ examId, userIds: [ann.id], minutes: 5, closeMinutes: 0 })
    expect((await rowOf(id)).deadlineAt).toEqual(after(20))
    const stored = await app.ok(exam.detail, { id: examId }, (await app.as('admin')).token)
    const { users: _users, startTime, endTime: _end, ...form } = stored
    const later = { ...form, startTime, endTime: wallClock(after(5)), userIds: [], password: '' }
    await app.ok(exam.save, later, (await app.as('admin')).token)
    await sweepPapers(app.app)
    expect((await rowOf(id)).deadlineAt).toEqual(after(25))
  })

  test('does not pass a fixed end of the exam unless the end is moved too', async () => {
    const { id, examId } = await sit(ann, { startTime: null, endTime: inMinutes(30) })
    const { deadlineAt } = await rowOf(id)
    expect((await give({ examId, minutes: 15, closeMinutes: 0 })).data).toMatchObject({ papers: 0, unmoved: 1 })
    expect((await rowOf(id)).deadlineAt).toEqual(deadlineAt)
    expect(await messagesOf(id)).toEqual([])
    await give({ examId, minutes: 15 })
    expect(await messagesOf(id)).toEqual(['监考员已为您补时15分钟'])
    expect((await rowOf(id)).deadlineAt.getTime() - deadlineAt.getTime()).toBe(15 * MINUTE)
  })

  test('the push names the minutes gained before the end of the exam, and the invigilator sees how many candidates got less', async () => {
    const { id, examId } = await sit(ann, { startTime: null, endTime: inMinutes(70) })
    app.clock.advance(3 * 60 + 20)
    // ann's paper ends after 60 minutes, 10 before the end of the exam; bob started later and has 6:40 left until then
    const other = await sit(bob, {}, examId)
    const before = [await rowOf(id), await rowOf(other.id)].map((row) => row.deadlineAt.getTime())
    const reply = (await give({ examId, minutes: 10, closeMinutes: 0 })).data
    const after = [await rowOf(id), await rowOf(other.id)].map((row) => row.deadlineAt.getTime())
    const gained = after.map((end, at) => Math.round((end - (before[at] ?? 0)) / 1_000))
    expect(gained).toEqual([expect.closeTo(600, -1), expect.closeTo(400, -1)])
    const short = gained.filter((seconds) => seconds < 600)
    expect(reply).toEqual({ papers: 2, partly: short.length, leastSeconds: Math.min(...short), unmoved: 0, remembered: null })
    const [m, s] = [Math.floor((gained[1] ?? 0) / 60), (gained[1] ?? 0) % 60]
    expect(await messagesOf(other.id)).toEqual([`监考员已为您补时10分钟，受考试结束时间限制，您的考试实际延长${m}分${s}秒`])
    const { events } = await app.ok(timeline.list, { paperId: other.id }, proctor.token)
    expect(events.find((one) => one.kind === 'extra')?.data).toEqual({ minutes: 10, gained: gained[1] })
    const { msgs } = await app.ok(paper['left-time'], { id: other.id, acked: 0 }, bob.token)
    expect(msgs.map((one) => one.message)).toEqual(await messagesOf(other.id))
  })

  test('is stored for candidates who have not started, and admits them after the end', async () => {
    const { examId } = await setUpExam(app.ctx(), { startTime: null, endTime: inMinutes(20), minutes: 60 }, { single: 1 })
    expect((await give({ examId, userIds: [bob.id], minutes: 10, closeMinutes: 30 })).data).toMatchObject({ papers: 0, remembered: 1 })
    expect((await give({ examId, minutes: 5, closeMinutes: 5 })).data).toMatchObject({ papers: 0, remembered: null })
    app.clock.advance(26 * 60)
    expect((await app.call(paper['create-paper'], { examId }, ann.token)).code).toBe(code('examEnded'))
    expect((await app.ok(checkInfo['check-info'], { id: examId }, bob.token)).canStart).toBe(true)
    const { id } = await sit(bob, {}, examId)
    const row = await rowOf(id)
    expect(row).toMatchObject({ extraMinutes: 15, extraCloseMinutes: 35 })
    expect(Math.round((row.deadlineAt.getTime() - app.clock.now().getTime()) / MINUTE)).toBe(29)
  })

  test('extends papers started later', async () => {
    const { examId } = await setUpExam(app.ctx(), { startTime: null, endTime: null, minutes: 60 }, { single: 1 })
    await give({ examId, userIds: [ann.id], minutes: 30 })
    const { deadlineAt, startTime } = await rowOf((await sit(ann, {}, examId)).id)
    expect(deadlineAt.getTime() - startTime.getTime()).toBe(90 * MINUTE)
  })

  test('is refused for a paper handed in or in forced close, for an empty list, and without a reason or the right', async () => {
    const { id, examId } = await sit(ann)
    const second = await sit(bob, {}, examId)
    await app.ok(paper['hand-exam'], { id }, ann.token)
    const refused = await give({ examId, userIds: [ann.id, bob.id], minutes: 10 })
    expect(refused).toMatchObject({ code: code('extraHanded'), msg: '安安已交卷，不能补时' })
    // all or nothing
    expect((await rowOf(second.id)).extraMinutes).toBe(0)
    await app.ok(watch['force-hand'], { paperId: second.id, message: '违纪' }, proctor.token)
    const { deadlineAt } = await rowOf(second.id)
    expect((await give({ examId, minutes: 10 })).data.papers).toBe(0)
    expect((await rowOf(second.id)).deadlineAt).toEqual(deadlineAt)
    expect((await give({ examId, userIds: ['999999'], minutes: 10 })).fields).toMatchObject([{ field: 'userIds' }])
    expect((await give({ examId, userIds: [], minutes: 10 })).code).toBe(code('badInput'))
    expect((await give({ examId, minutes: -5 })).code).toBe(code('badInput'))
    expect((await app.call(watch['extra-time'], { examId, minutes: 5, reason: ' ' }, proctor.token)).fields).toMatchObject([
      { field: 'reason', msg: '补时原因必须填写！' },
    ])
    expect((await app.call(watch['extra-time'], { examId, minutes: 5, reason: 'x' }, ann.token)).code).toBe(code('forbidden'))
  })

  test('in the last seconds of a paper takes precedence over its close', async () => {
    const { id, examId } = await sit(ann, { minutes: 10 })
    app.clock.advance(605)
    await give({ examId, userIds: [ann.id], minutes: 10 })
    await sweepPapers(app.app)
    expect(await app.ok(paper['left-time'], { id }, ann.token)).toMatchObject({ state: PaperState.open })
    expect((await rowOf(id)).deadlineAt.getTime()).toBeGreaterThan(app.clock.now().getTime() + 9 * MINUTE)
    // again with a concurrent close: it waits for the row lock, and then reads the new deadline
    app.clock.advance(600 + 11)
    const waiting = async () =>
      (
        await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
          where wait_event_type = 'Lock' and query like '%"paper"%' and datname = current_database()`.execute(app.db)
      ).rows[0]!.n
    const late = await app.db.transaction().execute(async (holder) => {
      await holder.selectFrom('paper').where('id', '=', id).forUpdate().select('id').execute()
      const giving = give({ examId, userIds: [ann.id], minutes: 10 })
      await expect.poll(waiting).toBe(1)
      const asking = app.ok(paper['left-time'], { id }, ann.token)
      await expect.poll(waiting).toBe(2)
      return [giving, asking] as const
    })
    await late[0]
    expect(await late[1]).toMatchObject({ state: PaperState.open })
    expect((await rowOf(id)).state).toBe(PaperState.open)
  })
})

const wallClock = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
