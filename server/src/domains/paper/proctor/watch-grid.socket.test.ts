// The live grid: changes reach invigilators on every server process in few small messages; reading the grid takes one statement.
import { apply } from '@shuyuan/contract/exam/apply/apply.ts'
import type { WatchChange } from '@shuyuan/contract/paper/channel/watch-change.ts'
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { DataScope, role } from '@shuyuan/contract/people/role-menu/role.ts'
import { event } from '@shuyuan/contract/paper/attempt/event.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { socket } from '@shuyuan/contract/session/ticket.ts'
import { watchMessage } from '@shuyuan/contract/paper/proctor/watch-message.ts'
import { sql } from 'kysely'
import { once } from 'node:events'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { SocketClient } from '../../../../test/socket-client.ts'
import { startNewPaper } from '../../../../test/papers.ts'
import { enrolWith, sharedApp, startWith } from '../../../../test/people.ts'
import type { Person } from '../../../../test/start-app.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { rootDepart } from '../../people/org/depart.service.ts'
import { publishPaperChange } from '../channel/watch-change.service.ts'
import { setUpExam } from '../exam-setup.factory.ts'

const { app, ann, admin } = await startWith('ann')
const node = await sharedApp({ databaseUrl: app.databaseUrl })
await node.http.listen({ port: 0, host: '127.0.0.1' })

const ticketOf = async (person: Person) => (await app.ok(socket.ticket, {}, person.token)).ticket
const open = async (person: Person, path: string) => new SocketClient(node, `${path}?token=${await ticketOf(person)}`)

async function watching(examId: string) {
  const page = await open(admin, `/api/socket/watch/${examId}`)
  await expect.poll(() => node.app.sockets.count(`watch:${examId}`)).toBe(1)
  return page
}

/** Collects messages until `enough`. */
async function heard(page: SocketClient, enough: (all: WatchChange) => boolean): Promise<WatchChange> {
  const all: WatchChange = { papers: {}, started: [], handed: [], applied: 0, asked: 0 }
  while (!enough(all)) {
    const one = await page.nextJson<WatchChange>()
    for (const [id, change] of Object.entries(one.papers)) all.papers[id] = { ...all.papers[id], ...change }
    all.started.push(...one.started)
    all.handed.push(...one.handed)
    all.applied += one.applied
    all.asked += one.asked
  }
  return all
}

const rowOf = async (examId: string, who: { online?: boolean; offline?: boolean } = {}) =>
  (await app.ok(watch['process-paging'], { size: 32, params: { examId, ...who } }, admin.token)).records[0]

test('a change of a paper reaches an invigilator on another server process', async () => {
  const { examId } = await setUpExam(app.ctx(), { leaveWatch: true, leaveSeconds: 0, leaveLimit: 5, needApply: false }, { single: 2 })
  const page = await watching(examId)
  const { id } = await app.ok(paper['create-paper'], { examId }, ann.token)
  expect((await heard(page, (all) => all.started.length > 0)).started).toEqual([id])

  const { session, groups } = await app.ok(paper['paper-detail'], { id }, ann.token)
  const quId = groups[0]!.quList[0]!.quId
  await app.ok(paper['fill-answer'], { paperId: id, session, quId, answer: { tags: ['A'] }, seq: 1 }, ann.token)
  await app.ok(event.save, { paperId: id, kind: 'leave', eventId: 'away-once', seconds: 5 }, ann.token)
  const { papers } = await heard(page, ({ papers: all }) => all[id]?.answerCount === 1 && all[id].leaveTimes === 1)
  expect(papers).toEqual({ [id]: { answerCount: 1, leaveTimes: 1, flagTimes: 0 } })
  expect(await rowOf(examId)).toMatchObject({ id, answerCount: 1, quCount: 2, leaveTimes: 1, flagTimes: 0 })

  await app.ok(paper['hand-exam'], { id, session }, ann.token)
  expect((await heard(page, (all) => all.handed.length > 0)).handed).toEqual([id])
  page.socket.terminate()
})

