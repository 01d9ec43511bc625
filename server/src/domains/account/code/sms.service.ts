// SMS codes: sent at most once a minute, valid for five minutes and five tries.
import { say } from '@shuyuan/contract/account/account.server.texts.ts'
import { SmsLimits } from '@shuyuan/contract/site/provider/prop-sms.ts'
import { type SmsType, smsTypes } from '@shuyuan/contract/site/provider/sms-type.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import { fail } from '../../../kernel/fail.ts'
import { consumeCaptcha } from '../../common/captcha.service.ts'
import { switches } from '../../site/config/config.service.ts'
import { countFailure, failuresOf } from '../../site/log/failure.service.ts'
import { recorded } from '../../site/log/log.service.ts'
import { codeDelivery } from '../../site/config/sms-ready.service.ts'
import { mayShowCode } from './demo-code.service.ts'
import { activeSms, codeParams, deliverSms } from '../../site/outbox/sms-outbox.service.ts'
import { countedAddress } from '../../../kernel/http/address.rules.ts'

export type { SmsType } from '@shuyuan/contract/site/provider/sms-type.ts'
const WAIT_SECONDS = 60
const LIFE_MINUTES = 5
const MAX_TRIES = 5
const DAY_MS = 86_400_000

const hashOf = (mobile: string, smsType: SmsType, code: string) => createHash('sha256').update(`${mobile} ${smsType} ${code}`).digest()

/**
 * Sends a code. Fails methodOff where its purpose is switched off or nothing can send it, signedOut for the own number without a session,
 * smsTooSoon within 60 s of the last, smsTooMany beyond the daily limit of the number or of the caller's address, and as deliverSms. For a
 * forgotten password, and for a number that is to be removed, every caller gets the same answer immediately: it must not reveal whether the
 * number has an account. A demonstration without a provider sends nothing and shows some codes (demo-code.service.ts).
 */
export async function sendSms(ctx: Ctx, input: Input<typeof user.sms>): Promise<Output<typeof user.sms>> {
  const { mobile, smsType } = input
  const delivery = await mustBeOpen(ctx, smsType)
  await consumeCaptcha(ctx, input.captchaKey, input.captchaValue)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await withinLimits(ctx, mobile, () => recorded(ctx, user.sms, input, ({ db }) => storeCode(db, mobile, smsType, code, ctx.now)))
  if (delivery === 'demo') return { waitSeconds: WAIT_SECONDS, demoCode: (await mayShowCode(ctx, mobile, smsType)) ? code : '' }
  if (smsType === 'forgot' || smsType === 'unbind') {
    sendUnseen(ctx, mobile, smsType, code)
    return { waitSeconds: WAIT_SECONDS }
  }
  try {
    await sendCode(ctx, mobile, smsType, code)
  } catch (error) {
    // no user has received the code: the next try need not wait
    await dropCode(ctx.app, mobile, smsType)
    throw error
  }
  return { waitSeconds: WAIT_SECONDS }
}

async function mustBeOpen(ctx: Ctx, smsType: SmsType) {
  const delivery = await codeDelivery(ctx)
  if (delivery === 'none') fail('methodOff', say('smsUnset'))
  const { mobileLogin, userReg } = await switches(ctx)
  if (smsType === 'login' && !mobileLogin) fail('methodOff')
  if (smsType === 'reg' && !userReg) fail('methodOff', say('registrationOff'))
  if ((smsType === 'bind' || smsType === 'unbind') && ctx.user.id === '0') fail('signedOut')
  return delivery
}

/** A refused message counts too; only one that came too soon after the last does not. */
async function withinLimits(ctx: Ctx, mobile: string, store: () => Promise<void>) {
  const { app, request } = ctx
  const { numberLimit, addressLimit } = SmsLimits.parse((await activeSms(ctx)).data)
  const limits = [
    { key: `sms:${mobile}`, most: numberLimit, refuse: () => fail('smsTooMany', say('smsDailyLimit')) },
    { key: `sms-ip:${countedAddress(request.ip)}`, most: addressLimit, refuse: () => fail('smsTooMany') },
  ]
  for (const { key, most, refuse } of limits) if ((await failuresOf(app, key)).failures >= most) refuse()
  await store()
  // each of several concurrent calls reads its own count
  for (const { key, most, refuse } of limits) if ((await countFailure(app, key, DAY_MS)) > most) refuse()
}

async function sendCode(ctx: Pick<Ctx, 'app'>, mobile: string, smsType: SmsType, code: string) {
  const params = codeParams(await activeSms(ctx), code, LIFE_MINUTES)
  const text = `您正在${smsTypes[smsType]}，验证码 ${code}，${LIFE_MINUTES} 分钟内有效。如非本人操作，请忽略。`
  await deliverSms(ctx, { mobile, smsType, params, text, secret: code })
}

const pendingOf = appPart((app) => {
  const waiting = new Set<Promise<void>>()
  app.onClose(async () => void (await Promise.allSettled(waiting)))
  return waiting
})

/** The answer does not wait for the provider: its duration would reveal whether a message was sent. */
function sendUnseen({ app, user: { id } }: Ctx, mobile: string, smsType: SmsType, code: string) {
  const pending = pendingOf(app)
  const sending = (async () => {
    let owner = app.db.selectFrom('sysUser').where('mobile', '=', mobile)
    if (smsType === 'unbind') owner = owner.where('id', '=', id)
    if (await owner.select('id').executeTakeFirst()) await sendCode({ app }, mobile, smsType, code)
  })().catch((error: unknown) => app.log.warn({ err: error, smsType }, 'a code could not be sent'))
  pending.add(sending)
  void sending.finally(() => pending.delete(sending))
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
 * Consumes a code; fails smsWrong, also after five wrong tries. A try counts even when the call is refused: call it outside of
 * transactions.
 */
export async function consumeSmsCode({ app, now }: Ctx, mobile: string, smsType: SmsType, code: string): Promise<void> {
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
  // of two calls with the same code one deletes the row, the other finds none
  const { numDeletedRows } = await app.db
    .deleteFrom('sysSmsCode')
    .where('mobile', '=', mobile)
    .where('smsType', '=', smsType)
    .where('codeHash', '=', tried.codeHash)
    .executeTakeFirst()
  if (numDeletedRows === 0n) fail('smsWrong')
}

async function dropCode(app: App, mobile: string, smsType: SmsType) {
  await app.db.deleteFrom('sysSmsCode').where('mobile', '=', mobile).where('smsType', '=', smsType).execute()
}

/** Deletes expired codes. */
export async function sweepSmsCodes(app: App): Promise<void> {
  await app.db
    .deleteFrom('sysSmsCode')
    .where('expireTime', '<=', new Date(app.clock().getTime() - WAIT_SECONDS * 1_000))
    .execute()
}
