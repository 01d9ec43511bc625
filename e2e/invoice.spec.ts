// An invoice is requested, issued and downloaded; no request is possible while the switch is off.
import { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import type { Page } from '@playwright/test'
import { barriers } from './axe.ts'
import { type Client, expect, signIn, test } from './fixtures.ts'

const HTML_NAME = '<b>云栖</b> & 会展酒店有限公司'

async function turn(admin: Client, invoiceApply: boolean) {
  const switches = await admin.call(configSwitch.detail, {})
  await admin.call(configSwitch.save, { ...switches, invoiceApply })
}
async function expectAccessible(page: Page) {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  expect(await barriers(page)).toEqual([])
}

test('a learner requests an invoice, the back office issues it, and the learner downloads it', async ({ openAs, site }) => {
  // three pages and an upload
  test.slow()
  const admin = await signIn(site, 'admin')
  await turn(admin, true)
  const learner = await openAs('learner02', '/web/uc?to=pay')
  const { page } = learner
  const ask = page.getByRole('button', { name: /^申请发票/ })
  await expect(ask).toHaveCount(1)
  await expectAccessible(page)
  await ask.click()
  const dialog = page.getByRole('dialog', { name: '申请发票' })
  await dialog.getByRole('button', { name: '保存' }).click()
  for (const text of ['单位名称不能为空！', '税号不能为空！', '收票邮箱不能为空！', '收票手机号不能为空！'])
    await expect(dialog.getByText(text)).toBeVisible()
  await dialog.getByLabel('单位名称').fill(HTML_NAME)
  await dialog.getByLabel('税号').fill('91310000MA1FL0XX5Q')
  await dialog.getByLabel('收票邮箱').fill('caiwu@')
  await dialog.getByLabel('收票手机号').fill('13700000001')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('邮箱格式不正确!')).toBeVisible()
  await dialog.getByLabel('收票邮箱').fill('caiwu@example.com')
  await dialog.getByRole('button', { name: '保存' }).dblclick()
  await expect(page.getByText('发票申请保存成功！')).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: /^修改发票申请/ }).click()
  const again = page.getByRole('dialog', { name: '申请发票：处理中' })
  await expect(again.getByLabel('单位名称')).toHaveValue(HTML_NAME)
  await again.getByRole('button', { name: '取消' }).click()
  await expect(again).toBeHidden()

  const { page: office } = await openAs('admin', '/admin/pay/invoice')
  await expect(office.getByRole('row', { name: /会展酒店有限公司/ })).toHaveCount(1)
  await expectAccessible(office)
  await office.getByRole('button', { name: /^处理“/ }).click()
  const work = office.getByRole('dialog', { name: '处理发票' })
  await expect(work.getByText(HTML_NAME)).toBeVisible()
  await work.locator('input[type=file]').setInputFiles({ name: '发票.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') })
  await expect(work.locator('.ant-upload-list-item-done')).toContainText('.pdf')
  await work.getByText('已处理', { exact: true }).click()
  await work.getByRole('button', { name: '保存' }).click()
  await expect(work).toBeHidden()
  await expect(office.getByRole('link', { name: '发票.pdf' })).toBeVisible()

  await page.getByRole('link', { name: /^我的消息，\d+ 条未读/ }).click()
  await page.getByRole('button', { name: '您的发票申请已处理' }).click()
  await expect(page.getByRole('dialog')).toContainText('已处理')
  await page.getByRole('dialog').getByRole('link', { name: '去看看' }).click()
  await expect(page.getByRole('link', { name: /^下载发票/ })).toHaveAttribute('href', /\.pdf\?/)
  await page.getByRole('button', { name: /^查看发票/ }).click()
  const done = page.getByRole('dialog', { name: '申请发票：已处理' })
  await expect(done.getByText(HTML_NAME)).toBeVisible()
  await expect(done.getByRole('button', { name: '保存' })).toBeDisabled()
  await expectAccessible(page)
})

test('while the switch is off no invoice can be requested, not even on a page opened before', async ({ openAs, site }) => {
  const admin = await signIn(site, 'admin')
  await turn(admin, true)
  const { page } = await openAs('learner01', '/web/uc?to=pay')
  await page
    .getByRole('button', { name: /^申请发票/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: '申请发票' })
  await dialog.getByLabel('单位名称').fill('云栖酒店集团')
  await dialog.getByLabel('税号').fill('91310000MA1FL0XX5Q')
  await dialog.getByLabel('收票邮箱').fill('caiwu@example.com')
  await dialog.getByLabel('收票手机号').fill('13700000001')
  await turn(admin, false)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('申请发票未开启，请联系管理员!')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /^下载收据/ }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^申请发票/ })).toHaveCount(0)
})
