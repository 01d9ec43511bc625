// Providers of SMS, live streams and face checks: stored, activated, switched; and the test results.
import { configProp } from '@shuyuan/contract/sys/provider/prop.ts'
import type { Page } from '@playwright/test'
import { configSwitch } from '@shuyuan/contract/sys/site/switch.ts'
import { ldapService, startLdapStub } from '../server/test/ldap-stub.ts'
import { oidcClient, startOidcStub } from '../server/test/oidc-stub.ts'
import { barriers } from './axe.ts'
import { expect, test } from './fixtures.ts'

/** Matches the name alone, or after a required mark or an icon name. */
const named = (name: string) => new RegExp(`(^| )${name}$`)
const choose = (page: Page, name: string) => page.getByRole('radio', { name }).check()
const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [name, value] of Object.entries(fields)) await page.getByRole('textbox', { name: named(name) }).fill(value)
}
const press = (page: Page, name: string) => page.getByRole('button', { name: named(name) }).click()

const shot = async (page: Page, name: string) =>
  process.env['SHOTS'] === undefined ? undefined : page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true })

async function expectAccessible(page: Page) {
  expect(await barriers(page)).toEqual([])
}

test('live streams: without a provider there is no field; then one is saved and activated, and its secret is not sent back', async ({
  openAs,
}) => {
  const { page, client } = await openAs('admin', '/admin/sys/live')
  await press(page, '保存')
  await expect(page.getByText('服务提供商不能为空！')).toBeVisible()
  await choose(page, '阿里云直播')
  await press(page, '保存')
  for (const text of ['推流域名不能为空！', '推流秘钥不能为空！', '播流域名不能为空！', '播流秘钥不能为空！'])
    await expect(page.getByText(text)).toBeVisible()
  await fill(page, { 推流域名: 'push.school.example', 推流秘钥: 'push-key-1', 播流域名: 'live.school.example', 播流秘钥: 'pull-key-1' })
  await press(page, '保存')
  await expect(page.getByText('直播配置保存成功！')).toBeVisible()
  await expect(page.getByText('已保存，未启用')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '推流秘钥' })).toHaveValue('******')
  await press(page, '保存并启用')
  await expect(page.getByText('服务商切换成功！')).toBeVisible()
  await expect(page.getByText('当前使用：阿里云直播')).toBeVisible()
  await fill(page, { 推流秘钥: '', 推流域名: 'push2.school.example' })
  const again = page.waitForResponse('**/api/sys/config/prop/save')
  await press(page, '保存')
  expect(await (await again).json()).toMatchObject({ code: 0 })
  const stored = await client.call(configProp.detail, { type: 'live' })
  expect(stored.data).toMatchObject({ pushDomain: 'push2.school.example', pushKey: '******' })
  await expectAccessible(page)
})

test('SMS: activating a provider asks for confirmation, and its secret is not shown', async ({ openAs }) => {
  const { page, client } = await openAs('admin', '/admin/sys/sms')
  await client.call(configProp.change, { type: 'sms', provider: 'local' })
  await page.reload()
  await expect(page.getByText('当前使用：本地（不发送，仅记录）')).toBeVisible()
  await choose(page, '阿里云短信')
  const secret = '测试用密钥-1'
  await fill(page, { AccessKeyId: 'LTAI-e2e', AccessKeySecret: secret, 短信签名: '书院', 登录模板编号: 'SMS_1' })
  await press(page, '保存并启用')
  const question = page.getByRole('dialog', { name: '提示' })
  await expect(question).toContainText('短信签名和模板需要在新的服务商处另行申请')
  await question.getByRole('button', { name: '取消' }).click()
  await press(page, '保存')
  await expect(page.getByText('配置保存成功！')).toBeVisible()
  await expect(page.getByText('当前使用：本地（不发送，仅记录）')).toBeVisible()
  await expect(page.locator('body')).not.toContainText(secret)
})

test('SMS: messages of the local provider are listed in the log', async ({ openAs }) => {
  const { page, client } = await openAs('admin', '/admin/sys/sms')
  await client.call(configProp.change, { type: 'sms', provider: 'local' })
  await press(page, '发送测试短信')
  const dialog = page.getByRole('dialog', { name: '发送测试短信' })
  await dialog.getByRole('textbox', { name: '手机号' }).fill('138')
  await dialog.getByRole('button', { name: '发送' }).click()
  await expect(dialog.getByText('手机号码格式不正确!')).toBeVisible()
  await dialog.getByRole('textbox', { name: '手机号' }).fill('13800138000')
  await dialog.getByRole('button', { name: '发送' }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: '短信记录' }).click()
  const row = page.getByRole('row', { name: /138\*{4}8000/ })
  await expect(row).toContainText(/验证码 \*{6} 没有任何用途/)
  await expect(row).toContainText('已发送')
  await expectAccessible(page)
})

