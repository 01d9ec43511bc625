// Equal answers at the same moment. It speaks of a pair only where every candidate has the questions in an order of their own.
import { poissonTail } from './tail.rules.ts'

/** Answers within so many seconds are of the same moment. */
const WINDOW = 20
/** The pair itself with other times is the comparison: shifted by so many seconds and multiples of it, both ways. */
const SHIFT = 90
const SHIFTS = 8

/** When each question of one paper was answered last, in seconds, and what; null: not answered. */
export type Moments = ReadonlyMap<string, { at: number; answer: string }>

export type Together = { count: number; expected: number; p: number }

/**
 * How often two papers gave the same answer to a question at the same moment, and how often to expect with shifted times.
 * @returns null where the questions have one order for all, because then everybody is at the same question at the same time
 */
export function togetherOf(a: Moments, b: Moments, shuffled: boolean): Together | null {
  if (!shuffled) return null
  const gaps: number[] = []
  for (const [question, one] of a) {
    const other = b.get(question)
    if (other && one.answer !== '' && one.answer === other.answer) gaps.push(one.at - other.at)
  }
  const within = (shift: number) => gaps.reduce((count, gap) => count + (Math.abs(gap - shift) <= WINDOW ? 1 : 0), 0)
  const count = within(0)
  let total = 0
  for (let at = 1; at <= SHIFTS; at++) total += within(at * SHIFT) + within(-at * SHIFT)
  // one more than was seen: a mean of 0 would make any single answer impossible
  const expected = (total + 1) / (2 * SHIFTS)
  return { count, expected, p: poissonTail(expected, count) }
}
