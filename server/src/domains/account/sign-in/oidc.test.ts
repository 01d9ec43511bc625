// Sign-in by OpenID Connect, against a stand-in provider with real keys.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { bind } from '@shuyuan/contract/account/bind.ts'
import { oidc } from '@shuyuan/contract/account/sign-in/oidc.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { oidcClient, type Spoilt, startOidcStub } from '../../../../test/oidc-stub.ts'
import { startWithEnv } from '../../../../test/people.ts'
import { type Play, STUB_ENV } from '../../../../test/provider-stub.ts'
import { turn } from '../../../../test/sign-in-steps.ts'
import { makeUser } from '../../people/user/user.factory.ts'
import { hashPassword } from '../../session/password.service.ts'
import { site } from '../../site/config/config.service.ts'

const PASSWORD = 'Right@2026'
const { app, admin } = await startWithEnv(STUB_ENV)
const idp = await startOidcStub()
afterAll(() => idp.close())
const passwordHash = await hashPassword(PASSWORD)
const data = { issuer: idp.url, ...oidcClient, scope: 'profile openid' }
await app.ok(configProp.change, { type: 'oidc', provider: 'oidc', data }, admin)
await turn(app, admin.token, { oidcLogin: true })
beforeEach(async () => {
  idp.spoil({})
  await app.db.deleteFrom('sysUserBind').execute()
})

let number = 0
const person = async () => {
  const userName = `oidc${number++}`
  const id = await makeUser(app.db, { userName, passwordHash })
  return { id, userName, token: (await app.as(userName)).token }
}
const begin = async (state: 'login' | 'bind' = 'login', token = '') => {
  const { url } = await app.ok(oidc['get-url'], { state }, token)
  return { url, state: new URL(url).searchParams.get('state') ?? '' }
}
const back = (code: string, state: string) => app.call(user['third-login'], { loginType: 'oidc', code, state })
const come = async (sub?: string) => {
  const { url, state } = await begin()
  return back(idp.allow(url, sub), state)
}
const bindsOf = (userId: string) => app.db.selectFrom('sysUserBind').where('userId', '=', userId).select(['loginType', 'openId']).execute()

