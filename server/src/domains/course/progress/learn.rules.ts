// Rules of learning: required seconds, counted seconds, completion of file and course, locked files.
import type { ErrorName } from '@shuyuan/contract/kernel/error.ts'
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { firstIn, freshIn, secondsIn, type Span } from '@shuyuan/contract/course/learn/film.ts'

/** Settings of a file in a course. `duration` and `minSec` in seconds; `packageProcess`: percent of the finished parts of a SCORM package, or 100 of a tool's or an assignment's. */
export type FileSettings = { fileType: number; duration: number; minSec: number; packageProcess?: number | null }
/** One file in the order of its course, with the learner's completion. */
export type Step = { fileId: string; required: boolean; finished: boolean; openTime: Date | null }
/** What the page reports: file opened, time learnt, or end reached. */
export type Occasion = 'load' | 'save' | 'fix'
type Window = { startTime: Date | null; endTime: Date | null }
type Price = { price: number; costPoints: number }

/** Tolerance for early or late reports; granted once, not per report. */
export const SLACK_SEC = 2
const NEEDED_PERCENT = 90

const isTool = ({ fileType }: { fileType?: number }) => fileType === CourseFileType.tool
/** An assignment is finished by what was handed in, whatever the time. */
const isWork = ({ fileType }: { fileType?: number }) => fileType === CourseFileType.work
/** A lesson in a room is finished by being there, which its teacher or its code attests. */
const isRoom = ({ fileType }: { fileType?: number }) => fileType === CourseFileType.room
/** What people or codes attest is finished whatever the state of the course and its captures. */
export const isAttested = (file: { fileType?: number }) => isWork(file) || isRoom(file)
/** Whether the content itself reports how far it is. */
const reports = (file: { fileType?: number }) => file.fileType === CourseFileType.scorm || isTool(file) || isAttested(file)

export const isMedia = ({ fileType }: Pick<FileSettings, 'fileType'>) =>
  fileType === CourseFileType.audio || fileType === CourseFileType.video

/** Required seconds of a file. 0: no length and no minimum time; opening it is enough. A live file is finished by being there. */
export function needSecOf(file: FileSettings): number {
  if (file.fileType === CourseFileType.live) return Math.max(1, file.minSec)
  // the time of a tool passes in a window of another site
  if (isTool(file) || isAttested(file)) return 0
  // integer arithmetic, because 0.9 has no exact binary form
  return isMedia(file) && file.duration > 0 ? Math.ceil((file.duration * NEEDED_PERCENT) / 100) : file.minSec
}

/**
 * The seconds counted for a report of `learnSec` seconds at `now`. `seen` is the moment up to which the user's time was counted. It moves to
 * `now`, or up to SLACK_SEC beyond it where the slack was used, so that the next report counts less.
 */
export function countedSec(learnSec: number, seen: Date, now: Date): { counted: number; seen: Date } {
  const passed = (now.getTime() - seen.getTime()) / 1_000
  const counted = Math.max(0, Math.min(Math.round(learnSec), Math.floor(passed + SLACK_SEC)))
  return { counted, seen: laterOf(now, new Date(seen.getTime() + counted * 1_000)) }
}

const laterOf = (one: Date, other: Date): Date => (other > one ? other : one)

/** Whether seconds alone finish the file. */
export const isTimed = (file: FileSettings): boolean => !reports(file) && needSecOf(file) > 0

/** Whether an unfinished file is finished now. */
export function isFinished(file: FileSettings & { learnSec: number }, occasion: Occasion): boolean {
  const needSec = needSecOf(file)
  // its own report finishes it, not its opening
  if (reports(file)) return (file.packageProcess ?? 0) >= 100 && file.learnSec >= needSec
  if (needSec === 0)
    return occasion === 'fix' || file.fileType === CourseFileType.other || (file.fileType === CourseFileType.pdf && occasion === 'save')
  return file.learnSec >= needSec
}

type Learnt = { learnSec: number; needSec: number; finished: boolean; fileType?: number; packageProcess?: number | null }
/** Progress in whole percent; 100 only for a finished file. A package or tool is as far as it reports, whatever the time. */
export function processOf({ learnSec, needSec, finished, fileType, packageProcess }: Learnt): number {
  if (finished) return 100
  if (fileType !== undefined && reports({ fileType })) return Math.min(99, packageProcess ?? 0)
  return needSec === 0 ? 0 : Math.min(99, Math.floor((100 * learnSec) / needSec))
}

/** What a page reports: seconds by its clock, and what of a film it played; undefined: it does not say. */
type Told = { learnSec: number; played: readonly Span[] | undefined }
type Film = FileSettings & { covered: readonly Span[]; fastest: number }

const endOf = ({ duration }: FileSettings) => (duration > 0 ? duration : Number.POSITIVE_INFINITY)

