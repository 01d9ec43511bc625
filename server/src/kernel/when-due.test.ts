// Repeated work that waits for its time in the database.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../test/start-app.ts'
import { repeated } from './every.ts'
import { whenDue } from './when-due.ts'

let site: TestApp
beforeAll(async () => {
  site = await startApp()
})
afterAll(() => site.close())

test('work is run while its condition holds, and neither waits for the other', async () => {
  const { app } = site
  const open = { one: false, two: true }
  const ran: string[] = []
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => (release = resolve))
  const asked: Date[] = []
  whenDue(
    app,
    0,
    'one',
    (now) => {
      asked.push(now)
      return sql`${open.one}::boolean`
    },
    async () => void ran.push('one'),
  )
  whenDue(
    app,
    0,
    'two',
    () => sql`${open.two}::boolean`,
    async () => {
      ran.push('two')
      await held
    },
  )
  await vi.waitFor(() => expect(ran).toContain('two'), { timeout: 60_000 })
  // the second goes on; the first comes beside it as soon as it is due
  open.one = true
  await vi.waitFor(() => expect(ran).toContain('one'), { timeout: 60_000 })
  expect(ran.filter((name) => name === 'two')).toEqual(['two'])
  open.one = false
  const looks = asked.length
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(looks + 1), { timeout: 60_000 })
  const times = ran.length
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(looks + 2), { timeout: 60_000 })
  expect(ran).toHaveLength(times)
  open.two = false
  release()
})

test('work that fails is counted, and comes again', async () => {
  const { app } = site
  let runs = 0
  const before = app.faults.counts().repeated ?? 0
  whenDue(
    app,
    0,
    'failing',
    () => sql`${runs < 2}::boolean`,
    async () => {
      runs += 1
      throw new Error('no')
    },
  )
  await vi.waitFor(() => expect(runs).toBe(2), { timeout: 60_000 })
  await vi.waitFor(() => expect((app.faults.counts().repeated ?? 0) - before).toBe(2), { timeout: 60_000 })
})

test('none begins after the shutdown has waited for the run under way', async () => {
  const ending = await startApp()
  let begun = 0
  const { run } = repeated(ending.app, 'last', async () => void (begun += 1))
  run()
  await ending.close()
  run()
  expect(begun).toBe(1)
})
