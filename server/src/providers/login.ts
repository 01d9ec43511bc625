// Signing in with an account elsewhere: one face for every vendor.
import { LoginDingtalk, type LoginType, LoginWechat, LoginWecom } from '@shuyuan/contract/sys/provider/prop-login.ts'
import { dingtalkLogin } from './login-dingtalk.ts'
import { localLogin } from './login-local.ts'
import { wechatLogin } from './login-wechat.ts'
import { type TokenShelf, wecomLogin } from './login-wecom.ts'

export type LoginProvider = {
  /** The vendor's page on which a person agrees; it comes back to `redirectUri` with `code` (DingTalk: `authCode`) and `state`. */
  authorizeUrl: (state: string, redirectUri: string) => string
  /** Whose code this is. Fails thirdRefused when the vendor does not accept it, thirdDown when the vendor cannot be asked. */
  identify: (code: string) => Promise<{ openId: string; nickName: string }>
}

/**
 * The provider of a way to sign in.
 * @param prop the active provider's name and stored settings, secrets included
 * @param shelf where a vendor's access token is kept between two calls
 * @param timeoutMs how long one question to the vendor may take
 */
export function loginProvider(
  loginType: LoginType,
  { provider, data }: { provider: string; data: unknown },
  shelf: TokenShelf,
  timeoutMs = 8_000,
): LoginProvider {
  if (provider === 'local') return localLogin(loginType)
  if (loginType === 'wechat') return wechatLogin(LoginWechat.parse(data), timeoutMs)
  if (loginType === 'crop-wechat') return wecomLogin(LoginWecom.parse(data), shelf, timeoutMs)
  return dingtalkLogin(LoginDingtalk.parse(data), timeoutMs)
}
