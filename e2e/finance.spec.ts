// Money in the office: invoices, a redeem code for one course, and a comparison that is run again.
import { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import { barriers } from './axe.ts'
import { type Client, expect, signIn, test, onPhone } from './fixtures.ts'
import { courseBuy } from '@shuyuan/contract/course/catalog/buy.ts'
import { coupon } from '@shuyuan/contract/pay/coupon/coupon.ts'
import { withDatabase } from './database.ts'
import { seesPaid } from './paid.ts'

const HTML_NAME = '<b>云栖</b> & 会展酒店有限公司'

async function turn(admin: Client, invoiceApply: boolean) {
  const switches = await admin.call(configSwitch.detail, {})
  await admin.call(configSwitch.save, { ...switches, invoiceApply })
}

test('a learner requests an invoice, the back office issues it, and the learner downloads it', async ({ openAs, site }) => {
  // two pages and an upload
  test.slow()
  const admin = await signIn(site, 'admin')
  await turn(admin, true)
  const learner = await openAs('learner02', '/web/uc?to=pay')
  const { page } = learner
  const ask = page.getByRole('button', { name: /^申请发票/ })
  await expect(ask).toHaveCount(1)
  await ask.click()
  const dialog = page.getByRole('dialog', { name: '申请发票' })
  await dialog.getByLabel('单位名称').fill(HTML_NAME)
  await dialog.getByLabel('税号').fill('91310000MA1FL0XX5Q')
  await dialog.getByLabel('收票手机号').fill('13700000001')
  await dialog.getByLabel('收票邮箱').fill('caiwu@example.com')
  await dialog.getByRole('button', { name: '保存' }).dblclick()
  await expect(page.getByText('发票申请保存成功！')).toBeVisible()
  await expect(dialog).toBeHidden()

  const { page: office } = await openAs('admin', '/admin/pay/invoice')
  await expect(office.getByRole('row', { name: /会展酒店有限公司/ })).toHaveCount(1)
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
  expect(await barriers(page)).toEqual([])
})

const TITLE = '客人信息保护'
const NAME = '员工兑换'

test('a redeem code is made for one course, and opens it', async ({ openAs, site }) => {
  test.slow()
  const courseId = await withDatabase(site, async (client) => {
    const { rows } = await client.query<{ id: string }>('update course set price = 9900 where title = $1 returning id', [TITLE])
    return rows[0]!.id
  })
  const { page: office, client: admin } = await openAs('admin', '/admin/pay/coupon')
  await office.getByRole('button', { name: '新建优惠券' }).click()
  const form = office.getByRole('dialog', { name: '新建优惠券' })
  await form.getByLabel('名称', { exact: true }).fill(NAME)
  await form.getByText('兑换码', { exact: true }).click()
  await form.getByRole('combobox', { name: '适用类型' }).click()
  await office.locator('.ant-select-item-option:visible', { hasText: '课程' }).click()
  const goods = form.getByRole('combobox', { name: '商品' })
  await goods.click()
  await goods.fill('客人信息')
  await office.locator('.ant-select-item-option:visible', { hasText: `${TITLE}（¥99.00）` }).click()
  expect(await barriers(office)).toEqual([])
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toBeHidden()
  const row = office.getByRole('row', { name: new RegExp(NAME) })
  await expect(row).toContainText(`课程 ${TITLE}`)
  await expect(row).toContainText('免费兑换')
  const [made] = (await admin.call(coupon.paging, { params: { title: NAME } })).records
  expect(made).toMatchObject({ goodsType: 'course', goodsId: courseId, kind: 'free' })

  const { page, client } = await openAs('learner03', `/web/course/view/${courseId}`)
  await page.getByRole('button', { name: `购买“${TITLE}”` }).click()
  const dialog = page.getByRole('dialog', { name: '支付订单' })
  await dialog.getByLabel('优惠码').fill(made!.code.toLowerCase())
  const [paid, reloaded] = [seesPaid(page), page.waitForEvent('load')]
  await dialog.getByRole('button', { name: '使用' }).click()
  await paid
  await reloaded
  await expect(page.getByRole('link', { name: /^(?:开始学习|继续学习|再看一遍)$/ }).first()).toBeVisible()
  await expect(client.call(courseBuy.init, { courseId })).rejects.toThrow()
  expect((await admin.call(coupon.paging, { params: { title: NAME } })).records).toMatchObject([{ used: 1, mostUses: 1 }])
})

test.describe('on a phone', () => {
  test.use(onPhone)
  test('the differences of a day are read without scrolling sideways, and yesterday is compared again', async ({ openAs, site }) => {
    const no = '4200002468202611230123456789012345'
    const diffs = [{ no, kind: 'amount', ours: 9900, theirs: 19900, currency: 'CNY' }]
    await withDatabase(site, (client) =>
      client.query(
        `insert into pay_bill (channel, day, bill_state, ours, theirs, sum_ours, sum_theirs, diffs, error, run_time)
        values ('wechat', '2026-11-23', 1, 12, 12, 1234500, 1244500, $1, '', now())`,
        [JSON.stringify(diffs)],
      ),
    )
    const { page } = await openAs('admin', '/admin/pay/bill')
    await expect(page.getByText(no)).toBeInViewport()
    await expect(page.getByText('199.00 CNY')).toBeVisible()
    const wider = await page.evaluate(() =>
      [...document.querySelectorAll('html, main *')]
        .filter((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 0)
        .map((one) => one.className),
    )
    expect(wider).toEqual([])
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: '重新对账' }).click()
    const dialog = page.getByRole('dialog', { name: '重新对账' })
    await expect(dialog.getByLabel('账单日')).toHaveValue(/^\d{4}-\d\d-\d\d$/)
    expect(await barriers(page)).toEqual([])
    await dialog.getByRole('button', { name: '开始对账' }).click()
    await expect(page.getByText('操作成功！')).toBeVisible()
    await expect(dialog).toBeHidden()
  })
})
