// What of a result its candidate may see, and when (the exam's showScore and showAnswer).
import { type showWhen, ExamState } from '@shuyuan/contract/exam/exam.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'

export type When = keyof typeof showWhen
type ExamTerms = { state: number; endTime: Date | null }

/** Whether a part of the result that is shown `when` may be shown now. A disabled exam counts as closed; one without an end never closes by itself. */
export function isShown(when: When, paperState: number, exam: ExamTerms, now: Date): boolean {
  if (paperState <= PaperState.open) return false
  if (when === 'marked') return paperState === PaperState.done
  if (when === 'closed') return exam.state !== ExamState.enabled || (exam.endTime !== null && exam.endTime <= now)
  return when === 'handed'
}

/** A score is shown once it is complete: a paper that waits for its marker has passed or failed nobody (exam-rules.md, Common). */
export const isScoreShown = (when: When, paperState: number, exam: ExamTerms, now: Date) =>
  paperState === PaperState.done && isShown(when, paperState, exam, now)

/** Minutes from the start to the hand-in, begun ones counted. */
export const minutesUsed = (startTime: Date, handTime: Date | null) =>
  handTime ? Math.max(0, Math.ceil((handTime.getTime() - startTime.getTime()) / 60_000)) : 0

/** A look at the answers lasts this long, however often the page is loaded meanwhile. */
export const LOOK_MS = 30 * 60_000
type Looking = { answerUntil: Date | null; answerLooks: number; looks: number; lookTime: Date | null }

/** What an exam that limits the sight of its answers leaves of it now. `open`: they may be seen; `mayLook`: they could be, by another look. */
export function lookOf({ answerUntil, answerLooks, looks, lookTime }: Looking, now: Date) {
  const inTime = answerUntil === null || now < answerUntil
  if (answerLooks === 0) return { open: inTime, mayLook: false, left: null }
  const looking = lookTime !== null && now.getTime() < lookTime.getTime() + LOOK_MS
  const left = Math.max(0, answerLooks - looks)
  return { open: inTime && looking, mayLook: inTime && !looking && left > 0, left }
}
