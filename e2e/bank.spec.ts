// Question banks: manual editing, import from a sheet, changes of many questions, and export.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { qu, QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { chapter } from '@shuyuan/contract/repo/chapter.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import type { Page } from '@playwright/test'
import { readSheet, writeSheets } from '../server/src/kernel/sheet/spreadsheet.ts'
import { type Client, expect, signIn, test } from './fixtures.ts'

/** A menu is as wide as its entries, not as the form behind it. */
const MENU_PX = 320

let numbered = 0
const unique = (name: string) => `${name}${Date.now() % 1_000_000}-${++numbered}`
const makeBank = async (client: Client, title = unique('题库')) => {
  const { id } = await client.call(repo.save, { title, remark: '', isExam: true, isTrain: false })
  return { id, title }
}
const questionsOf = (client: Client, repoId: string) => client.call(qu.paging, { size: 100, params: { repoId } })

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const write = async (page: Page, name: string, text: string) => {
  await box(page, name).last().click()
  await page.keyboard.insertText(text)
}
const type = (page: Page, name: string) => page.getByRole('radiogroup', { name: '题型' }).getByText(name).click()
const saveAndGoOn = async (page: Page) => {
  const saved = page.waitForResponse('**/api/qu/qu/save')
  await page.getByRole('button', { name: '保存并新建' }).click()
  expect(await (await saved).json()).toMatchObject({ code: 0 })
  await expect(page.getByRole('textbox', { name: /^题干/ }).first()).toHaveText('')
}

test('a teacher creates a bank that is kept from the assistant, and orders its chapters', async ({ openAs }) => {
  const { page, client } = await openAs('teacher', '/admin/repo/list')
  const title = unique('消防题库')
  await page.getByRole('button', { name: '新建题库' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('请填写题库名称')).toBeVisible()
  await dialog.getByLabel('题库名称').fill(title)
  await dialog.getByRole('switch', { name: '可用智能助手' }).click()
  await dialog.getByRole('button', { name: '确定' }).click()
  const row = page.getByRole('row', { name: title })
  await expect(row).toBeVisible()
  const { id: repoId } = (await client.call(repo.paging, { params: { title } })).records[0]!
  expect(await client.call(repo.detail, { id: repoId })).toMatchObject({ assist: false })
  for (const name of ['总则', '灭火']) await client.call(chapter.save, { repoId, title: name })
  await row.getByRole('button', { name: '章节' }).click()
  await page.getByLabel('新章节名称').fill('疏散')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('chapter-title')).toHaveText(['总则', '灭火', '疏散'])
  const sorted = page.waitForResponse('**/api/repo/chapter/sort')
  await page.getByRole('button', { name: '拖动排序' }).last().focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('已拿起第3行')).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('移到第2行')).toBeAttached()
  await page.keyboard.press('Space')
  await sorted
  await expect(page.getByTestId('chapter-title')).toHaveText(['总则', '疏散', '灭火'])
  expect((await client.call(chapter.list, { repoId })).map((one) => one.title)).toEqual(['总则', '疏散', '灭火'])
})

test('a choice, blanks and a composite are written in the editor', async ({ site, openAs }) => {
  const bank = await makeBank(await signIn(site, 'teacher'))
  const { page, client } = await openAs('teacher', `/admin/repo/qu/add?repoId=${bank.id}`)
  await expect(box(page, '选项D')).toBeVisible()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('请填写题干')).toBeVisible()
  await expect(box(page, '题干')).toBeFocused()

  await write(page, '题干', '下列属于易燃液体的是')
  for (const [i, text] of ['汽油', '清水', '黄沙', '铁块'].entries()) await write(page, `选项${'ABCD'[i]}`, text)
  await expect(page.getByText('单选题必须有且只有一个正确选项')).toBeVisible()
  await page.getByRole('radio', { name: 'A是正确答案' }).check()
  await expect(page.getByText('单选题必须有且只有一个正确选项')).toBeHidden()
  await page.getByRole('button', { name: '固定选项D的位置' }).click()
  await saveAndGoOn(page)

  await type(page, '填空题')
  await write(page, '题干', '火警电话是')
  await page.getByRole('button', { name: '插入空' }).click()
  await page.keyboard.type('，急救电话是')
  await page.getByRole('button', { name: '插入空' }).click()
  await page.getByLabel('第1空的答案').fill('119\n一一九')
  await page.getByLabel('第2空的答案').fill('120')
  await saveAndGoOn(page)

  await type(page, '组合题')
  await write(page, '题干（材料）', '某酒店厨房起火。')
  await page.getByRole('button', { name: '添加小题' }).click()
  const kinds = page.getByRole('menu').filter({ has: page.getByRole('menuitem', { name: '判断题' }) })
  expect((await kinds.boundingBox())!.width).toBeLessThan(MENU_PX)
  await kinds.getByRole('menuitem', { name: '判断题' }).click()
  await write(page, '题干', '应先切断燃气。')
  await page.getByRole('radio', { name: 'A是正确答案' }).check()
  const saved = page.waitForResponse('**/api/qu/qu/save')
  await page.keyboard.press('Control+s')
  expect(await (await saved).json()).toMatchObject({ code: 0 })

  await expect(page).toHaveURL(new RegExp(`/admin/repo/qu\\?repoId=${bank.id}`))
  const { records } = await questionsOf(client, bank.id)
  expect(new Set(records.map((one) => one.quType))).toEqual(new Set([QuType.single, QuType.fillIn, QuType.composite]))
  const detailOf = (quType: number) => client.call(qu.detail, { id: records.find((one) => one.quType === quType)!.id })
  expect((await detailOf(QuType.single)).body).toMatchObject({ options: [{ isRight: true }, {}, {}, { tag: 'D', pinned: true }] })
  expect((await detailOf(QuType.fillIn)).body).toMatchObject({
    content: '<p>火警电话是____，急救电话是____</p>',
    blanks: [{ answer: '119||一一九' }, { answer: '120' }],
  })
  expect((await detailOf(QuType.composite)).body).toMatchObject({ subs: [{ quType: QuType.trueFalse, weight: 1 }] })
})

