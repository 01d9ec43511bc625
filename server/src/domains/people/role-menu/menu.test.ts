// Administration of menus: form rules, positions, locked menus, and grants.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { menu } from '@shuyuan/contract/people/role-menu/menu.ts'
import { role, DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { MenuType } from '@shuyuan/contract/people/role-menu/menu-type.ts'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { administratorMenus, lockedMenus } from './menu.rules.ts'
import { makeUser } from '../user/user.factory.ts'

const { app, admin } = await startWith()
const rows = await app.db.selectFrom('sysMenu').select(['id', 'name']).execute()
const ids = new Map(rows.map((row) => [row.name, row.id]))

const [loop, inUse, kept] = [errors.branchLoop[0], errors.menuInUse[0], errors.menuKept[0]]
type Form = Parameters<typeof app.call<typeof menu.save>>[1]
const page = (name: string, more: Partial<Form> = {}): Form => ({
  parentId: ids.get('System') ?? '',
  menuType: MenuType.menu,
  metaTitle: `标题${name}`,
  name,
  path: name.toLowerCase(),
  component: 'sys/admin/OtherPage',
  ...more,
})
const add = async (form: Form) => (await app.ok(menu.save, form, admin)).id
const stored = (id: string) => app.ok(menu.detail, { id }, admin)
const asForm = async (name: string): Promise<Form> => {
  const { locked: _locked, sort: _sort, ...row } = await stored(ids.get(name) ?? '')
  return { ...row, menuType: row.menuType as MenuType }
}

describe('the form of a menu', () => {
  test.each([
    [{ parentId: undefined }, 'parentId', '上级菜单不能为空！'],
    [{ menuType: undefined }, 'menuType', '菜单类型不能为空！'],
    [{ metaTitle: ' ' }, 'metaTitle', '菜单标题不能为空！'],
    [{ name: '' }, 'name', '菜单名称不能为空！'],
    [{ name: '123-菜单' }, 'name', '菜单名称不能为空！'],
    [{ path: '' }, 'path', '访问路径不能为空！'],
    [{ component: ' ' }, 'component', '视图组件不能为空！'],
    [{ path: 'javascript:alert(1)' }, 'path', '访问路径格式不正确'],
    [{ path: '../up' }, 'path', '访问路径格式不正确'],
    [{ component: '../../etc/passwd.ts' }, 'component', '视图组件格式不正确'],
    [{ permissionTag: 'a b' }, 'permissionTag', '权限标识格式不正确，多级之间用冒号分隔'],
    [{ parentId: '99999999' }, 'parentId', '上级菜单不存在'],
    [{ parentId: '0', path: 'no-slash' }, 'path', '顶级菜单的访问路径必须以/开头'],
    [{ parentId: '0', path: '/course' }, 'path', '/course 已被系统使用，请换一个访问路径'],
    [{ path: 'menu' }, 'path', '同级菜单中已有这个访问路径'],
    [{ name: 'ExamList' }, 'name', '菜单名称已存在'],
  ])('with %o is refused at %s', async (wrong, field, msg) => {
    const answer = await app.call(menu.save, { ...page('Wrong'), ...wrong } as Form, admin)
    expect(answer.fields).toEqual([{ field, msg }])
  })

  test('accepts letters only in the name', async () => {
    expect(await stored(await add(page('My-Page 2 号', { path: 'letters' })))).toMatchObject({ name: 'MyPage', path: 'letters' })
  })

  test('requires no path of a function, and stores none for a route', async () => {
    const fn = await add({
      parentId: ids.get('SysMenu')!,
      menuType: MenuType.function,
      metaTitle: '功能',
      name: 'FnOne',
      path: 'x',
      component: 'a/b',
      permissionTag: 'own:tag',
    })
    expect(await stored(fn)).toMatchObject({ path: '', component: '', permissionTag: 'own:tag' })
    const route = await add({ parentId: ids.get('System')!, menuType: MenuType.route, metaTitle: '路由', name: 'RouteOne' })
    expect(await stored(route)).toMatchObject({ path: '', component: '', menuType: MenuType.route })
    expect((await app.call(menu.save, page('BelowFn', { parentId: fn }), admin)).fields[0]?.msg).toBe('功能下面不能再有菜单')
  })

  test('makes a menu at the top a layout, the learner’s where it says so', async () => {
    const forced = await add(page('TopOne', { parentId: '0', path: '/admin/one' }))
    const empty = await add(page('TopTwo', { parentId: '0', path: '/admin/two', component: '' }))
    const web = await add(page('TopWeb', { parentId: '0', path: '/web/own', component: 'WebLayout' }))
    expect([forced, empty, web].length).toBe(3)
    expect((await stored(forced)).component).toBe('Layout')
    expect((await stored(empty)).component).toBe('Layout')
    expect((await stored(web)).component).toBe('WebLayout')
  })
})

describe('the tree', () => {
  test('takes the order of a menu from the form that saves it', async () => {
    const top = await add(page('Sorted', { parentId: '0', path: '/admin/sorted' }))
    const [a, b] = [await add(page('SortedA', { parentId: top })), await add(page('SortedB', { parentId: top }))]
    const children = async () => (await app.ok(menu.tree, {}, admin)).find((one) => one.id === top)?.children ?? []
    const sortOf = async (id: string) => (await app.ok(menu.detail, { id }, admin)).sort
    await app.ok(menu.save, { ...page('SortedB', { parentId: top }), id: b, sort: await sortOf(a) }, admin)
    expect((await children()).map((one) => one.id)).toEqual([b, a])
    await app.ok(menu.save, { ...page('SortedA', { parentId: top }), id: a, sort: await sortOf(a) }, admin)
    expect((await children()).map((one) => one.id)).toEqual([b, a])
  })

  test('can be sorted, and no row moves below itself', async () => {
    const top = await add(page('Order', { parentId: '0', path: '/admin/order' }))
    const [a, b] = [await add(page('OrderA', { parentId: top })), await add(page('OrderB', { parentId: top }))]
    const order = async () => (await app.ok(menu.tree, {}, admin)).find((one) => one.id === top)?.children.map((one) => one.name)
    expect(await order()).toEqual(['OrderA', 'OrderB'])
    await app.ok(menu.sort, { id: b, sort: 0 }, admin)
    expect(await order()).toEqual(['OrderB', 'OrderA'])
    expect((await app.call(menu.sort, { id: top, sort: 0, parentId: a }, admin)).code).toBe(loop)
    expect((await app.call(menu.save, { ...page('Order', { parentId: top, path: '/x' }), id: top }, admin)).code).toBe(loop)
    expect((await app.call(menu.sort, { id: a, sort: 0, parentId: '0' }, admin)).fields[0]?.field).toBe('parentId')
    await app.ok(menu.sort, { id: a, sort: 0, parentId: ids.get('System')! }, admin)
    expect((await stored(a)).parentId).toBe(ids.get('System'))
    expect((await app.call(menu.delete, { ids: [top] }, admin)).msg).toBe('“标题Order”下还有 1 个下级，不能删除')
    await app.ok(menu.delete, { ids: [top, a, b] }, admin)
  })

  test('refuses changes that would lock out menu and role administration', async () => {
    for (const name of ['SysMenu', 'SysRole', 'TagSysRoleMenus', 'TagSysMenuUpdate', 'System']) {
      const code = (await app.call(menu.delete, { ids: [ids.get(name)!] }, admin)).code
      expect([name, code]).toEqual([name, kept])
    }
    const changes: [string, Partial<Form>][] = [
      ['SysMenu', { hidden: true }],
      ['SysMenu', { name: 'Other' }],
      ['SysMenu', { component: 'sys/admin/Nothing' }],
      ['SysRole', { permissionTag: 'other:tag' }],
      ['SysRole', { menuType: MenuType.route }],
      ['System', { hidden: true }],
      ['System', { component: 'WebLayout' }],
    ]
    for (const [name, change] of changes) {
      const answer = await app.call(menu.save, { ...(await asForm(name)), ...change }, admin)
      expect([name, change, answer.code]).toEqual([name, change, kept])
    }
    const hidden = await add(page('Hidden', { parentId: '0', path: '/admin/hidden', hidden: true }))
    expect((await app.call(menu.sort, { id: ids.get('SysRole')!, sort: 0, parentId: hidden }, admin)).code).toBe(kept)
    await app.ok(menu.save, { ...(await asForm('SysMenu')), metaTitle: '菜单维护', path: 'menus', metaIcon: 'ToolOutlined' }, admin)
    expect((await app.call(menu.delete, { ids: [ids.get('Exam')!] }, admin)).code).toBe(inUse)
  })

  test('the locked menus exist in the seed', async () => {
    const rows = await app.db.selectFrom('sysMenu').select(['id', 'parentId', 'name']).execute()
    // two layouts, two pages, seven functions; three more for the administrator
    expect(lockedMenus(rows).size).toBe(11)
    expect(administratorMenus(rows).size).toBe(12)
  })
})

describe('a new menu', () => {
  test('is granted to administrators, can be granted to others, and its tag works immediately', async () => {
    const id = await add(page('Fresh', { permissionTag: 'sys:user:list' }))
    const { id: roleId } = await app.ok(role.save, { roleName: '新人', roleLevel: 5, dataScope: DataScope.own }, admin)
    await app.ok(role['save-menus'], { id: roleId, menuIds: [id] }, admin)
    await makeUser(app.db, { userName: 'fresh', roleType: RoleType.staff, roles: ['新人'] })
    const { token } = await app.as('fresh')
    await app.ok(user.paging, {}, token)
    await app.ok(menu.save, { ...page('Fresh', { permissionTag: '' }), id }, admin)
    expect((await app.call(user.paging, {}, token)).code).toBe(errors.forbidden[0])
    await app.ok(menu.save, { ...page('Fresh', { permissionTag: 'sys:user:list' }), id }, admin)
    await app.ok(user.paging, {}, token)
    await app.ok(menu.delete, { ids: [id] }, admin)
    expect((await app.call(user.paging, {}, token)).code).toBe(errors.forbidden[0])
  })

  test('is refused with a tag that its author does not hold', async () => {
    const { id: roleId } = await app.ok(role.save, { roleName: '菜单员', roleLevel: 5, dataScope: DataScope.own }, admin)
    const menuIds = ['SysMenu', 'TagSysMenuAdd', 'TagSysMenuUpdate'].map((name) => ids.get(name)!)
    await app.ok(role['save-menus'], { id: roleId, menuIds }, admin)
    await makeUser(app.db, { userName: 'menus', roleType: RoleType.staff, roles: ['菜单员'] })
    const { token } = await app.as('menus')
    const climb = await app.call(menu.save, page('Climb', { permissionTag: 'sys:role:menus' }), token)
    expect(climb.fields[0]?.field).toBe('permissionTag')
    const own = { ...(await asForm('SysDic')), permissionTag: 'sys:role:menus' }
    expect((await app.call(menu.save, own, token)).fields[0]?.field).toBe('permissionTag')
    await app.ok(menu.save, page('Plain', { permissionTag: 'sys:menu:list' }), token)
  })
})
