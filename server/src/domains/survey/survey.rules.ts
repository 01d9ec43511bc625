// Decisions about surveys that need no database.
import type { SurveyQuestion } from '@shuyuan/contract/survey/question.ts'
import { type SurveyPhase, SurveyState } from '@shuyuan/contract/survey/survey.ts'

type Window = { state: SurveyState; startTime: Date | null; endTime: Date | null }

/** A draft waits, a stopped survey is closed, whatever its times are. */
export function phaseOf({ state, startTime, endTime }: Window, now: Date): SurveyPhase {
  if (state === SurveyState.closed || (endTime !== null && endTime <= now)) return 'closed'
  return state === SurveyState.draft || (startTime !== null && startTime > now) ? 'waiting' : 'open'
}

const shapeOf = ({ id, type, options, rows, steps, most, required, showIf }: SurveyQuestion) =>
  JSON.stringify([
    id,
    type,
    options.map((one) => one.id),
    rows.map((one) => one.id),
    steps,
    most,
    required,
    showIf?.question,
    showIf?.values,
  ])

/** Whether the answers that were given mean the same with the other questions: only texts differ. */
export const isSameShape = (stored: readonly SurveyQuestion[], other: readonly SurveyQuestion[]): boolean =>
  stored.length === other.length && stored.every((one, at) => shapeOf(one) === shapeOf(other[at]!))

export type Count = { key: string; n: number }

const HUNDREDTHS = 100

/** The mean of numbers that were counted, to two decimals; null without any. */
export function meanOf(counts: readonly Count[]): number | null {
  const n = counts.reduce((sum, one) => sum + one.n, 0)
  if (n === 0) return null
  const total = counts.reduce((sum, one) => sum + Number(one.key) * one.n, 0)
  return Math.round((total / n) * HUNDREDTHS) / HUNDREDTHS
}

const PROMOTER = 9
const DETRACTOR = 6

/** Promoters minus detractors in percent, rounded; null without answers. */
export function npsOf(counts: readonly Count[]): number | null {
  const sum = (belongs: (value: number) => boolean) => counts.reduce((n, one) => n + (belongs(Number(one.key)) ? one.n : 0), 0)
  const n = sum(() => true)
  if (n === 0) return null
  return Math.round(((sum((value) => value >= PROMOTER) - sum((value) => value <= DETRACTOR)) / n) * 100)
}
