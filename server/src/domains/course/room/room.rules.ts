// Rules of lessons in a room: enrolment, seats, the time of sign-ins.
import { AFTER_MINUTES, EARLY_MINUTES, type EnrolReason, SeatState } from '@shuyuan/contract/course/room/room-codes.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

type Times = { startTime: Date; endTime: Date }
type Terms = Times & { selfEnrol: boolean; enrolUntil: Date | null }

/** Why learners cannot enrol by themselves now; null: they can. */
export function whyNotEnrol({ startTime, selfEnrol, enrolUntil }: Terms, now: Date): EnrolReason | null {
  if (now >= startTime) return 'begun'
  if (!selfEnrol) return 'byTeacher'
  return enrolUntil !== null && now >= enrolUntil ? 'closed' : null
}

/** Whether a learner may give up a place of this state now. */
export const mayCancel = ({ startTime, selfEnrol }: Terms, state: SeatState | undefined, now: Date): boolean =>
  selfEnrol && now < startTime && (state === SeatState.enrolled || state === SeatState.waiting)

/** Free seats; Infinity without a limit, never negative. */
export const freeOf = (seats: number | null, taken: number): number =>
  seats === null ? Number.POSITIVE_INFINITY : Math.max(0, seats - taken)

/** From when and until when people may sign in and out. */
export const signTimesOf = ({ startTime, endTime }: Times) => ({
  signFrom: new Date(startTime.getTime() - EARLY_MINUTES * MINUTE_MS),
  signUntil: new Date(endTime.getTime() + AFTER_MINUTES * MINUTE_MS),
})

/** Whether people may sign in or out now. */
export function isSignTime(times: Times, now: Date): boolean {
  const { signFrom, signUntil } = signTimesOf(times)
  return now >= signFrom && now <= signUntil
}

/** Attendance may be recorded by hand from the time of sign-ins on, without an end. */
export const mayRecord = ({ startTime }: Pick<Times, 'startTime'>, now: Date): boolean =>
  now.getTime() >= startTime.getTime() - EARLY_MINUTES * MINUTE_MS

/** Present, or late for a sign-in after the minutes of grace. */
export const presenceAt = ({ startTime, lateMinutes }: { startTime: Date; lateMinutes: number }, now: Date) =>
  now.getTime() > startTime.getTime() + lateMinutes * MINUTE_MS ? SeatState.late : SeatState.present

/** The reminders that a person no longer needs who gets a seat now: a message tells them already. */
export const toldOf = ({ startTime }: Pick<Times, 'startTime'>, now: Date) => ({
  dayTold: startTime.getTime() - now.getTime() <= DAY_MS ? startTime : null,
  hourTold: startTime.getTime() - now.getTime() <= HOUR_MS ? startTime : null,
})
