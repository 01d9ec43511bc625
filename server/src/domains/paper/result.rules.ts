// What of a result its candidate may see, and when (the exam's showScore and showAnswer).
import type { showWhen } from '@shuyuan/contract/exam/exam.ts'

export type When = keyof typeof showWhen
type ExamTerms = { state: number; endTime: Date | null }

const DONE = 2

/** Whether a part of the result that is shown `when` may be shown now. A disabled exam counts as closed; one without an end never closes by itself. */
export function isShown(when: When, paperState: number, exam: ExamTerms, now: Date): boolean {
  if (paperState <= 0) return false
  if (when === 'marked') return paperState === DONE
  if (when === 'closed') return exam.state !== 0 || (exam.endTime !== null && exam.endTime <= now)
  return when === 'handed'
}

/** A score is shown once it is complete: a paper that waits for its marker has passed or failed nobody (exam-rules.md, Common). */
export const isScoreShown = (when: When, paperState: number, exam: ExamTerms, now: Date) =>
  paperState === DONE && isShown(when, paperState, exam, now)

/** Minutes from the start to the hand-in, begun ones counted. */
export const minutesUsed = (startTime: Date, handTime: Date | null) =>
  handTime ? Math.max(0, Math.ceil((handTime.getTime() - startTime.getTime()) / 60_000)) : 0
