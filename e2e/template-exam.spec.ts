// From a template to an exam: one for a department, which its members see; and one that is tried before.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { paper as paperCalls } from '@shuyuan/contract/paper/paper.ts'
import { qu, QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { tmpl } from '@shuyuan/contract/tmpl/tmpl.ts'
import { ExamOpenType } from '../contract/src/exam/exam.ts'
import { QuType } from '../contract/src/qu/content.ts'
import type { Page } from '@playwright/test'
import { everyBarrier } from './axe.ts'
import { type Client, expect, signIn, test } from './fixtures.ts'

let numbered = 0
const unique = (name: string) => `${name}${Date.now() % 1_000_000}-${++numbered}`
const option = (tag: string, isRight = false) => ({ tag, content: `<p>选项${tag}</p>`, isRight })

/** A bank with this number of single-choice questions. */
async function makeBank(client: Client, questions: number) {
  const title = unique('组卷题库')
  const { id } = await client.call(repo.save, { title, remark: '', isExam: true, isTrain: false })
  for (let n = 1; n <= questions; n++) {
    const body = { content: `<p>${title}第${n}题</p>`, options: [option('A', true), option('B')] }
    await client.call(qu.save, { repoId: id, chapterId: '', quType: QuType.single, level: QuLevel.normal, body })
  }
  return { id, title }
}

async function makeTmpl(client: Client, bank: { id: string }, publish = true) {
  const title = unique('模板')
  const draws = [{ repoId: bank.id, chapterId: '', quType: QuType.single, level: null, count: 2, perScore: 5 }]
  const groups = [{ title: '一、单选题', mode: 'draw' as const, draws, quList: [] }]
  const { id } = await client.call(tmpl.save, {
    title,
    remark: '',
    quShuffle: true,
    optionShuffle: true,
    groups,
    publish,
  })
  return { id, title }
}

const openExam = (title: string, tmplId: string) => ({
  title,
  remark: '',
  tmplId,
  openType: ExamOpenType.all,
  startTime: null,
  endTime: null,
  minutes: 30,
  passScore: 6,
  tries: 1,
  lateMinutes: 0,
  earliestMinutes: 0,
  showScore: 'marked' as const,
  showAnswer: 'closed' as const,
  allowPaste: false,
})

async function choose(page: Page, label: string, text: string) {
  await page.getByRole('combobox', { name: label }).fill(text)
  await page.locator('.ant-select-item-option:visible', { hasText: text }).click()
}
const departOf = async (client: Client, userName: string) => {
  const { records } = await client.call(user.paging, {
    params: { userName },
  })
  return records.find((one) => one.userName === userName)?.deptCode_dictText ?? ''
}

test('an exam for a department is visible to its members only', async ({ openAs, site }) => {
  const client = await signIn(site, 'teacher')
  const template = await makeTmpl(client, await makeBank(client, 3))
  const depart = await departOf(client, 'learner01')
  expect(await departOf(client, 'learner50')).not.toBe(depart)
  const { page } = await openAs('teacher', '/admin/exam/add/0')
  const title = unique('部门考试')
  await page.getByLabel('考试名称').fill(title)
  await choose(page, '试卷模板', template.title)
  await expect(page.getByText('共2题，总分10分')).toBeVisible()
  await expect(page.getByText('总分10分，及格线60%')).toBeVisible()
  await page.getByText('指定部门').click()
  await page.getByRole('combobox', { name: '部门' }).fill(depart)
  await page.locator('.ant-select-tree-treenode', { hasText: depart }).locator('.ant-select-tree-checkbox').click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  const asking = page.getByRole('dialog').filter({ hasText: `发布考试“${title}”` })
  await expect(asking).toContainText(new RegExp(`将对 \\d+ 人开放（${depart}），时间：长期有效`))
  await asking.getByRole('button', { name: '发布' }).click()
  await expect(page.getByRole('row', { name: title }).getByText('进行中')).toBeVisible()

  const seen = async (userName: string) => {
    const { records } = await (await signIn(site, userName)).call(exam.paging, { size: 1000 })
    return records.map((one) => one.title).includes(title)
  }
  expect([await seen('learner01'), await seen('learner50')]).toEqual([true, false])
  await page.getByRole('switch', { name: `启用“${title}”` }).click()
  await expect(page.getByText('状态修改成功!')).toBeVisible()
  expect(await seen('learner01')).toBe(false)
})

test('an exam is tried as a candidate would sit it, and its template is read and printed as a whole', async ({ openAs, site }) => {
  const client = await signIn(site, 'teacher')
  const template = await makeTmpl(client, await makeBank(client, 2))
  const title = unique('先试考')
  const { id } = await client.call(exam.save, { ...openExam(title, template.id), passScore: 10, draft: true })
  const { page } = await openAs('teacher', `/admin/exam/view/${id}`)
  await page.getByRole('button', { name: `“${title}”的更多操作` }).click()
  await page.getByRole('menuitem', { name: '试考' }).click()
  await expect(page.getByText('不保存答卷，不计入成绩和统计。')).toBeVisible()
  await expect(page.getByRole('timer')).toContainText('29')
  expect(await everyBarrier(page)).toEqual([])
  for (const last of [false, true]) {
    await page.getByRole('radio', { name: '选项A' }).click()
    if (!last) await page.getByRole('button', { name: '下一题' }).click()
  }
  await page.getByRole('button', { name: '检查并交卷' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确认交卷' }).click()
  await expect(page.getByRole('heading', { name: `试考结果：${template.title}` })).toBeVisible()
  await expect(page.getByText('得 10 / 10 分').first()).toBeVisible()
  await expect(page.getByText('及格', { exact: true })).toBeVisible()
  await expect(page.getByText('正确', { exact: true })).toHaveCount(2)
  await page.getByRole('link', { name: '退出试考' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  expect((await client.call(paperCalls.paging, { params: { examId: id } })).total).toBe(0)

  await page.getByRole('button', { name: `“${title}”的更多操作` }).click()
  await page.getByRole('menuitem', { name: '预览试卷' }).click()
  await expect(page.getByText('本模板从题库随机抽题', { exact: false })).toBeVisible()
  await expect(page.getByText('正确答案')).toHaveCount(0)
  await page.getByText('含答案和解析').click()
  await expect(page.getByText('正确答案').first()).toBeVisible()
  const printing = page.waitForEvent('download')
  await page.getByRole('button', { name: '打印答案卷（PDF）' }).click()
  expect((await printing).suggestedFilename()).toBe(`${template.title}.pdf`)
})
