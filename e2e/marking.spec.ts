// Marking: a paper as a whole, question by question with the keyboard, two markers with different marks; an invigilator's closing of a paper; and
// links from a question's preview to its editor and from results to an answer sheet.
import { exam as examCalls } from '@shuyuan/contract/exam/exam.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { paper as paperCalls } from '@shuyuan/contract/paper/paper.ts'
import { review } from '@shuyuan/contract/paper/review/review.ts'
import { userPoints } from '@shuyuan/contract/points/points.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { barriers } from './axe.ts'
import { type ExamSetup, openExam, startPaper } from './exam-setup.ts'
import { type Client, expect, signIn, test } from './fixtures.ts'
import type { Site } from './server.ts'

const SHORT = 4

/** An exam with one short answer, handed in by these learners. */
async function handedIn(site: Site, learners: string[], settings: object = {}): Promise<{ exam: ExamSetup; papers: string[] }> {
  const exam = await openExam(site, { types: [SHORT], showScore: 'marked', ...settings })
  const papers: string[] = []
  for (const [at, userName] of learners.entries()) {
    const learner = await signIn(site, userName)
    const { paperId } = await startPaper(learner, exam)
    const { groups } = await learner.call(paperCalls['paper-detail'], { id: paperId })
    const quId = groups[0]!.quList[0]!.quId
    const text = `<p>第${at + 1}份：先切断电源，再组织人员沿安全出口撤离，最后清点人数。</p>`
    await learner.call(paperCalls['hand-exam'], { id: paperId, lastAnswers: [{ quId, answer: { text } }] })
    papers.push(paperId)
  }
  return { exam, papers }
}

const stateOf = async ({ call }: Client, examId: string) => (await call(paperCalls.paging, { params: { examId } })).records

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
    .getByRole('link', { name: '监考', exact: true })
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

test('a teacher allots an exam and marks it with the keyboard; the learner gets a message and points', async ({ openAs, site }) => {
  const { exam } = await handedIn(site, ['learner11', 'learner12', 'learner13'], { markBlind: true, awardPoints: 20, passScore: 6 })
  const { page, client } = await openAs('teacher', '/admin/exam/review')
  const card = page.getByRole('region', { name: '待阅考试' }).getByRole('listitem').filter({ hasText: exam.title })
  await expect(card).toContainText('3 份答卷待阅')
  await card.getByRole('button', { name: '任务与进度' }).click()
  await page.getByRole('button', { name: '分配任务' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '选择阅卷人' }).click()
  const picker = page.getByRole('dialog', { name: '选择阅卷人' })
  await picker.getByRole('row').filter({ hasText: 'teacher' }).getByRole('checkbox').click()
  await picker.getByRole('button', { name: /确\s*定/ }).click()
  await expect(picker).toBeHidden()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await expect(page.getByText('已分配 3 份')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await barriers(page)).toEqual([])

  await page.getByRole('button', { name: '按题评分' }).click()
  await expect(page.getByText('还有 3 份待评')).toBeVisible()
  await expect(page.getByText('第1份：')).toBeVisible()
  await expect(page.getByText('保持冷静，有序撤离。')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: '添加评分点' }).click()
  const line = page.getByRole('dialog')
  await line.getByLabel('评分点').fill('有序撤离')
  await line.getByLabel('分值').fill('6')
  await line.getByRole('button', { name: /确\s*定/ }).click()
  await expect(line).toBeHidden()
  const score = page.getByRole('spinbutton', { name: '得分' })
  await page.getByRole('checkbox', { name: /有序撤离/ }).click()
  await expect(score).toHaveValue('6')
  await page.keyboard.press('ArrowUp')
  await expect(score).toHaveValue('6.5')
  await page.getByRole('button', { name: '保存并下一份' }).click()
  await expect(page.getByText('第2份：')).toBeVisible()
  await expect(page.getByText('还有 2 份待评')).toBeVisible()
  // digits are typed into the score field, Enter saves
  await page.keyboard.press('8')
  await expect(score).toHaveValue('8')
  await page.keyboard.press('Enter')
  await expect(page.getByText('第3份：')).toBeVisible()
  await page.getByRole('button', { name: '上一份' }).click()
  await expect(page.getByText('第2份：')).toBeVisible()
  await expect(score).toHaveValue('8')
  await page.getByRole('button', { name: '回到队列' }).click()
  await expect(page.getByText('第3份：')).toBeVisible()
  await page.keyboard.press('z')
  await page.keyboard.press('Enter')
  await expect(page.getByText('没有等待您评分的答案了')).toBeVisible()
  expect((await stateOf(client, exam.examId)).map((one) => [one.state, one.score]).toSorted(([, a], [, b]) => (a ?? 0) - (b ?? 0))).toEqual(
    [
      [2, 0],
      [2, 6.5],
      [2, 8],
    ],
  )
  const winner = await signIn(site, 'learner12')
  const points = () => winner.call(userPoints['my-paging'], { size: 50 })
  await expect
    .poll(async () => (await points()).records.filter((one) => one.refRemark.includes(exam.title)).map((one) => one.points))
    .toEqual([20])
  const msgs = await winner.call(msg.paging, {})
  expect(msgs.records.filter((one) => one.title === '成绩已公布' && one.content.includes(exam.title))).toHaveLength(1)
})

