// Links between pages: from a question's preview to its editor and back, from results to an answer sheet.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { openExam, startPaper } from './exam-setup.ts'
import { expect, signIn, test } from './fixtures.ts'

test('a previewed question opens in the editor, which returns to the list with its filters and page', async ({ openAs }) => {
  const { page } = await openAs('teacher', '/admin/repo/qu')
  await page.getByTitle('2', { exact: true }).click()
  await expect(page).toHaveURL(/page=2/)
  const list = page.url()
  await page.locator('tbody').getByRole('button').first().click()
  await page.getByRole('dialog').getByRole('link', { name: '编辑' }).click()
  await expect(page.getByRole('textbox', { name: /^题干/ })).toBeVisible()
  await page.getByRole('button', { name: '取消' }).click()
  await expect(page).toHaveURL(list)
})

test('a teacher opens a candidate’s answer sheet with its key, even if the exam hides answers from candidates', async ({
  site,
  openAs,
}) => {
  const exam = await openExam(site, { types: [1], showScore: 'never', showAnswer: 'never' })
  const learner = await signIn(site, 'learner42')
  const { paperId } = await startPaper(learner, exam)
  await learner.call(paper['hand-exam'], { id: paperId })
  const { page } = await openAs('teacher', `/admin/exam/paper?examId=${exam.examId}`)
  await page.getByRole('link', { name: '查看' }).click()
  await expect(page.getByRole('heading', { name: exam.title })).toBeVisible()
  await expect(page.getByText('正确答案：B')).toBeVisible()
})
