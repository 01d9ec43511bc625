// When the marks that several people gave one answer become the mark that counts (exam-rules.md, *Double marking*), and what rubric lines add up to.
import { TaskRole } from '@shuyuan/contract/paper/review/review.ts'
import { type DoubleRule, settleMarks } from './marking-manual.rules.ts'

/** What one role has given, 1/100 point; null: not yet. */
export type Given = { role: number; score: number | null }
/** The score that counts; or whose mark is missing: of the markers who are at work already, a third, or the chief. */
export type Settled = { score: number } | { needs: 'markers' | 'third' | 'chief' }

/**
 * Takes the marks of one answer. A chief's mark ends every question; an answer without a second role is marked once, unless the chief has been
 * asked in its place.
 */
export function settleAnswer(given: readonly Given[], rule: DoubleRule): Settled {
  const of = (which: number) => given.find((one) => one.role === which)?.score ?? null
  const [first, second, third, chief] = [of(TaskRole.first), of(TaskRole.second), of(TaskRole.third), of(TaskRole.chief)]
  if (chief !== null) return { score: chief }
  if (first === null) return { needs: 'markers' }
  const asked = given.some((one) => one.role === TaskRole.chief)
  if (given.every((one) => one.role !== TaskRole.second)) return asked ? { needs: 'chief' } : { score: first }
  if (second === null) return { needs: 'markers' }
  const outcome = settleMarks(third === null ? { first, second } : { first, second, third }, rule)
  if ('score' in outcome) return { score: outcome.score }
  return asked ? { needs: 'chief' } : outcome
}

const clamped = (score: number, max: number) => Math.min(max, Math.max(0, score))

/** The score of a mark: the chosen lines added up, never below 0 or above the maximum, and what the marker added to that. All in 1/100 point. */
export function rubricScore(linePoints: readonly number[], adjust: number, max: number): number {
  return clamped(clamped(sumOf(linePoints), max) + adjust, max)
}

/** What a marker added to the lines that he chose to come to `score`. */
export const adjustOf = (linePoints: readonly number[], score: number, max: number): number => score - clamped(sumOf(linePoints), max)

const sumOf = (points: readonly number[]) => points.reduce((sum, one) => sum + one, 0)
