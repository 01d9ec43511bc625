// Face check before an exam: compares a picture and issues a one-time token for one paper.
import { wording } from '../../kernel/wording.ts'
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/exam/exam.server.texts.ts'
import type { face } from '@shuyuan/contract/exam/face.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import { createHash, randomBytes } from 'node:crypto'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Database } from '../../kernel/database.ts'
import { fail } from '../../kernel/fail.ts'
import { type FaceProblem, localFace } from '../../providers/face.ts'
import { storePicture, removePicture } from '../sys/provider/evidence.service.ts'
import { admits } from './audience.service.ts'
import { mustFindExam } from './exam.service.ts'

const LIVES_MS = 10 * 60_000
const jpegPrefix = /^data:image\/[a-z]+;base64,/
const hashOf = (token: string) => createHash('sha256').update(token).digest()

const failMessages: Record<FaceProblem, Message> = {
  camera: say('faceCamera'),
  broken: say('faceBroken'),
  blank: say('faceBlank'),
  face: say('faceDiffers'),
}

/**
 * Checks a picture of the caller. If it passes, the token opens one paper of this exam within ten minutes. Fails notFound outside the
 * audience.
 */
export async function validateFace(
  ctx: Ctx,
  { examId, base64 }: Input<(typeof face)['validate-face']>,
): Promise<Output<(typeof face)['validate-face']>> {
  const { db, now, user } = ctx
  const exam = await mustFindExam(ctx, examId)
  if (exam.state !== ExamState.enabled || !(await admits(ctx, exam))) fail('notFound')
  const picture = Buffer.from(base64.replace(jpegPrefix, ''), 'base64')
  const verdict = await localFace.look(picture)
  if (!verdict.passed) return { pass: false, failMsg: wording(ctx, failMessages[verdict.reason]), faceToken: '' }
  const faceToken = randomBytes(24).toString('base64url')
  const url = await storePicture(ctx.app, picture)
  // expired tokens are deleted with the next check
  const unused = await db.deleteFrom('examFaceToken').where('expireTime', '<', now).returning('url').execute()
  for (const { url } of unused) if (url !== '') await removePicture(ctx.app, url)
  await db
    .insertInto('examFaceToken')
    .values({ hash: hashOf(faceToken), examId, userId: user.id, url, expireTime: new Date(now.getTime() + LIVES_MS) })
    .execute()
  return { pass: true, failMsg: '', faceToken }
}

/** Consumes a token, in the transaction that opens the paper. @returns the stored picture; undefined if the token is of another user or exam, consumed or expired */
export async function consumeFaceToken(
  db: Database,
  given: { token: string; examId: string; userId: string },
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('examFaceToken')
    .where('hash', '=', hashOf(given.token))
    .where('examId', '=', given.examId)
    .where('userId', '=', given.userId)
    .returning(['expireTime', 'url'])
    .executeTakeFirst()
  return row && row.expireTime >= now ? row.url : undefined
}
