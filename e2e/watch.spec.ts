// Watching an exam: the page updates by the socket and by its timer, and pauses while a dialog is open.
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

test('all candidates get a message and are force-closed, and their papers are listed as abnormal', async ({ site, openAs }) => {
  const exam = await openExam(site, { types: [1] })
  const learners = await Promise.all(['learner22', 'learner23'].map((one) => signIn(site, one)))
  for (const one of learners) await startPaper(one, exam)
  const { page } = await openAs('proctor', `/admin/exam/watch/detail?examId=${exam.examId}`)
  await page.getByLabel('刷新间隔（秒）').fill('5')
  await page.getByRole('switch', { name: '自动翻页' }).click()
  await expect(page.getByTestId('watch-grid').getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: '群发消息' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('还剩五分钟')
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  await expect(page.getByText(/消息发送成功！\d人在线收到，\d人离线/)).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: '全部收卷' }).click()
  await expect(dialog.getByText('交卷后考生将无法继续考试，确实要全部交卷吗？')).toBeVisible()
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  await expect(dialog.getByText('考卷状态必须选择！')).toBeVisible()
  await expect(dialog.getByText('收卷理由必须填写！')).toBeVisible()
  await dialog.getByLabel('考卷状态').click()
  await page.getByTitle('全部收卷', { exact: true }).click()
  await dialog.getByRole('textbox').fill('考场停电')
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('暂时没有考生在考试')).toBeVisible()
  await page.getByRole('tab', { name: '已交卷' }).click()
  await page.getByText('异常', { exact: true }).click()
  await expect(page.getByText('考场停电')).toHaveCount(2)
  await page.getByText('正常', { exact: true }).click()
  await expect(page.getByText('考场停电')).toHaveCount(0)
})
