// After an exam: statistics, item analysis, and the correction of a wrong key.
import { user } from '@shuyuan/contract/account/user.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import type { Page } from '@playwright/test'
import { ExamOpenType } from '../contract/src/exam/exam.ts'
import { QuType } from '../contract/src/qu/content.ts'
import { barriers } from './axe.ts'
import { openExam } from './exam-setup.ts'
import { type Client, expect, signIn, test } from './fixtures.ts'

/** Hands in these options for the single choice; leaves the other questions blank. */
async function takeExam(learner: Client, examId: string, tag: string): Promise<string> {
  const { id } = await learner.call(paper['create-paper'], { examId })
  const { groups } = await learner.call(paper['paper-detail'], { id })
  const single = groups.flatMap((group) => group.quList).find((one) => one.quType === QuType.single)
  await learner.call(paper['hand-exam'], { id, lastAnswers: [{ quId: single!.quId, answer: { tags: [tag] } }] })
  return id
}

/** On the page of the exam. Changes the score bands and downloads the workbook. */
async function readStatistics(page: Page) {
  await page.getByRole('tab', { name: '统计' }).click()
  await expect(page.getByText('66.7%').first()).toBeVisible()
  const spread = page.getByRole('list', { name: '成绩分布' })
  await expect(spread.getByRole('listitem')).toHaveCount(5)
  await page.getByRole('button', { name: '移除分割点18' }).click()
  await expect(spread.getByRole('listitem')).toHaveCount(4)
  await page.getByRole('spinbutton', { name: '新的分割点' }).fill('5')
  await page.getByRole('button', { name: '添加分割点' }).click()
  await expect(spread.getByRole('listitem').first()).toContainText('0-5')
  await expect(page).toHaveURL(/bands=0-5/)
  expect(await barriers(page)).toEqual([])
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^考试统计_.+\.xlsx$/)
  await page.getByRole('tab', { name: '部门' }).click()
  await expect(page.getByRole('row').filter({ hasText: '66.7%' }).first()).toBeVisible()
  await page.getByRole('tab', { name: '试题分析' }).click()
  await page.getByRole('button', { name: '展开行' }).first().click()
  await expect(page.getByRole('row', { name: /^B\. 119 正确答案/ })).toContainText('2')
  expect(await barriers(page)).toEqual([])
}

/** Among the questions of the statistics: C is right, too. With a preview and a history. */
async function correctKey(page: Page) {
  await page.getByRole('button', { name: /^修正“发现火情/ }).click()
  const dialog = page.getByRole('dialog', { name: '修正试题' })
  await expect(dialog.getByRole('button', { name: '预览影响' })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: '选项C' }).click()
  await expect(dialog.getByText('选择其中任何一项都得满分')).toBeVisible()
  await dialog.getByRole('button', { name: '预览影响' }).click()
  await expect(dialog.getByRole('row', { name: /0 → 10/ })).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: '确认修正' }).click()
  await expect(dialog.getByText('请填写修正原因')).toBeVisible()
  await dialog.getByLabel('修正原因').fill('C 也是正确答案')
  await dialog.getByRole('button', { name: '确认修正' }).click()
  await expect(dialog.getByText('3 份答卷重新计分，1 份分数有变')).toBeVisible()
  await dialog.getByRole('button', { name: /完\s*成/ }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('tab', { name: '修正记录' }).click()
  const row = page.getByRole('row').filter({ hasText: 'C 也是正确答案' })
  await expect(row).toContainText('修正答案')
  await row.getByRole('button', { name: '明细' }).click()
  await expect(page.getByRole('dialog', { name: '分数变动明细' }).getByRole('row', { name: /0 → 10/ })).toBeVisible()
}

test('an exam has a page of its own: who has not come is reminded, its statistics are read, and a wrong key is corrected', async ({
  openAs,
  site,
}) => {
  const learners = await Promise.all(['learner01', 'learner02', 'learner05', 'learner06'].map((name) => signIn(site, name)))
  const userIds = await Promise.all(learners.map(async ({ call }) => (await call(user.info)).id))
  const { examId, title } = await openExam(site, { types: [1, 3], openType: ExamOpenType.persons, userIds })
  const papers: string[] = []
  for (const [at, tag] of ['B', 'B', 'C'].entries()) papers.push(await takeExam(learners[at]!, examId, tag))

  const { page } = await openAs('admin', '/admin/exam/list')
  await page.getByRole('row').filter({ hasText: title }).getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`^考试概况 · ${title} - `))
  const opened = page.getByRole('navigation', { name: '已打开的页面' })
  await expect(opened.getByRole('link', { name: `考试概况 · ${title}` })).toBeVisible()
  await page.getByRole('tab', { name: '未参加' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'learner06' })).toContainText('未到')
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: '提醒参加考试' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await expect(page.getByText('已发送 1 条提醒')).toBeVisible()
  await page.getByRole('tab', { name: '成绩' }).click()
  await expect(page.getByRole('cell', { name: '10 / 20' }).first()).toBeVisible()
  await page
    .getByRole('link', { name: '编辑' })
    .or(page.getByRole('button', { name: /编\s*辑/ }))
    .first()
    .click()
  await page.getByRole('button', { name: /取\s*消/ }).click()
  await expect(opened.getByRole('link', { name: '修改考试' })).toBeHidden()

  // leaving the form leads to the list
  await page.getByRole('row').filter({ hasText: title }).getByRole('link', { name: title }).click()
  await readStatistics(page)
  await correctKey(page)
  expect(await learners[2]!.call(paper['paper-result'], { id: papers[2]! })).toMatchObject({ score: 10, passed: true })
})
