// Third-party sign-in, against stubs that check ids, secrets and codes as the providers do.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { type Call, type Play, startProviderStub, stubOutgoing, type ProviderStub } from '../../../test/provider-stub.ts'
import { loginProvider } from './login.ts'

let vendor: ProviderStub | undefined
afterEach(async () => {
  await vendor?.close()
  vendor = undefined
})

/** Codes of a stub, each valid once. */
const once = () => {
  const fresh = new Set(['code-1', 'code-2', 'code-3'])
  return (code: string | null) => code !== null && fresh.delete(code)
}
const refused = (errcode: number): Play => ({ body: { errcode, errmsg: 'refused' } })

function wechat() {
  const take = once()
  return ({ url: { pathname, searchParams: asked } }: Call): Play => {
    if (pathname === '/sns/oauth2/access_token') {
      if (asked.get('appid') !== 'wx-app') return refused(40013)
      if (asked.get('secret') !== 'wx-secret') return refused(40125)
      if (asked.get('grant_type') !== 'authorization_code' || !take(asked.get('code'))) return refused(40163)
      return { body: { access_token: 'at-1', expires_in: 7200, refresh_token: 'r', openid: 'o-1', scope: 'snsapi_login' } }
    }
    if (pathname !== '/sns/userinfo' || asked.get('access_token') !== 'at-1' || asked.get('openid') !== 'o-1') return refused(40001)
    return { body: { openid: 'o-1', nickname: '微信小明', sex: 0 } }
  }
}
function wecom(tokens = ['token-1', 'token-2'], dead = new Set<string>()) {
  const take = once()
  let issued = 0
  return ({ url: { pathname, searchParams: asked } }: Call): Play => {
    if (pathname === '/cgi-bin/gettoken') {
      if (asked.get('corpid') !== 'corp' || asked.get('corpsecret') !== 'corp-secret') return refused(40001)
      return { body: { errcode: 0, errmsg: 'ok', access_token: tokens[issued++], expires_in: 7200 } }
    }
    if (pathname !== '/cgi-bin/auth/getuserinfo') return refused(40066)
    const token = asked.get('access_token') ?? ''
    if (!tokens.slice(0, issued).includes(token) || dead.has(token)) return refused(42001)
    if (asked.get('code') === 'outsider') return { body: { errcode: 0, errmsg: 'ok', openid: 'ext-1' } }
    return take(asked.get('code')) ? { body: { errcode: 0, errmsg: 'ok', userid: 'zhangsan' } } : refused(40029)
  }
}
function dingtalk() {
  const take = once()
  return ({ url: { pathname }, method, headers, body }: Call): Play => {
    if (pathname === '/v1.0/oauth2/userAccessToken' && method === 'POST') {
      const asked = JSON.parse(body) as Record<string, string>
      const isKnown = asked.clientId === 'ding-app' && asked.clientSecret === 'ding-secret'
      if (!isKnown) return { status: 400, body: { code: 'invalidClientIdOrSecret', message: '无效的clientId或者clientSecret' } }
      if (asked.grantType !== 'authorization_code' || !take(asked.code ?? null))
        return { status: 400, body: { code: 'invalidAuthCode', message: '不合法的临时授权码' } }
      return { body: { accessToken: 'dt-1', refreshToken: 'r', expireIn: 7200 } }
    }
    const knows = pathname === '/v1.0/contact/users/me' && headers['x-acs-dingtalk-access-token'] === 'dt-1'
    return knows ? { body: { nick: '钉钉小李', openId: 'd-1', unionId: 'u-1' } } : { status: 401, body: { code: 'InvalidAuthentication' } }
  }
}

const settings = {
  wechat: { appId: 'wx-app', secret: 'wx-secret' },
  'crop-wechat': { corpId: 'corp', agentId: '1000002', secret: 'corp-secret' },
  'ding-talk': { appId: 'ding-app', secret: 'ding-secret' },
}
const outgoing = stubOutgoing()
const vendorName = { wechat: 'wechat', 'crop-wechat': 'wecom', 'ding-talk': 'dingtalk' }
type Vendor = keyof typeof settings
const back = 'https://school.example/sync?loginType=x'
const context = {
  outgoing,
  seal: { fingerprint: () => '' },
  tokens: new Map(),
  timeoutMs: 2_000,
  takeProved: () => Promise.resolve(undefined),
}
const open = (type: Vendor, more: object = {}, timeoutMs = 2_000, tokens = new Map()) => {
  const prop = { provider: vendorName[type], data: { ...settings[type], baseUrl: vendor?.url ?? '', ...more } }
  const provider = loginProvider(type, prop, { ...context, tokens, timeoutMs })
  return { ...provider, identify: (code: string) => provider.identify(code, { state: 'st', redirectUri: back }) }
}
const failing = (reason: 'thirdRefused' | 'thirdOutsider' | 'thirdDown') => expect.objectContaining({ code: errors[reason][0] })