test('third-party sign-in: five tabs, a test provider and its page', async ({ openAs }) => {
  const { page } = await openAs('admin', '/admin/sys/login')
  await expect(page.getByText('“功能开关”中尚未开启微信登录，启用服务商后还需打开开关。')).toBeVisible()
  await page.getByRole('tab', { name: '钉钉' }).click()
  await expect(page).toHaveURL(/type=ding-talk/)
  await choose(page, '测试登录（仅供试用）')
  await expect(page.getByText('测试登录不验证身份')).toBeVisible()
  await press(page, '保存并启用')
  await expect(page.getByText('当前使用：测试登录（仅供试用）')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/api/sys/user/third-local?loginType=ding-talk&state=s1&redirectUri=%2Flogin')
  await expect(page.getByRole('heading', { name: '测试登录 · 钉钉' })).toBeVisible()
  await expectAccessible(page)
})

test('single sign-on: set up, used by a visitor, bound once and then enough', async ({ openAs, browser }) => {
  const provider = await startOidcStub()
  const { page, client } = await openAs('admin', '/admin/sys/login?type=oidc')
  await choose(page, 'OpenID Connect')
  await fill(page, { '签发者地址（Issuer）': provider.url, 'Client ID': oidcClient.clientId, 'Client Secret': oidcClient.secret })
  await press(page, '保存并启用')
  await expect(page.getByText('当前使用：OpenID Connect')).toBeVisible()
  await shot(page, 'oidc-settings')
  await expectAccessible(page)
  const { ready: _, ...before } = await client.call(configSwitch.detail, {})
  await client.call(configSwitch.save, { ...before, oidcLogin: true })

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/login')
  await shot(visitor, 'oidc-login')
  await visitor.getByRole('button', { name: '统一身份认证登录' }).click()
  await expect(visitor.getByText('统一身份认证账号“王老师”还没有绑定本站账号')).toBeVisible()
  await visitor.getByRole('link', { name: '绑定已有账号' }).click()
  await visitor.getByRole('textbox', { name: '用户名' }).fill('learner05')
  await visitor.getByLabel('密码', { exact: true }).fill('Learner@2026')
  await visitor.getByRole('button', { name: '登录', exact: true }).click()
  await expect(visitor).not.toHaveURL(/login/)
  await visitor.context().close()

  const again = await (await browser.newContext()).newPage()
  await again.goto('/login')
  await again.getByRole('button', { name: '统一身份认证登录' }).click()
  await expect(again).toHaveURL(/web\/index/)
  await again.context().close()
  await client.call(configSwitch.save, before)
  await provider.close()
})

test('a directory: a visitor signs in on the page of this site and may bind the account', async ({ openAs, browser }) => {
  const person = { dn: 'uid=wang', password: 'wang-secret', attributes: { uid: ['wang'], entryUUID: ['id-1'], cn: ['王老师'] } }
  const directory = await startLdapStub('ldap', [person])
  const { page, client } = await openAs('admin', '/admin/sys/login?type=ldap')
  const reader = { bindDn: ldapService.dn, secret: ldapService.password }
  const search = { baseDn: 'dc=school', filter: '(uid={u})', idAttribute: 'entryUUID', nameAttribute: 'cn' }
  await client.call(configProp.change, {
    type: 'ldap',
    provider: 'ldap',
    data: { url: directory.url, ca: directory.ca, ...reader, ...search },
  })
  await page.reload()
  await expect(page.getByText('当前使用：LDAP')).toBeVisible()
  await shot(page, 'ldap-settings')
  await expectAccessible(page)
  const { ready: _, ...before } = await client.call(configSwitch.detail, {})
  await client.call(configSwitch.save, { ...before, ldapLogin: true })

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/login')
  await visitor.getByRole('button', { name: '目录账号登录' }).click()
  await expect(visitor.getByRole('heading', { name: '目录账号' })).toBeVisible()
  await shot(visitor, 'ldap-page')
  await expectAccessible(visitor)
  await visitor.getByRole('textbox', { name: '用户名' }).fill('wang')
  await visitor.getByLabel('密码').fill('wrong')
  await visitor.getByRole('button', { name: '登录', exact: true }).click()
  await expect(visitor.getByText('账号或密码错误')).toBeVisible()
  await visitor.getByLabel('密码').fill('wang-secret')
  await visitor.getByRole('button', { name: '登录', exact: true }).click()
  await expect(visitor.getByText('目录账号账号“王老师”还没有绑定本站账号')).toBeVisible()
  await visitor.context().close()
  await client.call(configSwitch.save, before)
  await directory.close()
})

test('hotels: the address is validated; face checks: each provider has its own fields', async ({ openAs }) => {
  const { page } = await openAs('admin', '/admin/sys/hotel')
  await choose(page, 'HTTP 接口')
  await fill(page, { 查询地址: 'hotel.example' })
  await press(page, '保存')
  await expect(page.getByText('URL必须以http或https开头！')).toBeVisible()
  await fill(page, { 查询地址: 'https://hotel.example/query' })
  await press(page, '保存')
  await expect(page.getByText('已保存，未启用')).toBeVisible()

  await page.getByRole('menuitem', { name: '人脸识别' }).click()
  await choose(page, '百度智能云')
  await expect(page.getByRole('textbox', { name: '人脸库分组' })).toBeVisible()
  await choose(page, '阿里云')
  await expect(page.getByRole('textbox', { name: '人脸数据库' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: '人脸库分组' })).toHaveCount(0)
  await expectAccessible(page)
})
