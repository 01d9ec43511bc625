// Activities over HTTP: window, audience, tries, scores, ranking, prizes given once.
import { activity, ActivityState } from '@shuyuan/contract/activity/activity.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { fromWallClock, toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { userPoints } from '@shuyuan/contract/points/points.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { activityForm } from '../../../test/activity-form.ts'
import { startWith } from '../../../test/people.ts'
import { code } from '../../../test/refusal.ts'
import type { Person } from '../../../test/start-app.ts'
import { setUpExam } from '../paper/exam-setup.factory.ts'
import { makeBank } from '../qu/qu.factory.ts'
import { settleActivity, sweepActivities } from './settle.service.ts'

const { app, admin, ann, bob, learner, teacher } = await startWith('ann', 'bob', 'learner', 'teacher')
const A = { tags: ['A'] }
const B = { tags: ['B'] }
const HOUR = 3_600

const at = (seconds: number) => toWallClock(new Date(app.clock.now().getTime() + seconds * 1_000))
const whole = (text: string) => fromWallClock(text)
let repoId = ''
beforeEach(async () => {
  repoId = (await makeBank(app.ctx({ user: { ...app.ctx().user, id: teacher.id } }), { single: 4, trueFalse: 2 })).repoId
})

async function make(more: Partial<Body<typeof activity.save>> = {}): Promise<string> {
  const prizes = [
    { from: 1, to: 1, points: 100 },
    { from: 2, to: 3, points: 10 },
  ]
  const form = activityForm({ title: '消防知识赛', repoId, startTime: at(-60), endTime: at(HOUR), judgeCount: 1, prizes, ...more })
  return (await app.ok(activity.save, form, teacher)).id
}
const begin = async (id: string, who: Person) => (await app.ok(activity.start, { id }, who)).runId
/** Answers the first `right` questions rightly and hands in after some seconds. */
async function play(id: string, who: Person, right: number, seconds = 10) {
  const runId = await begin(id, who)
  const { questions } = await app.ok(activity.run, { runId }, who)
  for (const [no, { question }] of questions.entries())
    await app.ok(activity.fill, { runId, quId: question.quId, answer: no < right ? A : B, seq: 1 }, who)
  app.clock.advance(seconds)
  return app.ok(activity.hand, { runId }, who)
}
async function end(id: string) {
  const { endTime } = await app.ok(activity.detail, { id }, admin)
  app.clock.set(new Date(whole(endTime).getTime() + 10_000))
  await sweepActivities(app.app)
}
const pointsOf = async (who: Person) => {
  const { points } = await app.db.selectFrom('sysUser').where('id', '=', who.id).select('points').executeTakeFirstOrThrow()
  return points
}

test('a try is answered and handed in; the best one counts, by score, then time', async () => {
  const id = await make()
  expect(await play(id, ann, 3, 20)).toMatchObject({ score: 75, rightCount: 3, total: 4, isBest: true })
  expect(await play(id, ann, 2, 5)).toMatchObject({ score: 50, isBest: false })
  await play(id, bob, 3, 10)
  app.clock.advance(3)
  const { records, mine, players } = await app.ok(activity.rank, { id }, ann)
  expect(records.map((one) => [one.place, one.userId, one.prize])).toEqual([
    [1, bob.id, 100],
    [2, ann.id, 10],
  ])
  expect({ players, tries: mine!.tries, place: mine!.place }).toEqual({ players: 2, tries: 2, place: 2 })
  expect(await app.ok(activity['my-rank'], { id }, ann)).toMatchObject({ tries: 2, left: null, runId: null, best: { score: 75, place: 2 } })
})

