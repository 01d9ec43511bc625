// From a bank to an exam: a template within the stock, an exam for a department, and the learners who see it.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { paper as paperCalls } from '@shuyuan/contract/paper/paper.ts'
import { qu, QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { tmpl, TmplState } from '@shuyuan/contract/tmpl/tmpl.ts'
import { ExamOpenType } from '../contract/src/exam/exam.ts'
import { QuType } from '../contract/src/qu/content.ts'
import type { Page } from '@playwright/test'
import { everyBarrier } from './axe.ts'
import { type Client, expect, test } from './fixtures.ts'

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

test('a template beyond the stock stays a draft; within the stock it is published', async ({ openAs }) => {
  const { page, client } = await openAs('teacher', '/admin/exam/tmpl')
  const bank = await makeBank(client, 3)
  await page.getByRole('button', { name: '新建模板' }).first().click()
  const title = unique('月考')
  // the list has a field of this name, too
  await expect(page.getByRole('heading', { name: '新建模板', level: 1 })).toBeVisible()
  await page.getByRole('textbox', { name: '模板名称' }).fill(title)
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await expect(page.getByText('请选择题库').last()).toBeVisible()
  await choose(page, '第1行的题库', bank.title)
  await expect(page.getByText('差7题')).toBeVisible()
  await expect(page.getByRole('spinbutton', { name: '第1行的抽题数' })).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await expect(page.getByText('题库存量不足，还差 7 题')).toBeVisible()
  await page.getByRole('button', { name: '保存草稿' }).click()
  await expect(page.getByText('草稿已保存')).toBeVisible()
  expect(await client.call(tmpl.paging, { params: { title } })).toMatchObject({ records: [{ state: TmplState.draft, quCount: 10 }] })

  await page.getByRole('spinbutton', { name: '第1行的抽题数' }).fill('2')
  await page.getByRole('spinbutton', { name: '第1行的每题分数' }).fill('2.5')
  await expect(page.getByText('差7题')).toBeHidden()
  await page.getByRole('button', { name: '添加大题' }).click()
  const second = page.getByRole('radiogroup', { name: '第2大题的组题方式' })
  await second.getByText('固定选题').click()
  await page.getByRole('button', { name: '选择试题' }).click()
  const picker = page.getByRole('dialog', { name: '选择试题' })
  await picker.getByRole('combobox', { name: '题库' }).fill(bank.title)
  await page.locator('.ant-select-item-option:visible', { hasText: bank.title }).click()
  await picker
    .getByRole('row', { name: `${bank.title}第1题` })
    .getByRole('checkbox')
    .check()
  await picker.getByRole('button', { name: '确认1项' }).click()
  await page.getByRole('spinbutton', { name: '第1题的分数' }).fill('10')
  await expect(page.getByTestId('template-totals')).toContainText('15')

  await page.getByRole('spinbutton', { name: '第1行的抽题数' }).fill('3')
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await expect(page.getByText('题库存量不足，还差 1 题')).toBeVisible()
  await page.getByRole('spinbutton', { name: '第1行的抽题数' }).fill('2')
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await expect(page.getByRole('row', { name: title }).getByText('已发布')).toBeVisible()
  const { records } = await client.call(tmpl.paging, { params: { title } })
  expect(records).toMatchObject([{ state: TmplState.published, quCount: 3, totalScore: 15 }])
})

test('an exam for a department is visible to its members only', async ({ openAs }) => {
  const { page, client } = await openAs('teacher', '/admin/exam/tmpl')
  const template = await makeTmpl(client, await makeBank(client, 3))
  const depart = await departOf(client, 'learner01')
  expect(await departOf(client, 'learner50')).not.toBe(depart)
  await page.goto('/admin/exam/add/0')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('请填写考试名称').last()).toBeVisible()
  await expect(page.getByText('请选择试卷模板').last()).toBeVisible()
  const title = unique('部门考试')
  await page.getByLabel('考试名称').fill(title)
  await choose(page, '试卷模板', template.title)
  await expect(page.getByText('共2题，总分10分')).toBeVisible()
  await expect(page.getByText('总分10分，及格线60%')).toBeVisible()
  await page.getByText('指定部门').click()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('请选择部门').last()).toBeVisible()
  await page.getByRole('combobox', { name: '部门' }).fill(depart)
  await page.locator('.ant-select-tree-treenode', { hasText: depart }).locator('.ant-select-tree-checkbox').click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  const asking = page.getByRole('dialog').filter({ hasText: `发布考试“${title}”` })
  await expect(asking).toContainText(new RegExp(`将对 \\d+ 人开放（${depart}），时间：长期有效`))
  await asking.getByRole('button', { name: '发布' }).click()
  await expect(page.getByRole('row', { name: title }).getByText('进行中')).toBeVisible()

  const inside = await openAs('learner01', '/web/course')
  await expect(inside.page.getByText(title)).toBeVisible()
  const outside = await openAs('learner50', '/web/course')
  await expect(outside.page.getByRole('heading').first()).toBeAttached()
  await expect(outside.page.getByText(title)).toBeHidden()
  const { records } = await outside.client.call(exam.paging, { size: 1000 })
  expect(records.map((one) => one.title)).not.toContain(title)

  await page.getByRole('switch', { name: `启用“${title}”` }).click()
  await expect(page.getByText('状态修改成功!')).toBeVisible()
  await inside.page.reload()
  await expect(inside.page.getByText(title)).toBeHidden()
})

