// Transactions outside of a call: what follows a commit runs afterwards, and its failures end nothing.
import { sql } from 'kysely'
import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { sharedApp } from '../../test/people.ts'
import { ctxOf } from './ctx.ts'
import { ownTransaction } from './own-transaction.ts'
import { every } from './every.ts'
import { surviveFaults } from './fault.ts'

const app = await sharedApp()
const faults = () => ({ ...app.app.faults.counts() })

test('effects run after the commit, in order, and a failed one stops neither the next nor the caller', async () => {
  const seen: string[] = []
  const before = faults().effect
  const value = await ownTransaction(app.app, async (ctx) => {
    ctx.afterCommit(() => void seen.push('first'))
    ctx.afterCommit(() => Promise.reject(new Error('the bus is down')))
    ctx.afterCommit(() => void seen.push('last'))
    await sql`select 1`.execute(ctx.db)
    expect(seen).toEqual([])
    return 7
  })
  expect(value).toBe(7)
  expect(seen).toEqual(['first', 'last'])
  expect(faults().effect).toBe(before + 1)
})

test('after a failure nothing of it happens', async () => {
  const seen: string[] = []
  const failing = ownTransaction(app.app, (ctx) => {
    ctx.afterCommit(() => void seen.push('effect'))
    return Promise.reject(new Error('refused'))
  })
  await expect(failing).rejects.toThrow('refused')
  expect(seen).toEqual([])
})

test('an effect without a transaction that fails is counted and does not end the process', async () => {
  const before = faults().effect
  ctxOf(app.app).afterCommit(() => Promise.reject(new Error('the bus is down')))
  await expect.poll(() => faults().effect).toBe(before + 1)
})

test('repeated work runs one at a time, goes on after a failure and ends with the server', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const closers: (() => Promise<void> | void)[] = []
    const own = { ...app.app, onClose: (close: () => Promise<void> | void) => void closers.push(close) }
    const before = faults().repeated
    const under: PromiseWithResolvers<void>[] = []
    const work = () => {
      const run = Promise.withResolvers<void>()
      under.push(run)
      return run.promise
    }
    every(own, 1_000, 'test', work, { atOnce: true })
    // a run that takes longer lets the next ones out
    vi.advanceTimersByTime(3_000)
    expect(under).toHaveLength(1)
    under[0]!.reject(new Error('once'))
    await expect.poll(() => faults().repeated).toBe(before + 1)
    vi.advanceTimersByTime(1_000)
    expect(under).toHaveLength(2)
    const closing = Promise.all(closers.map(async (close) => close()))
    under[1]!.resolve()
    await closing
    vi.advanceTimersByTime(5_000)
    expect(under).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})

test('a fault that no part of the program caught is logged and counted', () => {
  const source = new EventEmitter()
  const before = faults().unexpected
  surviveFaults(app.app, source)
  source.emit('unhandledRejection', new Error('dropped'))
  source.emit('uncaughtException', new Error('thrown'))
  expect(faults().unexpected).toBe(before + 2)
})
