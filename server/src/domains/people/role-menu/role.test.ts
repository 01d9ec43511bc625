// Administration of roles: concurrent changes, limits of the caller, the last administrator, and data scopes.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { depart } from '@shuyuan/contract/people/org/depart.ts'
import { menu } from '@shuyuan/contract/people/role-menu/menu.ts'
import { role, DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { makeDepart } from '../org/depart.factory.ts'
import { makeUser } from '../user/user.factory.ts'

const { app, admin } = await startWith()
const east = await makeDepart(app.db, 'A01', '东区')

const forbidden = errors.forbidden[0]
const conflict = errors.conflict[0]
const [inUse, kept, beyond] = [errors.roleInUse[0], errors.roleKept[0], errors.roleBeyond[0]]
const menuIds = async (...names: string[]) => {
  const rows = await app.db.selectFrom('sysMenu').select(['id', 'name']).execute()
  return names.map((name) => rows.find((row) => row.name === name)!.id)
}
const form = (roleName: string, roleLevel = 5, dataScope: DataScope = DataScope.own) => ({ roleName, roleLevel, dataScope })
/** A role with these menus, and a back-office user who has it. */
async function person(userName: string, given: ReturnType<typeof form>, names: string[], deptCode = 'A01') {
  const { id } = await app.ok(role.save, given, admin)
  await app.ok(role['save-menus'], { id, menuIds: await menuIds(...names) }, admin)
  await makeUser(app.db, { userName, roleType: RoleType.staff, roles: [given.roleName], deptCode })
  return { roleId: id, ...(await app.as(userName)) }
}

describe('a role', () => {
  test('is stored with level, scope and remark, and found by name', async () => {
    const { id } = await app.ok(role.save, { ...form('巡考', 6, DataScope.branch), remark: '只看考场' }, admin)
    expect(await app.ok(role.detail, { id }, admin)).toEqual({
      id,
      roleName: '巡考',
      roleLevel: 6,
      dataScope: DataScope.branch,
      deptCodes: [],
      deptNames: [],
      needTotp: false,
      remark: '只看考场',
      version: 0,
      userCount: 0,
      builtIn: false,
      editable: true,
    })
    expect((await app.ok(role.paging, { params: { roleName: '巡' } }, admin)).records.map((one) => one.id)).toEqual([id])
    expect((await app.call(role.save, form('巡考'), admin)).fields).toEqual([{ field: 'roleName', msg: '角色名称已存在' }])
    expect((await app.call(role.save, { ...form('零级'), roleLevel: 0 }, admin)).fields[0]?.field).toBe('roleLevel')
    await app.ok(role.delete, { ids: [id] }, admin)
    expect((await app.call(role.detail, { id }, admin)).code).toBe(errors.notFound[0])
  })

  test('keeps its scope when it is saved without one; a new one has the own data in scope', async () => {
    const { id } = await app.ok(role.save, { roleName: '抽查员', roleLevel: 9, remark: '' }, admin)
    expect((await app.ok(role.detail, { id }, admin)).dataScope).toBe(DataScope.own)
    await app.ok(role.save, { id, roleName: '抽查员', roleLevel: 9, dataScope: DataScope.branch }, admin)
    await app.ok(role.save, { id, roleName: '抽查组', roleLevel: 9 }, admin)
    expect((await app.ok(role.detail, { id }, admin)).dataScope).toBe(DataScope.branch)
  })

  test('is copied with those of its menus that the caller holds, by who may grant menus', async () => {
    const source = await person('copied', form('组卷员'), ['ExamList', 'TmplList', 'RepoList'])
    const copy = await app.ok(role.save, { ...form('组卷员乙'), copyOf: source.roleId }, admin)
    const menus = await app.ok(role['list-menus'], { id: source.roleId }, admin)
    expect(await app.ok(role['list-menus'], { id: copy.id }, admin)).toEqual(menus)
    const helper = await person('helper', form('帮手', 4), ['ExamList', 'TagSysRoleAdd', 'TagSysRoleMenus'])
    const poorer = await app.ok(role.save, { ...form('组卷员丙'), copyOf: source.roleId }, helper)
    expect(await app.ok(role['list-menus'], { id: poorer.id }, admin)).toEqual(await menuIds('ExamList'))
    const unfit = await person('adder', form('登记员', 4), ['TagSysRoleAdd'])
    expect((await app.call(role.save, { ...form('组卷员丁'), copyOf: source.roleId }, unfit)).code).toBe(forbidden)
  })

  test('saved by two administrators concurrently stores the first and refuses the second', async () => {
    const { id } = await app.ok(role.save, form('并发'), admin)
    const saves = ['甲', '乙'].map((name) => app.call(role.save, { ...form(`并发${name}`), id, version: 0 }, admin))
    expect((await Promise.all(saves)).map((one) => one.code).toSorted((a, b) => a - b)).toEqual([0, conflict])
    const menus = await menuIds('ExamList')
    expect((await app.call(role['save-menus'], { id, menuIds: menus, version: 0 }, admin)).code).toBe(conflict)
    await app.ok(role['save-menus'], { id, menuIds: menus, version: 1 }, admin)
    expect(await app.ok(role['list-menus'], { id }, admin)).toEqual(menus)
  })

  test('is not removed while a user has it or when it is built in', async () => {
    const { roleId } = await person('busy', form('忙碌'), [])
    expect(await app.call(role.delete, { ids: [roleId] }, admin)).toMatchObject({
      code: inUse,
      msg: '角色“忙碌”还有 1 名用户在使用，不能删除',
    })
    expect((await app.call(role.delete, { ids: ['6'] }, admin)).code).toBe(kept)
    expect((await app.call(role.save, { id: '1', ...form('系统管理员', 2, DataScope.all) }, admin)).code).toBe(kept)
    expect((await app.call(role.save, { id: '1', ...form('系统管理员', 1, DataScope.own) }, admin)).code).toBe(kept)
  })

  test('of the administrator cannot lose the menus needed to restore it', async () => {
    const before = await app.ok(role['list-menus'], { id: '1' }, admin)
    for (const name of ['SysRole', 'TagSysRoleMenus', 'SysMenu', 'TagSysMenuUpdate', 'SysUser', 'TagSysUserUpdate']) {
      const [gone] = await menuIds(name)
      const answer = await app.call(role['save-menus'], { id: '1', menuIds: before.filter((one) => one !== gone) }, admin)
      expect([name, answer.code]).toEqual([name, kept])
    }
    const [exam] = await menuIds('ExamList')
    await app.ok(role['save-menus'], { id: '1', menuIds: before.filter((one) => one !== exam) }, admin)
    // the caller no longer has it, and may still restore it
    await app.ok(role['save-menus'], { id: '1', menuIds: before }, admin)
    expect(await app.ok(role['list-menus'], { id: '1' }, admin)).toEqual(before)
  })

  test('changes the rights of its users immediately', async () => {
    const { roleId, token } = await person('watcher', form('看客'), ['ExamList'])
    expect((await app.call(user.paging, {}, token)).code).toBe(forbidden)
    await app.ok(role['save-menus'], { id: roleId, menuIds: await menuIds('SysUser') }, admin)
    await app.ok(user.paging, {}, token)
    expect((await app.ok(menu.routes, {}, token)).map((one) => one.name)).toEqual(['User'])
    await app.ok(role['save-menus'], { id: roleId, menuIds: [] }, admin)
    expect((await app.call(user.paging, {}, token)).code).toBe(forbidden)
  })
})

describe('a caller who may change roles and is no administrator', () => {
  const own = ['SysRole', 'TagSysRoleAdd', 'TagSysRoleUpdate', 'TagSysRoleDelete', 'TagSysRoleMenus', 'SysUser']
  let token: string
  let ownRole: string
  beforeAll(async () => {
    const made = await person('deputy', form('副管理员', 3, DataScope.branch), own, east)
    token = made.token
    ownRole = made.roleId
  })

  test('adds and changes no role of a higher level or wider scope than their own', async () => {
    expect((await app.call(role.save, form('更高', 2, DataScope.branch), token)).fields[0]?.field).toBe('roleLevel')
    expect((await app.call(role.save, form('更宽', 3, DataScope.all), token)).fields[0]?.field).toBe('dataScope')
    expect((await app.call(role.save, { id: ownRole, ...form('副管理员', 1, DataScope.branch) }, token)).fields[0]?.field).toBe('roleLevel')
    expect((await app.call(role.save, { id: '1', ...form('被改', 3, DataScope.branch) }, token)).code).toBe(beyond)
    expect((await app.call(role['save-menus'], { id: '1', menuIds: [] }, token)).code).toBe(beyond)
    const high = await app.ok(role.save, form('高位', 2, DataScope.all), admin)
    expect((await app.call(role.delete, { ids: [high.id] }, token)).code).toBe(beyond)
    await app.ok(role.save, form('下属', 4, DataScope.branch), token)
  })

  test('grants menus that they hold, and leaves others unchanged', async () => {
    const { id } = await app.ok(role.save, form('共管', 4, DataScope.branch), admin)
    const [exam, sysUser, sysRole] = (await menuIds('ExamList', 'SysUser', 'SysRole')) as [string, string, string]
    await app.ok(role['save-menus'], { id, menuIds: [exam, sysRole] }, admin)
    // grants one, removes one, and does not see the exam menu
    await app.ok(role['save-menus'], { id, menuIds: [sysUser] }, token)
    expect((await app.ok(role['list-menus'], { id }, token)).toSorted()).toEqual([exam, sysUser].toSorted())
    const [repo] = await menuIds('RepoList')
    expect((await app.call(role['save-menus'], { id, menuIds: [repo!] }, token)).code).toBe(forbidden)
    expect((await app.call(role['save-menus'], { id, menuIds: ['987654321'] }, token)).code).toBe(errors.notFound[0])
    const tree = await app.ok(menu.tree, {}, token)
    const held = tree.flatMap((one) => [one, ...one.children]).filter((one) => one.held)
    expect(held.map((one) => one.name)).toEqual(expect.arrayContaining(['User', 'SysRole', 'SysUser']))
    expect(held.map((one) => one.name)).not.toContain('ExamList')
  })

  test('grants users only roles within their own rights', async () => {
    const low = await app.ok(role.save, form('低位', 9, DataScope.own), admin)
    const wide = await app.ok(role.save, form('宽位', 9, DataScope.all), admin)
    const strong = await app.ok(role.save, form('强位', 9, DataScope.own), admin)
    await app.ok(role['save-menus'], { id: strong.id, menuIds: await menuIds('ExamList') }, admin)
    await app.ok(role['save-menus'], { id: ownRole, menuIds: await menuIds(...own, 'TagSysUserUpdate') }, admin)
    const someone = await makeUser(app.db, { userName: 'someone', deptCode: east })
    const give = (id: string) => app.call(user['batch-role'], { ids: [someone], roles: [id] }, token)
    expect((await give(low.id)).code).toBe(0)
    expect((await give('1')).fields[0]?.msg).toBe('角色“系统管理员”的级别高于您的级别，您不能授予')
    expect((await give(wide.id)).fields[0]?.msg).toBe('角色“宽位”的数据范围大于您的数据范围，您不能授予')
    expect((await give(strong.id)).fields[0]?.msg).toBe('角色“强位”含有您没有的权限，您不能授予')
    const offered = await app.ok(role.list, {}, token)
    expect(offered.filter((one) => one.grantable).map((one) => one.roleName)).toEqual(expect.arrayContaining(['副管理员', '低位', '学员']))
    expect(offered.find((one) => one.roleName === '系统管理员')?.grantable).toBe(false)
  })
})

describe('the scope of a role', () => {
  test('limits the list of users to all, the own branch, or the caller; the widest role counts', async () => {
    const shop = await makeDepart(app.db, east, '一店')
    await makeUser(app.db, { userName: 'in-shop', deptCode: shop })
    await makeUser(app.db, { userName: 'elsewhere' })
    const seen = async (token: string) => (await app.ok(user.paging, { size: 100 }, token)).records.map((one) => one.userName)
    const branch = await person('branch', form('看分支', 7, DataScope.branch), ['SysUser'], east)
    expect(await seen(branch.token)).toEqual(expect.arrayContaining(['branch', 'in-shop']))
    expect(await seen(branch.token)).not.toContain('elsewhere')
    const self = await person('self', form('看自己', 7, DataScope.own), ['SysUser'], east)
    expect(await seen(self.token)).toEqual(['self'])
    await app.db.insertInto('sysUserRole').values({ userId: self.id, roleId: branch.roleId }).execute()
    expect(await seen(self.token)).toContain('in-shop')
    await app.ok(role.save, { id: branch.roleId, ...form('看分支', 7, DataScope.all) }, admin)
    expect(await seen(self.token)).toContain('elsewhere')
  })
})

describe('chosen departments', () => {
  const chosen = (roleName: string, deptCodes: string[], roleLevel = 7) => ({ ...form(roleName, roleLevel, DataScope.chosen), deptCodes })
  const seen = async (token: string) =>
    (await app.ok(user.paging, { size: 100, params: { userName: 'sees-' } }, token)).records.map((one) => one.userName).toSorted()

  test('are stored with the role, shown with their names, and gone with another scope', async () => {
    const fields = async (input: object) => (await app.call(role.save, { ...chosen('看两处', []), ...input }, admin)).fields
    expect(await fields({})).toEqual([{ field: 'deptCodes', msg: '请选择部门' }])
    expect((await fields({ deptCodes: ['none'] }))[0]?.field).toBe('deptCodes')
    const shop = await makeDepart(app.db, east, '二店')
    const { id } = await app.ok(role.save, chosen('看两处', [shop, east, shop]), admin)
    expect(await app.ok(role.detail, { id }, admin)).toMatchObject({ deptCodes: [east, shop], deptNames: ['东区', '二店'] })
    const { roleName, roleLevel } = chosen('看两处', [])
    await app.ok(role.save, { id, roleName, roleLevel }, admin)
    expect((await app.ok(role.detail, { id }, admin)).deptCodes).toEqual([east, shop])
    await app.ok(role.save, { id, ...form('看两处', 7, DataScope.branch) }, admin)
    expect((await app.ok(role.detail, { id }, admin)).deptCodes).toEqual([])
  })

  test('are seen with their branches as they stand now; several roles add up, and everyone sees themselves', async () => {
    const [north, south] = [await makeDepart(app.db, 'A01', '北部'), await makeDepart(app.db, 'A01', '南部')]
    const below = await makeDepart(app.db, north, '北部一店')
    for (const deptCode of [north, south, below]) await makeUser(app.db, { userName: `sees-${deptCode}`, deptCode })
    const reader = await person('sees-me', form('看指定', 7), ['SysUser'], south)
    await app.ok(role.save, { id: reader.roleId, ...chosen('看指定', [north]) }, admin)
    expect(await seen(reader.token)).toEqual([`sees-${north}`, `sees-${below}`, 'sees-me'])
    const more = await app.ok(role.save, form('看本部', 7, DataScope.branch), admin)
    await app.db.insertInto('sysUserRole').values({ userId: reader.id, roleId: more.id }).execute()
    expect(await seen(reader.token)).toEqual([`sees-${north}`, `sees-${below}`, `sees-${south}`, 'sees-me'])
    await app.db.deleteFrom('sysUserRole').where('roleId', '=', more.id).execute()
    const idOf = async (deptCode: string) =>
      (await app.db.selectFrom('sysDepart').where('deptCode', '=', deptCode).select('id').executeTakeFirstOrThrow()).id
    await app.ok(depart.sort, { id: await idOf(below), parentId: await idOf(south), sort: 0 }, admin)
    expect(await seen(reader.token)).toEqual([`sees-${north}`, 'sees-me'])
    await app.db.updateTable('sysUser').set({ deptCode: south }).where('deptCode', '=', north).execute()
    await app.ok(depart.delete, { ids: [await idOf(north)] }, admin)
    expect(await seen(reader.token)).toEqual(['sees-me'])
    expect(await app.ok(role.detail, { id: reader.roleId }, admin)).toMatchObject({ dataScope: DataScope.chosen, deptCodes: [] })
  })

  test('are given to a role only within the own scope, and no role that sees more is changed or granted', async () => {
    const [mine, other] = [await makeDepart(app.db, east, '我的'), await makeDepart(app.db, east, '别处')]
    const below = await makeDepart(app.db, mine, '我的下级')
    const tags = ['SysRole', 'TagSysRoleAdd', 'TagSysRoleUpdate', 'TagSysRoleMenus', 'SysUser', 'TagSysUserUpdate']
    const { token, roleId, id } = await person('picker', form('挑选者', 4), tags, other)
    const problem = async (input: object) => (await app.call(role.save, input as never, token)).fields[0]?.field ?? ''
    // with own data alone, none
    expect(await problem(chosen('越权一', [mine]))).toBe('dataScope')
    await app.ok(role.save, { id: roleId, ...chosen('挑选者', [mine], 4) }, admin)
    expect(await problem(chosen('越权二', [other]))).toBe('deptCodes')
    expect(await problem(chosen('越权三', [mine, other]))).toBe('deptCodes')
    expect(await problem({ id: roleId, ...chosen('挑选者', ['A01'], 4) })).toBe('deptCodes')
    expect(await problem(form('越权四', 5, DataScope.all))).toBe('dataScope')
    // their own department lies outside: the branch of its members would be more than they see
    expect(await problem(form('越权五', 5, DataScope.branch))).toBe('dataScope')
    const narrower = await app.ok(role.save, chosen('不越权', [below]), token)
    await app.ok(role.save, form('也不越权', 5), token)
    const wide = await app.ok(role.save, chosen('看别处', [other]), admin)
    expect((await app.call(role.save, { id: wide.id, ...chosen('看别处', [mine]) }, token)).code).toBe(beyond)
    expect((await app.call(role['save-menus'], { id: wide.id, menuIds: [] }, token)).code).toBe(beyond)
    const someone = await makeUser(app.db, { userName: 'someone-else', deptCode: below })
    const give = async (to: string, roleIds: string[]) => (await app.call(user['batch-role'], { ids: [to], roles: roleIds }, token)).code
    expect(await give(someone, [wide.id])).not.toBe(0)
    expect(await give(id, [roleId, wide.id])).not.toBe(0)
    expect(await give(someone, [narrower.id])).toBe(0)
    const offered = await app.ok(role.list, {}, token)
    expect(offered.find((one) => one.id === wide.id)?.grantable).toBe(false)
  })
})
