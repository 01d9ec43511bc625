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
  // each queue looked for itself when it began, and does so again after minutes
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
