// Captchas: a picture per key, checked, and consumed once.
import type { captcha } from '@shuyuan/contract/common/captcha.ts'
import type { FileReply, Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { randomInt } from 'node:crypto'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { withPart } from '../../kernel/native.ts'

const LIFE_MS = 3 * 60_000
const MAX_TRIES = 5
const LENGTH = 4
/** Leaves out letters and digits that look alike when slanted or crossed: 0 O Q D, 1 I L J, 2 Z, 5 S, 8 B, U V, C G 6, E F. */
const letters = 'ACEHKMNPRTWXY3479'

/** Makes a new picture for the key; an older one of the same key becomes invalid. */
export async function makeCaptcha({ app, now }: Ctx, { key }: Input<typeof captcha.gen>): Promise<FileReply> {
  const value = Array.from({ length: LENGTH }, () => letters[randomInt(letters.length)]).join('')
  // imported late: the drawing library needs 27 MB, and captchas are requested only after failures
  const { drawCaptcha } = await withPart('drawing', () => import('./captcha-image.format.ts'))
  const body = await drawCaptcha(value)
  const fresh = { value, tries: 0, expireTime: new Date(now.getTime() + LIFE_MS) }
  await app.db
    .insertInto('commonCaptcha')
    .values({ captchaKey: key, ...fresh })
    .onConflict((conflict) => conflict.column('captchaKey').doUpdateSet(fresh))
    .execute()
  return { name: 'captcha.png', type: 'image/png', body }
}

/** Whether the value matches the picture. Does not consume it, but counts: at most five checks per picture. */
export async function checkCaptcha({ app, now }: Ctx, { captchaKey, captchaValue }: Input<typeof captcha.check>): Promise<boolean> {
  const row = await app.db
    .updateTable('commonCaptcha')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('captchaKey', '=', captchaKey)
    .where('expireTime', '>', now)
    .where('tries', '<', MAX_TRIES)
    .returning('value')
    .executeTakeFirst()
  return row !== undefined && same(row.value, captchaValue)
}

/**
 * Consumes a picture, whether the value is right or wrong. Fails captchaWrong. Writes outside the caller's transaction, so that a refused
 * call cannot restore the picture: call it before a transaction is open.
 */
export async function consumeCaptcha({ app, now }: Ctx, captchaKey: string | undefined, captchaValue: string | undefined): Promise<void> {
  if (!captchaKey || !captchaValue) fail('captchaWrong')
  const row = await app.db
    .deleteFrom('commonCaptcha')
    .where('captchaKey', '=', captchaKey)
    .returning(['value', 'tries', 'expireTime'])
    .executeTakeFirst()
  if (!row || row.expireTime <= now || row.tries >= MAX_TRIES || !same(row.value, captchaValue)) fail('captchaWrong')
}

const same = (value: string, given: string) => value === given.trim().toUpperCase()

/** Deletes expired pictures. */
export async function sweepCaptchas(app: App): Promise<void> {
  await app.db.deleteFrom('commonCaptcha').where('expireTime', '<=', app.clock()).execute()
}
