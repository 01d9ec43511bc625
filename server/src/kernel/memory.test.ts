import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenQuiet } from './memory.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('acts once, after the first ten seconds with little to do', () => {
  const shares = [0.9, 0.26, 0.2, 0.01]
  const act = vi.fn<() => void>()
  whenQuiet(act, () => shares.shift() ?? 0)
  vi.advanceTimersByTime(20_000)
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(act).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(60_000)
  expect(act).toHaveBeenCalledTimes(1)
})
