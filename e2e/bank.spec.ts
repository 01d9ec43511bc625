// Question banks: manual editing, import from a sheet, export and re-import.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { qu, QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { chapter } from '@shuyuan/contract/repo/chapter.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
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

test('a teacher creates a bank and orders its chapters', async ({ openAs }) => {
  const { page, client } = await openAs('teacher', '/admin/repo/list')
  const title = unique('消防题库')
  await page.getByRole('button', { name: '新建题库' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('请填写题库名称')).toBeVisible()
  await dialog.getByLabel('题库名称').fill(title)
  await dialog.getByRole('button', { name: '确定' }).click()
  const row = page.getByRole('row', { name: title })
  await row.getByRole('button', { name: '章节' }).click()
  for (const name of ['总则', '灭火', '疏散']) {
    await page.getByLabel('新章节名称').fill(name)
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('chapter-title').filter({ hasText: name })).toBeVisible()
  }
  const sorted = page.waitForResponse('**/api/repo/chapter/sort')
  await page.getByRole('button', { name: '拖动排序' }).last().focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('已拿起第3行')).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('移到第2行')).toBeAttached()
  await page.keyboard.press('Space')
  await sorted
  await page.getByRole('button', { name: '修改总则' }).click()
  await page.getByLabel('章节名称', { exact: true }).fill('基本规定')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('chapter-title')).toHaveText(['基本规定', '疏散', '灭火'])
  await page.getByRole('button', { name: '在“基本规定”中添加小节' }).click()
  await page.getByLabel('“基本规定”的新小节').fill('术语')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('chapter-title')).toHaveText(['基本规定', '术语', '疏散', '灭火'])
  await page.getByRole('button', { name: '修改灭火' }).click()
  await page.getByRole('combobox', { name: '上级章节' }).click()
  await page.locator('.ant-select-item-option:visible', { hasText: '疏散' }).click()
  const moved = page.waitForResponse('**/api/repo/chapter/save')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  expect(await (await moved).json()).toMatchObject({ code: 0 })
  await expect(page.getByRole('button', { name: '在“灭火”中添加小节' })).toBeHidden()
  const found = await client.call(repo.paging, { params: { title } })
  const chapters = await client.call(chapter.list, { repoId: found.records[0]!.id })
  const above = new Map(chapters.map((one) => [one.id, one.title]))
  expect(chapters.map((one) => [above.get(one.parentId), one.title])).toEqual([
    [undefined, '基本规定'],
    ['基本规定', '术语'],
    [undefined, '疏散'],
    ['疏散', '灭火'],
  ])
})

test('a question of each type is written in the editor', async ({ site, openAs }) => {
  test.slow()
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

  await type(page, '多选题')
  await write(page, '题干', '灭火的基本方法有')
  for (const [i, text] of ['冷却', '窒息', '围观', '隔离'].entries()) await write(page, `选项${'ABCD'[i]}`, text)
  for (const letter of ['A', 'B', 'D']) await page.getByRole('checkbox', { name: `${letter}是正确答案` }).check()
  await page.getByRole('button', { name: '删除选项C' }).click()
  await page.getByRole('combobox', { name: '漏选计分' }).click()
  await page.getByText('漏选得固定分').click()
  await page.getByRole('spinbutton', { name: '漏选得分' }).fill('0.5')
  await saveAndGoOn(page)

  await type(page, '判断题')
  await write(page, '题干', '火灾时可以乘坐普通电梯逃生')
  await page.getByRole('radio', { name: 'B是正确答案' }).check()
  await saveAndGoOn(page)

  await type(page, '简答题')
  await write(page, '题干', '简述初起火灾的处置步骤')
  await write(page, '参考答案', '报警、疏散、扑救')
  await page.getByRole('button', { name: '添加关键词' }).click()
  await page.getByLabel('第1组关键词', { exact: true }).fill('报警\n119')
  await saveAndGoOn(page)

  await type(page, '填空题')
  await write(page, '题干', '火警电话是')
  await page.getByRole('button', { name: '插入空' }).click()
  await page.keyboard.type('，急救电话是')
  await page.getByRole('button', { name: '插入空' }).click()
  await page.getByLabel('第1空的答案').fill('119\n一一九')
  await page.getByLabel('第2空的答案').fill('120')
  await saveAndGoOn(page)

  await type(page, '匹配题')
  await write(page, '题干', '把火灾类别和举例配对')
  await write(page, '左侧项A', 'A类')
  await write(page, '左侧项B', 'B类')
  await write(page, '右侧项a', '木材')
  await write(page, '右侧项b', '汽油')
  await page.getByRole('button', { name: '添加干扰项' }).click()
  await write(page, '右侧项c', '钾钠')
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
  expect(records.map((one) => one.quType).sort((a, b) => a - b)).toEqual(Object.values(QuType))
  const detailOf = (quType: number) => client.call(qu.detail, { id: records.find((one) => one.quType === quType)!.id })
  expect((await detailOf(QuType.single)).body).toMatchObject({ options: [{ isRight: true }, {}, {}, { tag: 'D', pinned: true }] })
  expect((await detailOf(QuType.multiple)).body).toMatchObject({
    options: [{}, {}, { tag: 'C', content: '<p>隔离</p>' }],
    rule: { multiple: 'fixed', fixed: 50 },
  })
  expect((await detailOf(QuType.fillIn)).body).toMatchObject({
    content: '<p>火警电话是____，急救电话是____</p>',
    blanks: [{ answer: '119||一一九' }, { answer: '120' }],
  })
  expect((await detailOf(QuType.matching)).body).toMatchObject({
    pairs: [
      ['A', 'a'],
      ['B', 'b'],
    ],
  })
  expect((await detailOf(QuType.composite)).body).toMatchObject({ subs: [{ quType: QuType.trueFalse, weight: 1 }] })

  await page.getByRole('button', { name: '把火灾类别和举例配对', exact: true }).click()
  await expect(page.getByText('A — a，B — b')).toBeVisible()
})

