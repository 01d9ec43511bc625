// Codes by short message: sent at most once a minute, good for five minutes and five tries.
import { user } from '@shuyuan/contract/sys/user.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { localSms } from '../../providers/sms.ts'
import { useCaptcha } from '../common/captcha.service.ts'
import { switches } from './config.service.ts'
import { countFailure, failuresOf } from './failure.service.ts'
import { recorded } from './log.service.ts'

export type SmsType = 'login'
const WAIT_SECONDS = 60
const LIFE_MINUTES = 5
const MAX_TRIES = 5
const A_DAY = 10
const DAY_MS = 86_400_000

const providerOf = (app: App) => app.part('sys.sms', () => localSms(app.log))
const hashOf = (mobile: string, smsType: SmsType, code: string) => createHash('sha256').update(`${mobile} ${smsType} ${code}`).digest()

/** Sends a sign-in code. Fails methodOff, captchaWrong, smsTooSoon within 60 s of the last or after ten to one number in a day. */
export async function sendSms(ctx: Ctx, input: Input<typeof user.sms>): Promise<Output<typeof user.sms>> {
  const { mobile, captchaKey, captchaValue } = input
  const { app, now } = ctx
  if (!(await switches(ctx)).mobileLogin) fail('methodOff')
  await useCaptcha(ctx, captchaKey, captchaValue)
  const dayKey = `sms:${mobile}`
  if ((await failuresOf(app, dayKey)).failures >= A_DAY) fail('smsTooSoon', '该手机号今日短信发送次数已达上限')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await recorded(ctx, user.sms, { ...input, smsType: 'login' }, ({ db }) => storeCode(db, mobile, 'login', code, now))
  await countFailure(app, dayKey, DAY_MS)
  await providerOf(app).send(mobile, `验证码 ${code}，${LIFE_MINUTES} 分钟内有效。如非本人操作，请忽略。`)
  return { waitSeconds: WAIT_SECONDS }
}

async function storeCode(db: Ctx['db'], mobile: string, smsType: SmsType, code: string, now: Date) {
  const fresh = {
    codeHash: hashOf(mobile, smsType, code),
    tries: 0,
    createTime: now,
    expireTime: new Date(now.getTime() + LIFE_MINUTES * 60_000),
  }
  const stored = await db
    .insertInto('sysSmsCode')
    .values({ mobile, smsType, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['mobile', 'smsType'])
        .doUpdateSet(fresh)
        .where('sysSmsCode.createTime', '<=', new Date(now.getTime() - WAIT_SECONDS * 1_000)),
    )
    .returning('mobile')
    .executeTakeFirst()
  if (!stored) fail('smsTooSoon')
}

/**
 * Uses a code up; fails smsWrong, also after five wrong tries.
 * A try counts even when the call is refused: call it outside a transaction.
 */
export async function useSmsCode({ app, now }: Ctx, mobile: string, smsType: SmsType, code: string): Promise<void> {
  const tried = await app.db
    .updateTable('sysSmsCode')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('mobile', '=', mobile)
    .where('smsType', '=', smsType)
    .where('expireTime', '>', now)
    .where('tries', '<', MAX_TRIES)
    .returning('codeHash')
    .executeTakeFirst()
  if (!tried || !timingSafeEqual(tried.codeHash, hashOf(mobile, smsType, code.trim()))) fail('smsWrong')
  // of two calls with the same code one finds it gone
  const { numDeletedRows } = await app.db
    .deleteFrom('sysSmsCode')
    .where('mobile', '=', mobile)
    .where('smsType', '=', smsType)
    .where('codeHash', '=', tried.codeHash)
    .executeTakeFirst()
  if (numDeletedRows === 0n) fail('smsWrong')
}

/** Removes codes whose time is over. */
export async function sweepSmsCodes(app: App): Promise<void> {
  await app.db
    .deleteFrom('sysSmsCode')
    .where('expireTime', '<=', new Date(app.clock().getTime() - WAIT_SECONDS * 1_000))
    .execute()
}