test('two different marks create a third task; a marker whose save comes too late sees both marks', async ({ openAs, site }) => {
  const { exam, papers } = await handedIn(site, ['learner14'], { markDouble: true, markTolerance: 1 })
  const admin = await signIn(site, 'admin')
  const teacher = await signIn(site, 'teacher')
  const give = async ({ call }: Client, mark: number) => {
    const { taskId, version } = (await call(review.next, { examId: exam.examId }))!
    await call(review.save, { taskId, version, score: mark, comment: '', lines: [] })
  }
  await give(admin, 2)
  await give(teacher, 9)
  const { page } = await openAs('teacher', `/admin/exam/review/exam/${exam.examId}`)
  await page.getByRole('tab', { name: '进度' }).click()
  const progress = page.getByRole('tabpanel', { name: '进度' })
  await expect(progress.getByRole('row').filter({ hasText: '简述疏散人群的要点' })).toContainText('2/3')
  await expect(page.getByRole('button', { name: '按题评分' })).toBeDisabled()
  expect(await stateOf(teacher, exam.examId)).toMatchObject([{ state: PaperState.marking, score: null }])

  // one marker with two pages: the second shows what the first has saved
  const { exam: single } = await handedIn(site, ['learner15'])
  const desk = await openAs('teacher', `/admin/exam/review/exam/${single.examId}/mark`)
  await expect(desk.page.getByText('第1份：')).toBeVisible()
  const task = await teacher.call(review.next, { examId: single.examId })
  const { taskId, version } = task!
  await teacher.call(review.save, { taskId, version, score: 4, comment: '先保存的', lines: [] })
  await desk.page.keyboard.press('f')
  await desk.page.keyboard.press('Enter')
  const layer = desk.page.getByRole('dialog', { name: '这份答案已经有人评过' })
  await expect(layer).toContainText('先保存的')
  await expect(layer).toContainText('10')
  await layer.getByRole('button', { name: '用我的评分替换' }).click()
  await expect(layer).toBeHidden()
  expect(await stateOf(teacher, single.examId)).toMatchObject([{ state: PaperState.done, score: 10 }])
  expect(papers).toHaveLength(1)
})

test('a previewed question opens in the editor, which returns to the list with its filters and page', async ({ openAs }) => {
  const { page } = await openAs('teacher', '/admin/repo/qu')
  await page.getByTitle('2', { exact: true }).click()
  await expect(page).toHaveURL(/page=2/)
  // the address changes before the page shows it
  await expect(page.getByTitle('2', { exact: true })).toHaveClass(/active/)
  await expect(page.locator('main [aria-busy="true"], main .ant-spin-spinning')).toHaveCount(0)
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
  await learner.call(paperCalls['hand-exam'], { id: paperId })
  const { page } = await openAs('teacher', `/admin/exam/paper?examId=${exam.examId}`)
  await page.getByRole('link', { name: '查看' }).click()
  await expect(page.getByRole('heading', { name: exam.title })).toBeVisible()
  await expect(page.getByText('正确答案：B')).toBeVisible()
})
