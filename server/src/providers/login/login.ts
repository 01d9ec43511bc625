// Third-party sign-in: one interface for all providers.
import { LoginDingtalk, LoginOidc, type LoginType, LoginWechat, LoginWecom } from '@shuyuan/contract/site/provider/prop-login.ts'
import type { Outgoing } from '../../kernel/http/outgoing.ts'
import type { Seal } from '../../kernel/sealed/seal.ts'
import { dingtalkLogin } from './login-dingtalk.ts'
import { ldapLogin } from './login-ldap.ts'
import { localLogin } from './login-local.ts'
import { oidcLogin } from './login-oidc.ts'
import { wechatLogin } from './login-wechat.ts'
import { wecomLogin } from './login-wecom.ts'

/** Access tokens of the provider until they expire, by `Date.now()`, because the provider's times are real times. */
export type TokenCache = Map<string, { token: string; goodUntil: number }>
/** What a sign-in provider needs besides its settings. */
export type LoginContext = {
  outgoing: Outgoing
  /** derives a secret of a sign-in from its state */
  seal: Pick<Seal, 'fingerprint'>
  tokens: TokenCache
  /** timeout of one request to the provider */
  timeoutMs: number
  /** the account that was proved on a page of this site, by its code, once */
  takeProved: (loginType: LoginType, code: string) => Promise<{ openId: string; nickName: string } | undefined>
}

export type LoginProvider = {
  /** The provider's authorization page; it redirects to `redirectUri` with `code` (DingTalk: `authCode`) and `state`. */
  authorizeUrl: (state: string, redirectUri: string) => string | Promise<string>
  /** The account of a code that came back with `state`, and from some with their issuer, to `redirectUri`. Fails thirdRefused when the provider does not accept it, thirdDown when the provider cannot be reached. */
  identify: (
    code: string,
    journey: { state: string; redirectUri: string; iss?: string | undefined },
  ) => Promise<{ openId: string; nickName: string }>
}

/**
 * The provider of a sign-in method.
 * @param prop the active provider's name and stored settings, secrets included
 */
export function loginProvider(
  loginType: LoginType,
  { provider, data }: { provider: string; data: unknown },
  context: LoginContext,
): LoginProvider {
  if (provider === 'local') return localLogin(loginType)
  if (loginType === 'wechat') return wechatLogin(LoginWechat.parse(data), context)
  if (loginType === 'crop-wechat') return wecomLogin(LoginWecom.parse(data), context)
  if (loginType === 'ldap') return ldapLogin(context)
  if (loginType === 'oidc') return oidcLogin(LoginOidc.parse(data), context)
  return dingtalkLogin(LoginDingtalk.parse(data), context)
}
