// Notices and messages: a notice for all users, a message to one user, and the live badge.
import { msg } from '@shuyuan/contract/message/msg.ts'
import { ReadState } from '../contract/src/message/msg.ts'
import type { Page } from '@playwright/test'
import { barriers } from './axe.ts'
import { expect, test, signIn } from './fixtures.ts'

async function expectAccessible(page: Page) {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  expect(await barriers(page)).toEqual([])
}

test('a notice is published; a message updates the badge immediately, and reading it removes the badge', async ({ openAs, site }) => {
  const reader = await signIn(site, 'learner22')
  const { records } = await reader.call(msg.paging, {
    params: { readState: ReadState.unread },
  })
  await reader.call(msg['mark-read'], { ids: records.map((one) => one.id) })
  const { page: admin } = await openAs('admin', '/admin/operate/notice')
  await admin.getByRole('button', { name: '新建公告' }).first().click()
  const form = admin.getByRole('dialog')
  await form.getByLabel('公告标题').fill('夜间停水通知')
  await form.getByRole('textbox', { name: '公告内容' }).fill('今晚 23 点至次日 5 点停水。')
  await form.getByRole('button', { name: '确定' }).click()
  await expect(admin.getByRole('button', { name: '夜间停水通知', exact: true })).toBeVisible()

  const learner = await openAs('learner22', '/web/course')
  await expect(learner.page.getByRole('region', { name: '系统公告' }).getByRole('link', { name: '夜间停水通知' })).toBeVisible()
  const link = learner.page.getByRole('link', { name: '我的消息', exact: true })
  await expect(link).toBeVisible()
  // now only the socket can change the count, not the page's next request
  await learner.page.route('**/api/sys/user/msg/count-unread', (route) => route.abort())

  await admin.goto('/admin/exam/list')
  await admin
    .getByRole('row', { name: /酒店安全与卫生考试/ })
    .getByRole('button', { name: /更多操作/ })
    .click()
  await admin.getByRole('menuitem', { name: '发送通知' }).click()
  const dialog = admin.getByRole('dialog')
  await expect(dialog.getByRole('region', { name: '预览' })).toContainText('酒店安全与卫生考试')
  await expect(dialog.getByText(/^将发送给 \d+ 人$/)).toBeVisible()
  await dialog.getByRole('button', { name: '发送', exact: true }).click()
  const asking = admin.getByRole('dialog').filter({ hasText: /将立即向 \d+ 人发送/ })
  await asking.getByRole('button', { name: '发送', exact: true }).click()
  await expect(admin.getByRole('dialog')).toHaveCount(0)

  const badge = learner.page.getByRole('link', { name: '我的消息，1 条未读' })
  await expect(badge).toBeVisible()
  await learner.page.unroute('**/api/sys/user/msg/count-unread')
  await badge.click()
  await learner.page.getByRole('button', { name: /^未读 考试通知/ }).click()
  const message = learner.page.getByRole('dialog')
  await expect(message).toContainText('您好！')
  await expect(message.getByRole('link', { name: '去看看' })).toHaveAttribute('href', /\/web\/exam\/check\//)
  await message.getByRole('button', { name: '关闭', exact: true }).last().click()
  await expect(learner.page.getByRole('link', { name: '我的消息', exact: true }).first()).toBeVisible()
  await expect(learner.page.getByRole('link', { name: /条未读/ })).toHaveCount(0)

  await learner.page.getByRole('button', { name: '已读', exact: true }).click()
  await learner.page.getByRole('button', { name: /考试通知：\d+ 年/ }).click()
  await message.getByRole('button', { name: '删除' }).click()
  await expect(learner.page.getByText('确认要删除选定的信息吗？')).toBeVisible()
  await message.getByRole('button', { name: '确定' }).click()
  await expect(learner.page.getByText('删除成功！')).toBeVisible()
  await expect(learner.page.getByRole('button', { name: /考试通知：\d+ 年/ })).toHaveCount(0)
  await expectAccessible(learner.page)
})
