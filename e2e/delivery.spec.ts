// Actions of an invigilator in a running exam, and their effect on candidates: extra time, messages, leaves, camera, takeovers, step mode.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { watchMessage } from '@shuyuan/contract/paper/proctor/watch-message.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import type { Page } from '@playwright/test'
import { answersOf, openExam, startPaper } from './exam-setup.ts'
import { type Client, expect, signIn, test } from './fixtures.ts'

const saved = (page: Page) => expect(page.getByTestId('save-state')).toHaveText(/^已保存 \d\d:\d\d:\d\d$/)
const confirmIn = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click()
/** Makes the page report itself as hidden, as when the user switches to another window. */
const hide = (page: Page, hidden: boolean) =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (state ? 'hidden' : 'visible') })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
const nameOf = async (learner: Client) => (await learner.call(user.info)).realName

test('extra time and a message are shown to the candidate immediately and once each', async ({ site, openAs }) => {
  const exam = await openExam(site, { types: [1] })
  const learner = await signIn(site, 'learner34')
  const { path } = await startPaper(learner, exam)
  const candidate = await openAs('learner34', path)
  await expect(candidate.page.getByRole('timer')).toHaveText(/^(30:00|29:\d\d)$/)
  const { page } = await openAs('proctor', `/admin/exam/watch/detail?examId=${exam.examId}`)
  const card = page.getByRole('listitem').filter({ hasText: await nameOf(learner) })
  await card.getByRole('button', { name: /补\s*时/ }).click()
  await page.getByLabel('补时原因').fill('网络故障')
  await confirmIn(page)
  await expect(candidate.page.getByRole('timer')).toHaveText(/^39:\d\d$/)
  await expect(candidate.page.getByText('监考员已为您补时10分钟')).toHaveCount(1)
  // a notice that stays until it is closed covers neither the clock nor 交卷
  await candidate.page.getByRole('button', { name: '交卷', exact: true }).click({ trial: true })
  await expect(card.getByText('已补时10分钟')).toBeVisible()

  await page.getByRole('button', { name: '群发消息' }).click()
  await page.getByLabel('消息内容').fill('请保持安静')
  await confirmIn(page)
  await expect(page.getByText('1人在线收到，0人离线')).toBeVisible()
  await expect(candidate.page.getByText('请保持安静')).toBeVisible()
  // the next clock request receives it again, and shows nothing
  await candidate.page.getByText('119', { exact: true }).click()
  await saved(candidate.page)
  await expect(candidate.page.getByText('请保持安静')).toHaveCount(1)
})