describe.each([
  { type: 'wechat', play: wechat, who: { openId: 'o-1', nickName: '微信小明' } },
  { type: 'crop-wechat', play: wecom, who: { openId: 'zhangsan', nickName: 'zhangsan' } },
  { type: 'ding-talk', play: dingtalk, who: { openId: 'd-1', nickName: '钉钉小李' } },
] as const)('$type', ({ type, play, who }) => {
  test('identifies the owner of a code, once', async () => {
    vendor = await startProviderStub(play())
    const tokens = new Map()
    expect(await open(type, {}, 2_000, tokens).identify('code-1')).toEqual(who)
    await expect(open(type, {}, 2_000, tokens).identify('code-1')).rejects.toEqual(failing('thirdRefused'))
    await expect(open(type, {}, 2_000, tokens).identify('made-up')).rejects.toEqual(failing('thirdRefused'))
  })

  test('is refused with a wrong secret, and does not reveal it', async () => {
    vendor = await startProviderStub(play())
    const wrong = open(type, { secret: 'a-wrong-one' }).identify('code-1')
    await expect(wrong).rejects.toEqual(failing('thirdRefused'))
    await expect(wrong).rejects.not.toThrow(/a-wrong-one/)
  })

  test.each(['garbage', 'redirect', { body: {} }, { body: [1] }, { body: null }] as Play[])(
    'takes %j for no answer at all',
    async (nonsense) => {
      vendor = await startProviderStub(() => nonsense)
      await expect(open(type).identify('code-1')).rejects.toEqual(failing('thirdDown'))
    },
  )

  test('fails after a timeout, and when the provider is unreachable', async () => {
    vendor = await startProviderStub(() => 'silence')
    await expect(open(type, {}, 150).identify('code-1')).rejects.toEqual(failing('thirdDown'))
    await vendor.close()
    await expect(open(type, {}, 500).identify('code-1')).rejects.toEqual(failing('thirdDown'))
    vendor = undefined
  })
})

test('WeCom: the token is cached between sign-ins, renewed when it expired, and not shared between secrets', async () => {
  const dead = new Set<string>()
  vendor = await startProviderStub(wecom(['token-1', 'token-2'], dead))
  const tokens = new Map()
  const asked = () => vendor!.calls.filter(({ url }) => url.pathname.endsWith('gettoken')).length
  await open('crop-wechat', {}, 2_000, tokens).identify('code-1')
  await open('crop-wechat', {}, 2_000, tokens).identify('code-2')
  expect(asked()).toBe(1)
  dead.add('token-1')
  expect(await open('crop-wechat', {}, 2_000, tokens).identify('code-3')).toEqual({ openId: 'zhangsan', nickName: 'zhangsan' })
  expect(asked()).toBe(2)
  await expect(open('crop-wechat', { secret: 'another' }, 2_000, tokens).identify('code-3')).rejects.toEqual(failing('thirdRefused'))
  expect(asked()).toBe(3)
})

test('WeCom: a user outside the company is refused', async () => {
  vendor = await startProviderStub(wecom())
  await expect(open('crop-wechat').identify('outsider')).rejects.toEqual(failing('thirdOutsider'))
})

test('authorization addresses are those of the documentation', async () => {
  const page = async (type: Vendor) => new URL(await open(type).authorizeUrl('st&1', back))
  const [wx, corp, ding] = [await page('wechat'), await page('crop-wechat'), await page('ding-talk')]
  expect(`${wx.origin}${wx.pathname}${wx.hash}`).toBe('https://open.weixin.qq.com/connect/qrconnect#wechat_redirect')
  expect(Object.fromEntries(wx.searchParams)).toEqual({
    appid: 'wx-app',
    redirect_uri: back,
    response_type: 'code',
    scope: 'snsapi_login',
    state: 'st&1',
  })
  expect(`${corp.origin}${corp.pathname}`).toBe('https://login.work.weixin.qq.com/wwlogin/sso/login')
  expect(Object.fromEntries(corp.searchParams)).toEqual({
    login_type: 'CorpApp',
    appid: 'corp',
    agentid: '1000002',
    redirect_uri: back,
    state: 'st&1',
  })
  expect(`${ding.origin}${ding.pathname}`).toBe('https://login.dingtalk.com/oauth2/auth')
  expect(Object.fromEntries(ding.searchParams)).toEqual({
    redirect_uri: back,
    response_type: 'code',
    client_id: 'ding-app',
    scope: 'openid',
    state: 'st&1',
    prompt: 'consent',
  })
})

test('local identities accept only their own codes', async () => {
  const local = loginProvider('wechat', { provider: 'local', data: {} }, context)
  const identify = (code: string) => local.identify(code, { state: 's 1', redirectUri: '/sync' })
  expect(local.authorizeUrl('s 1', '/sync')).toBe('/api/sys/user/third-local?loginType=wechat&state=s+1&redirectUri=%2Fsync')
  expect(await identify('local-test-li')).toEqual({ openId: 'test-li', nickName: '测试·李华' })
  await expect(identify('test-li')).rejects.toEqual(failing('thirdRefused'))
  await expect(identify('local-o-1')).rejects.toEqual(failing('thirdRefused'))
})
