// The page of test identities: served only while enabled, redirects to this server only.
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import { expect, test } from 'vitest'
import { startWithEnv } from '../../../../test/people.ts'
import { startApp } from '../../../../test/start-app.ts'
import { activeLogin } from './login-provider.service.ts'

const { app, admin } = await startWithEnv({ DEMO: 'true' })

const open = (query: Record<string, string>) =>
  app.http.inject({ method: 'GET', url: `/api/sys/user/third-local?${new URLSearchParams(query).toString()}` })
const asked = { loginType: 'wechat', state: 'st-1', redirectUri: 'https://school.example/sync?loginType=wechat' }
const linksOf = (page: string) => [...page.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link.replaceAll('&#38;', '&'))

test('is not served while no test provider is active', async () => {
  expect((await open(asked)).statusCode).toBe(404)
  const data = { appId: 'wx', secret: 's' }
  await app.ok(configProp.change, { type: 'wechat', provider: 'wechat', data }, admin)
  expect((await open(asked)).statusCode).toBe(404)
  await app.ok(configProp.save, { type: 'wechat', provider: 'local' }, admin)
  expect((await open(asked)).statusCode).toBe(404)
  await expect(activeLogin(app.ctx(), 'ding-talk')).rejects.toThrow('该登录方式尚未配置，请联系管理员')
})

test('offers identities and redirects with a code and state that the provider accepts', async () => {
  await app.ok(configProp.change, { type: 'wechat', provider: 'local' }, admin)
  const page = await open(asked)
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.body).toContain('测试登录 · 微信')
  const links = linksOf(page.body)
  expect(links).toHaveLength(3)
  const back = new URL(links[0]!, 'http://here')
  expect(back.pathname).toBe('/sync')
  expect(Object.fromEntries(back.searchParams)).toEqual({ loginType: 'wechat', code: 'local-test-zhang', state: 'st-1' })
  const journey = { state: 'st-1', redirectUri: '/sync' }
  expect(await (await activeLogin(app.ctx(), 'wechat')).identify('local-test-zhang', journey)).toEqual({
    openId: 'test-zhang',
    nickName: '测试·张明',
  })
  expect((await open({ ...asked, loginType: 'ding-talk' })).statusCode).toBe(404)
})

test.each([
  'https://evil.example//evil.example/x',
  '//evil.example/x',
  'https:///evil.example',
  'javascript:alert(1)',
  '/\\evil.example',
  '"><script>alert(1)</script>',
])('stays on this server for %s, and runs no script', async (redirectUri) => {
  const { body } = await open({ ...asked, redirectUri, state: '"><script>alert(2)</script>' })
  expect(body).not.toContain('<script')
  for (const link of linksOf(body)) {
    expect(link).toMatch(/^\/(?![/\\])/)
    expect(new URL(link, 'https://school.example').origin).toBe('https://school.example')
  }
})

test.each([{}, { ...asked, loginType: 'other' }, { ...asked, state: '' }, { ...asked, redirectUri: 'http://[' }])(
  'does not understand %o',
  async (query) => expect((await open(query as Record<string, string>)).statusCode).toBe(404),
)

test('counts on a demonstration only', async () => {
  const other = await startApp({ databaseUrl: app.databaseUrl })
  try {
    expect((await open(asked)).statusCode).toBe(200)
    await expect(activeLogin(other.ctx(), 'wechat')).rejects.toThrow('该登录方式尚未配置，请联系管理员')
    expect(await other.ok(configSwitch.detail, {}, admin)).toMatchObject({ ready: { wechat: false } })
  } finally {
    await other.close()
  }
})