test('a page that disconnects is offline immediately, and online again after it reconnects', async () => {
  const { examId, id } = await startNewPaper(app, ann, {}, { single: 1 })
  await app.ok(paper['paper-detail'], { id }, ann.token)
  const page = await watching(examId)
  const path = `/api/socket/exam/${ann.id}/${examId}/web`
  const candidate = await open(ann, path)
  expect((await heard(page, ({ papers }) => papers[id]?.online !== undefined)).papers[id]).toEqual({ online: true })
  candidate.socket.terminate()
  expect((await heard(page, ({ papers }) => papers[id]?.online !== undefined)).papers[id]).toEqual({ online: false })
  expect(await rowOf(examId)).toMatchObject({ id, online: false })
  expect(await rowOf(examId, { offline: false })).toBeUndefined()
  expect(await app.ok(watchMessage['batch-msg'], { examId, message: '请注意时间' }, admin.token)).toEqual({ success: 0, fail: 1 })
  // a page without a socket still polls the time
  app.clock.advance(20)
  await app.ok(paper['left-time'], { id }, ann.token)
  expect(await rowOf(examId, { offline: false })).toMatchObject({ id, online: true })
  const back = await open(ann, path)
  await heard(page, ({ papers }) => papers[id]?.online === true)
  expect(await rowOf(examId, { online: false })).toBeUndefined()
  back.socket.terminate()
  page.socket.terminate()
})

test('a new application is sent', async () => {
  const { examId } = await setUpExam(app.ctx(), { needApply: true }, { single: 1 })
  const page = await watching(examId)
  await app.ok(apply.save, { examId, applyMsg: '想参加' }, ann.token)
  expect(await page.nextJson()).toEqual({ papers: {}, started: [], handed: [], applied: 1, asked: 0 })
  page.socket.terminate()
})

test('a request to continue on another device is sent immediately, and once', async () => {
  const { examId, id } = await startNewPaper(app, ann, { takeoverUnlock: true }, { single: 1 })
  await app.ok(paper['paper-detail'], { id }, ann.token)
  const page = await watching(examId)
  const elsewhere = await app.as('ann')
  for (let tries = 0; tries < 3; tries++) await app.call(paper['paper-detail'], { id }, elsewhere.token)
  expect((await heard(page, ({ asked }) => asked > 0)).asked).toBe(1)
  expect((await rowOf(examId))?.unlock).toMatchObject({ ip: '127.0.0.1' })
  // other invigilators see the unlock
  await app.ok(watch.unlock, { paperId: id }, admin.token)
  expect((await heard(page, ({ asked }) => asked > 0)).asked).toBe(1)
  page.socket.terminate()
})

test('hundreds of changes are sent in few messages, each small enough for the bus', async () => {
  const { examId } = await setUpExam(app.ctx(), {}, { single: 1 })
  const page = await watching(examId)
  const ids = Array.from({ length: 400 }, (_one, at) => String(9_000_000_000_000_000_000n + BigInt(at)))
  const began = app.clock.now().getTime()
  for (const id of ids) for (let answerCount = 1; answerCount <= 3; answerCount++) publishPaperChange(app.app, examId, id, { answerCount })
  const sizes: number[] = []
  const seen = new Set<string>()
  while (seen.size < ids.length) {
    const text = await page.next()
    sizes.push(Buffer.byteLength(text))
    for (const [id, change] of Object.entries((JSON.parse(text) as WatchChange).papers)) {
      expect(change).toEqual({ answerCount: 3 })
      seen.add(id)
    }
  }
  expect(Math.max(...sizes)).toBeLessThan(7_900)
  // at most one message a second, the first immediately
  expect(sizes.length).toBeLessThanOrEqual(Math.floor((app.clock.now().getTime() - began) / 1_000) + 1)
  page.socket.terminate()
})

test('a page closes when its user watches a part of the candidates from now on; the next one hears of that part only', async () => {
  const root = await rootDepart(app.db)
  const [seen, hidden] = [await makeDepart(app.db, root.deptCode, '看得见'), await makeDepart(app.db, root.deptCode, '看不见')]
  const { examId } = await setUpExam(app.ctx(), { needApply: false }, { single: 1 })
  const guard = await enrolWith(app, { userName: 'watch-part' }, ['exam:watch'], DataScope.all)
  const first = await open(guard, `/api/socket/watch/${examId}`)
  const closed = once(first.socket, 'close')
  await expect.poll(() => node.app.sockets.count(`watch:${examId}`)).toBe(1)
  const { records } = await app.ok(role.paging, { params: { roleName: '角色watch-part' } }, admin.token)
  const { id, roleName, roleLevel } = records[0]!
  await app.ok(role.save, { id, roleName, roleLevel, dataScope: DataScope.chosen, deptCodes: [seen] }, admin.token)
  expect((await closed)[0]).toBe(1008)
  const second = await open(guard, `/api/socket/watch/${examId}`)
  await expect.poll(() => node.app.sockets.count(`watch-part:${examId}:${guard.id}`)).toBe(1)
  for (const deptCode of [hidden, seen]) {
    const person = await app.enrol({ userName: `sits-${deptCode}`, deptCode })
    await app.ok(paper['create-paper'], { examId }, person.token)
  }
  const { started } = await heard(second, (all) => all.started.length > 0)
  const people = await app.db
    .selectFrom('paper')
    .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
    .where('paper.id', 'in', started)
    .select('deptCode')
    .execute()
  expect(people).toEqual([{ deptCode: seen }])
  second.socket.terminate()
})

