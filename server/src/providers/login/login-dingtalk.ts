// DingTalk sign-in to a third-party website (open.dingtalk.com, 登录第三方网站).
import { addressOf } from '@shuyuan/contract/site/provider/prop-field.ts'
import type { LoginDingtalk } from '@shuyuan/contract/site/provider/prop-login.ts'
import type * as z from 'zod'
import { fail } from '../../kernel/fail.ts'
import { callProvider, type ProviderRequest, textOf } from '../call-provider.ts'
import type { LoginContext, LoginProvider } from './login.ts'

/** `data`: the application's settings. `identify` fails thirdRefused for a wrong or used code, thirdDown without a usable answer. */
export function dingtalkLogin(data: z.output<typeof LoginDingtalk>, { outgoing, timeoutMs }: LoginContext): LoginProvider {
  const api = addressOf(data.baseUrl, 'https://api.dingtalk.com')
  const call = async (path: string, request: Partial<ProviderRequest>) => {
    const { status, data: answer } = await callProvider(outgoing, {
      url: `${api}${path}`,
      timeoutMs,
      down: 'thirdDown',
      ...request,
    })
    // a refusal is a 4xx with {code, message, requestid}
    if (status >= 500) fail('thirdDown')
    if (status >= 400) fail('thirdRefused', undefined, { vendorCode: textOf(answer, 'code') })
    return answer
  }
  return {
    authorizeUrl(state, redirectUri) {
      const page = addressOf(data.baseUrl, 'https://login.dingtalk.com')
      const query = new URLSearchParams({
        redirect_uri: redirectUri,
        response_type: 'code',
        client_id: data.appId,
        scope: 'openid',
        state,
        prompt: 'consent',
      })
      return `${page}/oauth2/auth?${query.toString()}`
    },
    async identify(code) {
      const token = await call('/v1.0/oauth2/userAccessToken', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ clientId: data.appId, clientSecret: data.secret, code, grantType: 'authorization_code' }),
      })
      const accessToken = textOf(token, 'accessToken')
      if (accessToken === '') fail('thirdDown')
      const me = await call('/v1.0/contact/users/me', { headers: { 'x-acs-dingtalk-access-token': accessToken } })
      const openId = textOf(me, 'openId')
      if (openId === '') fail('thirdDown')
      return { openId, nickName: textOf(me, 'nick') }
    },
  }
}