describe('the way to the provider', () => {
  test('asks for a code with PKCE, state and nonce, which all differ each time', async () => {
    const [one, two] = [new URL((await begin()).url), new URL((await begin()).url)]
    expect(`${one.origin}${one.pathname}`).toBe(`${idp.url}/auth`)
    expect(Object.fromEntries(one.searchParams)).toEqual({
      response_type: 'code',
      client_id: oidcClient.clientId,
      redirect_uri: 'http://localhost/sync?loginType=oidc',
      scope: 'openid profile',
      state: expect.stringMatching(/^.{32}$/),
      nonce: expect.stringMatching(/^.{43}$/),
      code_challenge: expect.stringMatching(/^.{43}$/),
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(one.searchParams.get(name)).not.toBe(two.searchParams.get(name))
  })

  test.each([
    [{ issuer: 'https://other.example' }],
    [{ authorization_endpoint: 'javascript:alert(1)' }],
    [{ jwks_uri: undefined }],
  ] as const)('is refused where the discovery document says %j', async (discovery) => {
    // one whose document is not kept yet
    const other = await startOidcStub()
    other.spoil({ discovery })
    await app.ok(configProp.change, { type: 'oidc', provider: 'oidc', data: { ...data, issuer: other.url } }, admin)
    const answer = await app.call(oidc['get-url'], { state: 'login' })
    await app.ok(configProp.change, { type: 'oidc', provider: 'oidc', data }, admin)
    await other.close()
    expect(answer.code).toBe(errors.thirdDown[0])
  })
})

describe('the return', () => {
  test('binds by a sign-in, then signs in; the id is issuer and subject', async () => {
    const { id, userName } = await person()
    const answer = await come()
    expect(answer).toMatchObject({ code: 0, data: { nickName: '王老师' } })
    const { bindKey } = answer.data as { bindKey: string }
    await app.ok(user.login, { userName, password: PASSWORD, bindKey })
    expect(await bindsOf(id)).toEqual([{ loginType: 'oidc', openId: `${idp.url} u-1` }])
    expect(await come()).toMatchObject({ code: 0, data: { userId: id } })
    expect((await come('u-2')).data).toHaveProperty('bindKey')
    const log = await app.db.selectFrom('sysLoginLog').where('userId', '=', id).where('way', '=', 'oidc').selectAll().executeTakeFirst()
    expect(log).toMatchObject({ success: true })
  })

  describe('without a name in the ID token', () => {
    const info = async (userInfo: Play | undefined) => {
      const other = await startOidcStub()
      const userinfo_endpoint = `${other.url}/me`
      other.spoil({ without: ['name'], discovery: { userinfo_endpoint }, ...(userInfo ? { plays: { '/me': userInfo } } : {}) })
      await app.ok(configProp.change, { type: 'oidc', provider: 'oidc', data: { ...data, issuer: other.url } }, admin)
      const { url, state } = await begin()
      const answer = await back(other.allow(url), state)
      const asked = other.calls.find((one) => one.url.pathname === '/me')
      await app.ok(configProp.change, { type: 'oidc', provider: 'oidc', data }, admin)
      await other.close()
      return { answer, asked }
    }

    test('asks the provider for it, about the same person', async () => {
      const { answer, asked } = await info({ body: { sub: 'u-1', name: '李老师' } })
      expect(answer).toMatchObject({ code: 0, data: { nickName: '李老师' } })
      expect(asked?.headers.authorization).toBe('Bearer at')
      expect((await info({ body: { sub: 'u-2', name: '李老师' } })).answer.code).toBe(errors.thirdRefused[0])
    })
    test.each<[string, Play | undefined]>([
      ['that it does not give', undefined],
      ['while it fails', { status: 502, body: {} }],
      ['that is no JSON', 'garbage'],
    ])('signs in without one %s', async (_, play) => {
      expect((await info(play)).answer).toMatchObject({ code: 0, data: { nickName: '' } })
    })
  })

  test('is refused with the issuer of another provider, or without one where the provider names it', async () => {
    const { url, state } = await begin()
    const before = idp.calls.length
    const wrong = await app.call(user['third-login'], { loginType: 'oidc', code: idp.allow(url), state, iss: 'https://other.example' })
    expect(wrong.code).toBe(errors.thirdRefused[0])
    expect(idp.calls.slice(before).filter((one) => one.url.pathname === '/token')).toEqual([])
    const next = await begin()
    const right = await app.call(user['third-login'], { loginType: 'oidc', code: idp.allow(next.url), state: next.state, iss: idp.url })
    expect(right.code).toBe(0)
    const other = await startOidcStub()
    other.spoil({ discovery: { authorization_response_iss_parameter_supported: true } })
    await app.ok(configProp.change, { type: 'oidc', provider: 'oidc', data: { ...data, issuer: other.url } }, admin)
    const third = await begin()
    const missing = await back(other.allow(third.url), third.state)
    await app.ok(configProp.change, { type: 'oidc', provider: 'oidc', data }, admin)
    await other.close()
    expect(missing.code).toBe(errors.thirdRefused[0])
  })

  test('binds with a session', async () => {
    const { id, token } = await person()
    const { url, state } = await begin('bind', token)
    await app.ok(bind['third-bind'], { loginType: 'oidc', code: idp.allow(url), state }, token)
    expect(await bindsOf(id)).toHaveLength(1)
  })

  const now = Math.floor(Date.now() / 1_000)
  const refusals: [string, Spoilt][] = [
    ['another issuer', { claims: { iss: 'https://other.example' } }],
    ['another client', { claims: { aud: 'somebody' } }],
    ['several clients, and names none', { claims: { aud: [oidcClient.clientId, 'somebody'] } }],
    ['several clients, and names another', { claims: { aud: [oidcClient.clientId, 'somebody'], azp: 'somebody' } }],
    ['another sign-in', { claims: { nonce: 'n'.repeat(43) } }],
    ['no sign-in', { without: ['nonce'] }],
    ['nobody', { without: ['sub'] }],
    ['an earlier time', { claims: { iat: now - 7_200, exp: now - 3_600 } }],
    ['ever', { without: ['exp'] }],
    ['a later time', { claims: { nbf: now + 3_600 } }],
  ]
  test.each(refusals)('is refused with an ID token for %s', async (_, how) => {
    idp.spoil(how)
    expect((await come()).code).toBe(errors.thirdRefused[0])
  })

  test.each(['none', 'secret', 'strange'] as const)('is refused with an ID token whose signature is: %s', async (signed) => {
    idp.spoil({ signed })
    expect((await come()).code).toBe(errors.thirdRefused[0])
  })

  test('is refused with the code of another sign-in, and with a state that is foreign or used', async () => {
    const [mine, foreign] = [await begin(), await begin()]
    expect((await back(idp.allow(foreign.url), mine.state)).code).toBe(errors.thirdRefused[0])
    expect((await back(idp.allow(mine.url), mine.state)).code).toBe(errors.thirdExpired[0])
    expect((await back(idp.allow(mine.url), 'x'.repeat(32))).code).toBe(errors.thirdExpired[0])
    const { token } = await person()
    const binding = await begin('bind', token)
    expect((await back(idp.allow(binding.url), binding.state)).code).toBe(errors.thirdExpired[0])
  })

  const down: [string, Spoilt['plays']][] = [
    ['an error of the provider', { '/token': { status: 502, body: {} } }],
    ['no answer', { '/token': 'cut' }],
    ['a page', { '/token': 'garbage' }],
    ['no ID token', { '/token': { body: { access_token: 'at' } } }],
  ]
  test.each(down)('fails for %s', async (_, plays) => {
    idp.spoil({ plays })
    expect((await come()).code).toBe(errors.thirdDown[0])
  })

  test('is refused with a text that is no ID token, and where the provider refuses the code', async () => {
    idp.spoil({ plays: { '/token': { body: { id_token: 'a.b.c' } } } })
    expect((await come()).code).toBe(errors.thirdRefused[0])
    idp.spoil({})
    expect((await back('made-up', (await begin()).state)).code).toBe(errors.thirdRefused[0])
  })

  test('sends the client’s secret in the body to a provider that wants it there', async () => {
    const other = await startOidcStub()
    other.spoil({ discovery: { token_endpoint_auth_methods_supported: ['client_secret_post'] } })
    await app.ok(configProp.change, { type: 'oidc', provider: 'oidc', data: { ...data, issuer: other.url } }, admin)
    const { url, state } = await begin()
    const answer = await back(other.allow(url), state)
    await app.ok(configProp.change, { type: 'oidc', provider: 'oidc', data }, admin)
    await other.close()
    expect(answer).toMatchObject({ code: 0, data: { nickName: '王老师' } })
    expect(other.calls.find(({ url: { pathname } }) => pathname === '/token')?.headers.authorization).toBeUndefined()
  })

  test('goes on after the provider has changed its keys', async () => {
    expect((await come()).code).toBe(0)
    await idp.rotate()
    expect((await come()).code).toBe(0)
    const read = idp.calls.filter(({ url }) => url.pathname === '/keys').length
    expect((await come()).code).toBe(0)
    expect(idp.calls.filter(({ url }) => url.pathname === '/keys')).toHaveLength(read)
  })

  test('uses the redirect address of the site’s own host both times', async () => {
    const before = await site(app.ctx())
    await app.ok(config.save, { ...before, h5Host: 'https://learn.example.com/' }, admin)
    const { url, state } = await begin()
    expect(new URL(url).searchParams.get('redirect_uri')).toBe('https://learn.example.com/sync?loginType=oidc')
    expect((await back(idp.allow(url), state)).code).toBe(0)
    await app.ok(config.save, before, admin)
  })
})

test('the secret is sealed, is never shown, and is asked for again when the issuer changes', async () => {
  const row = await app.db.selectFrom('sysProp').where('type', '=', 'oidc').select('data').executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain(oidcClient.secret)
  expect(JSON.stringify(await app.ok(configProp.detail, { type: 'oidc' }, admin))).not.toContain(oidcClient.secret)
  const moved = { ...data, issuer: 'https://other.example', secret: '******' }
  expect((await app.call(configProp.save, { type: 'oidc', provider: 'oidc', data: moved }, admin)).code).toBe(errors.badInput[0])
})