test('a caller without the right to watch is refused', async () => {
  const refused = async (one: SocketClient) => ((await once(one.socket, 'close')) as [number])[0]
  expect(await refused(await open(ann, '/api/socket/watch/1'))).toBe(1008)
  expect(await refused(new SocketClient(node, '/api/socket/watch/1?token=made-up'))).toBe(1008)
})

test('reading a thousand candidates takes one statement each for the right, the grid and the counts', async () => {
  const { examId, id } = await startNewPaper(app, ann, {}, { single: 2 })
  await crowd(examId, id, 1_000)
  const statements = vi.spyOn(pg.Client.prototype, 'query')
  const counted = async <T>(act: Promise<T>) => {
    statements.mockClear()
    const answer = await act
    const texts = statements.mock.calls.map(([query]) => (typeof query === 'string' ? query : ((query as { text?: string }).text ?? '')))
    // the change message of the opened paper may be sent at the same time
    return { answer, texts: texts.filter((text) => !text.includes('pg_notify')) }
  }
  try {
    await app.ok(watch['watch-stat'], { id: examId }, admin.token)
    for (const current of [1, 2, 32]) {
      const read = await counted(app.ok(watch['process-paging'], { current, size: 32, params: { examId } }, admin.token))
      expect(read.texts).toHaveLength(2)
      expect(read.answer).toMatchObject({ total: 1_001, pages: 32 })
      expect(read.answer.records).toHaveLength(current === 32 ? 9 : 32)
    }
    const find = async (params: object) =>
      (await app.ok(watch['process-paging'], { size: 32, params: { examId, ...params } }, admin.token)).records.map((one) => one.realName)
    expect(await find({ realName: 'crowd77' })).toEqual(['crowd77', ...Array.from({ length: 10 }, (_one, at) => `crowd77${at}`)])
    await sql`update paper set flag_times = 2 where exam_id = ${examId} and user_id in (select id from sys_user where user_name in ('crowd8', 'crowd900'))`.execute(
      app.db,
    )
    expect(await find({ flagged: true })).toEqual(['crowd8', 'crowd900'])
    expect(await find({ flagged: true, realName: '90' })).toEqual(['crowd900'])
    const beyond = await counted(app.ok(watch['process-paging'], { current: 99, size: 32, params: { examId } }, admin.token))
    expect([beyond.texts.length, beyond.answer.total, beyond.answer.records]).toEqual([2, 1_001, []])
    const stat = await counted(app.ok(watch['watch-stat'], { id: examId }, admin.token))
    expect(stat.texts).toHaveLength(2)
    expect(stat.answer).toMatchObject({ requireCount: 1_001, processCount: 1_001, handCount: 0, missCount: 0, awaitedCount: 0 })
  } finally {
    statements.mockRestore()
  }
})

/** Adds candidates with a copy of this open paper. */
async function crowd(examId: string, paperId: string, people: number) {
  await sql`with made as (
    insert into sys_user (user_name, real_name, password_hash, dept_code, role_type)
    select 'crowd' || n, 'crowd' || n, '', (select dept_code from sys_depart limit 1), 1 from generate_series(1, ${people}::int) n returning id
  ) insert into paper (exam_id, user_id, seed, title, state, drawn_from, exam_version, layout, question_ids, refs, mark_options, qu_count, total_score,
      pass_score, start_time, deadline_at, create_time)
    select p.exam_id, made.id, p.seed, p.title, 0, p.drawn_from, p.exam_version, p.layout, p.question_ids, p.refs, p.mark_options, p.qu_count, p.total_score,
      p.pass_score, p.start_time, p.deadline_at, p.create_time
    from made, paper p where p.id = ${paperId} and p.exam_id = ${examId}`.execute(app.db)
}
