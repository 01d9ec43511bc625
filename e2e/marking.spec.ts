// Marking: an exam is allotted and marked question by question with the keyboard; the learner hears of it.
import { paper as paperCalls } from '@shuyuan/contract/paper/paper.ts'
import { userPoints } from '@shuyuan/contract/points/points.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { barriers } from './axe.ts'
import { type ExamSetup, openExam, startPaper } from './exam-setup.ts'
import { type Client, expect, signIn, test } from './fixtures.ts'
import type { Site } from './server.ts'

const SHORT = 4

/** An exam with one short answer, handed in by these learners. */
async function handedIn(site: Site, learners: string[], settings: object = {}): Promise<ExamSetup> {
  const exam = await openExam(site, { types: [SHORT], showScore: 'marked', ...settings })
  for (const [at, userName] of learners.entries()) {
    const learner = await signIn(site, userName)
    const { paperId } = await startPaper(learner, exam)
    const { groups } = await learner.call(paperCalls['paper-detail'], { id: paperId })
    const quId = groups[0]!.quList[0]!.quId
    const text = `<p>第${at + 1}份：先切断电源，再组织人员沿安全出口撤离，最后清点人数。</p>`
    await learner.call(paperCalls['hand-exam'], { id: paperId, lastAnswers: [{ quId, answer: { text } }] })
  }
  return exam
}

const stateOf = async ({ call }: Client, examId: string) => (await call(paperCalls.paging, { params: { examId } })).records

test('a teacher allots an exam and marks it with the keyboard; the learner gets a message and points', async ({ openAs, site }) => {
  const exam = await handedIn(site, ['learner11', 'learner12', 'learner13'], { markBlind: true, awardPoints: 20, passScore: 6 })
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
