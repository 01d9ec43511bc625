// What a failed call means for a running paper.
import { CallFailure } from '../../../../kernel/call/api.ts'

/**
 * again: nothing was decided, try again · signedOut: wait for a sign-in · elsewhere: another page holds the pen · closed: the paper has ended ·
 * locked: wait for the invigilator · wrong: this content will never be taken · early: hand in later · hidden: back to the list · lost: the paper is not ours or gone
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

/**
 * A body that never reached a handler (400, 413) would fail the same way again; floods and faults pass. A 400 that is not in our words comes
 * from somebody in between, the Wi-Fi's sign-in page or a proxy, and says nothing about the answer.
 */
export function verdictOf(error: unknown): Verdict {
  if (!(error instanceof CallFailure)) return 'again'
  if (error.reason === 'http') return error.http === 413 || (error.http === 400 && error.code !== NO_ENVELOPE) ? 'wrong' : 'again'
  return verdicts[error.reason] ?? 'again'
}