test('without a socket a message arrives with the next save', async ({ site, openAs }) => {
  const exam = await openExam(site, { types: [1] })
  const learner = await signIn(site, 'learner35')
  const { path } = await startPaper(learner, exam)
  const { page } = await openAs('learner35', '/web/course')
  await page.routeWebSocket(/\/api\/socket\//, (socket) => socket.close())
  await page.goto(path)
  await page.getByText('119', { exact: true }).click()
  await saved(page)
  const proctor = await signIn(site, 'proctor')
  await proctor.call(watchMessage['batch-msg'], { examId: exam.examId, message: '还剩十分钟' })
  await page.getByText('120', { exact: true }).click()
  await expect(page.getByText('还剩十分钟')).toHaveCount(1)
})

test('leaves are counted and shown to the candidate, and at the limit the paper is force-closed', async ({ site, openAs }) => {
  const exam = await openExam(site, { types: [1], leaveWatch: true, leaveSeconds: 0, leaveLimit: 2 })
  const learner = await signIn(site, 'learner36')
  const { path, paperId } = await startPaper(learner, exam)
  const { page } = await openAs('learner36', path)
  await expect(page.getByText('离开超过0秒记一次，离开2次将自动交卷')).toBeVisible()
  await page.getByText('119', { exact: true }).click()
  await saved(page)
  await hide(page, true)
  await hide(page, false)
  await expect(page.getByText('您已经离开1次，离开2次将自动交卷')).toBeVisible()
  await page.getByRole('button', { name: '继续考试' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await hide(page, true)
  await hide(page, false)
  await page.waitForURL(`**/web/exam/result/${paperId}`)
  expect((await answersOf(learner, paperId)).answers.get(1)).toEqual({ tags: ['B'] })
})

test('a leave while offline is counted after reconnecting', async ({ site, openAs }) => {
  const exam = await openExam(site, { types: [1], leaveWatch: true, leaveSeconds: 0, leaveLimit: 1 })
  const learner = await signIn(site, 'learner37')
  const { path, paperId } = await startPaper(learner, exam)
  const { page, context } = await openAs('learner37', path)
  await expect(page.getByRole('radio').first()).toBeVisible()
  await context.setOffline(true)
  await hide(page, true)
  await hide(page, false)
  await expect(page.getByText('您已经离开1次')).toBeVisible()
  await context.setOffline(false)
  await page.waitForURL(`**/web/exam/result/${paperId}`)
})

test('full screen is required, entered by a button, and required again after leaving it', async ({ site, openAs }) => {
  const exam = await openExam(site, { types: [1], fullScreen: true })
  const { path } = await startPaper(await signIn(site, 'learner38'), exam)
  const { page } = await openAs('learner38', path)
  const enter = page.getByRole('button', { name: '进入全屏并继续考试' })
  await enter.click()
  await expect(enter).toBeHidden()
  await page.getByText('119', { exact: true }).click()
  await saved(page)
  await page.evaluate(() => document.exitFullscreen())
  await expect(enter).toBeVisible()
})

test('a camera without a picture counts as a failure, and too many failures force-close the paper', async ({ site, openAs }) => {
  const exam = await openExam(site, { types: [1], captureMinutes: 1, faceChance: 1 })
  const learner = await signIn(site, 'learner39')
  const { path, paperId } = await startPaper(learner, exam)
  const { page } = await openAs('learner39', '/web/course')
  // the next capture is overdue by far
  await page.evaluate((id) => localStorage.setItem(`exam-capture:${id}`, '0'), paperId)
  await page.goto(path)
  await expect(page.getByText('摄像头载入失败，请确认电脑上有摄像头且已允许网页访问！').first()).toBeVisible()
  await expect(page.getByText('连续1次人脸识别失败，系统强制交卷！')).toBeVisible()
  await page.waitForURL(`**/web/exam/result/${paperId}`)
})

test('a second device waits for the invigilator and continues automatically after the unlock', async ({ site, openAs }) => {
  const exam = await openExam(site, { types: [1], takeoverUnlock: true })
  const learner = await signIn(site, 'learner40')
  const { path } = await startPaper(learner, exam)
  const first = await openAs('learner40', path)
  await first.page.getByText('119', { exact: true }).click()
  await saved(first.page)
  const second = await openAs('learner40', path)
  await expect(second.page.getByText('换机作答需要监考员解锁')).toBeVisible()
  await expect(second.page.getByText('119', { exact: true })).toHaveCount(0)
  const { page } = await openAs('proctor', `/admin/exam/watch/detail?examId=${exam.examId}`)
  await expect(page.getByText('申请换机')).toBeVisible()
  await page.getByRole('button', { name: /解\s*锁/ }).click()
  await expect(second.page.getByRole('radio', { name: '119' })).toBeChecked()
  await expect(first.page.getByText('已在其他设备继续考试')).toBeVisible()
})

test('step mode: no other question is sent, and no earlier one can be opened', async ({ site, openAs }) => {
  const exam = await openExam(site, { types: [1, 3, 4], stepMode: true, stepBack: false })
  const learner = await signIn(site, 'learner42')
  const { path, paperId } = await startPaper(learner, exam)
  const { page } = await openAs('learner42', '/web/course')
  const detail = page.waitForResponse('**/api/paper/paper/paper-detail')
  await page.goto(path)
  expect(await (await detail).text()).not.toContain('电梯')
  await page.getByText('119', { exact: true }).click()
  await page.getByRole('button', { name: '下一题' }).click()
  await expect(page.getByText('电梯可以作为火灾时的逃生通道')).toBeVisible()
  await expect(page.getByRole('button', { name: '上一题' })).toBeDisabled()
  // a reload returns to the same question
  await page.reload()
  await expect(page.getByText('电梯可以作为火灾时的逃生通道')).toBeVisible()
  await page.getByRole('button', { name: '下一题' }).click()
  const asked = page.getByRole('dialog')
  await asked.getByRole('button', { name: /取\s*消/ }).click()
  await expect(asked).toBeHidden()
  await page.getByText('错误', { exact: true }).click()
  await page.getByRole('button', { name: '下一题' }).click()
  await page.getByLabel('作答').fill('逐题作答')
  await page.getByRole('button', { name: '检查并交卷' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确认交卷' }).click()
  await expect(page.getByText('交卷成功')).toBeVisible()
  const { answers } = await answersOf(learner, paperId)
  expect([answers.get(1), answers.get(3), answers.get(4)]).toEqual([{ tags: ['B'] }, { tags: ['B'] }, { text: '<p>逐题作答</p>' }])
})

test('the address of an unavailable question redirects to the list', async ({ site, openAs }) => {
  const exam = await openExam(site, { types: [1, 3, 4], stepMode: true, stepBack: false })
  const { path, paperId } = await startPaper(await signIn(site, 'learner43'), exam)
  const { page, client } = await openAs('learner43', path)
  await expect(page.getByRole('radio').first()).toBeVisible()
  const { groups } = await client.call(paper['paper-detail'], {
    id: paperId,
    takeover: true,
  })
  await page.reload()
  await expect(page.getByRole('radio').first()).toBeVisible()
  // another page of the same sign-in session has the write lock now
  for (const at of [1, 2]) await client.call(paper['qu-detail'], { paperId, quId: groups[0]!.quList[at]!.quId })
  await page.getByText('119', { exact: true }).click()
  await page.waitForURL('**/web/course?break')
})

test('papers are marked as given up with a reason', async ({ site, openAs }) => {
  const here = await signIn(site, 'learner45')
  const exam = await openExam(site, { types: [1] })
  const { paperId } = await startPaper(here, exam)
  await here.call(paper['hand-exam'], { id: paperId })
  const { page } = await openAs('admin', `/admin/exam/paper?examId=${exam.examId}`)
  await page
    .getByRole('row', { name: new RegExp(await nameOf(here)) })
    .getByRole('checkbox')
    .check()
  await page.getByRole('button', { name: /^标\s*记$/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('交卷方式').click()
  await page.getByTitle('管理员处理').click()
  await dialog.getByRole('switch').click()
  await confirmIn(page)
  await expect(dialog.getByText('处理原因必须填写！')).toBeVisible()
  await dialog.getByLabel('处理原因').fill('替考')
  await confirmIn(page)
  await expect(page.getByRole('row', { name: new RegExp(await nameOf(here)) }).first()).toContainText('已放弃')
})
