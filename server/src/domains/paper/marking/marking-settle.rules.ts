// Resolves double marks into the final mark (exam-rules.md, *Double marking*) and sums rubric lines.
import { TaskRole } from '@shuyuan/contract/paper/review/review.ts'
import { type DoubleRule, settleMarks } from './marking-manual.rules.ts'

/** The score that one role has given, in 1/100 point; null before that. */
export type Given = { role: number; score: number | null }
/** The final score; or the role whose mark is missing: the assigned markers, a third marker, or the chief. */
export type Settled = { score: number } | { needs: 'markers' | 'third' | 'chief' }

/**
 * Resolves the marks of one answer. The chief's mark is always final; an answer without a second role is marked once, unless the chief
 * replaces that role.
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

/** The score of a mark: the sum of the chosen lines clamped to [0, max], plus the marker's adjustment, clamped again. All in 1/100 point. */
export function rubricScore(linePoints: readonly number[], adjust: number, max: number): number {
  return clamped(clamped(sumOf(linePoints), max) + adjust, max)
}

/** Manual adjustment: `score` minus the clamped sum of the chosen rubric lines, in 1/100 point. */
export const adjustOf = (linePoints: readonly number[], score: number, max: number): number => score - clamped(sumOf(linePoints), max)

const sumOf = (points: readonly number[]) => points.reduce((sum, one) => sum + one, 0)
