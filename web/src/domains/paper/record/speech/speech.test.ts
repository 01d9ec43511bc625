// What counts as something like speech: loud against the room for three seconds, with the pauses of words.
import type { Spoken } from '@shuyuan/contract/paper/record/speech.ts'
import { expect, test } from 'vitest'
import { finding } from './listen.ts'
import { LEVEL_MS, SpeechFinder } from './speech.ts'

/** Levels of so many seconds. */
const room = (seconds: number, db = -55) => Array.from({ length: seconds * 10 }, (_, at) => db + (at % 3))
/** Words of 400 ms with pauses of 200 ms. */
const words = (seconds: number, db = -30, pause = -54) => Array.from({ length: seconds * 10 }, (_, at) => (at % 6 < 4 ? db : pause))

function found(levels: readonly number[]): Spoken[] {
  const finder = new SpeechFinder()
  const spans = levels.map((db, at) => finder.add(db, (at + 1) * LEVEL_MS))
  return [...spans, finder.end()].flatMap((span) => (span ? [span] : []))
}
const seconds = (spans: readonly Spoken[]) => spans.map((span) => span.map((ms) => Math.round(ms / 1_000)))

test('words of more than three seconds are a time, whatever the noise of the room', () => {
  expect(seconds(found([...room(10), ...words(5), ...room(5)]))).toEqual([[10, 15]])
  expect(seconds(found([...room(10, -40), ...words(5, -22, -39), ...room(5, -40)]))).toEqual([[10, 15]])
})

test('a cough, a slammed door and what is hardly louder than the room are none', () => {
  expect(found([...room(10), ...words(2), ...room(5)])).toEqual([])
  expect(found([...room(10), ...room(6, -46), ...room(5)])).toEqual([])
})

test('a fan that starts becomes the room', () => {
  const spans = found([...room(10), ...Array.from({ length: 1_200 }, () => -35)])
  expect(spans.at(-1)![1]).toBeLessThan(45_000)
})

test('a microphone that suppresses noise gives silence, which is no measure', () => {
  expect(found([...room(10, -120), ...room(5, -55), ...room(5, -120)])).toEqual([])
  expect(seconds(found([...room(10, -120), ...words(5), ...room(5, -120)]))).toEqual([[10, 15]])
})

test('a long one is told in portions that follow each other, and the last one at the end', () => {
  const spans = found([...room(10), ...words(24)])
  expect(spans.length).toBeGreaterThan(1)
  expect(spans.slice(1).every(([from], at) => from === spans[at]![1])).toBe(true)
  expect(seconds([[spans[0]![0], spans.at(-1)![1]]])).toEqual([[10, 34]])
})

test('levels get their times from the clock of the page', () => {
  let now = 5_000
  const spans: Spoken[] = []
  const heard = finding(
    (span) => spans.push(span),
    () => now,
  )
  const add = (levels: readonly number[]) => {
    for (const db of levels) {
      now += LEVEL_MS
      heard.add(10 ** (db / 20))
    }
  }
  add(room(10))
  // the page was frozen for a minute
  now += 60_000
  add([...words(5), ...room(2)])
  heard.end()
  expect(seconds(spans)).toEqual([[75, 80]])
})
