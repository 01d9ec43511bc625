// Third-party sign-in: one interface for all providers.
import { LoginDingtalk, type LoginType, LoginWechat, LoginWecom } from '@shuyuan/contract/sys/provider/prop-login.ts'
import type { Outgoing } from '../kernel/http/outgoing.ts'
import { dingtalkLogin } from './login-dingtalk.ts'
import { localLogin } from './login-local.ts'
import { wechatLogin } from './login-wechat.ts'
import { wecomLogin } from './login-wecom.ts'

/** Access tokens of the provider until they expire, by `Date.now()`, because the provider's times are real times. */
export type TokenCache = Map<string, { token: string; goodUntil: number }>
/** What a sign-in provider needs besides its settings. */
export type LoginContext = {
  outgoing: Outgoing
  tokens: TokenCache
  /** timeout of one request to the provider */
  timeoutMs: number
}

export type LoginProvider = {
  /** The provider's authorization page; it redirects to `redirectUri` with `code` (DingTalk: `authCode`) and `state`. */
  authorizeUrl: (state: string, redirectUri: string) => string
  /** The account of a code. Fails thirdRefused when the provider does not accept it, thirdDown when the provider cannot be reached. */
  identify: (code: string) => Promise<{ openId: string; nickName: string }>
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
  return dingtalkLogin(LoginDingtalk.parse(data), context)
}
