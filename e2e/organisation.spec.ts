// Organisation: a role for a user, and the order of departments.
import { depart } from '@shuyuan/contract/people/org/depart.ts'
import { menu } from '@shuyuan/contract/people/role-menu/menu.ts'
import { role } from '@shuyuan/contract/people/role-menu/role.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { RoleType } from '../contract/src/kernel/role-type.ts'
import type { Page } from '@playwright/test'
import { barriers } from './axe.ts'
import { type Client, expect, madePassword, signIn, test } from './fixtures.ts'

let numbered = 0
const unique = (name: string) => `${name}${Date.now() % 1_000_000}${++numbered}`
const sidebar = (page: Page) => page.getByRole('navigation', { name: '主菜单' }).getByRole('menuitem')
const row = (page: Page, name: string) => page.getByRole('tree').getByText(name, { exact: true })

async function seriousProblems(page: Page) {
  await expect(page.getByRole('tree').or(page.getByRole('table')).first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  return barriers(page)
}

type Named = { id: string; name: string; children: Named[] }
const flat = (rows: Named[]): Named[] => rows.flatMap((one) => [one, ...flat(one.children)])

async function makePerson(client: Client, roleId: string) {
  const userName = unique('org').toLowerCase()
  const [root] = await client.call(depart.tree)
  const person = {
    userName,
    realName: '组织员',
    password: madePassword,
    roleType: RoleType.staff,
    roles: [roleId],
    deptCode: root!.deptCode,
  }
  await client.call(user.save, person)
  return userName
}

/** A department with three others. @returns their names, and their order on the server */
async function makeDeparts(client: Client) {
  const [root] = await client.call(depart.tree)
  const { id, deptCode } = await client.call(depart.save, { parentId: root?.id, deptName: unique('拖动部') })
  const names = ['甲组', '乙组', '丙组'].map(unique) as [string, string, string]
  for (const deptName of names) await client.call(depart.save, { parentId: id, deptName })
  const order = async () => (await client.call(depart.tree, { dicCode: deptCode }))[0]?.children.map((one) => one.deptName)
  return { names, order }
}

test('a role with two menus shows exactly these, and a change applies on the next page; a department is moved by drag and by button', async ({
  site,
  openAs,
}) => {
  const { names, order } = await makeDeparts(await signIn(site, 'admin'))
  const { page, client } = await openAs('admin', '/admin/user/role')
  const roleName = unique('部门字典员')
  await page.getByRole('button', { name: '新建角色' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('角色名称').fill(roleName)
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.getByRole('row', { name: roleName }).getByRole('button', { name: '分配菜单' }).click()
  const drawer = page.getByRole('dialog', { name: `${roleName}的菜单` })
  const search = drawer.getByRole('searchbox', { name: '搜索菜单' })
  for (const title of ['部门管理', '数据字典']) {
    await search.fill(title)
    await drawer.getByRole('treeitem', { name: title }).locator('.ant-tree-checkbox').first().click()
  }
  await drawer.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('操作成功！').last()).toBeVisible()
  await expect(drawer).toBeHidden()

  const found = await client.call(role.paging, { params: { roleName } })
  const roleId = found.records[0]?.id ?? ''
  const userName = await makePerson(client, roleId)
  const person = await openAs(userName, '/admin/user/depart')
  await expect(sidebar(person.page)).toHaveText(['部门管理', '数据字典'])

  const menus = flat(await client.call(menu.tree, {}))
  const dictionary = menus.find((one) => one.name === 'SysDic')
  const left = flat(dictionary ? [dictionary] : []).map((one) => one.id)
  const granted = await client.call(role['list-menus'], { id: roleId })
  await client.call(role['save-menus'], { id: roleId, menuIds: granted.filter((id) => left.includes(id)) })
  await sidebar(person.page).getByText('数据字典').click()
  await expect(sidebar(person.page)).toHaveText(['数据字典'])

  await sidebar(page).getByText('部门管理', { exact: true }).click()
  await expect(row(page, names[2])).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  const [first, second, third] = names
  const sorted = page.waitForResponse('**/api/sys/depart/sort')
  const box = await row(page, third).boundingBox()
  // the lower edge of a row is the place after it
  await row(page, first).dragTo(row(page, third), { targetPosition: { x: 40, y: (box?.height ?? 0) - 2 } })
  await sorted
  expect(await order()).toEqual([second, third, first])
  await row(page, first).click()
  await page.getByRole('button', { name: '上移' }).click()
  await expect.poll(order).toEqual([second, first, third])
})
