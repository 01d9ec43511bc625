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

export type Counted = { fails: number; blockedUntil: Date | null; isBreak: boolean }

/** The state after a capture; one that could not be compared changes nothing. */
export function countedCapture(before: number, outcome: 'passed' | 'failed' | 'uncomparable', faceChance: number, now: Date): Counted {
  if (outcome === 'passed') return { fails: 0, blockedUntil: null, isBreak: false }
  const fails = outcome === 'failed' ? before + 1 : before
  if (outcome === 'uncomparable' || fails < faceChance) return { fails, blockedUntil: null, isBreak: false }
  return { fails, blockedUntil: new Date(now.getTime() + BLOCK_MS), isBreak: true }
}

const dayOf = (at: Date) => toWallClock(at).slice(0, 10)
/** Whether two instants are on the same day in the site's time zone. */
export const isSameDay = (one: Date | null, other: Date): boolean => one !== null && dayOf(one) === dayOf(other)