test('leaving a changed question asks for confirmation, and so does overwriting another user’s change', async ({ site, openAs }) => {
  const client = await signIn(site, 'teacher')
  const bank = await makeBank(client)
  const option = (tag: string, isRight = false) => ({ tag, content: `<p>${tag}</p>`, isRight })
  const body = (content: string) => ({ content, options: [option('A', true), option('B')] })
  const question = { repoId: bank.id, chapterId: '', quType: QuType.single, level: QuLevel.normal } as const
  const { id } = await client.call(qu.save, { ...question, body: body('<p>原题</p>') })
  const { page } = await openAs('teacher', `/admin/repo/qu/update/${id}`)
  await expect(page.getByText('试题保存后不能更改题型')).toBeVisible()
  await write(page, '题干', '我的修改')
  await page.getByRole('menuitem', { name: '题库管理' }).click()
  await page.getByRole('button', { name: '继续编辑' }).click()
  await client.call(qu.save, { ...question, id, version: 1, body: body('<p>同事的修改</p>') })
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('数据已被他人修改，请刷新后重试')).toBeVisible()
  await expect(box(page, '题干')).toContainText('我的修改')
  await page.getByRole('button', { name: '用我的内容覆盖' }).click()
  await expect(page).toHaveURL(/\/admin\/repo\/qu\?/)
  const [stored] = (await questionsOf(client, bank.id)).records
  expect(stored?.title).toContain('我的修改')
})

const columns = ['题型', '题干', '选项A', '选项B', '选项C', '选项D', '答案', '解析', '难度', '章节'].map((header) => ({ header }))
const row = (stem: string, answer: string, kind = '单选题') => [kind, stem, '甲', '乙', '丙', '丁', answer, '', '普通', '导入章']
const sheet = (rows: string[][]) => writeSheets([{ name: '试题', columns, rows }])

async function chooseSheet(page: Page, name: string, bytes: Uint8Array) {
  const chosen = page.waitForEvent('filechooser')
  await page.getByText('点击或将文件拖到此处，一次一个文件').click()
  await (await chosen).setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) })
}

test('a sheet with errors and duplicates is checked, its valid rows are imported, exported and imported again', async ({
  openAs,
}, info) => {
  const { page, client } = await openAs('teacher', '/admin/repo/qu')
  const [bank, other] = [await makeBank(client, unique('导入甲')), await makeBank(client, unique('导入乙'))]
  await page.getByRole('button', { name: '导入' }).click()
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByText('请先选择题库').first()).toBeVisible()
  await page.getByRole('dialog').getByRole('combobox', { name: '题库' }).fill(bank.title)
  await page.getByTitle(bank.title).click()
  await page.getByRole('button', { name: '下一步' }).click()

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
  expect((await questionsOf(client, bank.id)).records.map((one) => one.title).sort()).toEqual(['第一题', '第二题'])
  await expect(page.getByRole('button', { name: '下载有误的 2 题' })).toBeVisible()
  await page.getByRole('link', { name: '查看题库' }).click()
  await expect(page.getByRole('button', { name: '第二题', exact: true })).toBeVisible()

  const exported = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  await expect(page.getByText('这个题库可以完整导出为该格式')).toBeVisible()
  await page.getByRole('button', { name: '下载', exact: true }).click()
  await (await exported).saveAs(info.outputPath('export.xlsx'))
  await page.goto(`/admin/repo/qu?repoId=${other.id}`)
  // the tab of the first import has a button with the same text
  await page.getByTestId('list-toolbar').getByRole('button', { name: '导入' }).click()
  await chooseSheet(page, '导出.xlsx', await readFile(info.outputPath('export.xlsx')))
  await page.getByRole('button', { name: '导入 2 题' }).click()
  await expect(page.getByText('数据导入成功！')).toBeVisible()
  expect((await questionsOf(client, other.id)).records.map((one) => one.title).sort()).toEqual(['第一题', '第二题'])
  expect(await client.call(chapter.list, { repoId: other.id })).toMatchObject([{ title: '导入章', quCount: 2 }])
})
