// What people decide about a mark: bounds, suggestions, two markers, two saves (exam-rules.md, *Marking*, 4 and *Double marking*).
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/paper/paper.server.texts.ts'
import { splitAlternatives } from '@shuyuan/contract/qu/blank-key.ts'
import type { Answer, QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { sameLook } from '@shuyuan/contract/qu/rich-content.ts'
import { formatPoints } from '@shuyuan/contract/kernel/points.ts'
import { normalise } from './marking-compare.rules.ts'
import type { ManualMarks } from './marking.rules.ts'

/** Null where a marker may give this score, else the reason. All in 1/100 point; the maximum itself is always allowed. */
export function checkManualScore(score: number, max: number, step: number): Message | null {
  if (!Number.isInteger(score) || score < 0 || score > max) return say('scoreRange', { max: formatPoints(max) })
  return score % step === 0 || score === max ? null : say('scoreStep', { step: formatPoints(step) })
}

/** What the keyword groups of a short answer would give, in 1/100 point; null where there are none. Never a mark by itself. */
export function suggestScore(key: QuestionKey, answer: Answer | null): number | null {
  const groups = key.rule.keywords ?? []
  if (groups.length === 0) return null
  const text = answer && 'text' in answer ? normalise(sameLook(answer.text), true) : ''
  const found = groups.filter((group) => splitAlternatives(group.words).some((word) => text.includes(normalise(word, true))))
  return Math.min(
    key.score,
    found.reduce((sum, group) => sum + group.points, 0),
  )
}

export type DoubleMarks = { first: number; second: number; third?: number; chief?: number }
export type DoubleRule = { tolerance: number; step: number; max: number }
/** Either a score in 1/100 point and whose it is, or whose mark is still missing. */
export type DoubleOutcome = { score: number; by: 'mean' | 'chief' } | { needs: 'third' | 'chief' }

/**
 * Settles the marks of several markers: the mean of two within tolerance, half up to the step; else, with a third, the mean of
 * the nearest two within tolerance, of equally near pairs the higher; else the chief's mark.
 */
export function settleMarks(marks: DoubleMarks, rule: DoubleRule): DoubleOutcome {
  const { first, second, third, chief } = marks
  if (Math.abs(first - second) <= rule.tolerance) return { score: meanOf([first, second], rule), by: 'mean' }
  if (third === undefined) return { needs: 'third' }
  const [low, middle, high] = [first, second, third].sort((a, b) => a - b) as [number, number, number]
  const nearest: [number, number] = high - middle <= middle - low ? [middle, high] : [low, middle]
  if (nearest[1] - nearest[0] <= rule.tolerance) return { score: meanOf(nearest, rule), by: 'mean' }
  return chief === undefined ? { needs: 'chief' } : { score: chief, by: 'chief' }
}

function meanOf([a, b]: [number, number], { step, max }: DoubleRule): number {
  if (a === b) return a
  const twice = a + b + step
  return Math.min(max, (twice - (twice % (2 * step))) / 2)
}

export type MarkConflict = { id: string; stored: number | null; sent: number }

/**
 * What two markers disagree about. Takes the stored marks with their version and the sent ones with the version that was read;
 * returns nothing where that version is still current or both gave the same, else both scores (1/100 point) for each question.
 */
export function conflictsOf(
  stored: { version: number; marks: ManualMarks },
  sent: { version: number; marks: ManualMarks },
): MarkConflict[] {
  if (stored.version === sent.version) return []
  return [...sent.marks]
    .map(([id, { score }]) => ({ id, stored: stored.marks.get(id)?.score ?? null, sent: score }))
    .filter((one) => one.stored !== one.sent)
}
