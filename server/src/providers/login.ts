// Third-party sign-in: one interface for all providers.
import { LoginDingtalk, type LoginType, LoginWechat, LoginWecom } from '@shuyuan/contract/sys/provider/prop-login.ts'
import { dingtalkLogin } from './login-dingtalk.ts'
import { localLogin } from './login-local.ts'
import { wechatLogin } from './login-wechat.ts'
import { type TokenCache, wecomLogin } from './login-wecom.ts'

export type LoginProvider = {
  /** The provider's authorization page; it redirects to `redirectUri` with `code` (DingTalk: `authCode`) and `state`. */
  authorizeUrl: (state: string, redirectUri: string) => string
  /** The account of a code. Fails thirdRefused when the provider does not accept it, thirdDown when the provider cannot be reached. */
  identify: (code: string) => Promise<{ openId: string; nickName: string }>
}

/**
 * The provider of a sign-in method.
 * @param prop the active provider's name and stored settings, secrets included
 * @param tokens cache of the provider's access tokens
 * @param timeoutMs timeout of one request to the provider
 */
export function loginProvider(
  loginType: LoginType,
  { provider, data }: { provider: string; data: unknown },
  tokens: TokenCache,
  timeoutMs = 8_000,
): LoginProvider {
  if (provider === 'local') return localLogin(loginType)
  if (loginType === 'wechat') return wechatLogin(LoginWechat.parse(data), timeoutMs)
  if (loginType === 'crop-wechat') return wecomLogin(LoginWecom.parse(data), tokens, timeoutMs)
  return dingtalkLogin(LoginDingtalk.parse(data), timeoutMs)
}
