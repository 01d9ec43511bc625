// Files of other systems and pasted text: a paper of Word until its learner, the columns of a sheet, and text before it is staged.
import { repo } from '@shuyuan/contract/repo/repo.ts'
import type { Locator, Page } from '@playwright/test'
import { barriers } from './axe.ts'
import { expect, signIn, test } from './fixtures.ts'
import type { Site } from './server.ts'
import { wordPaper } from '../server/test/question-files.ts'

/** A bank that is open to training. @returns its id */
async function makeBank(site: Site, name: string) {
  const { call } = await signIn(site, 'teacher')
  const { id } = await call(repo.save, { title: `${name}${Date.now()}`, remark: '', isExam: true, isTrain: true })
  return id
}

async function choose(page: Page, name: string, content: string | Buffer) {
  await page.getByRole('button', { name: '导入' }).click()
  const chosen = page.waitForEvent('filechooser')
  await page.getByText('点击或将文件拖到此处，一次一个文件').click()
  await (await chosen).setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })
  await expect(page).toHaveURL(/\/admin\/repo\/qu\/import\/\d+/)
}

const drawerOf = async (page: Page, number: number): Promise<Locator> => {
  await page.getByRole('button', { name: `修改第${number}题` }).click()
  return page.getByRole('dialog', { name: `修改第${number}题` })
}

/** Whether the picture of the question was loaded from the server. */
const isDrawn = (picture: Locator) => expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1)

/** A sheet with unknown headings is asked about, and given up. */
async function nameColumns(page: Page) {
  const sheet = 'prompt,c1,c2,solution,owner\n火警电话是多少？,110,119,B,张三\n水能灭油火吗？,能,不能,Z,李四\n'
  // the tab of an import has a button with the same text
  await page.getByRole('button', { name: 'upload 导入' }).click()
  const chosen = page.waitForEvent('filechooser')
  await page.getByText('点击或将文件拖到此处，一次一个文件').click()
  await (await chosen).setFiles({ name: '表.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
  await expect(page.getByText('请指明哪一列是题干')).toBeVisible()
  await page.getByRole('combobox', { name: 'prompt 是什么' }).click()
  await page.locator('.ant-select-dropdown:visible').getByText('题干', { exact: true }).click()
  await expect(page.getByText('请指明哪一列是答案')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: '重新选择文件' }).click()
}

/** Pasted text is seen as questions before it is staged. */
async function pasteText(page: Page) {
  await page.getByText('粘贴文字', { exact: true }).click()
  const area = page.getByRole('textbox', { name: '试题文字' })
  await area.fill('一、单选题\n1、灭火器放在哪里？\nA.明显处 B.锁柜里\n答案：A\n\n2、疏散时走哪里？\nA.楼梯 B.电梯')
  const result = page.getByRole('region', { name: '识别结果' })
  await expect(result.getByText('缺少答案')).toBeVisible()
  await area.press('ControlOrMeta+End')
  await page.keyboard.insertText('\n答案：A')
  await expect(page.getByText('识别出 2 题，0 题有误')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await result.getByRole('button', { name: '第6行' }).click()
  expect(await area.evaluate((one: HTMLTextAreaElement) => one.value.slice(one.selectionStart, one.selectionEnd))).toContain(
    '2、疏散时走哪里？',
  )
  await page.getByRole('button', { name: '下一步：核对 2 题' }).click()
  await expect(page).toHaveURL(/\/admin\/repo\/qu\/import\/\d+/)
  await expect(page.getByRole('button', { name: '导入 2 题' })).toBeEnabled()
  await expect(page.getByText('灭火器放在哪里？')).toBeVisible()
}

test('a Word paper: its picture and formula are staged, an answer is added, and the learner sees the question; then a sheet is asked about, and text is pasted', async ({
  site,
  openAs,
}) => {
  const repoId = await makeBank(site, 'Word题库')
  const { page } = await openAs('teacher', `/admin/repo/qu?repoId=${repoId}`)
  await choose(page, '试卷.docx', wordPaper)
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: /^导入/ }) })
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1).getByText('答案：缺少答案')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  const first = await drawerOf(page, 1)
  await expect(first.locator('.tiptap .katex').first()).toBeVisible()
  await isDrawn(first.locator('.tiptap img[src^="/files/"]').first())
  await first.getByRole('button', { name: '取消' }).click()
  await expect(first).toBeHidden()
  const second = await drawerOf(page, 2)
  await second.getByRole('radio', { name: 'A是正确答案' }).check()
  await second.getByRole('button', { name: '保存' }).click()
  await page.getByRole('button', { name: '导入 2 题' }).click()
  await expect(page.getByText('数据导入成功！')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`repoId=${repoId}`))
  const learner = await openAs('learner11', `/web/repo/training/${repoId}/1`)
  await expect(learner.page.locator('.katex').first()).toBeVisible()
  await isDrawn(learner.page.locator('main img').first())
  await learner.page.getByRole('radio').first().click()
  await expect(learner.page.getByText('回答正确')).toBeVisible()

  await nameColumns(page)
  await pasteText(page)
})
