// Proving who one is: by password or by a code sent to one's phone.
import { user } from '@shuyuan/contract/sys/user.ts'
import type { Endpoint, Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { randomBytes } from 'node:crypto'
import type { App, Ctx } from '../../kernel/ctx.ts'
import type { Database } from '../../kernel/database.ts'
import { fail } from '../../kernel/fail.ts'
import { useCaptcha } from '../common/captcha.service.ts'
import { switches } from './config.service.ts'
import { rootDepart } from './depart.service.ts'
import { countFailure, failuresOf, forgetFailures } from './failure.service.ts'
import { recorded } from './log.service.ts'
import { verifyPassword } from './password.service.ts'
import { builtInRole } from './role.rules.ts'
import { endOwnSession, openSession } from './session.service.ts'
import { useSmsCode } from './sms.service.ts'

const CAPTCHA_AFTER = 3
const LOCKED_AFTER = 10
const WINDOW_MS = 15 * 60_000

type Account = { id: string; userName: string; passwordHash: string; roleType: number; state: number; expireTime: Date | null }
type MobileLogin = Input<(typeof user)['mobile-login']>
const facts = ['id', 'userName', 'passwordHash', 'roleType', 'state', 'expireTime'] as const

/**
 * Sign-in by password. Fails signInWrong for a wrong name as for a wrong password, captchaNeeded and captchaWrong after three
 * failures of a name, tooOften after ten within a quarter of an hour; accountDisabled, accountPending, accountExpired only to who
 * knows the password.
 */
export async function login(ctx: Ctx, input: Input<typeof user.login>): Promise<Output<typeof user.login>> {
  const name = input.userName.toLowerCase()
  const account = await oneByOne(ctx.app, name, () => prove(ctx, name, input))
  mustBeUsable(account, ctx.now)
  return enter(ctx, user.login, { userName: input.userName }, account)
}

async function prove(ctx: Ctx, name: string, { password, captchaKey, captchaValue }: Input<typeof user.login>): Promise<Account> {
  const { app, log } = ctx
  const key = `login:${name}`
  const { failures, leftMs } = await failuresOf(app, key)
  if (failures >= LOCKED_AFTER) {
    log.info({ userName: name, ip: ctx.request.ip }, 'sign-in locked')
    fail('tooOften', `登录失败次数过多，账号已被临时锁定，请 ${Math.ceil(leftMs / 60_000)} 分钟后再试`)
  }
  if (failures >= CAPTCHA_AFTER) {
    if (!captchaKey || !captchaValue) fail('captchaNeeded')
    await useCaptcha(ctx, captchaKey, captchaValue)
  }
  const account = await app.db
    .selectFrom('sysUser')
    .where((eb) => eb(eb.fn<string>('lower', ['userName']), '=', name))
    .select(facts)
    .executeTakeFirst()
  const fits = await verifyPassword(app, account?.passwordHash, password)
  if (!account || !fits) {
    const counted = await countFailure(app, key, WINDOW_MS)
    fail('signInWrong', undefined, { captchaNeeded: counted >= CAPTCHA_AFTER })
  }
  if (failures > 0) await forgetFailures(app, key)
  return account
}

/** Attempts on one name wait for each other, so that a hundred guesses at once cannot all come before the count of the first. */
async function oneByOne<T>(app: App, name: string, act: () => Promise<T>): Promise<T> {
  const lines = app.part('sys.sign-in', () => new Map<string, Promise<unknown>>())
  const turn = (lines.get(name) ?? Promise.resolve()).then(act, act)
  lines.set(name, turn)
  try {
    return await turn
  } finally {
    if (lines.get(name) === turn) lines.delete(name)
  }
}

function mustBeUsable({ state, expireTime }: Pick<Account, 'state' | 'expireTime'>, now: Date) {
  if (state === 1) fail('accountDisabled')
  if (state === 2) fail('accountPending')
  if (expireTime !== null && expireTime <= now) fail('accountExpired')
}

async function enter(ctx: Ctx, endpoint: Endpoint, input: object, { id, userName, roleType }: Account) {
  const single = (await switches(ctx)).loginTick === 1
  const person = { ...ctx.user, id, userName, roleType }
  const token = await recorded({ ...ctx, user: person }, endpoint, input, (inner) => openSession(inner, id, single))
  return { token, roleType, userId: id }
}

/**
 * Sign-in by a code sent to the phone. An unknown number is registered if the switch userReg is on, and then waits for an
 * administrator if userAudit is on (api.md). Fails methodOff, smsWrong, mobileUnknown, or as login for the account's state.
 */
export async function mobileLogin(ctx: Ctx, { mobile, smsCode }: MobileLogin): Promise<Output<typeof user.login>> {
  const { mobileLogin: isOn, userReg, userAudit } = await switches(ctx)
  if (!isOn) fail('methodOff')
  await useSmsCode(ctx, mobile, 'login', smsCode)
  const { db } = ctx.app
  let account = await db.selectFrom('sysUser').where('mobile', '=', mobile).select(facts).executeTakeFirst()
  if (!account) {
    if (!userReg) fail('mobileUnknown')
    account = await recorded(ctx, user['mobile-login'], { mobile, registered: true }, (inner) =>
      register(inner.db, mobile, userAudit ? 2 : 0),
    )
  }
  mustBeUsable(account, ctx.now)
  return enter(ctx, user['mobile-login'], { mobile }, account)
}

async function register(db: Database, mobile: string, state: number): Promise<Account> {
  const { deptCode } = await rootDepart(db)
  const taken = await db.selectFrom('sysUser').where('userName', '=', mobile).select('id').executeTakeFirst()
  const account = await db
    .insertInto('sysUser')
    .values({
      userName: taken ? `${mobile}-${randomBytes(4).toString('hex')}` : mobile,
      realName: `用户${mobile.slice(-4)}`,
      // no password fits until one is set
      passwordHash: '',
      mobile,
      state,
      deptCode,
    })
    .returning(facts)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('sysUserRole')
    .columns(['userId', 'roleId'])
    .expression((eb) =>
      eb
        .selectFrom('sysRole')
        .where('id', '=', builtInRole.learner)
        .select([eb.val(account.id).as('userId'), 'id']),
    )
    .execute()
  return account
}

/** Ends this session. */
export async function logout(ctx: Ctx): Promise<true> {
  await endOwnSession(ctx)
  return true
}
