// Face check before an exam: compares a picture and issues a one-time token for one paper.
import { wording } from '../../kernel/localized.ts'
import type { face } from '@shuyuan/contract/exam/face.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import { createHash, randomBytes } from 'node:crypto'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Database } from '../../kernel/database.ts'
import { fail } from '../../kernel/fail.ts'
import { faceMessage, matchFace, pictureBytes } from '../face/match.service.ts'
import { comparesFaces } from '../site/provider/compare.service.ts'
import { storePicture, removePicture } from '../site/provider/evidence.service.ts'
import { admits } from './entry/audience.service.ts'
import { mustFindExam } from './exam.service.ts'

const LIVES_MS = 10 * 60_000
const hashOf = (token: string) => createHash('sha256').update(token).digest()

/**
 * Compares a picture with the caller's face. If it passes, the token opens one paper of this exam within ten minutes. Fails notFound outside the
 * audience, faceUnset where there is nothing to compare with and the exam does not ask for a picture.
 */
export async function validateFace(
  ctx: Ctx,
  { examId, base64 }: Input<(typeof face)['validate-face']>,
): Promise<Output<(typeof face)['validate-face']>> {
  const { db, now, user } = ctx
  const exam = await mustFindExam(ctx, examId)
  if (exam.state !== ExamState.enabled || !(await admits(ctx, exam))) fail('notFound')
  if (!exam.needFace && !(await comparesFaces(ctx.app))) fail('faceUnset')
  const picture = pictureBytes(base64)
  const { passed, problem, grey } = await matchFace(ctx.app, user.id, picture)
  if (!passed) return { pass: false, failMsg: problem === '' ? '' : wording(ctx, faceMessage(problem)), faceToken: '' }
  const faceToken = randomBytes(24).toString('base64url')
  const url = await storePicture(ctx.app, picture)
  // expired tokens are deleted with the next check
  const unused = await db.deleteFrom('examFaceToken').where('expireTime', '<', now).returning('url').execute()
  for (const { url } of unused) if (url !== '') await removePicture(ctx.app, url)
  await db
    .insertInto('examFaceToken')
    .values({ hash: hashOf(faceToken), examId, userId: user.id, url, grey, expireTime: new Date(now.getTime() + LIVES_MS) })
    .execute()
  return { pass: true, failMsg: '', faceToken }
}

/** Consumes a token, in the transaction that opens the paper. @returns the stored picture and whether the comparison was near the threshold; undefined if the token is of another user or exam, consumed or expired */
export async function consumeFaceToken(
  db: Database,
  given: { token: string; examId: string; userId: string },
  now: Date,
): Promise<{ url: string; grey: boolean } | undefined> {
  const row = await db
    .deleteFrom('examFaceToken')
    .where('hash', '=', hashOf(given.token))
    .where('examId', '=', given.examId)
    .where('userId', '=', given.userId)
    .returning(['expireTime', 'url', 'grey'])
    .executeTakeFirst()
  return row && row.expireTime >= now ? row : undefined
}
