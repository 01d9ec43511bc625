// The body and the address of a score (LTI Assignment and Grade Services 2.0).
import { withoutSlash } from '@shuyuan/contract/kernel/without-slash.ts'

export const AGS = 'https://purl.imsglobal.org/spec/lti-ags/'
export const SCORE_SCOPE = `${AGS}scope/score`
export const SCORE_TYPE = 'application/vnd.ims.lis.v1.score+json'

/** In 1/100 point. */
export type Grade = { score: number; total: number }

/**
 * The score of a person; `grade` null takes one back that was sent before.
 * @param pending whether another one is to be expected: work that is handed in waits to be marked
 */
export function scoreOf(subject: string, now: Date, grade: Grade | null, pending: boolean): object {
  const common = { userId: subject, timestamp: now.toISOString() }
  if (grade)
    return {
      ...common,
      // the service knows no negative scores
      scoreGiven: Math.max(0, grade.score) / 100,
      scoreMaximum: grade.total / 100,
      activityProgress: 'Completed',
      gradingProgress: 'FullyGraded',
    }
  return pending
    ? { ...common, activityProgress: 'Submitted', gradingProgress: 'PendingManual' }
    : { ...common, activityProgress: 'Initialized', gradingProgress: 'NotReady' }
}

/** The address that scores of a line item are posted to; its query stays. */
export function scoresAddress(lineItem: string): string {
  const url = new URL(lineItem)
  url.pathname = `${withoutSlash(url.pathname)}/scores`
  return url.href
}
