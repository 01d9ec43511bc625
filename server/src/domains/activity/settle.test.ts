// The prizes of an activity in points and certificates, and a server that is killed while it gives them.
import { activity } from '@shuyuan/contract/activity/activity.ts'
import { CertState } from '@shuyuan/contract/cert/cert.ts'
import { grant } from '@shuyuan/contract/cert/grant.ts'
import { presets } from '@shuyuan/contract/cert/presets.ts'
import { cert } from '@shuyuan/contract/cert/cert.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { activityForm } from '../../../test/activity-form.ts'
import { startWith } from '../../../test/people.ts'
import { code } from '../../../test/refusal.ts'
import { startProcess } from '../../../test/server-process.ts'
import type { Person } from '../../../test/start-app.ts'
import { makeCert } from '../cert/cert.factory.ts'
import { makeBank } from '../qu/qu.factory.ts'
import { sweepActivities } from './settle.service.ts'

const { app, admin, ann, bob, learner, teacher } = await startWith('ann', 'bob', 'learner', 'teacher')
const A = { tags: ['A'] }
const MINUTE = 60
let repoId = ''
let certId = ''

const site = await app.ok(config.detail, {}, admin)
const switchCerts = (moduleCert: boolean) => app.ok(config.save, { ...site, props: { ...site.props, moduleCert } }, admin)

beforeAll(async () => {
  repoId = (await makeBank(app.ctx({ user: { ...app.ctx().user, id: teacher.id } }), { single: 4 })).repoId
  certId = await makeCert(app.ctx({ user: { ...app.ctx().user, id: admin.id } }), { title: '知识赛优胜' })
  await switchCerts(true)
})

const at = (seconds: number) => toWallClock(new Date(app.clock.now().getTime() + seconds * 1_000))
async function make(more: Partial<Body<typeof activity.save>> = {}): Promise<string> {
  const prizes = [
    { from: 1, to: 1, points: 100, certId },
    { from: 2, to: 2, points: 0, certId },
    { from: 3, to: 3, points: 10 },
  ]
  const form = activityForm({ repoId, startTime: at(-MINUTE), endTime: at(60 * MINUTE), prizes, ...more })
  return (await app.ok(activity.save, form, teacher)).id
}

async function play(id: string, who: Person, right: number) {
  const { runId } = await app.ok(activity.start, { id }, who)
  const { questions } = await app.ok(activity.run, { runId }, who)
  for (const { question } of questions.slice(0, right)) await app.ok(activity.fill, { runId, quId: question.quId, answer: A, seq: 1 }, who)
  await app.ok(activity.hand, { runId }, who)
}
/** Played by three people, ended some seconds ago. */
async function ended(more: Partial<Body<typeof activity.save>> = {}) {
  const id = await make(more)
  await play(id, ann, 3)
  await play(id, bob, 2)
  await play(id, learner, 1)
  await app.db
    .updateTable('activity')
    .set({ endTime: new Date(app.clock.now().getTime() - 10_000) })
    .where('id', '=', id)
    .execute()
  return id
}

const given = async (id: string) => {
  const { rows } = await sql<{ points: number; certs: number; msgs: number; awards: number; settled: boolean }>`select
    (select coalesce(sum(points), 0)::int from points_log where ref_type = 'activity' and ref_id = ${id}) as points,
    (select count(*)::int from cert_grant where ref_type = 'activity' and ref_id = ${id}::bigint) as certs,
    (select count(*)::int from sys_msg where ref_type = 'activity' and ref_id = ${id}) as msgs,
    (select count(*)::int from activity_award where activity_id = ${id}::bigint) as awards,
    (select settle_time is not null from activity where id = ${id}::bigint) as settled`.execute(app.db)
  return rows[0]
}
const nothing = { points: 0, certs: 0, msgs: 0, awards: 0, settled: false }
const everything = { points: 110, certs: 2, msgs: 3, awards: 3, settled: true }

test('places win points and certificates, which name the activity and the place', async () => {
  const id = await ended({ title: '安全知识赛' })
  expect((await app.ok(activity.rank, { id }, ann)).records.map((one) => [one.prize, one.cert])).toEqual([
    [100, '知识赛优胜'],
    [0, '知识赛优胜'],
    [10, ''],
  ])
  await Promise.all([sweepActivities(app.app), sweepActivities(app.app)])
  await sweepActivities(app.app)
  expect(await given(id)).toEqual(everything)
  expect(await app.ok(activity['my-rank'], { id }, bob)).toMatchObject({ prize: 0, cert: '知识赛优胜' })
  const { records } = await app.ok(grant.paging, { params: { realName: '安安' } }, admin)
  expect(records[0]).toMatchObject({ title: '知识赛优胜', source_dictText: '活动获奖' })
  const row = await app.db.selectFrom('certGrant').where('userId', '=', bob.id).select('vars').executeTakeFirstOrThrow()
  expect(row.vars).toMatchObject({ activityTitle: '《安全知识赛》', place: '2' })
  const told = await app.db
    .selectFrom('sysMsg')
    .where('refType', '=', 'activity')
    .where('refId', '=', id)
    .orderBy('userId')
    .select('content')
    .execute()
  expect(told.map((one) => one.content)).toEqual([
    '您在活动“安全知识赛”中获得第 1 名，奖励 100 积分，奖励证书“知识赛优胜”',
    '您在活动“安全知识赛”中获得第 2 名，奖励证书“知识赛优胜”',
    '您在活动“安全知识赛”中获得第 3 名，奖励 10 积分',
  ])
})

