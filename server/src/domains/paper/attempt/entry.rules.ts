// Who may open a paper, and until when it runs (exam-rules.md, *Delivery*, Deadline and Start).
import type { ErrorName } from '@shuyuan/contract/kernel/error.ts'
import { ExamState, ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { ExState } from '@shuyuan/contract/paper/paper-state.ts'

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
} & Partial<Extra & Gates>
/** What the way in asks for besides time and password. Prices of 0: free. */
type Gates = { offline: boolean; needFace: boolean; needApply: boolean; price: number; costPoints: number }
/** Minutes given to one candidate: for his paper, and beyond the end of the exam. */
export type Extra = { extraMinutes: number; extraCloseMinutes: number }
/** What a paper that was reopened got back, for itself and beyond the end of the exam. */
type Again = { againSeconds: number; againCloseSeconds: number }
/** What is arranged for one candidate alone: minutes on top, a window of his own where it is set. */
type Own = { ownMinutes: number; ownStart: Date | null; ownEnd: Date | null }
/** What is known about the person who wants to enter. `password` undefined: none was given. */
export type Entrant = {
  inScope: boolean
  used: number
  password?: string | undefined
  /** he carries a face token; whether it is good shows when it is used */
  faceToken?: string | undefined
  bought?: boolean
  /** exams that he has to pass first */
  unmet?: readonly string[]
  /** courses that he has to finish first */
  unlearnt?: readonly string[]
  /** his application: waits, or is approved and not used yet */
  application?: 'waiting' | 'approved' | undefined
}

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
  if (terms.state !== ExamState.enabled) found.push('examDisabled')
  if (startTime && now < startTime) found.push('examNotBegun')
  if (endTime && now >= endTime) found.push('examEnded')
  else if (startTime && lateMinutes > 0 && now.getTime() > startTime.getTime() + lateMinutes * MINUTE) found.push('examTooLate')
  if (tries > 0 && entrant.used >= tries) found.push('examNoTries')
  found.push(...gateProblems(terms, entrant))
  return found
}

function gateProblems(terms: EntryTerms, entrant: Entrant): ErrorName[] {
  if (terms.offline) return ['examOffline']
  const found: ErrorName[] = []
  if (isPaid(terms) && !entrant.bought) found.push('examNotBought')
  if (entrant.unmet && entrant.unmet.length > 0) found.push('examPrerequisite')
  if (entrant.unlearnt && entrant.unlearnt.length > 0) found.push('examCourse')
  if (terms.needApply && entrant.application !== 'approved')
    found.push(entrant.application === 'waiting' ? 'applyPending' : 'examApplyNeeded')
  return found
}

/** True where the exam costs something. */
export const isPaid = ({ price = 0, costPoints = 0 }: Partial<Gates>) => price > 0 || costPoints > 0

/** The terms of an exam as they are for one candidate. */
export const termsFor = <T extends Pick<EntryTerms, 'startTime' | 'endTime' | 'minutes'>>(exam: T, own: Own): T => ({
  ...exam,
  startTime: own.ownStart ?? exam.startTime,
  endTime: own.ownEnd ?? exam.endTime,
  minutes: exam.minutes + own.ownMinutes,
})

/** True where the exam is open only to who knows its password. */
export const needsPassword = (terms: Pick<EntryTerms, 'openType'>) => terms.openType === ExamOpenType.password

/** The reason to refuse, or null. The password comes last, so that nobody tries passwords on an exam that is not running. */
export function refusalOf(terms: EntryTerms, entrant: Entrant, now: Date): ErrorName | null {
  const [first] = entryProblems(terms, entrant, now)
  if (first) return first
  return keyProblem(terms, entrant)
}

/** What is wrong with password and face, or null. An approved application stands for both. */
export function keyProblem(terms: EntryTerms, entrant: Entrant): ErrorName | null {
  if (entrant.application === 'approved') return null
  if (needsPassword(terms) && !entrant.password) return 'examPasswordNeeded'
  if (needsPassword(terms) && entrant.password !== terms.password) return 'examPassword'
  return terms.needFace && !entrant.faceToken ? 'examFaceNeeded' : null
}

/** When the exam ends for somebody, extra time counted; null: never. */
const closesFor = ({ endTime, extraCloseMinutes = 0 }: Pick<EntryTerms, 'endTime' | 'extraCloseMinutes'>) =>
  endTime && new Date(endTime.getTime() + extraCloseMinutes * MINUTE)

type Lasting = Pick<EntryTerms, 'startTime' | 'endTime' | 'minutes'> & Partial<Extra & Again>

/** When a paper opened at `startAt` ends: after its minutes, or with the exam, extra time counted. The seconds a waiting room held somebody back are given back. */
export function deadlineOf({ startTime, minutes, extraMinutes = 0, ...terms }: Lasting, startAt: Date): Date {
  const { againSeconds = 0, againCloseSeconds = 0 } = terms
  const byDuration = startAt.getTime() + (minutes + extraMinutes) * MINUTE + againSeconds * 1_000
  const endTime = closesFor(terms)
  if (!endTime) return new Date(byDuration)
  const behind = startTime ? startAt.getTime() - startTime.getTime() : Number.POSITIVE_INFINITY
  const held = behind >= 0 && behind <= JITTER_MS ? behind : 0
  return new Date(Math.min(byDuration, endTime.getTime() + againCloseSeconds * 1_000 + held))
}

/** The first moment at which a candidate may hand in, never later than the deadline; null: at once. */
export function earliestHandOf({ earliestMinutes }: Pick<EntryTerms, 'earliestMinutes'>, startAt: Date, deadline: Date): Date | null {
  if (earliestMinutes === 0) return null
  return new Date(Math.min(startAt.getTime() + earliestMinutes * MINUTE, deadline.getTime()))
}

/** The end of what a paper takes: a paper that is being taken in (a cause is set while it is open) has no grace. */
export const closesAt = ({ deadlineAt, exState }: { deadlineAt: Date; exState: number }) =>
  deadlineAt.getTime() + (exState === ExState.normal ? GRACE_MS : 0)