test('keys are hidden until the end; older saves do not overwrite newer ones; late answers are refused', async () => {
  const id = await make()
  const runId = await begin(id, ann)
  expect(await begin(id, ann)).toBe(runId)
  const { questions, leftMs } = await app.ok(activity.run, { runId }, ann)
  expect(leftMs).toBeGreaterThan(55_000)
  expect(JSON.stringify(questions)).not.toMatch(/isRight|analysis/)
  const { quId } = questions[0]!.question
  await app.ok(activity.fill, { runId, quId, answer: A, seq: 2 }, ann)
  await app.ok(activity.fill, { runId, quId, answer: B, seq: 1 }, ann)
  expect((await app.ok(activity.run, { runId }, ann)).questions[0]).toMatchObject({ answer: A, seq: 2, key: null })
  expect((await app.call(activity.fill, { runId, quId, answer: A, seq: 3 }, bob)).code).toBe(code('notFound'))
  expect((await app.call(activity.fill, { runId, quId, answer: { blanks: ['x'] }, seq: 3 }, ann)).code).toBe(code('answerForeign'))
  app.clock.advance(63)
  expect((await app.call(activity.fill, { runId, quId, answer: B, seq: 4 }, ann)).code).toBe(code('activityRunOver'))
  // the stored answers count although no try was handed in
  await sweepActivities(app.app)
  expect((await app.ok(activity.run, { runId }, ann)).result).toMatchObject({ rightCount: 1, ms: 60_000 })
  await end(id)
  expect((await app.ok(activity.run, { runId }, ann)).questions[0]!.key?.right).toEqual(['A'])
})

test('window, audience and tries are checked', async () => {
  const later = await make({ startTime: at(60) })
  expect((await app.call(activity.start, { id: later }, ann)).code).toBe(code('activityNotBegun'))
  const mine = await make({ openType: OpenType.persons, userIds: [ann.id], triesDay: 1, triesTotal: 2, endTime: at(72 * HOUR) })
  expect((await app.call(activity.start, { id: mine }, bob)).code).toBe(code('activityNotOpen'))
  expect((await app.call(activity.rank, { id: mine }, bob)).code).toBe(code('activityNotOpen'))
  await play(mine, ann, 1)
  expect((await app.call(activity.start, { id: mine }, ann)).code).toBe(code('activityNoTriesToday'))
  app.clock.advance(24 * HOUR)
  await play(mine, ann, 1)
  expect((await app.call(activity.start, { id: mine }, ann)).code).toBe(code('activityNoTries'))
  const listed = await app.ok(activity['my-paging'], {}, bob)
  expect(listed.records.map((one) => one.id)).not.toContain(mine)
  await app.ok(activity.state, { ids: [mine], state: ActivityState.disabled }, teacher)
  expect((await app.call(activity.start, { id: mine }, ann)).code).toBe(code('activityNotOpen'))
})

test('a bank of an open paper is closed to its candidate', async () => {
  const exam = await setUpExam(app.ctx({ user: { ...app.ctx().user, id: teacher.id } }), {}, { single: 4 })
  const id = await make({ repoId: exam.repoId, judgeCount: 0 })
  const quIds = await app.db.selectFrom('qu').where('repoId', '=', exam.repoId).select('id').execute()
  const { id: paperId } = await app.ok(paper['create-paper'], { examId: exam.examId }, ann)
  const keys = JSON.stringify(quIds.map((one) => ({ quId: one.id })))
  await app.db.updateTable('paper').set({ keys }).where('id', '=', paperId).execute()
  expect((await app.call(activity.start, { id }, ann)).code).toBe(code('activityExam'))
  await app.db.deleteFrom('paper').where('userId', '=', ann.id).execute()
  expect((await app.call(activity.start, { id }, ann)).code).toBe(0)
  await app.db.deleteFrom('activityRun').where('activityId', '=', id).execute()
})

