// What counts as learning: how long a file needs, what a report is worth, when file and course are finished, what is locked.
import type { ErrorName } from '@shuyuan/contract/kernel/error.ts'
import { CourseState } from '@shuyuan/contract/course/course.ts'
import { CourseFileType } from '@shuyuan/contract/course/file.ts'

/** What decides about one file of a course. `duration` and `minSec` in seconds. */
export type FileTerms = { fileType: number; duration: number; minSec: number }
/** One file in the order of its course, and whether its learner has finished it. */
export type Step = { fileId: string; required: boolean; finished: boolean }
/** Who speaks: a page opened the file, reports its time, or has reached the file's end. */
export type Occasion = 'load' | 'save' | 'fix'
type Window = { startTime: Date | null; endTime: Date | null }
type Price = { price: number; costPoints: number }

/** A report may be this early or late; it is lent once and never adds up. */
export const SLACK_SEC = 2
const NEEDED_PERCENT = 90

export const isMedia = ({ fileType }: Pick<FileTerms, 'fileType'>) => fileType === CourseFileType.audio || fileType === CourseFileType.video

/** How many seconds a file has to be learnt. 0: it has no length and no least time, so opening it is enough. */
export function needSecOf(file: FileTerms): number {
  // in whole numbers, as 0.9 is none that a computer knows
  return isMedia(file) && file.duration > 0 ? Math.ceil((file.duration * NEEDED_PERCENT) / 100) : file.minSec
}

/**
 * What a report of `learnSec` seconds is worth at `now`. `seen` is the moment up to which this person's time is accounted for; it comes back
 * moved on, by the slack even beyond `now`, so that whoever borrows gives it back with the next report.
 */
export function countedSec(learnSec: number, seen: Date, now: Date): { counted: number; seen: Date } {
  const passed = (now.getTime() - seen.getTime()) / 1_000
  const counted = Math.max(0, Math.min(Math.round(learnSec), Math.floor(passed + SLACK_SEC)))
  return { counted, seen: laterOf(now, new Date(seen.getTime() + counted * 1_000)) }
}

const laterOf = (one: Date, other: Date): Date => (other > one ? other : one)

/** Whether a file that was not finished before is finished now. */
export function isFinished(file: FileTerms & { learnSec: number }, occasion: Occasion, videoDrag: boolean): boolean {
  const needSec = needSecOf(file)
  if (needSec === 0)
    return occasion === 'fix' || file.fileType === CourseFileType.other || (file.fileType === CourseFileType.pdf && occasion === 'save')
  return file.learnSec >= needSec || (occasion === 'fix' && isMedia(file) && videoDrag)
}

/** Whole percent; 100 only where it is finished. */
export function processOf({ learnSec, needSec, finished }: { learnSec: number; needSec: number; finished: boolean }): number {
  if (finished) return 100
  return needSec === 0 ? 0 : Math.min(99, Math.floor((100 * learnSec) / needSec))
}

/** Where a page may go on: within the file, and where jumping is forbidden no further than it was learnt. */
export function positionOf(position: number, file: FileTerms & { learnSec: number }, mayJump: boolean): number {
  const end = isMedia(file) && file.duration > 0 ? file.duration : Number.POSITIVE_INFINITY
  const reach = isMedia(file) && !mayJump ? file.learnSec + SLACK_SEC : Number.POSITIVE_INFINITY
  return Math.floor(Math.min(position, end, reach))
}

/** The files that wait, in a course to be learnt in order, for a required one before them. A finished file stays open. */
export function lockedOf(steps: readonly Step[], sequential: boolean): Set<string> {
  const first = sequential ? steps.findIndex((one) => one.required && !one.finished) : -1
  if (first === -1) return new Set()
  return new Set(steps.slice(first + 1).flatMap((one) => (one.finished ? [] : [one.fileId])))
}

/** A course is finished when all that is required of it is. */
export function isCourseDone(steps: readonly Step[]): boolean {
  const required = steps.filter((one) => one.required)
  return required.length > 0 && required.every((one) => one.finished)
}

/** The file to go on with: the one last learnt if it is not finished, else the first that is open and required, else the first that is open. */
export function nextOf(steps: readonly (Step & { lastTime: Date | null })[], sequential: boolean): string {
  const locked = lockedOf(steps, sequential)
  const open = steps.filter((one) => !one.finished && !locked.has(one.fileId))
  const begun = open.filter((one) => one.lastTime !== null).toSorted((a, b) => b.lastTime!.getTime() - a.lastTime!.getTime())
  return (begun[0] ?? open.find((one) => one.required) ?? open[0] ?? steps[0])?.fileId ?? ''
}

export const phaseOf = ({ startTime, endTime }: Window, now: Date): 'waiting' | 'open' | 'closed' => {
  if (startTime && startTime > now) return 'waiting'
  return endTime && endTime <= now ? 'closed' : 'open'
}

export const isPriced = ({ price, costPoints }: Price) => price > 0 || costPoints > 0

/** Why somebody whom a course is open to may not learn it now; empty where he may. */
export function reasonsOf(course: Window & Price, bought: boolean, now: Date): ('waiting' | 'closed' | 'buy')[] {
  const phase = phaseOf(course, now)
  return [...(phase === 'open' ? [] : [phase]), ...(isPriced(course) && !bought ? (['buy'] as const) : [])]
}

const refusals = { waiting: 'courseNotBegun', closed: 'courseClosed', buy: 'courseNotBought' } as const satisfies Record<string, ErrorName>

/** The reason to refuse somebody who wants to learn, or null. */
export function refusalOf(course: Window & Price & { inScope: boolean; state: number }, bought: boolean, now: Date): ErrorName | null {
  if (!course.inScope) return 'courseNotOpen'
  if (course.state !== CourseState.enabled) return 'courseDisabled'
  const [first] = reasonsOf(course, bought, now)
  return first ? refusals[first] : null
}
