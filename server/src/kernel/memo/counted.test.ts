import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { sharedApp } from '../../../test/people.ts'
import { countedOnce, halfMinute } from './counted.ts'

const { db } = (await sharedApp()).app
const countOf = (least: number) => sql`select count(*) from sys_user where id > ${least}`.compile(db)

test('remembers an approximate count by statement and values, also within a transaction', async () => {
  const count = vi.fn<() => Promise<number>>(() => Promise.resolve(12_000))
  const ask = (least: number, within = db) => countedOnce(within, countOf(least), count, (value) => value > 10_000)
  expect(await ask(1)).toBe(12_000)
  expect(await db.transaction().execute((within) => ask(1, within))).toBe(12_000)
  expect(count).toHaveBeenCalledTimes(1)
  await ask(2)
  expect(count).toHaveBeenCalledTimes(2)
})

test('counts anew what is exact', async () => {
  const count = vi.fn<() => Promise<number>>(() => Promise.resolve(7))
  const ask = () => countedOnce(db, countOf(3), count, (value) => value > 10_000)
  await ask()
  await ask()
  expect(count).toHaveBeenCalledTimes(2)
})

test('a condition compares the same time for half a minute', () => {
  const at = (seconds: string) => halfMinute(new Date(`2026-11-28T08:00:${seconds}Z`)).toISOString()
  expect([at('00.000'), at('29.999'), at('30.000')]).toEqual([
    '2026-11-28T08:00:00.000Z',
    '2026-11-28T08:00:00.000Z',
    '2026-11-28T08:00:30.000Z',
  ])
})
