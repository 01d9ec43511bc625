// The office's other pages of money: a redeem code for one course, sales, and a comparison that is run again.
import { courseBuy } from '@shuyuan/contract/course/catalog/buy.ts'
import { coupon } from '@shuyuan/contract/pay/coupon/coupon.ts'
import { barriers } from './axe.ts'
import { withDatabase } from './database.ts'
import { seesPaid } from './paid.ts'
import { expect, onPhone, test } from './fixtures.ts'

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
  expect(await barriers(office)).toEqual([])
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
  await office.reload()
  await expect(row).toContainText('1 / 1')
})

test.describe('on a phone', () => {
  test.use(onPhone)
  test('the differences of a day are read without scrolling sideways', async ({ openAs, site }) => {
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
  })
})

test('yesterday is compared again from a calendar, and sales are counted by goods and by month', async ({ openAs }) => {
  test.slow()
  const { page } = await openAs('admin', '/admin/pay/bill')
  await page.getByRole('button', { name: '重新对账' }).click()
  const dialog = page.getByRole('dialog', { name: '重新对账' })
  await expect(dialog.getByLabel('账单日')).toHaveValue(/^\d{4}-\d\d-\d\d$/)
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: '开始对账' }).click()
  await expect(page.getByText('操作成功！')).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.goto('/admin/pay/sales')
  await expect(page.getByRole('row', { name: /课程/ }).first()).toContainText('¥')
  await page.getByRole('tab', { name: '按月' }).click()
  await expect(page.getByRole('row', { name: /^\d{4}-\d\d/ }).first()).toContainText('¥')
  expect(await barriers(page)).toEqual([])
})
