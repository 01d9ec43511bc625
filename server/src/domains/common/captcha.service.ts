// The picture that tells people from programs: made, checked, and used once.
import type { captcha } from '@shuyuan/contract/common/captcha.ts'
import type { FileReply, Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { randomInt } from 'node:crypto'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'

const LIFE_MS = 3 * 60_000
const MAX_TRIES = 5
const LENGTH = 4
/** Without letters and digits that look alike when slanted or crossed: 0 O Q D, 1 I L J, 2 Z, 5 S, 8 B, U V, C G 6, E F. */
const letters = 'ACEHKMNPRTWXY3479'

/** Makes a new picture for the key; an older one of the same key is void. */
export async function makeCaptcha({ app, now }: Ctx, { key }: Input<typeof captcha.gen>): Promise<FileReply> {
  const value = Array.from({ length: LENGTH }, () => letters[randomInt(letters.length)]).join('')
  // what draws holds 27 MB, and pictures are asked for after failures only
  const { drawCaptcha } = await import('./captcha-image.format.ts')
  const body = await drawCaptcha(value)
  const fresh = { value, tries: 0, expireTime: new Date(now.getTime() + LIFE_MS) }
  await app.db
    .insertInto('commonCaptcha')
    .values({ captchaKey: key, ...fresh })
    .onConflict((conflict) => conflict.column('captchaKey').doUpdateSet(fresh))
    .execute()
  return { name: 'captcha.png', type: 'image/png', body }
}

/** Whether the value fits its picture. Leaves the picture for the call it is meant for, but only five looks are allowed. */
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
 * Uses a picture up, right or wrong; fails captchaWrong.
 * It writes outside the caller's transaction, so that a refused call cannot bring the picture back: call it before one is open.
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

/** Removes pictures whose time is over. */
export async function sweepCaptchas(app: App): Promise<void> {
  await app.db.deleteFrom('commonCaptcha').where('expireTime', '<=', app.clock()).execute()
}
