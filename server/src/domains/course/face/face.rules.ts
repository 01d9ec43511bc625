// Decisions of the face checks in courses.
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'

/** added to an interval, for a capture that is still being sent */
const PATIENCE_MS = 60_000
const MINUTE_MS = 60_000
/** After too many failures the course cannot be opened for this time. */
const BLOCK_MS = 60_000

export const nextDue = (now: Date, faceInterval: number): Date => new Date(now.getTime() + faceInterval * MINUTE_MS)

/** Whether the expected capture did not arrive although the page reports learning. */
export const isOverdue = (due: Date | null, faceInterval: number, now: Date): boolean =>
  due !== null && now.getTime() > due.getTime() + faceInterval * MINUTE_MS + PATIENCE_MS

/** passed: shows the learner, or one face where there is none to compare with; unanswered: the provider gave no answer. */
export type Outcome = 'passed' | 'failed' | 'unanswered'
/** `held`: nothing counts and nothing is finished until a capture passes. */
export type Counted = { fails: number; blockedUntil: Date | null; isBreak: boolean; held: boolean }

/** The state after a capture. One without an answer is no failure: it passes, unless the newest one with an answer failed. */
export function countedCapture(before: number, outcome: Outcome, faceChance: number, now: Date): Counted {
  if (outcome === 'unanswered') return { fails: before, blockedUntil: null, isBreak: false, held: before > 0 }
  if (outcome === 'passed') return { fails: 0, blockedUntil: null, isBreak: false, held: false }
  const fails = before + 1
  const isBreak = fails >= faceChance
  return { fails, blockedUntil: isBreak ? new Date(now.getTime() + BLOCK_MS) : null, isBreak, held: true }
}

/** For how long after a passed capture the end of a file, or the report of its content, may finish it. */
const SEEN_MS = 30_000

/** Whether the course takes captures of the caller, and where they stand with them. */
export type Watch = { on: boolean; held: boolean; passedTime: Date | null }

/** Whether a learner who was just seen reports the end of a file. */
export const isSeen = ({ passedTime }: Watch, now: Date): boolean => passedTime !== null && now.getTime() - passedTime.getTime() <= SEEN_MS

const dayOf = (at: Date) => toWallClock(at).slice(0, 10)
/** Whether two instants are on the same day in the site's time zone. */
export const isSameDay = (one: Date | null, other: Date): boolean => one !== null && dayOf(one) === dayOf(other)
