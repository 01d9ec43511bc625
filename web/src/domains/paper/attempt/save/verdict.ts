// What a failed call means for an open paper.
import { CallFailure } from '../../../../kernel/call/api.ts'

/**
 * again: no decision, retry · signedOut: wait for a sign-in · elsewhere: another page has the write lock · closed: the paper is closed ·
 * locked: wait for the invigilator · wrong: this value is refused finally · early: too early to hand in · hidden: return to the list · lost: not the user's paper, or deleted
 */
export type Verdict = 'again' | 'signedOut' | 'elsewhere' | 'locked' | 'closed' | 'wrong' | 'early' | 'hidden' | 'lost'

const NO_ENVELOPE = -1

const verdicts: Partial<Record<CallFailure['reason'], Verdict>> = {
  signedOut: 'signedOut',
  kickedOut: 'signedOut',
  paperElsewhere: 'elsewhere',
  paperLocked: 'locked',
  paperClosed: 'closed',
  answerForeign: 'wrong',
  badInput: 'wrong',
  handTooEarly: 'early',
  questionHidden: 'hidden',
  forbidden: 'lost',
  notFound: 'lost',
  sebNeeded: 'lost',
}

/** The text of an error; '' where it has none. */
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : '')

/**
 * An invalid body (400, 413) would fail again; rate limits and faults are retried. A 400 without our code comes from an intermediary,
 * such as a Wi-Fi sign-in page or a proxy, and says nothing about the answer.
 */
export function verdictOf(error: unknown): Verdict {
  if (!(error instanceof CallFailure)) return 'again'
  if (error.reason === 'http') return error.http === 413 || (error.http === 400 && error.code !== NO_ENVELOPE) ? 'wrong' : 'again'
  return verdicts[error.reason] ?? 'again'
}
