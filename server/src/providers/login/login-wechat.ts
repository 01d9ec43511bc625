// WeChat sign-in for websites: the user scans a QR code with the phone (developers.weixin.qq.com, 网站应用微信登录).
import { addressOf } from '@shuyuan/contract/site/provider/prop-field.ts'
import type { LoginWechat } from '@shuyuan/contract/site/provider/prop-login.ts'
import type * as z from 'zod'
import { fail } from '../../kernel/fail.ts'
import { callProvider, textOf } from '../call-provider.ts'
import type { LoginContext, LoginProvider } from './login.ts'

/** `data`: the application's settings. `identify` fails thirdRefused for a wrong or used code, thirdDown without a usable answer. */
export function wechatLogin(data: z.output<typeof LoginWechat>, { outgoing, timeoutMs }: LoginContext): LoginProvider {
  const api = addressOf(data.baseUrl, 'https://api.weixin.qq.com')
  const ask = async (path: string, query: Record<string, string>) => {
    const url = `${api}${path}?${new URLSearchParams(query).toString()}`
    const answer = await callProvider(outgoing, { url, timeoutMs, down: 'thirdDown' })
    const errcode = textOf(answer.data, 'errcode')
    if (errcode !== '' && errcode !== '0') fail('thirdRefused', undefined, { vendorCode: errcode })
    return answer.data
  }
  return {
    authorizeUrl(state, redirectUri) {
      const page = addressOf(data.baseUrl, 'https://open.weixin.qq.com')
      const query = new URLSearchParams({
        appid: data.appId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'snsapi_login',
        state,
      })
      return `${page}/connect/qrconnect?${query.toString()}#wechat_redirect`
    },
    async identify(code) {
      const token = await ask('/sns/oauth2/access_token', {
        appid: data.appId,
        secret: data.secret,
        code,
        grant_type: 'authorization_code',
      })
      const [accessToken, openId] = [textOf(token, 'access_token'), textOf(token, 'openid')]
      if (accessToken === '' || openId === '') fail('thirdDown')
      const info = await ask('/sns/userinfo', { access_token: accessToken, openid: openId, lang: 'zh_CN' })
      if (textOf(info, 'openid') !== openId) fail('thirdDown')
      return { openId, nickName: textOf(info, 'nickname') }
    },
  }
}
