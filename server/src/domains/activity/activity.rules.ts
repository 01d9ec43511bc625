// Pure decisions of activities: phase, tries, score and prizes.
import type { Prize } from '@shuyuan/contract/activity/activity.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import type * as z from 'zod'

type PrizeRow = z.infer<typeof Prize>
type Window = { startTime: Date; endTime: Date }

/** Delay of the network after the deadline of a try within which an answer still counts. */
export const GRACE_MS = 2_000
/** 100 points in 1/100 point. */
const FULL = 10_000

export const phaseOf = ({ startTime, endTime }: Window, now: Date): 'waiting' | 'open' | 'closed' =>
  now < startTime ? 'waiting' : now < endTime ? 'open' : 'closed'

/** When a try ends: after its seconds, at the latest with the activity. */
export const deadlineOf = ({ endTime, runSec }: Pick<Window, 'endTime'> & { runSec: number }, begin: Date) =>
  new Date(Math.min(begin.getTime() + runSec * 1_000, endTime.getTime()))

/** Whether an answer or a hand-in at `at` is too late for the try. */
export const isOver = (deadline: Date, at: Date) => at.getTime() > deadline.getTime() + GRACE_MS

/** Tries that are left now; null: no limit. `today`: tries that were begun today. */
export function triesLeft({ triesTotal, triesDay }: { triesTotal: number; triesDay: number }, tries: number, today: number): number | null {
  const limits = [...(triesTotal > 0 ? [triesTotal - tries] : []), ...(triesDay > 0 ? [triesDay - today] : [])]
  return limits.length === 0 ? null : Math.max(0, Math.min(...limits))
}

/** Whether two moments are on the same day in the site's time zone. */
export const isSameDay = (a: Date, b: Date) => toWallClock(a).slice(0, 10) === toWallClock(b).slice(0, 10)

/** The score in 1/100 point out of 100, from each question's share in 1/10000. */
export const scoreOf = (ratios: readonly number[]) =>
  ratios.length === 0 ? 0 : Math.round((ratios.reduce((sum, one) => sum + one, 0) * FULL) / (ratios.length * 10_000))

/** The prize of a place; none for a score of zero or below the lowest one. `score` in 1/100 point, `prizeScore` in points. */
export const prizeOf = <T extends PrizeRow>(
  { prizes, prizeScore }: { prizes: readonly T[]; prizeScore: number },
  { place, score }: { place: number; score: number },
): T | undefined => (score > 0 && score >= prizeScore * 100 ? prizes.find((one) => place >= one.from && place <= one.to) : undefined)

/** The last place that wins a prize; 0 without prizes. */
export const lastPlace = (prizes: readonly PrizeRow[]) => Math.max(0, ...prizes.map((one) => one.to))
