// Decides which parts of a result its candidate may see, and when (the exam's showScore and showAnswer).
import { type showWhen, ExamState } from '@shuyuan/contract/exam/exam.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'

export type Release = keyof typeof showWhen
type ExamPeriod = { state: number; endTime: Date | null }

/** Whether a part of the result with release `when` is visible now. A disabled exam counts as closed; one without an end does not close. */
export function isShown(when: Release, paperState: number, exam: ExamPeriod, now: Date): boolean {
  if (paperState <= PaperState.open) return false
  if (when === 'marked') return paperState === PaperState.done
  if (when === 'closed') return exam.state !== ExamState.enabled || (exam.endTime !== null && exam.endTime <= now)
  return when === 'handed'
}

/** Whether the score is visible: only a completely marked paper has passed or failed (exam-rules.md, Common). */
export const isScoreShown = (when: Release, paperState: number, exam: ExamPeriod, now: Date) =>
  paperState === PaperState.done && isShown(when, paperState, exam, now)

/** Minutes from the start to the hand-in, rounded up. */
export const minutesUsed = (startTime: Date, handTime: Date | null) =>
  handTime ? Math.max(0, Math.ceil((handTime.getTime() - startTime.getTime()) / 60_000)) : 0

/** Duration of one look at the answers; reloading the page within it does not count as another look. */
export const LOOK_MS = 30 * 60_000
type Looking = { answerUntil: Date | null; answerLooks: number; looks: number; lookTime: Date | null }

/** Whether the answers of a limited exam are visible now (`open`), may be opened by another look (`mayLook`), and the looks `left`. */
export function lookOf({ answerUntil, answerLooks, looks, lookTime }: Looking, now: Date) {
  const inTime = answerUntil === null || now < answerUntil
  if (answerLooks === 0) return { open: inTime, mayLook: false, left: null }
  const looking = lookTime !== null && now.getTime() < lookTime.getTime() + LOOK_MS
  const left = Math.max(0, answerLooks - looks)
  return { open: inTime && looking, mayLook: inTime && !looking && left > 0, left }
}
