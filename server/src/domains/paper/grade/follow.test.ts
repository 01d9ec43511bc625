// What follows many papers that are handed in at once: together, once each, and whole after a server was killed.
import { cert } from '@shuyuan/contract/cert/cert.ts'
import { presets } from '@shuyuan/contract/cert/presets.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { answersFor, takePaper } from '../../../../test/papers.ts'
import { sharedApp } from '../../../../test/people.ts'
import type { Person } from '../../../../test/start-app.ts'
import type { Database } from '../../../kernel/database.ts'
import { makeFixedExam } from '../fixed.factory.ts'
import { followFinished } from './finish.service.ts'
import { type FinishedPaper, onFinished } from './finished.service.ts'
import { onScoreSettled } from './shown-score.service.ts'

const PEOPLE = 6
const app = await sharedApp()
const admin = await app.as('admin')
const site = await app.ok(config.detail, {}, admin)
const people: Person[] = []
beforeAll(async () => {
  await app.ok(config.save, { ...site, props: { ...site.props, moduleCert: true } }, admin)
  for (let at = 0; at < PEOPLE; at++) people.push(await app.enrol({ userName: `many${at}`, realName: `考生${at}` }))
})

const portions: FinishedPaper[][] = []
let atFinish: (db: Database, papers: readonly FinishedPaper[]) => Promise<unknown> = async () => undefined
let atScore: (db: Database, userId: string) => Promise<unknown> = async () => undefined
afterEach(() => {
  atFinish = atScore = async () => undefined
})
onFinished(app.app, 'many', async ({ db }, papers) => {
  portions.push([...papers])
  await atFinish(db, papers)
})
const scorePortions: number[] = []
onScoreSettled(app.app, 'many', async ({ db }, settled) => {
  scorePortions.push(settled.length)
  for (const { userId } of settled) await atScore(db, userId)
})

/** An exam that pays 7 points and a certificate, which the first person fails and all others pass. */
async function examOfAll(each = 1) {
  const certId = (await app.ok(cert.save, { title: '上岗证', authority: '集团', validMonths: 0, layout: presets.honour }, admin)).id
  const { examId, quIds } = await makeFixedExam(
    app.ctx(),
    { single: 1 },
    { certId, awardPoints: 7, passScore: 200, showScore: 'handed', tries: 0 },
  )
  for (let no = 0; no < each; no++)
    for (const [at, person] of people.entries()) await takePaper(app, person, examId, answersFor(quIds, [at > 0]))
  return examId
}

/** What the papers of an exam have left behind, by person, in the order of the people. */
async function effects(examId: string) {
  const { rows } = await sql<{ messages: number; points: number; logged: number; certs: number; finishes: number; due: number }>`
    select (select count(*)::int from sys_msg m where m.ref_type = 'paper' and m.ref_id = any(array_agg(p.id::text))) as messages,
      (select coalesce(sum(points), 0)::int from paper_award a where a.paper_id = any(array_agg(p.id))) as points,
      (select coalesce(sum(points), 0)::int from points_log l where l.ref_type = 'paper' and l.ref_id = any(array_agg(p.id::text))) as logged,
      (select count(*)::int from cert_grant g where g.ref_type = 'exam' and g.ref_id = ${examId} and g.user_id = p.user_id) as certs,
      (select count(*)::int from paper_event e where e.kind = 'finish' and e.paper_id = any(array_agg(p.id))) as finishes,
      (count(*) filter (where finish_due))::int as due
    from paper p where exam_id = ${examId}::bigint group by user_id order by user_id`.execute(app.db)
  return rows
}
const nothing = { messages: 0, points: 0, logged: 0, certs: 0, finishes: 0, due: 1 }
const failed = { messages: 1, points: 0, logged: 0, certs: 0, finishes: 1, due: 0 }
const passed = { messages: 1, points: 7, logged: 7, certs: 1, finishes: 1, due: 0 }
const whole = [failed, ...Array.from({ length: PEOPLE - 1 }, () => passed)]
const balances = async () =>
  (await app.db.selectFrom('sysUser').where('userName', 'like', 'many%').orderBy('id').select('points').execute()).map((row) => row.points)

test('papers that are handed in together are followed together, once each', async () => {
  const before = await balances()
  const examId = await examOfAll()
  portions.length = scorePortions.length = 0
  expect(await followFinished(app.app)).toBe(PEOPLE)
  expect(portions.map((one) => one.length)).toEqual([PEOPLE])
  expect(scorePortions).toEqual([PEOPLE])
  expect(await effects(examId)).toEqual(whole)
  expect(await balances()).toEqual(before.map((points, at) => points + (at > 0 ? 7 : 0)))
  expect(await followFinished(app.app)).toBe(0)
  expect(await effects(examId)).toEqual(whole)
})

test('two papers of one person in one portion earn points and certificate once', async () => {
  const examId = await examOfAll(2)
  portions.length = 0
  expect(await followFinished(app.app)).toBe(2 * PEOPLE)
  expect(portions.map((one) => one.length)).toEqual([PEOPLE, PEOPLE])
  const two = { messages: 2, points: 7, logged: 7, certs: 1, finishes: 2, due: 0 }
  expect(await effects(examId)).toEqual([{ ...two, points: 0, logged: 0, certs: 0 }, ...Array.from({ length: PEOPLE - 1 }, () => two)])
})

/** Ends the connection of a transaction, as the end of a server's process does. */
const kill = (db: Database) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)

test.each(['before points, certificates and messages', 'after points and certificates'] as const)(
  'a server that is killed %s leaves nothing half done, and the next one does all of it once',
  async (when) => {
    const before = await balances()
    const examId = await examOfAll()
    if (when === 'before points, certificates and messages') atFinish = kill
    else atScore = kill
    await followFinished(app.app)
    expect(await effects(examId)).toEqual(Array.from({ length: PEOPLE }, () => nothing))
    expect(await balances()).toEqual(before)
    atFinish = atScore = async () => undefined
    await followFinished(app.app)
    await followFinished(app.app)
    expect(await effects(examId)).toEqual(whole)
    expect(await balances()).toEqual(before.map((points, at) => points + (at > 0 ? 7 : 0)))
  },
)

test('a paper that fails keeps no other from its result', async () => {
  const examId = await examOfAll()
  const [, broken] = people
  atFinish = async (_db, papers) => {
    if (papers.some((one) => one.userId === broken!.id)) throw new Error('the receiver is broken')
  }
  expect(await followFinished(app.app)).toBe(PEOPLE - 1)
  expect(await effects(examId)).toEqual(whole.map((one, at) => (at === 1 ? nothing : one)))
  atFinish = async () => undefined
  expect(await followFinished(app.app)).toBe(1)
  expect(await effects(examId)).toEqual(whole)
})

test('servers that follow papers at the same time do each once', async () => {
  const examId = await examOfAll()
  const done = await Promise.all([followFinished(app.app), followFinished(app.app), followFinished(app.app)])
  expect(done.reduce((sum, one) => sum + one, 0)).toBe(PEOPLE)
  expect(await effects(examId)).toEqual(whole)
})
