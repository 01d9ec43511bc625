import { menu, type MenuAdminRow } from '@shuyuan/contract/people/role-menu/menu.ts'
import { MenuType } from '@shuyuan/contract/people/role-menu/menu-type.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { bodies, fakeServer } from '../../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../../test/render.tsx'
import { IconPicker } from '../IconPicker.tsx'
import MenuPage from './MenuPage.tsx'

const row = (id: string, metaTitle: string, more: Partial<MenuAdminRow> = {}): MenuAdminRow => ({
  id,
  parentId: '0',
  name: `Menu${id}`,
  path: `/m${id}`,
  component: 'Layout',
  permissionTag: '',
  metaTitle,
  metaIcon: '',
  hidden: false,
  sort: 0,
  menuType: MenuType.menu,
  held: true,
  locked: false,
  children: [],
  ...more,
})

it('a menu is written by the rules; one that administrators need cannot be removed, another is after a question', async () => {
  await signInWith(['sys:menu:add', 'sys:menu:update', 'sys:menu:delete'])
  const rows = [row('1', '角色管理', { locked: true }), row('2', '课堂')]
  const sent = fakeServer({
    [menu.tree.path]: () => ({ data: rows }),
    [menu.save.path]: () => {
      rows.push(row('3', '自建菜单'))
      return { data: { id: '3' } }
    },
    [menu.delete.path]: { data: true },
  })
  const said = notices()
  const { mouse } = show(<MenuPage />)
  const write = async (into: HTMLElement, text: string) => {
    await mouse.click(into)
    await mouse.paste(text)
  }
  await mouse.click(await screen.findByRole('button', { name: /新建菜单/ }))
  const dialog = await screen.findByRole('dialog', { name: '新建菜单' })
  const confirm = () => mouse.click(within(dialog).getByRole('button', { name: '确定' }))
  await confirm()
  for (const text of ['菜单标题不能为空！', '菜单名称不能为空！']) expect(await within(dialog).findByText(text)).toBeTruthy()
  await write(within(dialog).getByLabelText('菜单标题'), '自建菜单')
  const name = within(dialog).getByLabelText('菜单名称')
  await write(name, 'Own-Menu 9')
  expect(name).toHaveProperty('value', 'OwnMenu')
  await confirm()
  expect(await within(dialog).findByText('访问路径不能为空！')).toBeTruthy()
  expect(bodies(sent, menu.save)).toEqual([])
  await write(within(dialog).getByLabelText('访问路径'), '/admin/own')
  await confirm()
  await waitFor(() => expect(said).toContain('菜单保存成功！'))
  const asked = { parentId: '0', menuType: MenuType.menu, metaTitle: '自建菜单', name: 'OwnMenu', path: '/admin/own' }
  expect(bodies(sent, menu.save)).toMatchObject([asked])

  const own = await screen.findByRole('row', { name: /自建菜单/ })
  expect(within(screen.getByRole('row', { name: /角色管理/ })).getByRole('button', { name: '删除' })).toHaveProperty('disabled', true)
  await mouse.click(within(own).getByRole('button', { name: '删除' }))
  const question = await screen.findByRole('dialog', { name: '提示' })
  expect(question.textContent).toContain('确实要删除吗?')
  await mouse.click(within(question).getByRole('button', { name: '确定' }))
  await waitFor(() => expect(bodies(sent, menu.delete)).toEqual([{ ids: ['3'] }]))
})

it('the search shows what fits with the branches above', async () => {
  const rows = [row('1', '系统', { children: [row('4', '角色管理', { parentId: '1' })] }), row('2', '课堂')]
  fakeServer({ [menu.tree.path]: { data: rows } })
  const { mouse } = show(<MenuPage />)
  await screen.findByText('课堂')
  expect(screen.queryByText('角色管理')).toBeNull()
  await mouse.type(screen.getByRole('searchbox', { name: '搜索菜单' }), '角色')
  expect(await screen.findByText('角色管理')).toBeTruthy()
  expect(screen.queryByText('课堂')).toBeNull()
})

it('an icon is chosen from all by its name', async () => {
  let chosen = ''
  const { mouse } = show(<IconPicker onChange={(name) => (chosen = name)} />)
  await mouse.click(screen.getByRole('button'))
  await mouse.click(await screen.findByRole('button', { name: 'StarOutlined' }))
  expect(chosen).toBe('StarOutlined')
})