const columns = ['题型', '题干', '选项A', '选项B', '选项C', '选项D', '答案', '解析', '难度', '章节'].map((header) => ({ header }))
const row = (stem: string, answer: string, kind = '单选题') => [kind, stem, '甲', '乙', '丙', '丁', answer, '', '普通', '导入章']
const sheet = (rows: string[][]) => writeSheets([{ name: '试题', columns, rows }])

async function chooseSheet(page: Page, name: string, bytes: Uint8Array) {
  const chosen = page.waitForEvent('filechooser')
  await page.getByText('点击或将文件拖到此处，一次一个文件').click()
  await (await chosen).setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) })
}

test('a sheet with errors and duplicates is checked, its valid rows are imported, changed together and exported', async ({
  site,
  openAs,
}, info) => {
  const bank = await makeBank(await signIn(site, 'teacher'), unique('导入'))
  const { page, client } = await openAs('teacher', `/admin/repo/qu?repoId=${bank.id}`)
  await page.getByRole('button', { name: '导入' }).click()
  const template = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载模板' }).click()
  await (await template).saveAs(info.outputPath('template.xlsx'))
  const header = (await readSheet(info.outputPath('template.xlsx')).next()).value
  expect(header).toMatchObject({ cells: expect.arrayContaining(['题型', '题干', '选项A', '答案']) })

  const bytes = await sheet([row('第一题', 'A'), row('第二题', 'B,C', '多选题'), row('第三题', 'Z'), row('', 'A'), row('第一题', 'A')])
  await chooseSheet(page, '试题.xlsx', bytes)
  await expect(page).toHaveURL(/\/admin\/repo\/qu\/import\/\d+/)
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: /^导入/ }) })
  await expect(rows.filter({ hasText: '第4行' }).getByText('答案：')).toBeVisible()
  await expect(rows.filter({ hasText: '第5行' }).getByText('题干：')).toBeVisible()
  await expect(rows.filter({ hasText: '与第2行的试题相同' })).toHaveCount(1)
  expect((await questionsOf(client, bank.id)).total).toBe(0)
  await page.getByRole('button', { name: '导入 2 题' }).click()
  await page.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('数据导入成功！')).toBeVisible()
  await expect(page.getByText('这次导入已经完成')).toBeVisible()
  const wrong = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载有误的 2 题' }).click()
  expect((await wrong).suggestedFilename()).toBe('试题_有误.xlsx')
  await page.getByRole('link', { name: '查看题库' }).click()
  await expect(page.getByRole('button', { name: '第二题', exact: true })).toBeVisible()

  await page.getByRole('checkbox', { name: '全选' }).check()
  await page.getByRole('region', { name: '批量操作' }).getByRole('button', { name: '难度' }).click()
  await page.getByRole('dialog', { name: '设置难度' }).getByText('较难').click()
  await page.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('已修改 2 题')).toBeVisible()
  const { records } = await questionsOf(client, bank.id)
  const hard = (title: string) => ({ title, level: QuLevel.hard, chapterId_dictText: '导入章' })
  expect(records.sort((a, b) => (a.title < b.title ? -1 : 1))).toMatchObject([hard('第一题'), hard('第二题')])

  const exported = page.waitForEvent('download')
  // the tab of the import may have a button with the same text
  await page.getByTestId('list-toolbar').getByRole('button', { name: '导出' }).click()
  await expect(page.getByText('这个题库可以完整导出为该格式')).toBeVisible()
  await page.getByRole('button', { name: '下载', exact: true }).click()
  await (await exported).saveAs(info.outputPath('export.xlsx'))
  const cells: string[] = []
  for await (const line of readSheet(info.outputPath('export.xlsx'))) cells.push(...line.cells)
  expect(cells).toEqual(expect.arrayContaining(['第一题', '第二题', '导入章']))
})
