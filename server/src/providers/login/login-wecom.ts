// WeCom sign-in: members of one company sign in with its app (developer.work.weixin.qq.com, 企业微信 Web 登录).
import { addressOf } from '@shuyuan/contract/site/provider/prop-field.ts'
import type { LoginWecom } from '@shuyuan/contract/site/provider/prop-login.ts'
import { createHash } from 'node:crypto'
import type * as z from 'zod'
import { fail } from '../../kernel/fail.ts'
import { callProvider, textOf } from '../call-provider.ts'
import type { LoginContext, LoginProvider } from './login.ts'

const EARLY_MS = 5 * 60_000
/** error codes: 40014 invalid token, 42001 expired token */
const stale = new Set(['40014', '42001'])

/** `data`: the application's settings. `identify` fails thirdRefused for a wrong code or a user outside the company, thirdDown without a usable answer. */
export function wecomLogin(data: z.output<typeof LoginWecom>, { outgoing, tokens, timeoutMs }: LoginContext): LoginProvider {
  const api = addressOf(data.baseUrl, 'https://qyapi.weixin.qq.com')
  // a changed secret or address needs another token
  const key = createHash('sha256').update([api, data.corpId, data.secret].join('\n')).digest('hex')

  const ask = async (path: string, query: Record<string, string>) => {
    const url = `${api}/cgi-bin/${path}?${new URLSearchParams(query).toString()}`
    const answer = await callProvider(outgoing, { url, timeoutMs, down: 'thirdDown' })
    const errcode = textOf(answer.data, 'errcode')
    if (errcode === '') fail('thirdDown')
    return { errcode, data: answer.data }
  }
  const refuse = (errcode: string) => fail('thirdRefused', undefined, { vendorCode: errcode })
  const accessToken = async () => {
    const kept = tokens.get(key)
    if (kept && kept.goodUntil > Date.now()) return kept.token
    const answer = await ask('gettoken', { corpid: data.corpId, corpsecret: data.secret })
    if (answer.errcode !== '0') refuse(answer.errcode)
    const token = textOf(answer.data, 'access_token')
    if (token === '') fail('thirdDown')
    tokens.set(key, { token, goodUntil: Date.now() + Number(answer.data.expires_in ?? 0) * 1_000 - EARLY_MS })
    return token
  }
  const whose = async (code: string) => ask('auth/getuserinfo', { access_token: await accessToken(), code })

  return {
    authorizeUrl(state, redirectUri) {
      const page = addressOf(data.baseUrl, 'https://login.work.weixin.qq.com')
      const query = new URLSearchParams({
        login_type: 'CorpApp',
        appid: data.corpId,
        agentid: data.agentId,
        redirect_uri: redirectUri,
        state,
      })
      return `${page}/wwlogin/sso/login?${query.toString()}`
    },
    async identify(code) {
      let answer = await whose(code)
      if (stale.has(answer.errcode)) {
        tokens.delete(key)
        answer = await whose(code)
      }
      if (answer.errcode !== '0') refuse(answer.errcode)
      // a user outside the company has an openid instead
      const openId = textOf(answer.data, 'userid')
      if (openId === '') fail('thirdOutsider')
      return { openId, nickName: openId }
    },
  }
}
