// Requests to services of others, counted by host: since the start and of the last ten minutes.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OutgoingCounts } from './outgoing-counts.ts'

const MINUTE_MS = 60_000
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('outcomes are counted by host for ever, failures of ten minutes by themselves', () => {
  const counts = new OutgoingCounts()
  for (const outcome of ['2xx', '5xx', 'failed', '4xx']) counts.add('https://sms.example/send', outcome)
  vi.advanceTimersByTime(5 * MINUTE_MS)
  counts.add('https://sms.example/send', 'failed')
  counts.add('https://pay.example/', '2xx')
  expect(counts.recent()).toEqual([
    { host: 'sms.example', calls: 5, failed: 3 },
    { host: 'pay.example', calls: 1, failed: 0 },
  ])
  vi.advanceTimersByTime(6 * MINUTE_MS)
  expect(counts.recent()).toEqual([
    { host: 'sms.example', calls: 1, failed: 1 },
    { host: 'pay.example', calls: 1, failed: 0 },
  ])
  vi.advanceTimersByTime(10 * MINUTE_MS)
  expect(counts.recent()).toEqual([])
  expect(counts.read()).toContainEqual({ value: 2, labels: { host: 'sms.example', outcome: 'failed' } })
})

test('beyond a hundred hosts the others are one', () => {
  const counts = new OutgoingCounts()
  for (let at = 0; at < 103; at++) counts.add(`https://host${at}.example/`, 'failed')
  expect(counts.recent()).toHaveLength(101)
  expect(counts.recent().at(-1)).toEqual({ host: 'other', calls: 3, failed: 3 })
})
