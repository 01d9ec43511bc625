// User administration: single users, and a sheet.
import { user } from '@shuyuan/contract/account/user.ts'
import type { Page } from '@playwright/test'
import { writeSheets } from '../server/src/kernel/sheet/spreadsheet.ts'
import { expect, test } from './fixtures.ts'

let numbered = 0
const unique = (name: string) => `${name}${Date.now() % 1_000_000}${++numbered}`
const password = 'Violet@2026'
const row = (page: Page, name: string) => page.locator('main').getByRole('row', { name: new RegExp(name) })
const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true }).last()
const confirm = (page: Page) => dialog(page).getByRole('button', { name: '确定' }).click()
const choose = async (page: Page, label: string, option: string) => {
  await dialog(page).getByRole('combobox', { name: label }).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click()
}
const find = async (page: Page, userName: string) => {
  await page.locator('main').getByRole('textbox', { name: '用户名', exact: true }).fill(userName)
  await page.getByRole('button', { name: '查询' }).click()
  await expect(row(page, userName)).toBeVisible()
}

test('a new user signs in, and is signed out immediately when an administrator disables the account; of a sheet the valid rows are imported', async ({
  openAs,
  visit,
}) => {
  const { page, client } = await openAs('admin', '/admin/user/list')
  const userName = unique('newcomer')
  await page.getByRole('button', { name: '新建用户' }).click()
  await confirm(page)
  for (const message of ['用户不能为空！', '姓名不能为空！', '部门不能为空！', '必须选择一个角色！', '密码不能为空！'])
    await expect(dialog(page).getByText(message)).toBeVisible()
  await dialog(page).getByRole('radio', { name: '管理人员' }).check()
  await dialog(page).getByLabel('用户名').fill(userName)
  await dialog(page).getByLabel('姓名').fill('林远')
  await dialog(page).getByLabel('密码').fill(password)
  await choose(page, '部门', '培训中心')
  await choose(page, '角色', '教师（3级）')
  await page.keyboard.press('Escape')
  await confirm(page)
  await expect(page.getByText('用户保存成功!')).toBeVisible()
  await find(page, userName)

  const theirs = await visit('/login')
  await theirs.getByLabel('用户名').fill(userName)
  await theirs.getByLabel('密码').fill(password)
  await theirs.getByRole('button', { name: '登录', exact: true }).click()
  await expect(theirs).toHaveURL(/\/admin\//)

  await row(page, userName).getByRole('checkbox').check()
  await page.getByRole('region', { name: '批量操作' }).getByRole('button', { name: '禁用' }).click()
  await confirm(page)
  await expect(page.getByText('状态修改成功!')).toBeVisible()
  await theirs.reload()
  await expect(theirs).toHaveURL(/\/login/)

  const [one, two] = [unique('sheet'), unique('sheet')]
  const columns = ['用户名', '姓名', '部门', '角色', '手机号', '密码'].map((header) => ({ header }))
  const rows = [
    [one, '表一', '客房部', '学员', '', password],
    [two, '表二', '没有这个部门', '学员', '12345', password],
  ]
  const buffer = Buffer.from(await writeSheets([{ name: '用户', columns, rows }]))
  await page.getByRole('button', { name: '导入' }).click()
  await dialog(page).locator('input[type="file"]').setInputFiles({ name: '用户.xlsx', mimeType: '', buffer })
  await expect(dialog(page).getByText('手机号码格式不正确!')).toBeVisible()
  await dialog(page).getByRole('radio', { name: '只导入正确的行' }).check()
  await dialog(page).getByRole('button', { name: '导入', exact: true }).click()
  await expect(page.getByText('数据导入成功！')).toBeVisible()
  await find(page, one)
  const { total } = await client.call(user.paging, { params: { userName: two } })
  expect(total).toBe(0)
})
