// Third-party sign-in: the redirect, the return, and binding the account.
import type { LoginType } from '@shuyuan/contract/site/provider/prop-login.ts'
import { bind } from '@shuyuan/contract/account/bind.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { createHash, randomBytes } from 'node:crypto'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { countedAddress } from '../../../kernel/http/address.rules.ts'
import type { LoginProvider } from '../../../providers/login/login.ts'
import { browserMark, markBrowser } from './browser-mark.service.ts'
import { activeLogin } from './login-provider.service.ts'
import { bindElsewhere, storePending } from './bind-key.service.ts'
import { site, switches } from '../../site/config/config.service.ts'
import { accountFacts, enter, mustBeUsable } from './enter.service.ts'
import { recorded } from '../../site/log/log.service.ts'
import { trackSignIn } from '../../site/log/login-log.service.ts'
import { countFailure } from '../../site/log/failure.service.ts'

const LIFE_MS = 10 * 60_000
/** states of one address while one lives */
const MAX_STATES = 1_000
type Purpose = 'login' | 'bind'
export const switchOfWay = {
  wechat: 'wechatLogin',
  'crop-wechat': 'cropLogin',
  'ding-talk': 'dingLogin',
  oidc: 'oidcLogin',
  ldap: 'ldapLogin',
} as const
/** Only the browser that has the mark finds the state. */
const hashOf = (state: string, mark: string) => createHash('sha256').update(`${state}.${mark}`).digest()

async function providerOf(ctx: Ctx, loginType: LoginType): Promise<LoginProvider> {
  if (!(await switches(ctx))[switchOfWay[loginType]]) fail('methodOff')
  return activeLogin(ctx, loginType)
}

/**
 * The address to which a third-party sign-in redirects. Its state is random, stored as a hash, valid once within ten minutes, for this
 * browser, method and purpose, and for binding only for this user. Fails methodOff, thirdUnset, signedOut for binding without a session, thirdHeld, tooOften
 * after a thousand of one address within ten minutes.
 */
export async function thirdUrl(ctx: Ctx, loginType: LoginType, { state: purpose }: { state: Purpose }): Promise<{ url: string }> {
  const { app, now } = ctx
  const userId = purpose === 'bind' ? ctx.user.id : null
  if (userId === '0') fail('signedOut')
  const provider = await providerOf(ctx, loginType)
  if (userId !== null) await mustHaveNone(ctx, loginType)
  const state = randomBytes(24).toString('base64url')
  const url = await provider.authorizeUrl(state, await landing(ctx, loginType))
  if ((await countFailure(app, `third:${countedAddress(ctx.request.ip)}`, LIFE_MS)) > MAX_STATES) fail('tooOften')
  await app.db
    .insertInto('sysThirdState')
    .values({
      stateHash: hashOf(state, markBrowser(ctx, LIFE_MS)),
      loginType,
      purpose,
      userId,
      expireTime: new Date(now.getTime() + LIFE_MS),
    })
    .execute()
  return { url }
}

async function mustHaveNone({ app, user: { id } }: Ctx, loginType: LoginType) {
  const row = await app.db
    .selectFrom('sysUserBind')
    .where('userId', '=', id)
    .where('loginType', '=', loginType)
    .select('id')
    .executeTakeFirst()
  if (row) fail('thirdHeld')
}

/** The address to which the third party returns: on the site's own host, else on the host of the request. */
async function landing(ctx: Ctx, loginType: LoginType): Promise<string> {
  const { h5Host } = await site(ctx)
  const base = h5Host || ctx.request.origin
  if (!URL.canParse('/sync', base)) fail('badInput')
  return new URL(`/sync?loginType=${loginType}`, base).href
}

/** Consumes a state. Fails thirdExpired for one that is unknown, used, expired, or of another browser, method, purpose or user. */
async function consumeState(ctx: Ctx, state: string, wanted: { loginType: LoginType; purpose: Purpose; userId: string | null }) {
  const { app, now } = ctx
  const stateHash = hashOf(state, browserMark(ctx) ?? fail('thirdExpired'))
  const row = await app.db.deleteFrom('sysThirdState').where('stateHash', '=', stateHash).returningAll().executeTakeFirst()
  const isIt = row?.loginType === wanted.loginType && row.purpose === wanted.purpose && row.userId === wanted.userId && row.expireTime > now
  if (!isIt) fail('thirdExpired')
}

/**
 * Sign-in with the code that a third party returned. Where no user has bound the account, returns a key that binds it at sign-in or
 * registration. Fails methodOff, thirdUnset, thirdExpired, thirdRefused, thirdDown, or as login for the account's state.
 */
export function thirdLogin(
  ctx: Ctx,
  { loginType, code, state, iss }: Input<(typeof user)['third-login']>,
): Promise<Output<(typeof user)['third-login']>> {
  return trackSignIn(ctx, loginType, '', async (attempt) => {
    const provider = await providerOf(ctx, loginType)
    await consumeState(ctx, state, { loginType, purpose: 'login', userId: null })
    const { openId, nickName } = await provider.identify(code, { state, iss, redirectUri: await landing(ctx, loginType) })
    attempt.userName = nickName || openId
    const account = await ctx.app.db
      .selectFrom('sysUser')
      .innerJoin('sysUserBind', 'sysUserBind.userId', 'sysUser.id')
      .where('loginType', '=', loginType)
      .where('openId', '=', openId)
      .select(accountFacts.map((fact) => `sysUser.${fact}` as const))
      .executeTakeFirst()
    if (!account) {
      attempt.note = '未绑定账号'
      return { bindKey: await storePending(ctx, { loginType, openId, nickName }), nickName }
    }
    Object.assign(attempt, { id: account.id, userName: account.userName })
    mustBeUsable(account, ctx.now)
    return enter(ctx, user['third-login'], { loginType }, account)
  })
}

/** Binds the third-party account to the user who requested the state. Fails as thirdLogin, and as bindElsewhere. */
export async function thirdBind(ctx: Ctx, { loginType, code, state, iss }: Input<(typeof bind)['third-bind']>): Promise<true> {
  const provider = await providerOf(ctx, loginType)
  await consumeState(ctx, state, { loginType, purpose: 'bind', userId: ctx.user.id })
  const account = await provider.identify(code, { state, iss, redirectUri: await landing(ctx, loginType) })
  await recorded(ctx, bind['third-bind'], { loginType }, (inner) => bindElsewhere(inner, ctx.user.id, { loginType, ...account }))
  return true
}
