// After an exam: statistics, item analysis, and the correction of a wrong key.
import { paper } from '@shuyuan/contract/paper/paper.ts'
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

test('a teacher reads the statistics of an exam, changes the score bands and downloads the workbook', async ({ openAs, site }) => {
  const exam = await openExam(site, { types: [1, 3] })
  for (const [at, tag] of ['B', 'B', 'A'].entries()) await takeExam(await signIn(site, `learner0${at + 1}`), exam.examId, tag)
  const { page } = await openAs('teacher', '/admin/exam/list')
  await page.getByRole('row').filter({ hasText: exam.title }).getByRole('link', { name: '统计' }).click()
  await expect(page.getByRole('heading', { name: exam.title })).toBeVisible()
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
})

test('a wrong key is corrected with a preview and a history, and the candidate gets the points', async ({ openAs, site }) => {
  const exam = await openExam(site, { types: [1, 3] })
  const learner = await signIn(site, 'learner05')
  const paperId = await takeExam(learner, exam.examId, 'C')
  const { page } = await openAs('teacher', `/admin/exam/stat/${exam.examId}?tab=items`)
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
  await expect(dialog.getByText('1 份答卷重新计分，1 份分数有变')).toBeVisible()
  await dialog.getByRole('button', { name: /完\s*成/ }).click()
  await expect(dialog).toBeHidden()
  expect(await learner.call(paper['paper-result'], { id: paperId })).toMatchObject({ score: 10, passed: true })
  const own = await openAs('learner05', `/web/exam/result/${paperId}`)
  await expect(own.page.getByText('本卷有 1 道题的答案已修正')).toBeVisible()
  await expect(own.page.getByText('本题答案已修正，成绩按修正后的答案计算。')).toBeVisible()
  expect(await barriers(own.page)).toEqual([])
  await page.getByRole('tab', { name: '修正记录' }).click()
  const row = page.getByRole('row').filter({ hasText: 'C 也是正确答案' })
  await expect(row).toContainText('修正答案')
  await row.getByRole('button', { name: '明细' }).click()
  await expect(page.getByRole('dialog', { name: '分数变动明细' }).getByRole('row', { name: /0 → 10/ })).toBeVisible()
})

test('an exam has a page of its own: who has not come is reminded, tabs and titles carry its name', async ({ openAs, site }) => {
  const { examId, title } = await openExam(site, { types: [1], openType: ExamOpenType.departs, deptCodes: ['A01'] })
  await takeExam(await signIn(site, 'learner01'), examId, 'B')
  const { page } = await openAs('admin', '/admin/exam/list')
  await page.getByRole('row').filter({ hasText: title }).getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`^考试概况 · ${title} - `))
  await expect(page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name: `考试概况 · ${title}` })).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('tab', { name: '未参加' }).click()
  await page.getByRole('button', { name: '提醒参加考试' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await expect(page.getByText(/已发送 \d+ 条提醒/)).toBeVisible()
  await page.getByRole('tab', { name: '成绩' }).click()
  await expect(page.getByRole('cell', { name: '10 / 10' }).first()).toBeVisible()
  await page
    .getByRole('link', { name: '编辑' })
    .or(page.getByRole('button', { name: /编\s*辑/ }))
    .first()
    .click()
  await page.getByRole('button', { name: /取\s*消/ }).click()
  await expect(page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name: '修改考试' })).toBeHidden()
})
