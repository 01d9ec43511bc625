// Manual marks: bounds, suggestions, double marking, conflicting saves (exam-rules.md, *Marking*, 4 and *Double marking*).
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/paper/paper.server.texts.ts'
import { splitAlternatives } from '@shuyuan/contract/qu/blank-key.ts'
import type { Answer, QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { sameLook } from '@shuyuan/contract/qu/rich-content.ts'
import { formatPoints } from '@shuyuan/contract/kernel/points.ts'
import { normalise } from './marking-compare.rules.ts'
import type { ManualMarks } from './marking.rules.ts'

/** Checks a marker's score; returns the refusal, or null if it is valid. All in 1/100 point; the maximum is valid whatever the step. */
export function checkManualScore(score: number, max: number, step: number): Message | null {
  if (!Number.isInteger(score) || score < 0 || score > max) return say('scoreRange', { max: formatPoints(max) })
  return score % step === 0 || score === max ? null : say('scoreStep', { step: formatPoints(step) })
}

/** Suggests a score in 1/100 point from the keyword groups of a short answer; null without groups. It is never used as a mark. */
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
/** Either the final score in 1/100 point and its origin, or the mark that is still missing. */
export type DoubleOutcome = { score: number; by: 'mean' | 'chief' } | { needs: 'third' | 'chief' }

/**
 * Resolves the marks of several markers: the mean of two within tolerance, rounded half up to the step; else, with a third mark, the
 * mean of the nearest two within tolerance (the higher pair on a tie); else the chief's mark. All in 1/100 point.
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
 * Finds conflicts between the stored marks and the sent marks, which carry the version that their marker read.
 * @returns both scores (1/100 point) of each question that differs; empty if that version is still current
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
