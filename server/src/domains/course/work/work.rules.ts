// Rules of assignments: which try may be handed in, delay, deduction, lines of a rubric.
import { HandState, type WorkReason } from '@shuyuan/contract/course/work/work-codes.ts'

const DAY_MS = 86_400_000
const PERCENT = 100

export type Try = { tryNo: number; state: HandState; passed: boolean | null; lateDays: number }
type Terms = { tries: number; late: boolean }
/** `tryNo`: the try to write now. `isFree`: it follows a return, so that the deadline does not count and the delay stays. */
export type Turn = { tryNo: number; reason: WorkReason | null; lateDays: number; isFree: boolean }

/** Begun days after the deadline; 0 without one. */
export function lateDaysOf(dueTime: Date | null, now: Date): number {
  return dueTime === null ? 0 : Math.max(0, Math.ceil((now.getTime() - dueTime.getTime()) / DAY_MS))
}

/**
 * What the learner may do now.
 * @param tries own tries, drafts included, in any order
 */
export function turnOf(tries: readonly Try[], { tries: most, late }: Terms, dueTime: Date | null, now: Date): Turn {
  const handed = tries.filter((one) => one.state !== HandState.draft).toSorted((a, b) => b.tryNo - a.tryNo)
  const last = handed[0]
  const isFree = last?.state === HandState.returned
  const lateDays = isFree ? last.lateDays : lateDaysOf(dueTime, now)
  const turn = { tryNo: (last?.tryNo ?? 0) + 1, lateDays, isFree }
  if (last?.state === HandState.handed) return { ...turn, reason: 'waiting' }
  if (last?.state === HandState.marked && last.passed === true) return { ...turn, reason: 'passed' }
  const used = handed.filter((one) => one.state !== HandState.returned).length
  if (!isFree && most > 0 && used >= most) return { ...turn, reason: 'used' }
  if (!isFree && !late && lateDays > 0) return { ...turn, reason: 'late' }
  return { ...turn, reason: null }
}

/** The score after the deduction for delay, in 1/100 point. */
export const finalScoreOf = (
  score: number,
  { maxScore, latePercent }: { maxScore: number; latePercent: number },
  lateDays: number,
): number => Math.max(0, score - Math.round((maxScore * latePercent * lateDays) / PERCENT))

/** The lines of a rubric with these ids, in its order; unknown ids are left out. */
export const linesAmong = <T extends { id: string }>(rubric: readonly T[], ids: readonly string[]): T[] =>
  rubric.filter((one) => ids.includes(one.id))
