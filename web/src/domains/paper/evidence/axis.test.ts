import { expect, test } from 'vitest'
import { liveEnd } from './usePlayback.ts'
import { clockText, clusterAt, type Mark, msOfClock, nextSignal, type Part, partAt, sinceZero } from './axis.ts'

test('times are told from the start of the paper', () => {
  expect([clockText(0), clockText(65_400), clockText(3_723_000)]).toEqual(['00:00', '01:05', '1:02:03'])
  expect([msOfClock('01:05'), msOfClock('1：02:03'), msOfClock('7'), msOfClock('a'), msOfClock('1:2:3:4')]).toEqual([
    65_000,
    3_723_000,
    7_000,
    undefined,
    undefined,
  ])
  expect(sinceZero('2026-03-01 09:01:30', '2026-03-01 09:00:00')).toBe(90_000)
})

test('the next signal is one, whatever other events lie between', () => {
  const mark = (atMs: number, isSignal: boolean): Mark => ({
    id: String(atMs),
    fromMs: atMs,
    atMs,
    title: '',
    lane: isSignal ? 'signal' : 'event',
    isSignal,
    image: '',
  })
  const marks = [mark(5_000, true), mark(9_000, false), mark(20_000, true)]
  expect(nextSignal(marks, 5_000, true)?.atMs).toBe(20_000)
  expect(nextSignal(marks, 20_500, false)?.atMs).toBe(5_000)
  expect([nextSignal(marks, 20_000, true), nextSignal(marks, 0, false)]).toEqual([undefined, undefined])
})

test('a place is played from the key frame before it', () => {
  const part = {
    zeroMs: 10_000,
    fromMs: 10_000,
    toMs: 30_000,
    clusters: [
      [200, 0],
      [900, 5_000],
      [1_800, 10_000],
    ],
  } as unknown as Part
  expect(partAt([part], 10_000)).toBe(part)
  expect([partAt([part], 9_999), partAt([part], 30_000)]).toEqual([undefined, undefined])
  expect([clusterAt(part, 0), clusterAt(part, 4_999), clusterAt(part, 12_000)]).toEqual([0, 0, 2])
})

test('live is the newest place that all recording tracks have', () => {
  const upTo = (...ends: number[]) =>
    ({ endMs: Math.max(...ends), tracks: ends.map((toMs) => ({ parts: [{ toMs }] })) }) as unknown as Parameters<typeof liveEnd>[0]
  expect([liveEnd(upTo(60_000, 52_000)), liveEnd(upTo(60_000, 20_000)), liveEnd({ ...upTo(1), tracks: [] })]).toEqual([51_999, 59_999, 0])
})
