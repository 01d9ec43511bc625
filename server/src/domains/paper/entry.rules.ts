// Who may open a paper, and until when it runs (exam-rules.md, *Delivery*, Deadline and Start).
import type { ErrorName } from '@shuyuan/contract/kernel/error.ts'

/** What an exam says about entering it. Times without a value set no limit; 0 minutes or tries mean none. */
export type EntryTerms = {
  state: number
  openType: number
  password: string
  startTime: Date | null
  endTime: Date | null
  minutes: number
  tries: number
  lateMinutes: number
  earliestMinutes: number
} & Partial<Extra>
/** Minutes given to one candidate: for his paper, and beyond the end of the exam. */
export type Extra = { extraMinutes: number; extraCloseMinutes: number }
/** What is known about the person who wants to enter. `password` undefined: none was given. */
export type Entrant = { inScope: boolean; used: number; password?: string | undefined }

const openByPassword = 9
/** A waiting room lets its candidates in over this long, and they keep their full time. */
export const JITTER_MS = 5_000
/** How long after its deadline a paper still takes what was on the way. */
export const GRACE_MS = 10_000
const MINUTE = 60_000

/** Every reason against entering, the most telling first; the password is not asked here. */
export function entryProblems(terms: EntryTerms, entrant: Entrant, now: Date): ErrorName[] {
  const { startTime, lateMinutes, tries } = terms
  const endTime = closesFor(terms)
  const found: ErrorName[] = []
  if (!entrant.inScope) found.push('examNotOpen')
  if (terms.state !== 0) found.push('examDisabled')
  if (startTime && now < startTime) found.push('examNotBegun')
  if (endTime && now >= endTime) found.push('examEnded')
  else if (startTime && lateMinutes > 0 && now.getTime() > startTime.getTime() + lateMinutes * MINUTE) found.push('examTooLate')
  if (tries > 0 && entrant.used >= tries) found.push('examNoTries')
  return found
}

/** True where the exam is open only to who knows its password. */
export const needsPassword = (terms: Pick<EntryTerms, 'openType'>) => terms.openType === openByPassword

/** The reason to refuse, or null. The password comes last, so that nobody tries passwords on an exam that is not running. */
export function refusalOf(terms: EntryTerms, entrant: Entrant, now: Date): ErrorName | null {
  const [first] = entryProblems(terms, entrant, now)
  if (first) return first
  if (!needsPassword(terms)) return null
  if (!entrant.password) return 'examPasswordNeeded'
  return entrant.password === terms.password ? null : 'examPassword'
}

/** When the exam ends for somebody, extra time counted; null: never. */
const closesFor = ({ endTime, extraCloseMinutes = 0 }: Pick<EntryTerms, 'endTime' | 'extraCloseMinutes'>) =>
  endTime && new Date(endTime.getTime() + extraCloseMinutes * MINUTE)

type Lasting = Pick<EntryTerms, 'startTime' | 'endTime' | 'minutes'> & Partial<Extra>

/** When a paper opened at `startAt` ends: after its minutes, or with the exam, extra time counted. The seconds a waiting room held somebody back are given back. */
export function deadlineOf({ startTime, minutes, extraMinutes = 0, ...terms }: Lasting, startAt: Date): Date {
  const byDuration = startAt.getTime() + (minutes + extraMinutes) * MINUTE
  const endTime = closesFor(terms)
  if (!endTime) return new Date(byDuration)
  const behind = startTime ? startAt.getTime() - startTime.getTime() : Number.POSITIVE_INFINITY
  const held = behind >= 0 && behind <= JITTER_MS ? behind : 0
  return new Date(Math.min(byDuration, endTime.getTime() + held))
}

/** The first moment at which a candidate may hand in, never later than the deadline; null: at once. */
export function earliestHandOf({ earliestMinutes }: EntryTerms, startAt: Date, deadline: Date): Date | null {
  if (earliestMinutes === 0) return null
  return new Date(Math.min(startAt.getTime() + earliestMinutes * MINUTE, deadline.getTime()))
}

/** The end of what a paper takes: a paper that is being taken in (a cause is set while it is open) has no grace. */
export const closesAt = ({ deadlineAt, exState }: { deadlineAt: Date; exState: number }) =>
  deadlineAt.getTime() + (exState === 0 ? GRACE_MS : 0)