test('an exam for named users, then one with a password: the page stores both and never shows the password', async ({ openAs }) => {
  const { page, client } = await openAs('teacher', '/admin/exam/tmpl')
  const template = await makeTmpl(client, await makeBank(client, 3))
  await page.goto('/admin/exam/tmpl')
  await page.getByRole('row', { name: template.title }).getByRole('link', { name: '创建考试' }).click()
  await expect(page.getByText('共2题，总分10分')).toBeVisible()
  const title = unique('点名考试')
  await page.getByRole('textbox', { name: '考试名称' }).fill(title)
  await page.getByText('指定人员').click()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('请选择人员').last()).toBeVisible()
  await page.getByRole('button', { name: '选择人员' }).click()
  const picker = page.getByRole('dialog', { name: '选择参加考试的人员' })
  await picker.getByRole('textbox', { name: '用户名' }).fill('learner03')
  await picker.getByRole('button', { name: '查询' }).click()
  await picker.getByRole('row', { name: 'learner03' }).getByRole('checkbox').check()
  await picker.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('已选1人')).toBeVisible()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByRole('dialog').filter({ hasText: '1 人开放' }).getByRole('button', { name: '发布' }).click()
  await page.getByRole('row').getByRole('link', { name: title }).click()
  await page.getByRole('button', { name: /编\s*辑/ }).click()
  await expect(page.getByText('已选1人')).toBeVisible()
  const learner = await openAs('learner03', '/web/course')
  await expect(learner.page.getByText(title)).toBeVisible()

  await page.getByText('需要密码').click()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('请填写考试密码').last()).toBeVisible()
  await page.getByRole('textbox', { name: '考试密码' }).fill('Exam-2026')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByRole('row').getByRole('link', { name: title }).click()
  await page.getByRole('button', { name: /编\s*辑/ }).click()
  await expect(page.getByText('已设置密码，留空则保留原密码')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '考试密码' })).toHaveValue('')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByRole('row', { name: title }).getByText('需要密码')).toBeVisible()
})

test('after the first start, template, duration and pass score are locked and the page gives the reason', async ({ openAs }) => {
  const { page, client } = await openAs('teacher', '/admin/exam/list')
  const template = await makeTmpl(client, await makeBank(client, 3))
  const title = unique('已开考')
  const { id } = await client.call(exam.save, openExam(title, template.id))
  const learner = await openAs('learner02', '/web/course')
  await learner.client.call(paperCalls['create-paper'], { examId: id })
  await page.goto(`/admin/exam/update/${id}`)
  await expect(page.getByText('考试已有考生参加，不能修改试卷和时长').first()).toBeVisible()
  await expect(page.getByRole('combobox', { name: '试卷模板' })).toBeDisabled()
  await expect(page.getByLabel('考试时长')).toBeDisabled()
  await expect(page.getByLabel('及格分')).toBeDisabled()
  await page.getByLabel('考试名称').fill(`${title}改`)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByRole('link', { name: `${title}改` })).toBeVisible()

  await page.getByRole('button', { name: `“${title}改”的更多操作` }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  const question = page.getByRole('dialog')
  await expect(question.getByText('考试已有答卷，不能删除')).toBeVisible()
  await expect(question.getByRole('button', { name: '确定' })).toBeDisabled()
  await question.getByRole('button', { name: '取消' }).click()

  // one without papers is deleted, comes back at once, and later from the recycle bin
  const other = '季度安全考核（指定部门）'
  const remove = async () => {
    await page.getByRole('button', { name: `“${other}”的更多操作` }).click()
    await page.getByRole('menuitem', { name: '删除' }).click()
    await expect(question.getByText(other)).toBeVisible()
    await question.getByRole('button', { name: '确定' }).click()
    await expect(page.getByRole('link', { name: other })).toHaveCount(0)
  }
  await remove()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(page.getByRole('link', { name: other })).toBeVisible()
  await remove()
  await page.goto('/admin/sys/bin')
  await page.getByRole('row', { name: other }).getByRole('button', { name: '恢复数据' }).click()
  await expect(page.getByText('已恢复')).toBeVisible()
  await page.goto('/admin/exam/list')
  await expect(page.getByRole('link', { name: other })).toBeVisible()
})

test('an exam is tried as a candidate would sit it, and its template is read and printed as a whole', async ({ openAs }) => {
  const { page, client } = await openAs('teacher', '/admin/exam/list')
  const template = await makeTmpl(client, await makeBank(client, 2))
  const title = unique('先试考')
  const { id } = await client.call(exam.save, { ...openExam(title, template.id), passScore: 10, draft: true })
  await page.goto(`/admin/exam/view/${id}`)
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

  await page.goto('/admin/exam/tmpl')
  await page.getByRole('row', { name: template.title }).getByRole('link', { name: '预览' }).click()
  await expect(page.getByText('本模板从题库随机抽题', { exact: false })).toBeVisible()
  await expect(page.getByText('正确答案')).toHaveCount(0)
  await page.getByText('含答案和解析').click()
  await expect(page.getByText('正确答案').first()).toBeVisible()
  const printing = page.waitForEvent('download')
  await page.getByRole('button', { name: '打印答案卷（PDF）' }).click()
  expect((await printing).suggestedFilename()).toBe(`${template.title}.pdf`)
})
