// Admission and re-entry: applications, overrides for single candidates, open papers, offline exams.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { ExamOpenType } from '../contract/src/exam/exam.ts'
import type { Page } from '@playwright/test'
import { writeSheets } from '../server/src/kernel/sheet/spreadsheet.ts'
import { barriers } from './axe.ts'
import { openExam, startPaper } from './exam-setup.ts'
import { type Client, expect, signIn, test } from './fixtures.ts'

const confirmIn = async (page: Page) => {
  const dialog = page.getByRole('dialog').last()
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  await expect(dialog).toBeHidden()
}
const infoOf = (learner: Client) => learner.call(user.info)

test('a candidate without access applies, is approved, tests their device, and starts without the password', async ({ site, openAs }) => {
  const pledge = '我承诺独立完成本场考试。'
  const exam = await openExam(site, { types: [1], openType: ExamOpenType.password, password: 'Hx2026', needApply: true, pledge })
  const { page } = await openAs('learner20', `/web/exam/check/${exam.examId}`)
  await page.getByRole('button', { name: '申请考试' }).click()
  const dialog = page.getByRole('dialog', { name: '申请考试' })
  await dialog.getByLabel('申请理由').fill('忘记密码')
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await expect(page.getByText('审核已提交，管理员审核通过后可以直接开始考试！')).toBeVisible()
  await expect(page.getByText('您的申请正在审核中，请耐心等待')).toBeVisible()

  const office = await openAs('admin', '/admin/exam/apply')
  const row = office.page.getByRole('row', { name: /忘记密码/ })
  await row.getByRole('button', { name: /审核/ }).click()
  await confirmIn(office.page)
  await expect(row.getByText('通过', { exact: true })).toBeVisible()

  // the open page is notified
  await expect(page.getByText('您的考试申请已通过，可免人脸核验和密码直接开始考试。')).toBeVisible()
  await page.getByRole('button', { name: '设备检测' }).click()
  const test = page.getByRole('dialog', { name: '设备检测' })
  await expect(test.getByText('设备正常，可以参加考试。')).toBeVisible()
  await expect(test.getByRole('listitem').filter({ hasText: '实时连接' })).toContainText('正常')
  expect(await barriers(page)).toEqual([])
  await test.getByRole('button', { name: '知道了' }).click()
  await expect(test).toBeHidden()
  await expect(page.getByText(pledge)).toBeVisible()
  await expect(page.getByRole('button', { name: '开始考试' })).toBeDisabled()
  await page.getByText('我已阅读并承诺遵守以上内容').click()
  await page.getByRole('button', { name: '开始考试' }).click()
  await expect(page.getByRole('radio').first()).toBeVisible()
})

test('an override for one candidate changes their open paper, and a paper handed in by mistake is reopened', async ({ site, openAs }) => {
  const exam = await openExam(site, { types: [1], tries: 1 })
  const learner = await signIn(site, 'learner21')
  const { realName } = await infoOf(learner)
  const { path, paperId } = await startPaper(learner, exam)
  const candidate = await openAs('learner21', path)
  await expect(candidate.page.getByRole('timer')).toHaveText(/^(30:00|29:\d\d)$/)
  const { page } = await openAs('admin', '/admin/exam/list')
  await page.getByRole('button', { name: `“${exam.title}”的更多操作` }).click()
  await page.getByRole('menuitem', { name: '个别安排' }).click()
  await page.getByRole('button', { name: '新增安排' }).first().click()
  const form = page.getByRole('dialog', { name: '新增安排' })
  await form.getByRole('button', { name: '选择考生' }).click()
  const picker = page.getByRole('dialog', { name: '选择考生' })
  await picker.getByLabel('用户名').fill('learner21')
  await picker.getByRole('button', { name: /查\s*询/ }).click()
  await picker
    .getByRole('row', { name: /learner21/ })
    .getByRole('radio')
    .click()
  await picker.getByRole('button', { name: /确\s*定/ }).click()
  await expect(picker).toBeHidden()
  await form.getByLabel('加时', { exact: true }).fill('20')
  await form.getByLabel('安排原因').fill('视力障碍')
  expect(await barriers(page)).toEqual([])
  await form.getByRole('button', { name: /确\s*定/ }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('row', { name: new RegExp(realName) })).toContainText('加时 20 分钟')
  await expect(candidate.page.getByRole('timer')).toHaveText(/^(50:00|49:\d\d)$/)

  await candidate.page.getByText('119', { exact: true }).click()
  await expect(candidate.page.getByTestId('save-state')).toHaveText(/^已保存/)
  await learner.call(paper['hand-exam'], { id: paperId })
  await candidate.page.goto(`/web/exam/result/${paperId}`)
  await expect(candidate.page.getByText('回执编号')).toBeVisible()
  await page.goto(`/admin/exam/watch/detail?examId=${exam.examId}`)
  await page.getByRole('tab', { name: '已交卷' }).click()
  await page.getByRole('button', { name: `恢复考试：${realName}` }).click()
  await page.getByLabel('恢复原因').fill('误交卷')
  await confirmIn(page)
  await candidate.page.getByRole('main').getByRole('link', { name: '继续考试' }).click()
  await expect(candidate.page.getByRole('radio', { name: '119' })).toBeChecked()
  await expect(candidate.page.getByRole('timer')).toHaveText(/^(50:00|4\d:\d\d)$/)
})

test('the scores of an offline exam are imported from a sheet, and read by the candidate', async ({ site, openAs }) => {
  const learner = await signIn(site, 'learner22')
  const { id } = await infoOf(learner)
  const exam = await openExam(site, { types: [1], offline: true, openType: ExamOpenType.persons, userIds: [id] })
  const { page } = await openAs('admin', '/admin/exam/list')
  await page.getByRole('button', { name: `“${exam.title}”的更多操作` }).click()
  await page.getByRole('menuitem', { name: '导入成绩' }).click()
  const columns = ['用户名', '得分', '备注'].map((header) => ({ header }))
  const rows = [
    ['learner22', '9.5', '手写卷'],
    ['nobody', '1', ''],
  ]
  const dialog = page.getByRole('dialog', { name: `导入成绩：${exam.title}` })
  await dialog.locator('input[type=file]').setInputFiles({
    name: '成绩.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(await writeSheets([{ name: '成绩', columns, rows }])),
  })
  await expect(dialog.getByText('用户不存在')).toBeVisible()
  await dialog.getByText('只导入正确的行').click()
  await dialog
    .getByRole('button', { name: /导\s*入/ })
    .last()
    .click()
  await expect(dialog).toBeHidden()
  const candidate = await openAs('learner22', `/web/course?stage=done&title=${encodeURIComponent(exam.title)}`)
  const card = candidate.page.getByRole('article').filter({ hasText: exam.title })
  await expect(card.getByText('线下考试')).toBeVisible()
  await expect(card.getByText('9.5 分')).toBeVisible()
  await card.getByRole('link', { name: '查看结果' }).click()
  await expect(candidate.page.getByText('手写卷')).toBeVisible()
})