test('the end gives the prizes once, also when it is repeated or broken off between', async () => {
  const id = await make({ title: '年终赛', showRank: 'after' })
  await play(id, ann, 4, 8)
  await play(id, bob, 4, 10)
  await play(id, learner, 2, 5)
  expect((await app.call(activity.rank, { id }, ann)).code).toBe(code('activityRankLater'))
  const before = [await pointsOf(ann), await pointsOf(bob)]
  const { endTime } = await app.ok(activity.detail, { id }, admin)
  app.clock.set(new Date(whole(endTime).getTime() + 10_000))
  // the process dies after the prizes, before the activity is marked: the mark fails
  await sql`create function break_off() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`.execute(app.db)
  await sql`create trigger break_off before update of settle_time on activity for each row execute function break_off()`.execute(app.db)
  await expect(settleActivity(app.app, id)).rejects.toThrow('killed')
  expect([await pointsOf(ann), await pointsOf(bob)]).toEqual(before)
  await sql`drop trigger break_off on activity`.execute(app.db)
  const settled = await Promise.all([settleActivity(app.app, id), settleActivity(app.app, id), settleActivity(app.app, id)])
  expect(settled.filter(Boolean)).toHaveLength(1)
  await sweepActivities(app.app)
  expect([await pointsOf(ann), await pointsOf(bob)]).toEqual([before[0]! + 100, before[1]! + 10])
  const log = await app.ok(userPoints['my-paging'], {}, ann)
  expect(log.records.filter((one) => one.refRemark.includes('年终赛 第 1 名'))).toHaveLength(1)
  const { records, settled: isSettled } = await app.ok(activity.rank, { id }, ann)
  expect({ isSettled, order: records.map((one) => one.userId) }).toEqual({ isSettled: true, order: [ann.id, bob.id, learner.id] })
  expect(await app.ok(activity['my-rank'], { id }, ann)).toMatchObject({ prize: 100, best: { place: 1 } })
  const msgs = await app.db.selectFrom('sysMsg').where('refType', '=', 'activity').where('refId', '=', id).select('userId').execute()
  expect(msgs.map((one) => one.userId).toSorted()).toEqual([ann.id, bob.id, learner.id].toSorted())
})

test('equal results keep one order in every call', async () => {
  const id = await make()
  await play(id, ann, 4)
  await play(id, bob, 4)
  await play(id, learner, 4)
  const time = app.clock.now()
  await app.db.updateTable('activityBest').set({ ms: 5_000, time }).where('activityId', '=', id).execute()
  app.clock.advance(3)
  const order = async () => {
    app.clock.advance(3)
    return (await app.ok(activity.rank, { id }, bob)).records.map((one) => one.userId)
  }
  const first = await order()
  expect(first).toEqual([ann.id, bob.id, learner.id])
  expect(await order()).toEqual(first)
  expect((await app.ok(activity['my-rank'], { id }, bob)).best!.place).toBe(2)
})

test('the back office orders results by place and score; each keeps its place, before and after the end', async () => {
  const id = await make()
  await play(id, ann, 4)
  await play(id, bob, 3)
  await play(id, learner, 2)
  const realName = '苏二郎'
  await app.db.updateTable('sysUser').set({ realName }).where('id', '=', bob.id).execute()
  const places = async (column?: string, asc = true, params = {}) => {
    const orders = column === undefined ? {} : { orders: [{ column, asc }] }
    const page = await app.ok(activity['rank-paging'], { params: { id, ...params }, ...orders }, teacher)
    return page.records.map((one) => [one.userId, one.place])
  }
  const [first, second, third] = [
    [ann.id, 1],
    [bob.id, 2],
    [learner.id, 3],
  ]
  const expectPlaces = async () => {
    expect(await places()).toEqual([first, second, third])
    expect(await places('place', false)).toEqual([third, second, first])
    expect(await places('score', true)).toEqual([third, second, first])
    expect(await places(undefined, true, { realName })).toEqual([second])
  }
  await expectPlaces()
  await app.db.updateTable('activity').set({ endTime: app.clock.now() }).where('id', '=', id).execute()
  app.clock.advance(600)
  expect(await settleActivity(app.app, id)).toBe(true)
  await expectPlaces()
})

/** Adds results of many users; many of them have equal scores and equal times. */
async function manyResults(id: string, count: number) {
  await sql`insert into sys_user (user_name, real_name, dept_code, password_hash, create_time)
    select ${`p${id}-`} || n, '选手', 'A01', '', now() from generate_series(1, ${count}::int) n`.execute(app.db)
  await sql`insert into activity_run (activity_id, user_id, no, questions, keys, state, begin_time, deadline, hand_time, right_count, score, ms)
    select ${id}::bigint, u.id, 1, '[]', '[]', 1, now(), now(), now(), 1, u.id % 3 * 50, u.id * 7919 % 13 * 1250 from sys_user u
    where starts_with(u.user_name, ${`p${id}-`})`.execute(app.db)
  await sql`insert into activity_best (activity_id, user_id, run_id, score, ms, time) select activity_id, user_id, id, score, ms, '2026-01-01'
    from activity_run where activity_id = ${id}::bigint on conflict do nothing`.execute(app.db)
}

