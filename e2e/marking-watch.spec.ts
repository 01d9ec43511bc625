// Watching an exam, and marking what cannot be marked automatically.
import { exam as examCalls } from '@shuyuan/contract/exam/exam.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { paper as paperCalls } from '@shuyuan/contract/paper/paper.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { expect, signIn, test } from './fixtures.ts'

test('a teacher marks the short answers of a paper, within the maximum; the learner then sees the result', async ({ openAs }) => {
  const { page, client } = await openAs('teacher', '/admin/exam/review')
  const waiting = await client.call(paperCalls.paging, {
    params: { state: PaperState.marking },
  })
  // the exam of the demo school with two short answers; other tests may have left more exams
  const paper = waiting.records.at(-1)!
  const row = page.getByRole('row').filter({ hasText: paper.title }).filter({ hasText: paper.realName })
  await row.getByRole('link', { name: '阅卷' }).first().click()
  await expect(page.getByRole('button', { name: '完成阅卷' })).toBeDisabled()
  await expect(page.getByText(/还有 \d 题未给分/)).toBeVisible()
  // a blank answer has its zero already
  const scores = page.getByRole('spinbutton', { name: '得分' })
  await scores.first().fill('99')
  await scores.first().blur()
  await expect(page.getByText('得分应在0到10分之间')).toBeVisible()
  await expect(page.getByRole('button', { name: '暂存' })).toBeDisabled()
  await scores.first().fill('7.5')
  for (let at = 1; at < (await scores.count()); at++) await page.getByRole('button', { name: '满分' }).nth(at).click()
  await page.getByPlaceholder('评语').first().fill('要点基本完整')
  const stored = page.waitForResponse('**/api/paper/paper/review-paper')
  await page.getByRole('button', { name: '暂存' }).click()
  await stored
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('已全部给分')).toBeVisible()
  await page.getByRole('button', { name: '完成阅卷' }).click()
  await page.getByRole('button', { name: /确\s*定/ }).click()
  await expect(page).toHaveURL(/\/admin\/exam\/review$/)
  const marked = await client.call(paperCalls.paging, { params: { state: PaperState.done, userId: paper.userId } })
  expect(marked.records.find((one) => one.id === paper.id)?.score).toBeGreaterThanOrEqual(7.5)
  const stillWaiting = await client.call(paperCalls.paging, { params: { state: PaperState.marking } })
  expect(stillWaiting.total).toBe(waiting.total - 1)
})

test('an invigilator sees the open papers and force-closes one with a reason', async ({ openAs, site }) => {
  const learner = await signIn(site, 'learner41')
  const exams = await learner.call(examCalls.paging, { params: { phase: 'open' } })
  const exam = exams.records.find((one) => one.title.includes('酒店安全'))
  const { id } = await learner.call(paperCalls['create-paper'], { examId: exam!.id })
  const me = await learner.call(user.info)
  const { page } = await openAs('proctor', '/admin/exam/watch')
  await page
    .getByRole('row', { name: new RegExp(exam?.title ?? '') })
    .getByRole('link', { name: '监考' })
    .click()
  const card = page.getByRole('listitem').filter({ hasText: me.realName })
  await expect(card).toContainText('0/45')
  await card.getByRole('button', { name: /收\s*卷/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  await expect(dialog.getByText('收卷理由必须填写！')).toBeVisible()
  await dialog.getByRole('textbox').fill('考试期间使用手机')
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(async () => (await learner.call(paperCalls['left-time'], { id })).state).toBeGreaterThan(0)
  await page.getByRole('tab', { name: '已交卷' }).click()
  await expect(page.getByRole('row', { name: new RegExp(me.realName) })).toContainText('监考收卷')
})
