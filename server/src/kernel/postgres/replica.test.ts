// Reports are read from a standby while it is close behind, else from the primary.
import { examStat } from '@shuyuan/contract/stat/exam.ts'
import { report } from '@shuyuan/contract/stat/report.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { code } from '../../../test/refusal.ts'
import { handIn, startPaper } from '../../../test/papers.ts'
import { startApp, type TestApp } from '../../../test/start-app.ts'
import { startWithStandby } from '../../../test/standby.ts'
import { choose, makeFixedExam } from '../../domains/paper/fixed.factory.ts'
import { onReplica, replicaOf } from './replica.ts'

const PATIENCE_MS = 300_000
const FAR = 3_600
let pair: Awaited<ReturnType<typeof startWithStandby>>
let app: TestApp

beforeAll(async () => {
  pair = await startWithStandby()
  app = await startApp({ databaseUrl: pair.primary.url, env: { DATABASE_REPLICA_URL: pair.standbyUrl, DATABASE_REPLICA_LAG_S: `${FAR}` } })
}, PATIENCE_MS)
afterAll(async () => {
  await app.close()
  await pair.close()
}, PATIENCE_MS)

const replica = () => replicaOf(app.app)!
const onStandby = async (statement: string) => {
  const client = new pg.Client({ connectionString: pair.standbyUrl })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
/** Waits until the standby has what is committed now. */
async function level() {
  const { rows } = await sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`.execute(app.db)
  await vi.waitFor(
    async () => {
      await replica().check()
      const db = replica().db()
      expect(db).toBeDefined()
      const { rows: found } = await sql<{ has: boolean }>`select pg_last_wal_replay_lsn() >= ${rows[0]!.at}::pg_lsn as has`.execute(db!)
      expect(found[0]!.has).toBe(true)
    },
    { interval: 20 },
  )
}
const usersSeen = () =>
  onReplica(app.ctx(), async ({ db }) => {
    const { n } = await db
      .selectFrom('sysUser')
      .select((q) => q.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow()
    return Number(n)
  })
/** From which database `act` was answered. */
async function from(act: () => Promise<unknown>) {
  const before = { ...replica().reads }
  await act()
  return Object.entries(replica().reads)
    .filter(([name, count]) => count > before[name as keyof typeof before])
    .map(([name]) => name)
}

describe('a standby that follows', { timeout: PATIENCE_MS }, () => {
  test('answers every report and export, and nothing in them writes', async () => {
    const learner = await app.enrol({ userName: 'learner' })
    const { token } = await app.as('admin')
    const { examId } = await makeFixedExam(app.ctx(), { single: 2 })
    const paper = await startPaper(app, learner, examId)
    await handIn(app, learner, paper.id, (key) => choose(key, 'A'))
    await level()
    const period = { from: '2026-11-01', to: '2026-11-30' }
    const file = (path: string, payload: object) => async () =>
      expect((await app.http.inject({ method: 'POST', url: path, headers: { token }, payload })).headers['content-disposition']).toMatch(
        /^attachment/,
      )
    const calls: (() => Promise<unknown>)[] = [
      () => app.ok(examStat.overview, { examId }, token),
      () => app.ok(examStat['qu-analysis'], { examId }, token),
      () => app.ok(report.read, period, token),
      file(examStat.export.path, { examId }),
      file(report.export.path, period),
      file(report.record.path, { userId: learner.id }),
    ]
    for (const call of calls) expect(await from(call)).toEqual(['replica'])
    expect(await app.ok(examStat.overview, { examId }, token)).toMatchObject({ sat: 1, handed: 1 })
  })

  test('a refusal of the standby is asked again on the primary, because a row may be missing there', async () => {
    const { token } = await app.as('admin')
    const missing = () => app.call(examStat.overview, { examId: '999' }, token)
    expect(await from(async () => expect((await missing()).code).toBe(code('notFound')))).toEqual(['primary'])
    expect(replica().db()).toBeDefined()
  })

  test('a read that writes after all is repeated on the primary', async () => {
    const write = () => onReplica(app.ctx(), ({ db }) => sql`create temporary table written ()`.execute(db))
    expect(await from(write)).toEqual(['primary'])
    expect(replica().db()).toBeDefined()
  })

  test('too far behind it is not asked, and is asked again when it has caught up', async () => {
    await level()
    await onStandby('select pg_wal_replay_pause()')
    const before = await usersSeen()
    await app.enrol({ userName: 'late' })
    await replica().check()
    expect(await usersSeen()).toBe(before)
    const lag = replica().lag()!
    await replica().check()
    expect(replica().lag()).toBeGreaterThan(lag)
    app.app.config.replicaLagS = lag
    expect(await from(async () => expect(await usersSeen()).toBe(before + 1))).toEqual(['primary'])
    await onStandby('select pg_wal_replay_resume()')
    app.app.config.replicaLagS = FAR
    await level()
    expect(await from(async () => expect(await usersSeen()).toBe(before + 1))).toEqual(['replica'])
  })

  test('when it is gone reports go on, and it is used again when it is back', async () => {
    await level()
    await pair.stopStandby()
    expect(await from(usersSeen)).toEqual(['primary'])
    expect(replica().lag()).toBeUndefined()
    await replica().check()
    expect(await from(usersSeen)).toEqual(['primary'])
    await pair.restartStandby()
    await level()
    expect(await from(usersSeen)).toEqual(['replica'])
  })
})

test('a database that is no standby is not read', async () => {
  const other = await startApp()
  const alone = await startApp({ env: { DATABASE_REPLICA_URL: other.databaseUrl } })
  await replicaOf(alone.app)!.check()
  expect([replicaOf(alone.app)!.db(), replicaOf(alone.app)!.lag()]).toEqual([undefined, undefined])
  await alone.close()
  await other.close()
})

test('without the setting there is none', async () => {
  const alone = await startApp()
  expect(replicaOf(alone.app)).toBeUndefined()
  await alone.close()
})