test('a score of zero and one below the lowest score win nothing; the places stay', async () => {
  const id = await make({ prizeScore: 60 })
  await play(id, ann, 2)
  await play(id, bob, 1)
  await play(id, learner, 0)
  await app.db
    .updateTable('activity')
    .set({ endTime: new Date(app.clock.now().getTime() - 10_000) })
    .where('id', '=', id)
    .execute()
  const shown = async () => (await app.ok(activity.rank, { id }, ann)).records.map((one) => [one.place, one.prize, one.cert])
  const expected = [
    [1, 100, '知识赛优胜'],
    [2, 0, ''],
    [3, 0, ''],
  ]
  expect(await shown()).toEqual(expected)
  await sweepActivities(app.app)
  expect(await shown()).toEqual(expected)
  expect(await given(id)).toEqual({ points: 100, certs: 1, msgs: 1, awards: 1, settled: true })
  const zero = await make({ prizes: [{ from: 1, to: 3, points: 50 }] })
  await play(zero, ann, 1)
  await play(zero, learner, 0)
  await app.db
    .updateTable('activity')
    .set({ endTime: new Date(app.clock.now().getTime() - 10_000) })
    .where('id', '=', zero)
    .execute()
  await sweepActivities(app.app)
  expect(await given(zero)).toMatchObject({ points: 50, msgs: 1, awards: 1, settled: true })
  const { records } = await app.ok(activity['rank-paging'], { params: { id: zero } }, teacher)
  expect(records.map((one) => [one.userId, one.prize])).toEqual([
    [ann.id, 50],
    [learner.id, 0],
  ])
})

test('a prize needs points or a certificate; a certificate that an activity names must exist and is not deleted', async () => {
  const refused = async (prizes: Body<typeof activity.save>['prizes']) => {
    const form = { ...(await app.ok(activity.detail, { id: await make() }, teacher)), deptCodes: [], groupIds: [], userIds: [] }
    const { id: _, ...rest } = form
    return (await app.call(activity.save, { ...rest, prizes }, teacher)).fields.map((one) => one.field)
  }
  expect(await refused([{ from: 1, to: 1, points: 0 }])).toEqual(['prizes'])
  expect(await refused([{ from: 1, to: 1, points: 5, certId: '999999' }])).toEqual(['prizes'])
  const own = await makeCert(app.ctx({ user: { ...app.ctx().user, id: admin.id } }), { title: '将停用' })
  const id = await make({ prizes: [{ from: 1, to: 1, points: 0, certId: own }] })
  expect(await app.call(cert.delete, { ids: [own] }, admin)).toMatchObject({
    code: code('certNamed'),
    data: { holders: [{ kind: 'activity', id }] },
  })
  const form = { title: '将停用', authority: '集团', validMonths: 0, remindDays: [], layout: presets.honour }
  await app.ok(cert.save, { id: own, ...form, state: CertState.disabled }, admin)
  expect(await refused([{ from: 1, to: 1, points: 0, certId: own }])).toEqual(['prizes'])
  // the activity that names it already can be saved
  const stored = { ...(await app.ok(activity.detail, { id }, teacher)), deptCodes: [], groupIds: [], userIds: [] }
  expect((await app.ok(activity.save, { ...stored, title: '改名' }, teacher)).id).toBe(id)
})

test('while certificates are switched off, none is announced or granted; points are', async () => {
  await switchCerts(false)
  const id = await ended({ title: '无证书赛' })
  await sweepActivities(app.app)
  expect(await given(id)).toEqual({ ...everything, certs: 0 })
  await switchCerts(true)
})

test('a server that is killed between two steps has given nothing; the next one gives every prize once', { timeout: 120_000 }, async () => {
  const id = await ended({ title: '断电赛' })
  const holder = new pg.Client({ connectionString: app.databaseUrl })
  await holder.connect()
  const LOCK = 20_261_122
  await sql`create function wait_here() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock(20261122); return new; end $$`.execute(app.db)
  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_locks
        where locktype = 'advisory' and objid = ${LOCK} and not granted`.execute(app.db)
    return rows[0]!.n
  }
  for (const step of ['insert on cert_grant', 'update of settle_time on activity']) {
    await holder.query('select pg_advisory_lock($1)', [LOCK])
    await sql`create trigger wait_here before ${sql.raw(step)} for each row execute function wait_here()`.execute(app.db)
    const server = await startProcess(app)
    await expect.poll(waiting).toBeGreaterThan(0)
    await server.kill()
    await holder.query('select pg_advisory_unlock($1)', [LOCK])
    await expect.poll(waiting).toBe(0)
    // waits until the connection of the killed server has gone: the trigger's table is locked until then
    await sql`drop trigger wait_here on ${sql.table(step.split(' ').at(-1)!)}`.execute(app.db)
    expect(await given(id)).toEqual(nothing)
  }
  await holder.end()
  const server = await startProcess(app)
  await expect.poll(() => given(id)).toEqual(everything)
  await server.kill()
  await sweepActivities(app.app)
  expect(await given(id)).toEqual(everything)
})
