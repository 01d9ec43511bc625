// Sign-in by password, SMS code or face.
import { user } from '@shuyuan/contract/account/user.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, Failure } from '../../../kernel/fail.ts'
import { consumeCaptcha } from '../../common/captcha.service.ts'
import { switches } from '../../site/config/config.service.ts'
import { type Account, accountFacts, accountOfMobile, enter, mustBeUsable } from './enter.service.ts'
import { countWrong, forgetWrong, mustBeUnlocked } from './guess.service.ts'
import { type Counting, countingKeys } from '../../session/device-mark.service.ts'
import { countAddress, mustBeFreeAddress, oneByOne } from '../../site/log/failure.service.ts'
import { recorded } from '../../site/log/log.service.ts'
import { trackSignIn } from '../../site/log/login-log.service.ts'
import { verifyPassword } from '../../session/password.service.ts'
import { addByMobile } from './register.service.ts'
import { endOwnSession } from '../../session/session.service.ts'
import { type SmsType, consumeSmsCode } from '../code/sms.service.ts'

const CAPTCHA_AFTER = 3

type PasswordLogin = Input<typeof user.login>
type MobileLogin = Input<(typeof user)['mobile-login']>

/**
 * Sign-in by password. Fails signInWrong for a wrong name as for a wrong password, captchaNeeded and captchaWrong after three failures of a
 * name or sixty of an address, tooOften after ten of a name from one network, 25 of a name, or three hundred of an address within 15 minutes; on a device where the account signed in before, only
 * that device's own wrong passwords count. Fails accountDisabled, accountPending, accountExpired
 * and as bindPending only where the password is right.
 */
export function login(ctx: Ctx, input: PasswordLogin): Promise<Output<typeof user.login>> {
  const name = input.userName.toLowerCase()
  return trackSignIn(ctx, 'password', input.userName, async (attempt) => {
    const counting = await countingKeys(ctx, name)
    const account = await oneByOne(ctx.app, counting.keys.at(-1)?.key ?? name, () => prove(ctx, name, counting, input))
    Object.assign(attempt, { id: account.id, userName: account.userName })
    mustBeUsable(account, ctx.now)
    return enter(ctx, user.login, { userName: input.userName }, account, input.bindKey)
  })
}

async function prove(ctx: Ctx, name: string, counting: Counting, input: PasswordLogin): Promise<Account> {
  const { app } = ctx
  const { isKnownDevice } = counting
  const { password, captchaKey, captchaValue } = input
  // neither others at its address nor guesses from elsewhere shut out a device that signed in before
  const suspicious = !isKnownDevice && (await mustBeFreeAddress(ctx))
  const failures = await mustBeUnlocked(ctx, name, counting)
  if (suspicious || failures >= CAPTCHA_AFTER) {
    if (!captchaKey || !captchaValue) fail('captchaNeeded')
    await consumeCaptcha(ctx, captchaKey, captchaValue)
  }
  const account = await app.db
    .selectFrom('sysUser')
    .where((eb) => eb(eb.fn<string>('lower', ['userName']), '=', name))
    .select(accountFacts)
    .executeTakeFirst()
  const fits = await verifyPassword(app, account?.passwordHash, password)
  if (!account || !fits) {
    const counted = await countWrong(app, counting)
    const isSuspicious = await countAddress(ctx)
    fail('signInWrong', undefined, { captchaNeeded: (isSuspicious && !isKnownDevice) || counted >= CAPTCHA_AFTER })
  }
  if (failures > 0) await forgetWrong(app, counting)
  return account
}

/** Consumes an SMS code of a caller without a session. Fails smsWrong, which counts against the address, and tooOften. */
export async function proveByMobile(ctx: Ctx, mobile: string, smsType: SmsType, smsCode: string): Promise<void> {
  await mustBeFreeAddress(ctx)
  try {
    await consumeSmsCode(ctx, mobile, smsType, smsCode)
  } catch (error) {
    if (error instanceof Failure && error.reason === 'smsWrong') await countAddress(ctx)
    throw error
  }
}

/**
 * Sign-in by SMS code. An unknown number is registered if the switch userReg is on, and then waits for an administrator if userAudit is on
 * (api.md). Fails methodOff, smsWrong, mobileUnknown, or as login for the account's state.
 */
export function mobileLogin(ctx: Ctx, { mobile, smsCode, bindKey }: MobileLogin): Promise<Output<typeof user.login>> {
  return trackSignIn(ctx, 'sms', mobile, async (attempt) => {
    const { mobileLogin: isOn, userReg } = await switches(ctx)
    if (!isOn) fail('methodOff')
    await proveByMobile(ctx, mobile, 'login', smsCode)
    const known = await accountOfMobile(ctx, mobile)
    if (!known && !userReg) fail('mobileUnknown')
    const account = known ?? (await registerMobile(ctx, mobile, bindKey))
    Object.assign(attempt, { id: account.id, userName: account.userName })
    mustBeUsable(account, ctx.now)
    return enter(ctx, user['mobile-login'], { mobile }, account, known && bindKey)
  })
}

const registerMobile = (ctx: Ctx, mobile: string, bindKey: string | undefined) =>
  recorded(ctx, user['mobile-login'], { mobile, registered: true }, (inner) => addByMobile(inner, mobile, bindKey))

/** Ends the caller's session. */
export async function logout(ctx: Ctx): Promise<true> {
  await endOwnSession(ctx)
  return true
}
