// The directory sync in the back office: a dry run, its rows, carrying it out.
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import type { Page } from '@playwright/test'
import { ldapService, startLdapStub } from '../server/test/ldap-stub.ts'
import { barriers } from './axe.ts'
import { expect, test } from './fixtures.ts'

const shot = async (page: Page, name: string) =>
  process.env['SHOTS'] === undefined ? undefined : page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true })
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
