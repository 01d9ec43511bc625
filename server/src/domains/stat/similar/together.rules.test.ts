import { expect, test } from 'vitest'
import { fastShares, isFast } from './fast.rules.ts'
import { similarTexts } from '../../../kernel/similar-texts.ts'
import { togetherOf, type Moments } from './together.rules.ts'

/** Answers A to each question at these seconds. */
const momentsOf = (times: readonly number[]): Moments => new Map(times.map((at, question) => [`q${question}`, { at, answer: 'A' }]))
/** Numbers from 0 to 1 that a seed decides (mulberry32). */
function drawn(n: number, seed: number): number[] {
  let state = seed * 7_919
  return Array.from({ length: n }, () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  })
}

test('equal answers at the same moment count against the same pair at other times', () => {
  const times = drawn(30, 7).map((one) => one * 3_000)
  const close = togetherOf(momentsOf(times), momentsOf(times.map((one) => one + 8)), true)!
  expect(close.count).toBe(30)
  expect(close.p).toBeLessThan(1e-10)
  const apart = togetherOf(momentsOf(times), momentsOf(drawn(30, 11).map((one) => one * 3_000)), true)!
  expect(apart.p).toBeGreaterThan(0.01)
})

test('it says nothing where all have the questions in one order', () => {
  const times = drawn(30, 7)
  expect(togetherOf(momentsOf(times), momentsOf(times), false)).toBeNull()
})

test('another answer, or none, at the same moment does not count', () => {
  const a: Moments = new Map([['q', { at: 5, answer: 'A' }]])
  expect(togetherOf(a, new Map([['q', { at: 5, answer: 'B' }]]), true)!.count).toBe(0)
  expect(togetherOf(new Map([['q', { at: 5, answer: '' }]]), new Map([['q', { at: 5, answer: '' }]]), true)!.count).toBe(0)
})

test('right answers far below a person’s own pace are counted, a fast person is not', () => {
  const [people, items] = [60, 30]
  const noise = drawn(people * items, 13).map((one) => (one - 0.5) * 1.2)
  const seconds = Float64Array.from({ length: people * items }, (_, at) => {
    const [person, item] = [Math.floor(at / items), at % items]
    // person 0 knew 12 answers, person 1 is three times as fast as the others
    const known = person === 0 && item < 12 ? 0.05 : 1
    return 40 * (1 + (item % 5)) * Math.exp(noise[at]!) * known * (person === 1 ? 0.33 : 1)
  })
  const shares = fastShares({ people, items, seconds, right: new Int8Array(people * items).fill(1) })
  expect(shares[0]).toMatchObject({ count: 12 })
  expect(shares.flatMap((one, person) => (one && isFast(one) ? [person] : []))).toEqual([0])
  const few = fastShares({
    people,
    items,
    seconds: seconds.map((one, at) => (at >= items || at < 9 ? one : 0)),
    right: new Int8Array(people * items).fill(1),
  })
  expect(few[0]).toBeNull()
})

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
/** A text of so many characters that no other seed gives. */
const textOf = (seed: number, length = 100) =>
  drawn(length, seed + 100)
    .map((one) => letters[Math.floor(one * 36)])
    .join('')

test('short answers with long common runs are paired', () => {
  const answers = Array.from({ length: 100 }, (_, at) => textOf(at * 3 + 1))
  answers[7] = `${answers[3]!.slice(0, 70)}${textOf(997, 30)}`
  const pairs = similarTexts(answers, [])
  expect(pairs.map(({ a, b }) => [a, b])).toEqual([[3, 7]])
  // punctuation, spaces and width do not hide it
  answers[9] = Array.from(answers[5]!).join('，')
  expect(similarTexts(answers, []).map(({ a, b }) => [a, b])).toContainEqual([5, 9])
})

test('the words of the question, of the reference and of many answers do not count, nor do short answers', () => {
  const common = textOf(2_001, 200)
  const answers = Array.from({ length: 100 }, (_, at) => textOf(at * 3 + 1))
  const both = answers.map((own, at) => (at < 2 ? common + own : own))
  expect(similarTexts(both, [])).toHaveLength(1)
  expect(similarTexts(both, [common])).toEqual([])
  expect(
    similarTexts(
      answers.map((own, at) => (at < 40 ? common + own : own)),
      [],
    ),
  ).toEqual([])
  const short = answers.map((own, at) => (at < 2 ? common.slice(0, 50) : own))
  expect(similarTexts(short, [])).toEqual([])
})