test('counted places are those of the whole order, at every page and for a name', async () => {
  const id = await make()
  await manyResults(id, 120)
  const { rows } = await sql<{
    userId: string
    place: number
  }>`select user_id, (row_number() over (order by score desc, ms, time, user_id))::int as place
    from activity_best where activity_id = ${id}::bigint order by place`.execute(app.db)
  const expected = rows.map((one) => [one.userId, one.place])
  const page = async (params: object, more: object = {}) => {
    const { records } = await app.ok(activity['rank-paging'], { size: 200, params: { id, ...params }, ...more }, teacher)
    return records.map((one) => [one.userId, one.place])
  }
  expect(await page({})).toEqual(expected)
  expect(await page({ realName: '选手' })).toEqual(expected)
  expect(await page({}, { orders: [{ column: 'place', asc: false }] })).toEqual(expected.toReversed())
})

test('the number of players follows results, and users who are deleted', async () => {
  const id = await make({ title: '计数赛' })
  const counted = async () => (await app.ok(activity.paging, { params: { title: '计数赛' } }, teacher)).records[0]!.players
  expect(await counted()).toBe(0)
  await play(id, ann, 3)
  await play(id, ann, 2)
  await manyResults(id, 40)
  expect(await counted()).toBe(41)
  await sql`delete from sys_user where starts_with(user_name, ${`p${id}-`}) and id % 2 = 0`.execute(app.db)
  expect(await counted()).toBe(21)
  await Promise.all([play(id, bob, 1), play(id, learner, 1)])
  expect(await counted()).toBe(23)
  await app.db.deleteFrom('activityRun').where('activityId', '=', id).execute()
  await app.ok(activity.delete, { ids: [id] }, teacher)
  expect(await app.db.selectFrom('activityPlayers').where('activityId', '=', id).selectAll().execute()).toEqual([])
})

test('the form is checked; questions and time stay once somebody has begun', async () => {
  const refused = async (more: Partial<Body<typeof activity.save>>) => {
    const { id: _, ...form } = {
      ...(await app.ok(activity.detail, { id: await make() }, teacher)),
      deptCodes: [],
      groupIds: [],
      userIds: [],
    }
    return (await app.call(activity.save, { ...form, ...more }, teacher)).fields.map((one) => one.field)
  }
  expect(await refused({ singleCount: 5 })).toEqual(['singleCount'])
  expect(await refused({ singleCount: 0, judgeCount: 0 })).toEqual(['singleCount'])
  expect(await refused({ endTime: at(-120) })).toEqual(['endTime'])
  expect(
    await refused({
      prizes: [
        { from: 1, to: 3, points: 1 },
        { from: 3, to: 4, points: 1 },
      ],
    }),
  ).toEqual(['prizes'])
  expect(await refused({ openType: OpenType.persons })).toEqual(['userIds'])
  const id = await make()
  await begin(id, ann)
  const stored = { ...(await app.ok(activity.detail, { id }, teacher)), deptCodes: [], groupIds: [], userIds: [] }
  const changed = await app.call(activity.save, { ...stored, runSec: 90 }, teacher)
  expect(changed.fields.map((one) => one.field)).toEqual(['runSec'])
  expect((await app.ok(activity.save, { ...stored, title: '改名' }, teacher)).id).toBe(id)
  expect((await app.call(activity.delete, { ids: [id] }, teacher)).code).toBe(code('activityPlayed'))
  const unused = await make()
  expect(await app.ok(activity.delete, { ids: [unused] }, teacher)).toBe(true)
})

test('the back office lists activities and results and exports them', async () => {
  const id = await make({ title: '导出赛' })
  await play(id, ann, 3)
  const page = await app.ok(activity.paging, { params: { title: '导出赛', phase: 'open' } }, teacher)
  expect(page.records[0]).toMatchObject({ id, players: 1, phase: 'open', settled: false })
  const results = await app.ok(activity['rank-paging'], { params: { id } }, teacher)
  expect(results.records[0]).toMatchObject({ place: 1, userName: 'ann', score: 75, prize: 100 })
  const reply = await app.http.inject({ method: 'POST', url: activity.export.path, headers: { token: teacher.token }, payload: { id } })
  expect(reply.headers['content-type']).toContain('spreadsheetml')
  expect(reply.rawPayload.subarray(0, 2).toString()).toBe('PK')
  expect((await app.call(activity.paging, {}, ann)).code).toBe(code('forbidden'))
})