/** `fresh`: what of a report is new in a film; `clockSec`: the seconds of clock that it takes at `speed`, at least `learnSec`. */
export function toldOf(file: Film, { learnSec, played }: Told): { fresh: Span[]; clockSec: number; speed: number } {
  const { fastest } = file
  if (!isMedia(file)) return { fresh: [], clockSec: learnSec, speed: 1 }
  if (played) {
    const fresh = freshIn(played, file.covered, endOf(file))
    return { fresh, clockSec: Math.max(learnSec, Math.ceil(secondsIn(fresh) / fastest)), speed: fastest }
  }
  const most = { from: 0, to: secondsIn(file.covered) + Math.round(learnSec) }
  return { fresh: firstIn(freshIn([most], file.covered, endOf(file)), Math.round(learnSec)), clockSec: learnSec, speed: 1 }
}

/**
 * The position to store: within the file, and without permission to jump not beyond what the learnt seconds reach at the course's fastest
 * speed.
 */
export function positionOf(position: number, file: FileSettings & { learnSec: number; fastest: number }, mayJump: boolean): number {
  const end = isMedia(file) && file.duration > 0 ? file.duration : Number.POSITIVE_INFINITY
  const limit = isMedia(file) && !mayJump ? file.learnSec * file.fastest + SLACK_SEC : Number.POSITIVE_INFINITY
  return Math.floor(Math.min(position, end, limit))
}

/** Whether an unfinished file waits for its opening. What was finished stays open when the time is moved. */
export const isEarly = ({ finished, openTime }: Pick<Step, 'finished' | 'openTime'>, now: Date): boolean =>
  !finished && openTime !== null && openTime > now

/** The unfinished files whose opening has not come, and in a sequential course those after an unfinished required one. */
export function lockedOf(steps: readonly Step[], sequential: boolean, now: Date): Set<string> {
  const first = sequential ? steps.findIndex((one) => one.required && !one.finished) : -1
  const behind = (at: number) => first !== -1 && at > first
  return new Set(steps.flatMap((one, at) => (isEarly(one, now) || (behind(at) && !one.finished) ? [one.fileId] : [])))
}

/** Whether all required files are finished, and there is at least one. */
export function isCourseDone(steps: readonly Step[]): boolean {
  const required = steps.filter((one) => one.required)
  return required.length > 0 && required.every((one) => one.finished)
}

/** The file to continue with: the last learnt one if unfinished, else the first required one that is open, else the first open one. */
export function nextOf(steps: readonly (Step & { lastTime: Date | null })[], sequential: boolean, now: Date): string {
  const locked = lockedOf(steps, sequential, now)
  const open = steps.filter((one) => !one.finished && !locked.has(one.fileId))
  const begun = open.filter((one) => one.lastTime !== null).toSorted((a, b) => b.lastTime!.getTime() - a.lastTime!.getTime())
  return (begun[0] ?? open.find((one) => one.required) ?? open[0] ?? steps[0])?.fileId ?? ''
}

export const phaseOf = ({ startTime, endTime }: Window, now: Date): 'waiting' | 'open' | 'closed' => {
  if (startTime && startTime > now) return 'waiting'
  return endTime && endTime <= now ? 'closed' : 'open'
}

type Deadline = { deadlineTime: Date | null; deadlineDays: number | null }
const DAY_MS = 86_400_000

/**
 * Until when a learner who first opened the course at `startTime` is to finish it; null: no deadline, or not begun and none for all.
 * @param extraTime until when the learner was given more time
 */
export function dueOf({ deadlineTime, deadlineDays }: Deadline, startTime: Date | null, extraTime: Date | null = null): Date | null {
  const own = deadlineDays !== null && startTime !== null ? new Date(startTime.getTime() + deadlineDays * DAY_MS) : null
  const due = own && (!deadlineTime || own < deadlineTime) ? own : deadlineTime
  return due && extraTime && extraTime > due ? extraTime : due
}

/** The end of a course for a learner who was given time until `extraTime`; null: none. */
export const ownEnd = (endTime: Date | null, extraTime: Date | null): Date | null =>
  endTime && extraTime && extraTime > endTime ? extraTime : endTime

export const isOverdue = (dueTime: Date | null, finishTime: Date | null, now: Date): boolean =>
  finishTime === null && dueTime !== null && dueTime <= now

export const isPriced = ({ price, costPoints }: Price) => price > 0 || costPoints > 0

/** Why a user of the audience may not learn the course now; empty if they may. */
export function reasonsOf(course: Window & Price, bought: boolean, now: Date): ('waiting' | 'closed' | 'buy')[] {
  const phase = phaseOf(course, now)
  return [...(phase === 'open' ? [] : [phase]), ...(isPriced(course) && !bought ? (['buy'] as const) : [])]
}

const refusals = { waiting: 'courseNotBegun', closed: 'courseClosed', buy: 'courseNotBought' } as const satisfies Record<string, ErrorName>

/** The error for a user who cannot learn the course, or null. */
export function refusalOf(course: Window & Price & { inScope: boolean; state: number }, bought: boolean, now: Date): ErrorName | null {
  if (!course.inScope) return 'courseNotOpen'
  if (course.state !== CourseState.enabled) return 'courseDisabled'
  const [first] = reasonsOf(course, bought, now)
  return first ? refusals[first] : null
}
