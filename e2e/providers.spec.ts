// A provider of the school: single sign-on, sign-in by a directory, and the directory's people added by a dry run. The pages of all providers are
// tested beside them.
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import type { Page } from '@playwright/test'
import { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
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

test('single sign-on: set up, used by a visitor, bound once and then enough', async ({ openAs, visit }) => {
  const provider = await startOidcStub()
  const { page, client } = await openAs('admin', '/admin/sys/login?type=oidc')
  await choose(page, 'OpenID Connect')
  await fill(page, { '签发者地址（Issuer）': provider.url, 'Client ID': oidcClient.clientId, 'Client Secret': oidcClient.secret })
  await press(page, '保存并启用')
  await expect(page.getByRole('radio', { name: /OpenID Connect.*使用中/ })).toBeVisible()
  await shot(page, 'oidc-settings')
  await expectAccessible(page)
  const { ready: _, ...before } = await client.call(configSwitch.detail, {})
  await client.call(configSwitch.save, { ...before, oidcLogin: true })

  const visitor = await visit('/login')
  await shot(visitor, 'oidc-login')
  await visitor.getByRole('button', { name: '统一身份认证登录' }).click()
  await expect(visitor.getByText('统一身份认证账号“王老师”还没有绑定本站账号')).toBeVisible()
  await visitor.getByRole('link', { name: '绑定已有账号' }).click()
  await visitor.getByRole('textbox', { name: '用户名' }).fill('learner05')
  await visitor.getByLabel('密码', { exact: true }).fill('Learner@2026')
  await visitor.getByRole('button', { name: '登录', exact: true }).click()
  await expect(visitor).not.toHaveURL(/login/)

  const again = await visit('/login')
  await again.getByRole('button', { name: '统一身份认证登录' }).click()
  await expect(again).toHaveURL(/web\/index/)
  await client.call(configSwitch.save, before)
  await provider.close()
})

const person = (uid: string, cn: string, more: Record<string, string[]> = {}) => ({
  dn: `uid=${uid},ou=一班,ou=高一,dc=school`,
  password: `${uid}-secret`,
  attributes: { objectClass: ['person'], uid: [uid], entryUUID: [`id-${uid}`], cn: [cn], ...more },
})

test('people of a directory are listed by a dry run and added when it is carried out', async ({ openAs }) => {
  const stub = await startLdapStub('ldap', [person('dirwang', '王同学', { mobile: ['13811110001'] }), person('admin', '冒名')])
  const { page, client } = await openAs('admin', '/admin/user/directory')
  await expect(page.getByText('请先启用它')).toBeVisible()
  await client.call(configProp.change, {
    type: 'ldap',
    provider: 'ldap',
    data: {
      url: stub.url,
      ca: stub.ca,
      bindDn: ldapService.dn,
      secret: ldapService.password,
      baseDn: 'dc=school',
      filter: '(uid={u})',
      idAttribute: 'entryUUID',
      nameAttribute: 'cn',
    },
  })
  await page
    .getByRole('button', { name: '设 置' })
    .or(page.getByRole('button', { name: '设置', exact: true }))
    .click()
  const dialog = page.getByRole('dialog', { name: '目录同步设置' })
  await dialog.getByText('按属性').click()
  await expect(dialog.getByRole('textbox', { name: '部门属性' })).toBeVisible()
  await dialog.getByText('按组织单位（OU）').click()
  await shot(page, 'directory-settings')
  await dialog.getByRole('button', { name: /保\s?存|确\s?定/ }).click()
  await expect(page.getByText('操作成功！')).toBeVisible()

  await page.getByRole('button', { name: /预\s?演/ }).click()
  await expect(page.getByText('仅预演')).toBeVisible()
  await expect(page.getByText('新增账号 1')).toBeVisible()
  await shot(page, 'directory-runs')
  expect(await barriers(page)).toEqual([])
  await page.getByRole('link', { name: '查看' }).first().click()
  await expect(page.getByRole('cell', { name: 'dirwang' })).toBeVisible()
  await expect(page.getByText('用户名已被其他账号使用')).toBeVisible()
  await shot(page, 'directory-rows')
  expect(await barriers(page)).toEqual([])
  const sheet = page.waitForEvent('download')
  await page.getByRole('button', { name: /导\s?出/ }).click()
  expect((await sheet).suggestedFilename()).toMatch(/^目录同步_.*\.xlsx$/)
  await page.getByRole('button', { name: /执\s?行/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s?定/ })
    .click()
  await expect(page.getByText('已执行')).toBeVisible()
  await page.goto('/admin/user/list?userName=dirwang')
  await expect(page.getByText('王同学').first()).toBeVisible()
  await stub.close()
})

test('a directory: a visitor signs in on the page of this site and may bind the account', async ({ openAs, visit }) => {
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
  await expect(page.getByRole('radio', { name: /LDAP.*使用中/ })).toBeVisible()
  await shot(page, 'ldap-settings')
  await expectAccessible(page)
  const { ready: _, ...before } = await client.call(configSwitch.detail, {})
  await client.call(configSwitch.save, { ...before, ldapLogin: true })

  const visitor = await visit('/login')
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
  await client.call(configSwitch.save, before)
  await directory.close()
})
