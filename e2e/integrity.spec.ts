// Exam integrity: signals and the timeline, question time, and the secured browser.
import { override } from '@shuyuan/contract/exam/override/override.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import type { Page } from '@playwright/test'
import { createHash } from 'node:crypto'
import { barriers } from './axe.ts'
import { answersOf, openExam, startPaper } from './exam-setup.ts'
import { expect, signIn, test } from './fixtures.ts'

const saved = (page: Page) => expect(page.getByTestId('save-state')).toHaveText(/^已保存 \d\d:\d\d:\d\d$/)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const tabOf = (page: Page, name: string) => page.getByRole('tab', { name })

test('a teacher sets the verdict of each signal; the candidate sees them before the start, and the timeline contains every event', async ({
  site,
  openAs,
}) => {
  const exam = await openExam(site, { types: [1], allowPaste: false })
  const desk = await openAs('teacher', `/admin/exam/update/${exam.examId}`)
  const choose = async (label: string, verdict: string) => {
    await desk.page.getByRole('combobox', { name: label, exact: true }).click()
    await desk.page.locator('.ant-select-dropdown:visible').getByText(verdict, { exact: true }).click()
  }
  await desk.page.getByRole('button', { name: '监考与防作弊' }).last().click()
  await choose('粘贴内容', '标记')
  await desk.page.getByRole('switch', { name: '防调试' }).click()
  await choose('打开调试工具', '提醒')
  await choose('换机作答', '强制收卷')
  await desk.page.getByLabel('强制收卷次数').fill('5')
  await desk.page.getByRole('switch', { name: '姓名水印' }).click()
  await desk.page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(desk.page.getByText('考试保存成功！')).toBeVisible()

  const learner = await signIn(site, 'learner34')
  const candidate = await openAs('learner34', `/web/exam/check/${exam.examId}`)
  await expect(candidate.page.getByText('系统会记录以下行为：粘贴内容、打开调试工具、换机作答。')).toBeVisible()
  await expect(candidate.page.getByText('以下行为达到上限将强制交卷：换机作答。')).toBeVisible()
  const { path, paperId } = await startPaper(learner, exam)
  await candidate.page.goto(path)
  await candidate.page.getByText('119', { exact: true }).click()
  await saved(candidate.page)
  await expect(candidate.page.getByTestId('watermark')).toHaveAttribute('aria-hidden', 'true')
  expect(await barriers(candidate.page)).toEqual([])
  await candidate.page.getByRole('heading', { level: 1 }).evaluate((title) => {
    const data = new DataTransfer()
    data.setData('text', '搜到的答案')
    title.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect(candidate.page.getByText('考试期间不能复制粘贴哦！')).toBeVisible()
  // developer tools docked to the side
  await candidate.page.evaluate(() => Object.defineProperty(window, 'outerWidth', { configurable: true, value: window.innerWidth + 500 }))
  await expect(candidate.page.getByText('不允许使用调试模式，系统将在3秒后跳转到首页！')).toBeVisible()
  await candidate.page.waitForURL('**/web/index')
  await learner.call(paper['hand-exam'], { id: paperId })

  const { page } = await openAs('admin', `/admin/exam/paper/${paperId}`)
  await tabOf(page, '时间线').click()
  await expect(page.getByText('被标记1次')).toBeVisible()
  const events = page.getByRole('article')
  await expect(events.first()).toContainText('开始考试')
  await expect(events.filter({ hasText: '粘贴内容' })).toContainText('搜到的答案')
  await expect(events.filter({ hasText: '打开调试工具' })).toContainText('提醒')
  await expect(events.filter({ has: page.getByText('交卷', { exact: true }) })).toContainText('正常')
  await page.getByText('异常事件（2）').click()
  await expect(events).toHaveCount(2)
  expect(await barriers(page)).toEqual([])
})

test('a question closes when its question time is over; the page shows the next one, and the answer is preserved', async ({
  site,
  openAs,
}) => {
  const exam = await openExam(site, { types: [1, 3], stepMode: true, stepBack: true, quSeconds: 6, signals: { overtime: 'flag' } })
  const learner = await signIn(site, 'learner35')
  const { path, paperId } = await startPaper(learner, exam)
  const { page } = await openAs('learner35', path)
  await expect(page.getByRole('timer', { name: '本题剩余时间' })).toHaveText(/^00:0[3-6]$/)
  await page.getByText('119', { exact: true }).click()
  await saved(page)
  await expect(page.getByRole('heading', { name: '第 2 题' })).toBeVisible()
  // a closed question cannot be opened again
  await expect(page.getByRole('button', { name: '上一题' })).toBeDisabled()
  await page.getByText('错误', { exact: true }).click()
  await saved(page)
  await expect(page.getByText('本题作答时间已到').first()).toBeVisible()
  await expect(page.getByRole('radio').first()).toBeDisabled()
  await page.getByRole('button', { name: '检查并交卷' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确认交卷' }).click()
  await expect(page.getByText('交卷成功')).toBeVisible()
  const { marks } = await answersOf(learner, paperId)
  expect([marks.get(1), marks.get(3)]).toEqual(['right', 'right'])
  const proctor = await signIn(site, 'proctor')
  const { flagTimes } = await proctor.call(timeline.list, { paperId })
  expect(flagTimes).toBe(2)
})

test('an exam for Safe Exam Browser offers its configuration to other browsers and opens in the configured one', async ({
  site,
  openAs,
}) => {
  const exam = await openExam(site, { types: [1], seb: 'required' })
  const check = `/web/exam/check/${exam.examId}`
  const { page, context } = await openAs('learner36', check, { apart: true })
  await expect(page.getByText('本场考试必须使用安全考试浏览器（SEB）')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name: '下载配置文件' }).click()
  expect((await waiting).suggestedFilename()).toBe(`exam-${exam.examId}.seb`)
  const begin = async () => {
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: '开始考试' }).click()
  }
  await begin()
  await expect(page.getByText('请下载配置文件，用它打开后再参加').first()).toBeVisible()

  // Safe Exam Browser's JavaScript API gives each page the key, hashed with the page's address
  const file = await (await fetch(`${site.url}/api/exam/seb/config?examId=${exam.examId}`)).text()
  const key = sha256(sebJsonOf(file))
  await context.exposeFunction('hashOf', (address: string) => sha256(address + key))
  await context.addInitScript(() => {
    const security = { configKey: '', updateKeys: (done: () => void) => done() }
    Object.assign(window, { SafeExamBrowser: { version: 'SEB_macOS_3.5', security } })
    const { hashOf } = window as unknown as { hashOf: (address: string) => Promise<string> }
    void hashOf(window.location.href.split('#')[0] ?? '').then((hash) => (security.configKey = hash))
  })
  await page.goto(check)
  await expect(page.getByText('本场考试必须使用安全考试浏览器（SEB）')).toBeHidden()
  await begin()
  await page.getByText('119', { exact: true }).click()
  await saved(page)
  await page.getByRole('button', { name: '交卷', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确认交卷' }).click()
  await expect(page.getByText('交卷成功')).toBeVisible()
  await expect(page.getByRole('link', { name: '退出安全浏览器' })).toHaveAttribute('href', '/web/course?seb=quit')
})

/** The settings of a configuration file as Safe Exam Browser hashes them: sorted keys, no escapes, without the originator. */
function sebJsonOf(file: string): string {
  let rest = file.slice(file.indexOf('<dict>'))
  const take = (pattern: RegExp) => {
    const found = pattern.exec(rest)
    if (found) rest = rest.slice(found[0].length)
    return found
  }
  const value = (): string => {
    const plain = take(/^\s*<(string|integer)>([^<]*)<\/\1>/)
    if (plain) return plain[1] === 'string' ? `"${plain[2]}"` : plain[2]!
    const flag = take(/^\s*<(true|false)\/>/)
    if (flag) return flag[1]!
    const isList = take(/^\s*<array>/) !== null
    if (!isList) take(/^\s*<dict>/)
    const found: [key: string, value: string][] = []
    while (!take(/^\s*<\/(array|dict)>/)) found.push([isList ? '' : take(/^\s*<key>([^<]*)<\/key>/)![1]!, value()])
    if (isList) return `[${found.map(([, one]) => one).join(',')}]`
    const sorted = found
      .filter(([name]) => name !== 'originatorVersion')
      .toSorted(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    return `{${sorted.map(([name, one]) => `"${name}":${one}`).join(',')}}`
  }
  return value()
}

test('a reload is noted and not counted; closing the page and coming back is counted', async ({ site, openAs }) => {
  const exam = await openExam(site, { types: [1], leaveWatch: true, leaveSeconds: 0, leaveLimit: 9 })
  const learner = await signIn(site, 'learner39')
  const { path, paperId } = await startPaper(learner, exam)
  const { page, context } = await openAs('learner39', path)
  await expect(page.getByRole('radio').first()).toBeVisible()
  const admin = await signIn(site, 'admin')
  const countOf = async (kind: string) => (await admin.call(timeline.list, { paperId })).events.filter((one) => one.kind === kind).length
  await page.reload()
  await expect.poll(() => countOf('reload')).toBe(1)
  await expect(page.getByRole('radio').first()).toBeVisible()
  expect(await countOf('leave')).toBe(0)
  await page.close()
  const back = await context.newPage()
  await back.goto(path)
  await expect(back.getByText('您已经离开1次')).toBeVisible()
  await expect.poll(() => countOf('leave')).toBe(1)
  expect(await countOf('reload')).toBe(1)
})

test('a refused full screen says whom to ask, and an exemption takes effect on the open page', async ({ site, openAs }) => {
  const exam = await openExam(site, { types: [1], fullScreen: true })
  const learner = await signIn(site, 'learner40')
  const { path } = await startPaper(learner, exam)
  const { page, context } = await openAs('learner40', '/web/index', { apart: true })
  await context.addInitScript(() => {
    Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('Permissions check failed'))
  })
  await page.goto(path)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '进入全屏并继续考试' }).click()
  await expect(dialog.getByText('浏览器拒绝了全屏')).toBeVisible()
  await expect(dialog.getByText(/请联系监考员/)).toBeVisible()
  expect(await barriers(page)).toEqual([])
  const { id: userId } = await learner.call(user.info)
  const none = { minutes: null, percent: null, startTime: null, endTime: null, tries: null, noFace: false, groupId: null }
  await exam.teacher.call(override.save, { ...none, examId: exam.examId, userId, noFullScreen: true, reason: '浏览器不支持全屏' })
  await expect(dialog).toBeHidden()
  await page.getByText('119', { exact: true }).click()
  await saved(page)
})
