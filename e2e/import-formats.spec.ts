// Uploads a file of another system, corrects it row by row and commits it; then changes many questions.
import { qu, QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import type { Locator, Page } from '@playwright/test'
import { barriers } from './axe.ts'
import { expect, signIn, test } from './fixtures.ts'
import type { Site } from './server.ts'
import { wordPaper } from '../server/test/question-files.ts'

const gift = `$CATEGORY: 消防
火警电话是多少？{=119 ~110}

灭火器过期后{~可以照常使用 ~应当更换}

火灾时可以乘坐普通电梯。{F}

火警电话是多少？{=119 ~110}
`

test('a GIFT file with an invalid question is corrected and imported, then its questions are changed in a batch', async ({
  site,
  openAs,
}) => {
  test.slow()
  const client = await signIn(site, 'teacher')
  const title = `格式题库${Date.now()}`
  const { id: repoId } = await client.call(repo.save, { title, remark: '', isExam: true, isTrain: false })
  const { page } = await openAs('teacher', `/admin/repo/qu?repoId=${repoId}`)
  await page.getByRole('button', { name: '导入' }).click()
  await page.getByRole('tab', { name: 'GIFT' }).click()
  await expect(page.getByText('从 Moodle 题库导出的文件')).toBeHidden()
  const chosen = page.waitForEvent('filechooser')
  await page.getByText('点击或将文件拖到此处，一次一个文件').click()
  await (await chosen).setFiles({ name: '消防.txt', mimeType: 'text/plain', buffer: Buffer.from(gift) })

  await expect(page).toHaveURL(/\/admin\/repo\/qu\/import\/\d+/)
  await expect(page.getByRole('button', { name: '导入 2 题' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: '导入第2题' })).toBeDisabled()
  await expect(page.getByText('与第1题的试题相同')).toBeVisible()
  expect(await barriers(page)).toEqual([])

  // the import stays while the user is on another page
  await page.getByRole('link', { name: '以后再处理' }).click()
  await expect(page.getByText('有 1 次导入待确认')).toBeVisible()
  await page.getByRole('link', { name: '消防.txt（4题）' }).click()
  await page.getByRole('tab', { name: '有误 1' }).click()
  await page.getByRole('button', { name: '修改第2题' }).click()
  const drawer = page.getByRole('dialog', { name: '修改第2题' })
  await drawer.getByRole('radiogroup', { name: '题型' }).getByText('单选题').click()
  await drawer.getByRole('radio', { name: 'B是正确答案' }).check()
  await drawer.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('没有有误的试题')).toBeVisible()
  await page.getByRole('tab', { name: '重复 1' }).click()
  const repeated = page.getByRole('checkbox', { name: '导入第4题' })
  await repeated.check()
  await expect(page.getByRole('button', { name: '导入 4 题' })).toBeVisible()
  await repeated.uncheck()
  await page.getByRole('button', { name: '导入 3 题' }).click()
  await expect(page.getByText('数据导入成功！')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`repoId=${repoId}`))
  await expect(page.getByRole('button', { name: '灭火器过期后', exact: true })).toBeVisible()
  await expect(page.getByText('次导入待确认')).toBeHidden()

  await page.getByRole('checkbox', { name: '全选' }).check()
  await page.getByRole('region', { name: '批量操作' }).getByRole('button', { name: '难度' }).click()
  await page.getByRole('dialog', { name: '设置难度' }).getByText('较难').click()
  await page.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('已修改 3 题')).toBeVisible()
  const { records } = await client.call(qu.paging, {
    params: { repoId },
  })
  expect(records.map((one) => [one.level, one.chapterId_dictText])).toEqual(Array.from({ length: 3 }, () => [QuLevel.hard, '消防']))
  await page.getByRole('button', { name: '使用情况' }).first().click()
  await expect(page.getByText('可能抽到它的模板')).toBeVisible()
})

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

async function commit(page: Page, count: number) {
  await page.getByRole('button', { name: `导入 ${count} 题` }).click()
  await expect(page.getByText('数据导入成功！')).toBeVisible()
}

/** Whether the picture of the question was loaded from the server. */
const isDrawn = (picture: Locator) => expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1)

test('a Word paper: its picture and formula are staged, an answer is added, and the learner sees the question', async ({
  site,
  openAs,
}) => {
  const repoId = await makeBank(site, 'Word题库')
  const { page } = await openAs('teacher', `/admin/repo/qu?repoId=${repoId}`)
  await choose(page, '试卷.docx', wordPaper)
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: /^导入/ }) })
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1).getByText('答案：缺少答案')).toBeVisible()
  const first = await drawerOf(page, 1)
  await expect(first.locator('.tiptap .katex').first()).toBeVisible()
  await isDrawn(first.locator('.tiptap img[src^="/files/"]').first())
  await first.getByRole('button', { name: '取消' }).click()
  await expect(first).toBeHidden()
  const second = await drawerOf(page, 2)
  await second.getByRole('radio', { name: 'A是正确答案' }).check()
  await second.getByRole('button', { name: '保存' }).click()
  await commit(page, 2)
  const learner = await openAs('learner11', `/web/repo/training/${repoId}/1`)
  await expect(learner.page.locator('.katex').first()).toBeVisible()
  await isDrawn(learner.page.locator('main img').first())
  await learner.page.getByRole('radio').first().click()
  await expect(learner.page.getByText('回答正确')).toBeVisible()
})

test('a sheet with unknown headings is mapped, and pasted text is seen as questions before it is imported', async ({ site, openAs }) => {
  const { page } = await openAs('teacher', `/admin/repo/qu?repoId=${await makeBank(site, '粘贴题库')}`)
  const sheet = 'prompt,c1,c2,solution,owner\n火警电话是多少？,110,119,B,张三\n水能灭油火吗？,能,不能,Z,李四\n'
  await page.getByRole('button', { name: '导入' }).click()
  const chosen = page.waitForEvent('filechooser')
  await page.getByText('点击或将文件拖到此处，一次一个文件').click()
  await (await chosen).setFiles({ name: '表.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
  const choose = async (column: string, field: string) => {
    await page.getByRole('combobox', { name: `${column} 是什么` }).click()
    await page.locator('.ant-select-dropdown:visible').getByText(field, { exact: true }).click()
  }
  await expect(page.getByText('请指明哪一列是题干')).toBeVisible()
  for (const [column, field] of [
    ['prompt', '题干'],
    ['c1', '一个选项'],
    ['c2', '一个选项'],
    ['solution', '答案'],
  ] as const)
    await choose(column, field)
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: '读取 2 行' }).click()
  await expect(page).toHaveURL(/\/admin\/repo\/qu\/import\/\d+/)
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: /^导入第/ }) })
  await expect(rows.first().getByText('119')).toBeVisible()
  await expect(rows.first().getByLabel('正确答案')).toBeVisible()
  await page.getByRole('button', { name: '导入 1 题' }).click()
  await page.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('这次导入已经完成')).toBeVisible()
  const fetched = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载有误的 1 题' }).click()
  expect((await fetched).suggestedFilename()).toBe('表_有误.xlsx')

  await page.getByRole('link', { name: '查看题库' }).click()
  await expect(page.getByRole('button', { name: '火警电话是多少？', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'upload 导入' }).click()
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
  await commit(page, 2)
  await expect(page.getByRole('button', { name: '灭火器放在哪里？', exact: true })).toBeVisible()
})
