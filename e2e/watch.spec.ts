// Watching an exam: the page updates by the socket, and pauses while a dialog is open.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { barriers } from './axe.ts'
import { openExam, startPaper } from './exam-setup.ts'
import { type Client, expect, signIn, test } from './fixtures.ts'

const nameOf = async (learner: Client) => (await learner.call(user.info)).realName

test('the grid updates automatically: starts, answered counts, leaves, hand-ins', async ({ site, openAs }) => {
  const exam = await openExam(site, { types: [1, 3], leaveWatch: true, leaveSeconds: 0, leaveLimit: 9 })
  const learner = await signIn(site, 'learner21')
  const name = await nameOf(learner)
  const { page } = await openAs('proctor', `/admin/exam/watch/detail?examId=${exam.examId}`)
  await expect(page.getByText('实时更新中')).toBeVisible()
  await expect(page.getByText('暂时没有考生在考试')).toBeVisible()
  // the timer alone would take a quarter of an hour
  await page.getByLabel('刷新间隔（秒）').fill('999')
  await page.getByLabel('刷新间隔（秒）').blur()

  const { paperId, path } = await startPaper(learner, exam)
  const card = page.getByRole('listitem').filter({ hasText: name })
  await expect(card).toContainText('0/2')
  const candidate = await openAs('learner21', path)
  await expect(card).toContainText('在线')
  await candidate.page.getByText('119', { exact: true }).click()
  await expect(card).toContainText('1/2')
  await learner.call(paper['leave-incr'], { id: paperId, seconds: 5 })
  await expect(card).toContainText('离开1次')
  await candidate.page.close()
  await expect(card).toContainText('离线')
  await card.getByRole('button', { name }).click()
  const timeline = page.getByRole('dialog', { name: new RegExp(name) })
  await expect(timeline).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(timeline).toBeHidden()

  await page.getByRole('checkbox', { name: '离线' }).uncheck()
  await expect(card).toHaveCount(0)
  await page.getByRole('checkbox', { name: '离线' }).check()
  await expect(card).toBeVisible()
  const figures = page.getByRole('complementary', { name: '监考操作' })
  await expect(figures).toContainText(/考试中\s*1/)

  // no update while a dialog is open
  await page.getByRole('button', { name: '群发消息' }).click()
  await expect(page.getByText('已暂停刷新')).toBeVisible()
  await learner.call(paper['hand-exam'], { id: paperId })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /取\s*消/ }).click()
  await expect(dialog).toBeHidden()
  await expect(card).toHaveCount(0)
  await expect(figures).toContainText(/已交卷\s*1/)
})
