import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cloneDatabase } from '../../test/database.ts'
import { openDatabase } from './database.ts'
import { openJobs } from './jobs.ts'

test('one look at all queues finds the jobs whose time has come, one after the other', async () => {
  const database = await cloneDatabase()
  onTestFinished(() => database.drop())
  const { db } = openDatabase(database.url, { max: 2, onError: () => undefined })
  onTestFinished(() => db.destroy())
  const errors: object[] = []
  const jobs = openJobs(database.url, { error: (detail) => void errors.push(detail) }, 'UTC')
  onTestFinished(() => jobs.close())
  const done: unknown[] = []
  const note = (name: string) => ({ name, run: async (payload: unknown) => void done.push({ name, payload }) })
  await jobs.start([note('one'), note('two')])
  await jobs.send(db, 'two', { later: true }, { startAfter: new Date(Date.now() + 3_600_000) })
  await jobs.send(db, 'two', { at: 1 })
  await jobs.send(db, 'two', { at: 2 })
  await vi.waitFor(
    async () => {
      await jobs.look()
      expect(done).toHaveLength(2)
    },
    { timeout: 60_000 },
  )
  expect(done).toEqual([
    { name: 'two', payload: { at: 1 } },
    { name: 'two', payload: { at: 2 } },
  ])
  expect(errors).toEqual([])
})

test('a start writes what is new or has changed, and nothing else', async () => {
  const database = await cloneDatabase()
  onTestFinished(() => database.drop())
  const { db } = openDatabase(database.url, { max: 2, onError: () => undefined })
  onTestFinished(() => db.destroy())
  /** Starts and stops with these jobs. @returns the stored queues and schedules, each with the transaction that wrote it */
  const after = async (...crons: [name: string, cron: string][]) => {
    const jobs = openJobs(database.url, { error: () => undefined }, 'Asia/Shanghai')
    await jobs.start(crons.map(([name, cron]) => ({ name, cron, run: async () => undefined })))
    await jobs.close()
    const { rows } = await sql<{ name: string; cron: string; timezone: string; queue: string; schedule: string }>`
      select name, cron, timezone, q.xmin::text as queue, s.xmin::text as schedule
      from pgboss.queue q join pgboss.schedule s using (name) where name in ('first', 'second') order by name`.execute(db)
    return rows
  }
  const [first] = await after(['first', '0 3 * * *'])
  expect(first).toMatchObject({ name: 'first', cron: '0 3 * * *', timezone: 'Asia/Shanghai' })
  const [same, second] = await after(['first', '0 3 * * *'], ['second', '5 * * * *'])
  expect(same).toEqual(first)
  expect(second).toMatchObject({ name: 'second', cron: '5 * * * *' })
  const [changed, kept] = await after(['first', '0 4 * * *'], ['second', '5 * * * *'])
  expect(changed).toMatchObject({ cron: '0 4 * * *', queue: first?.queue })
  expect(kept).toEqual(second)
})
