// A course with a price: bought by the test channel, learnt, refunded by the office.
import { courseBuy } from '@shuyuan/contract/course/catalog/buy.ts'
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { payTrade } from '@shuyuan/contract/pay/order/trade.ts'
import { examBuy } from '@shuyuan/contract/paper/admission/buy.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import type { WebSocketRoute } from '@playwright/test'
import type { Client } from './fixtures.ts'
import { barriers } from './axe.ts'
import { withDatabase } from './database.ts'
import { openExam } from './exam-setup.ts'
import { expect, test } from './fixtures.ts'
import { seesPaid } from './paid.ts'
import type { Site } from './server.ts'

const TITLE = '客人信息保护'

/** Gives a demo course a price, as its teacher would. @returns its id */
async function setPrice(site: Site, title: string, price: number): Promise<string> {
  return withDatabase(site, async (client) => {
    const { rows } = await client.query<{ id: string }>('update course set price = $2 where title = $1 returning id', [title, price])
    return rows[0]!.id
  })
}
const progress = async ({ call }: Client, id: string) => (await call(course.detail, { id })).process

test('the socket is cut while the learner pays: the page asks and learns of it; the refund ends the access, and the progress stays', async ({
  openAs,
  site,
}) => {
  const courseId = await setPrice(site, TITLE, 9_900)
  const { page, client } = await openAs('learner03', '/404')
  const open: WebSocketRoute[] = []
  let isCut = false
  await page.routeWebSocket(/\/api\/socket\/pay\//, (socket) => {
    if (isCut) return socket.close()
    socket.connectToServer()
    open.push(socket)
  })
  await page.goto(`/web/course/view/${courseId}`)
  const buy = page.getByRole('button', { name: `购买“${TITLE}”` })
  const dialog = page.getByRole('dialog', { name: '支付订单' })
  await buy.click()
  await expect(dialog).toContainText('¥99.00')
  await expect(dialog.getByText(/^请在 (?:30:00|29:\d\d) 内完成支付$/)).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await buy.click()
  await dialog.getByRole('button', { name: /测试支付/ }).click()
  await expect.poll(() => open.length).toBeGreaterThan(0)
  isCut = true
  for (const socket of open) await socket.close()
  const reloaded = page.waitForEvent('load')
  const { orderId } = await client.call(courseBuy.init, { courseId })
  const paid = seesPaid(page)
  await client.call(payTrade['local/trade'], { id: orderId })
  await paid
  await reloaded
  await expect(page.getByRole('link', { name: /^(?:开始学习|继续学习|再看一遍)$/ }).first()).toBeVisible()
  const before = await progress(client, courseId)
  expect(before).toBeGreaterThan(0)

  const { page: office } = await openAs('admin', '/admin/pay/order')
  await office.getByRole('button', { name: `退款：${TITLE}` }).click()
  const refund = office.getByRole('dialog', { name: `退款：${TITLE}` })
  await expect(refund.getByLabel('退款金额')).toHaveValue('99.00')
  await refund.getByLabel('退款原因').fill('报错了课程')
  await refund.getByRole('button', { name: '确认退款' }).click()
  await expect(refund).toBeHidden()
  await expect(office.getByRole('row', { name: new RegExp(TITLE) })).toContainText('已退款')

  await page.reload()
  await expect(page.getByText('请先购买课程：¥99.00')).toBeVisible()
  await expect(buy).toBeVisible()
  expect(await progress(client, courseId)).toBe(before)
})

test('the socket tells a page that waits; a paid exam is bought where it is refused', async ({ openAs, site }) => {
  const { examId, title, teacher } = await openExam(site, { types: [QuType.single], price: '19.90' })
  expect(teacher.token).not.toBe('')
  const { page, client } = await openAs('learner04', `/web/exam/check/${examId}`)
  await page.getByRole('button', { name: `购买“${title}”` }).click()
  const dialog = page.getByRole('dialog', { name: '支付订单' })
  await expect(dialog).toContainText('¥19.90')
  await dialog.getByRole('button', { name: /测试支付/ }).click()
  const { orderId } = await client.call(examBuy.init, { examId })
  const reloaded = page.waitForEvent('load')
  const paid = seesPaid(page)
  // paid elsewhere: only the socket, or the slower question, can tell the page
  await client.call(payTrade['local/trade'], { id: orderId })
  await paid
  await reloaded
  await expect(page.getByRole('button', { name: /开始考试|进入考试/ })).toBeVisible()
  expect((await client.call(payOrder.detail, { id: orderId })).payMethod).toBe('local')
})
