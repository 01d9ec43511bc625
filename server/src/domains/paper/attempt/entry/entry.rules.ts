// Entry checks of an exam and the deadline of a paper (exam-rules.md, *Delivery*, Deadline and Start).
import type { ErrorName } from '@shuyuan/contract/kernel/error.ts'
import { ExamState, ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { isWithinHours } from '@shuyuan/contract/kernel/time-ranges.ts'
import { ExState } from '@shuyuan/contract/paper/paper-state.ts'

/** The entry settings of an exam. A null time sets no limit; 0 minutes or 0 tries mean no limit. */
export type EntrySettings = {
  state: number
  openType: number
  password: string
  startTime: Date | null
  endTime: Date | null
  minutes: number
  tries: number
  lateMinutes: number
  earliestMinutes: number
} & Partial<Extra & Gates & Hours>
/** Entry conditions besides time and password. A price of 0 means free. */
type Gates = { offline: boolean; needFace: boolean; needApply: boolean; price: number; costPoints: number }
/** Hours of a day at which a paper may be begun. A candidate with a start or end of their own was asked for that time, so the hours do not hold. */
type Hours = { openHours: string; ownStart: Date | null; ownEnd: Date | null }
/** Extra time of one candidate in minutes: for the paper, and beyond the end of the exam. */
export type Extra = { extraMinutes: number; extraCloseMinutes: number }
/** Seconds that a reopened paper got back: for itself, and beyond the end of the exam. */
type Again = { againSeconds: number; againCloseSeconds: number }
/** The override of one candidate: additional minutes, and a start or end that replaces the exam's if set. */
type Own = { ownMinutes: number; ownStart: Date | null; ownEnd: Date | null }
/** The candidate who wants to start. `password` is undefined if none was sent. */
export type Applicant = {
  inScope: boolean
  used: number
  password?: string | undefined
  /** the token of a face check; it is verified when it is consumed */
  faceToken?: string | undefined
  bought?: boolean
  /** prerequisite exams not passed yet */
  unmet?: readonly string[]
  /** prerequisite courses not finished yet */
  unlearnt?: readonly string[]
  /** the candidate's application: undecided, or approved and not consumed yet */
  application?: 'waiting' | 'approved' | undefined
}

/** Candidates in the waiting room start at random moments within this time and still get their full time. */
export const JITTER_MS = 5_000
/** Grace period: how long after the deadline a paper still accepts saves. */
export const GRACE_MS = 10_000
const MINUTE = 60_000

/** All reasons that prevent starting, the most informative first; password and face are not checked here. */
export function entryProblems(settings: EntrySettings, applicant: Applicant, now: Date): ErrorName[] {
  const { startTime, lateMinutes, tries } = settings
  const endTime = closesFor(settings)
  const found: ErrorName[] = []
  if (!applicant.inScope) found.push('examNotOpen')
  if (settings.state !== ExamState.enabled) found.push('examDisabled')
  if (startTime && now < startTime) found.push('examNotBegun')
  if (endTime && now >= endTime) found.push('examEnded')
  else if (startTime && lateMinutes > 0 && now.getTime() > startTime.getTime() + lateMinutes * MINUTE) found.push('examTooLate')
  else if (!isWithinOwnHours(settings, now)) found.push('examHours')
  if (tries > 0 && applicant.used >= tries) found.push('examNoTries')
  found.push(...gateProblems(settings, applicant))
  return found
}

const isWithinOwnHours = ({ openHours = '', ownStart, ownEnd }: EntrySettings, now: Date) =>
  Boolean(ownStart ?? ownEnd) || isWithinHours(openHours, now)

function gateProblems(settings: EntrySettings, applicant: Applicant): ErrorName[] {
  if (settings.offline) return ['examOffline']
  const found: ErrorName[] = []
  if (isPaid(settings) && !applicant.bought) found.push('examNotBought')
  if (applicant.unmet && applicant.unmet.length > 0) found.push('examPrerequisite')
  if (applicant.unlearnt && applicant.unlearnt.length > 0) found.push('examCourse')
  if (settings.needApply && applicant.application !== 'approved')
    found.push(applicant.application === 'waiting' ? 'applyPending' : 'examApplyNeeded')
  return found
}

/** Whether the exam costs money or points. */
export const isPaid = ({ price = 0, costPoints = 0 }: Partial<Gates>) => price > 0 || costPoints > 0

/** The exam's settings with one candidate's override applied. */
export const settingsFor = <T extends Pick<EntrySettings, 'startTime' | 'endTime' | 'minutes'>>(exam: T, own: Own): T => ({
  ...exam,
  startTime: own.ownStart ?? exam.startTime,
  endTime: own.ownEnd ?? exam.endTime,
  minutes: exam.minutes + own.ownMinutes,
})

/** Whether the exam requires a password. */
export const needsPassword = (settings: Pick<EntrySettings, 'openType'>) => settings.openType === ExamOpenType.password

/** The reason to refuse entry, or null. The password is checked last, so that passwords cannot be tried before the exam runs. */
export function refusalOf(settings: EntrySettings, applicant: Applicant, now: Date): ErrorName | null {
  const [first] = entryProblems(settings, applicant, now)
  if (first) return first
  return keyProblem(settings, applicant)
}

/** The problem with password or face check, or null. An approved application replaces both. */
export function keyProblem(settings: EntrySettings, applicant: Applicant): ErrorName | null {
  if (applicant.application === 'approved') return null
  if (needsPassword(settings) && !applicant.password) return 'examPasswordNeeded'
  if (needsPassword(settings) && applicant.password !== settings.password) return 'examPassword'
  return settings.needFace && !applicant.faceToken ? 'examFaceNeeded' : null
}

/** The end of the exam for one candidate, extra time included; null: no end. */
const closesFor = ({ endTime, extraCloseMinutes = 0 }: Pick<EntrySettings, 'endTime' | 'extraCloseMinutes'>) =>
  endTime && new Date(endTime.getTime() + extraCloseMinutes * MINUTE)

type Lasting = Pick<EntrySettings, 'startTime' | 'endTime' | 'minutes'> & Partial<Extra & Again>

/**
 * The deadline of a paper opened at `startAt`: after its minutes or at the end of the exam, whichever is earlier, extra time included. The
 * delay of the waiting room is added to the end of the exam.
 */
export function deadlineOf({ startTime, minutes, extraMinutes = 0, ...settings }: Lasting, startAt: Date): Date {
  const { againSeconds = 0, againCloseSeconds = 0 } = settings
  const byDuration = startAt.getTime() + (minutes + extraMinutes) * MINUTE + againSeconds * 1_000
  const endTime = closesFor(settings)
  if (!endTime) return new Date(byDuration)
  const behind = startTime ? startAt.getTime() - startTime.getTime() : Number.POSITIVE_INFINITY
  const held = behind >= 0 && behind <= JITTER_MS ? behind : 0
  return new Date(Math.min(byDuration, endTime.getTime() + againCloseSeconds * 1_000 + held))
}

/** The earliest time of a hand-in, at most the deadline; null: no limit. */
export function earliestHandOf({ earliestMinutes }: Pick<EntrySettings, 'earliestMinutes'>, startAt: Date, deadline: Date): Date | null {
  if (earliestMinutes === 0) return null
  return new Date(Math.min(startAt.getTime() + earliestMinutes * MINUTE, deadline.getTime()))
}

/** The last moment, in ms, at which a save is accepted; no grace once a forced close has begun (`exState` is set while the paper is open). */
export const closesAt = ({ deadlineAt, exState }: { deadlineAt: Date; exState: number }) =>
  deadlineAt.getTime() + (exState === ExState.normal ? GRACE_MS : 0)
