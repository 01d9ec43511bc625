// During an exam: the page of an invigilator updates by the socket, and pauses while a dialog is open. After it: ranking, export and a make-up exam
// for the teacher; the learner reads their report and the answers, which counts as views.
import { exam as examCalls } from '@shuyuan/contract/exam/exam.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { ExamOpenType } from '../contract/src/exam/exam.ts'
import { readFile } from 'node:fs/promises'
import { barriers } from './axe.ts'
import { openExam, startPaper } from './exam-setup.ts'
import { type Client, expect, signIn, test } from './fixtures.ts'
import type { Site } from './server.ts'

const CHOICE = 1

/** Takes the exam and hands in with the single choice right or wrong and all other questions blank. */
async function takeExam(
  site: Site,
  userName: string,
  exam: Awaited<ReturnType<typeof openExam>>,
  right: boolean,
): Promise<{ paperId: string; client: Client }> {
  const client = await signIn(site, userName)
  const { paperId } = await startPaper(client, exam)
  const { session, groups } = await client.call(paper['paper-detail'], { id: paperId })
  const question = groups.flatMap(({ quList }) => quList).find(({ quType }) => quType === CHOICE)!
  const tag = question.answerList.find(({ content }) => content.includes('119') === right)!.tag
  await client.call(paper['fill-answer'], { paperId, session, quId: question.quId, answer: { tags: [tag] }, seq: 1 })
  await client.call(paper['hand-exam'], { id: paperId })
  return { paperId, client }
}

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

test('a teacher sees the ranking, exports papers and scores, and creates a make-up exam once', async ({ openAs, site }) => {
  const people = ['learner21', 'learner22', 'learner23']
  const ids: string[] = []
  for (const name of people) ids.push((await (await signIn(site, name)).call(user.info)).id)
  const exam = await openExam(site, { types: [1, 3], openType: ExamOpenType.persons, userIds: ids })
  await takeExam(site, people[0]!, exam, true)
  const { client: failed } = await takeExam(site, people[1]!, exam, false)
  const { page, client } = await openAs('teacher', `/admin/exam/paper?examId=${exam.examId}`)
  const loser = await failed.call(user.info)
  await expect(page.getByRole('row').filter({ hasText: loser.realName })).toContainText('未及格')
  await expect(page.getByRole('row').nth(1)).toContainText(/[12]/)
  expect(await barriers(page)).toEqual([])

  await page.getByRole('button', { name: '导出', exact: false }).first().click()
  await page.getByRole('menuitem', { name: '打包全部答卷（PDF）' }).click()
  const drawer = page.getByRole('dialog', { name: '导出任务' })
  const ready = drawer.getByRole('button', { name: '下载' })
  await expect(ready).toBeVisible()
  const [file] = await Promise.all([page.waitForEvent('download'), ready.click()])
  expect(file.suggestedFilename()).toContain('答卷')
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
  await drawer.getByRole('button', { name: /关闭|Close/ }).click()
  await expect(drawer).toBeHidden()

  await page.getByRole('button', { name: '安排补考' }).click()
  const dialog = page.getByRole('dialog', { name: '安排补考' })
  await expect(dialog).toContainText('未及格（1人）')
  await expect(dialog).toContainText('缺考（1人）')
  await expect(dialog).toContainText('将为 2 人新建')
  await dialog.getByRole('button', { name: /确\s*定|保\s*存/ }).click()
  await expect(dialog).toBeHidden()
  const exams = await client.call(examCalls.paging, {
    params: { title: `${exam.title}（补考）` },
  })
  expect(exams.records).toHaveLength(1)
})

test('a learner reads their report, views the answers once, and downloads the paper as a PDF', async ({ openAs, site }) => {
  const exam = await openExam(site, { types: [1, 3, 5], showRank: true, answerLooks: 1 })
  await takeExam(site, 'learner25', exam, false)
  const { paperId } = await takeExam(site, 'learner24', exam, true)
  const { page } = await openAs('learner24', `/web/exam/result/${paperId}`)
  const report = page.getByRole('region', { name: '成绩分析' })
  await expect(report).toContainText('第 1 名')
  await expect(report).toContainText('平均分')
  await expect(page.getByText('火警电话是 119。')).toBeHidden()
  await page.getByRole('button', { name: '查看答案（还可查看 1 次）' }).click()
  await expect(page.getByText('火警电话是 119。')).toBeVisible()
  await expect(report).toContainText('单选题')
  expect(await barriers(page)).toEqual([])
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '下载PDF' }).click()])
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  // the address of another learner's result shows nothing
  const other = await openAs('learner25', `/web/exam/result/${paperId}`)
  await expect(other.page.getByText('119')).toBeHidden()
})
