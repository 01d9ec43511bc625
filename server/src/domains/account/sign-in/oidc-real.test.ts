// Sign-in by OpenID Connect against a provider of another maker.
import { oidc } from '@shuyuan/contract/account/sign-in/oidc.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { afterAll, expect, test } from 'vitest'
import { realClient, startRealProvider } from '../../../../test/oidc-real.ts'
import { startWithEnv } from '../../../../test/people.ts'
import { STUB_ENV } from '../../../../test/provider-stub.ts'
import { turn } from '../../../../test/sign-in-steps.ts'

const { app, admin } = await startWithEnv(STUB_ENV)
const idp = await startRealProvider(STUB_ENV.OUTGOING_ALLOW)
afterAll(() => idp.close())
await app.ok(configProp.change, { type: 'oidc', provider: 'oidc', data: { issuer: idp.url, ...realClient, scope: 'profile email' } }, admin)
await turn(app, admin.token, { oidcLogin: true })

async function come(more: Record<string, string> = {}) {
  const { url } = await app.ok(oidc['get-url'], { state: 'login' })
  const { code = '', state = '', iss } = Object.fromEntries(await idp.visit(url)) as { code?: string; state?: string; iss?: string }
  return {
    iss,
    answer: await app.call(user['third-login'], { loginType: 'oidc', code, state, ...(iss === undefined ? {} : { iss }), ...more }),
  }
}

test('signs in with PKCE and a secret of special characters; the name is that of UserInfo, the issuer stands beside the code', async () => {
  const { iss, answer } = await come()
  expect(answer).toMatchObject({ code: 0, data: { nickName: '王老师' } })
  expect(iss).toBe(idp.url)
  expect((await come({ iss: 'https://other.example' })).answer.code).toBe(errors.thirdRefused[0])
})

test.each(['ES256', 'PS256', 'RS256'] as const)('goes on after the keys changed, with %s', async (alg) => {
  await idp.change(alg)
  expect((await come()).answer).toMatchObject({ code: 0, data: { nickName: '王老师' } })
})
