// The reading check of a course: a captcha that the learner types from time to time.
import type { readCheck } from '@shuyuan/contract/course/learn/read-check.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { consumeCaptcha } from '../../common/captcha.service.ts'
import { mustFindPlace, type FilePlace } from './place.service.ts'

const ownRow = ({ app, user }: Ctx, { courseId }: FilePlace) =>
  app.db.updateTable('courseLearn').where('userId', '=', user.id).where('courseId', '=', courseId)

/** A key for the picture; keys given before no longer pass. Fails as loadProcess, and courseUnopened if no file of the course was opened. */
export async function genCheck(ctx: Ctx, place: Input<typeof readCheck.gen>): Promise<{ captchaKey: string }> {
  await mustFindPlace({ ...ctx, db: ctx.app.db }, place)
  const captchaKey = randomUUID()
  const { numUpdatedRows } = await ownRow(ctx, place).set({ checkKey: captchaKey }).executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) fail('courseUnopened')
  return { captchaKey }
}

/** Starts the seconds until the next check anew. Fails captchaWrong, also for a key of another learner, and as loadProcess. */
export async function passCheck(ctx: Ctx, { captchaKey, captchaValue, ...place }: Input<typeof readCheck.pass>): Promise<true> {
  await mustFindPlace({ ...ctx, db: ctx.app.db }, place)
  await consumeCaptcha(ctx, captchaKey, captchaValue)
  const { numUpdatedRows } = await ownRow(ctx, place)
    .where('checkKey', '=', captchaKey)
    .set({ uncheckedSec: 0, checkKey: '' })
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) fail('captchaWrong')
  return true
}
