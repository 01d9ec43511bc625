// Administration of departments: codes, moved branches, refused removals, permissions.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { depart } from '@shuyuan/contract/people/org/depart.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { departBranch } from './depart.service.ts'
import { makeUser } from '../user/user.factory.ts'

const { app, admin } = await startWith()
const root = (await app.ok(depart.tree, {}, admin))[0]!.id

const add = (deptName: string, parentId = root) => app.ok(depart.save, { parentId, deptName }, admin)
const pathOf = async (id: string) =>
  (await app.db.selectFrom('sysDepart').where('id', '=', id).select('path').executeTakeFirstOrThrow()).path
/** Departments whose path is not the parent's path with their own id appended. */
const brokenPaths = async () => {
  const rows = await app.db.selectFrom('sysDepart').select(['id', 'parentId', 'path']).execute()
  const paths = new Map(rows.map((row) => [row.id, row.path]))
  return rows.filter((row) => row.path !== `${row.parentId === null ? '/' : paths.get(row.parentId)}${row.id}/`)
}

describe('a department', () => {
  test('gets a code below its parent that never changes, or a given one', async () => {
    const east = await add('东区')
    const west = await add('西区')
    expect([east.deptCode, west.deptCode]).toEqual(['A01A01', 'A01A02'])
    const shop = await app.ok(depart.save, { parentId: east.id, deptName: '一店', deptCode: 'SHOP-1' }, admin)
    expect(shop.deptCode).toBe('SHOP-1')
    expect((await add('前台', shop.id)).deptCode).toBe('SHOP-1A01')
    const used = await app.call(depart.save, { parentId: west.id, deptName: '二店', deptCode: 'SHOP-1' }, admin)
    expect(used.fields).toEqual([{ field: 'deptCode', msg: '部门编码已存在' }])
    const changed = await app.call(depart.save, { id: shop.id, deptName: '一店', deptCode: 'SHOP-2' }, admin)
    expect(changed.fields).toEqual([{ field: 'deptCode', msg: '部门编码不能修改' }])
    await app.ok(depart.save, { id: shop.id, deptName: '壹店' }, admin)
    expect(await app.ok(depart.detail, { id: shop.id }, admin)).toMatchObject({
      deptName: '壹店',
      deptCode: 'SHOP-1',
      parentId: east.id,
      childCount: 1,
      userCount: 0,
      editable: true,
    })
  })

  test('needs a name that no sibling has, and an existing parent', async () => {
    await add('同名')
    expect((await app.call(depart.save, { parentId: root, deptName: '同名' }, admin)).fields[0]?.msg).toBe('同级中已有这个部门名称')
    expect((await app.call(depart.save, { parentId: '999999', deptName: '孤儿' }, admin)).fields[0]?.field).toBe('parentId')
    expect((await app.call(depart.save, { parentId: root, deptName: '  ' }, admin)).code).toBe(errors.badInput[0])
    expect((await app.call(depart.save, { parentId: root, deptName: '奇怪', deptCode: "A'; drop" }, admin)).fields[0]?.field).toBe(
      'deptCode',
    )
  })

  test('moves with its branch, and not below itself', async () => {
    const [from, to] = [await add('搬出处'), await add('搬入处')]
    const moved = await add('搬家部', from.id)
    const below = await add('随行组', moved.id)
    await app.ok(depart.sort, { id: moved.id, sort: 0, parentId: to.id }, admin)
    expect(await pathOf(below.id)).toBe(`${await pathOf(to.id)}${moved.id}/${below.id}/`)
    expect(await departBranch(app.ctx(), to.deptCode)).toEqual([to.deptCode, moved.deptCode, below.deptCode])
    for (const parentId of [moved.id, below.id]) {
      expect((await app.call(depart.sort, { id: moved.id, sort: 0, parentId }, admin)).code).toBe(errors.branchLoop[0])
      expect((await app.call(depart.save, { id: moved.id, deptName: '搬家部', parentId }, admin)).code).toBe(errors.branchLoop[0])
    }
    await app.ok(depart.save, { id: moved.id, deptName: '搬家部', parentId: from.id }, admin)
    expect(await departBranch(app.ctx(), from.deptCode)).toHaveLength(3)
    expect(await brokenPaths()).toEqual([])
  })

  test('is sorted among its siblings', async () => {
    const branch = await add('排序')
    const [a, b, c] = [await add('甲', branch.id), await add('乙', branch.id), await add('丙', branch.id)]
    const order = async () => (await app.ok(depart.tree, { dicCode: branch.deptCode }, admin))[0]?.children.map((one) => one.deptName)
    await app.ok(depart.sort, { id: c.id, sort: 0 }, admin)
    expect(await order()).toEqual(['丙', '甲', '乙'])
    await app.ok(depart.sort, { id: c.id, sort: 1 }, admin)
    expect(await order()).toEqual(['甲', '丙', '乙'])
    await app.ok(depart.sort, { id: a.id, sort: 99 }, admin)
    expect(await order()).toEqual(['丙', '乙', '甲'])
    expect((await app.call(depart.sort, { id: b.id, sort: -1 }, admin)).code).toBe(errors.badInput[0])
  })

  test('takes its order from the form that saves it, and stays where the form leaves the order as it was read', async () => {
    const branch = await add('次序')
    const [a, b] = [await add('一', branch.id), await add('二', branch.id)]
    const children = async () => (await app.ok(depart.tree, { dicCode: branch.deptCode }, admin))[0]?.children ?? []
    const order = async () => (await children()).map((one) => one.deptName)
    const sortOf = async (id: string) => (await app.ok(depart.detail, { id }, admin)).sort
    const saveAs = async (id: string, deptName: string, sort: number) =>
      app.ok(depart.save, { id, parentId: branch.id, deptName, sort }, admin)
    await saveAs(a.id, '一', await sortOf(b.id))
    expect(await order()).toEqual(['二', '一'])
    await saveAs(a.id, '壹', await sortOf(a.id))
    expect(await order()).toEqual(['二', '壹'])
    await saveAs(a.id, '壹', await sortOf(b.id))
    expect(await order()).toEqual(['壹', '二'])
    await app.ok(depart.save, { parentId: branch.id, deptName: '零', sort: 0 }, admin)
    expect(await order()).toEqual(['零', '壹', '二'])
  })

  test('stays consistent when moves run concurrently', async () => {
    const branches = await Promise.all(['并一', '并二', '并三'].map((name) => add(name)))
    const rooms: { id: string }[] = []
    for (const branch of branches) for (const name of ['甲', '乙']) rooms.push(await add(`${branch.deptCode}${name}`, branch.id))
    const moves = rooms.flatMap((room, at) => [
      { id: room.id, sort: 0, parentId: branches[(at + 1) % 3]!.id },
      { id: room.id, sort: 0, parentId: rooms[(at + 2) % rooms.length]!.id },
    ])
    // two roots moved below each other: only one of the moves may succeed
    const answers = await Promise.all([
      ...moves.map((one) => app.call(depart.sort, one, admin)),
      app.call(depart.sort, { id: branches[0]!.id, sort: 0, parentId: branches[1]!.id }, admin),
      app.call(depart.sort, { id: branches[1]!.id, sort: 0, parentId: branches[0]!.id }, admin),
    ])
    for (const { code } of answers) expect([0, errors.branchLoop[0]]).toContain(code)
    expect(await brokenPaths()).toEqual([])
  })

  test('is not removed while it has departments or users; the refusal gives the number', async () => {
    const full = await add('满员部')
    const child = await add('下级', full.id)
    await makeUser(app.db, { userName: 'in-full', deptCode: full.deptCode })
    const refused = await app.call(depart.delete, { ids: [full.id] }, admin)
    expect(refused).toMatchObject({ code: errors.departInUse[0], msg: '部门“满员部”下还有 1 个下级部门、1 名用户，不能删除' })
    expect(refused.data).toMatchObject({ holders: [{ kind: 'usersOfDepart', id: full.deptCode, title: '满员部' }] })
    expect((await app.call(depart.delete, { ids: [full.id, child.id] }, admin)).msg).toBe('部门“满员部”下还有 1 名用户，不能删除')
    await app.db.deleteFrom('sysUser').where('userName', '=', 'in-full').execute()
    await app.ok(depart.delete, { ids: [full.id, child.id] }, admin)
    expect((await app.call(depart.detail, { id: full.id }, admin)).code).toBe(errors.notFound[0])
    expect((await app.call(depart.delete, { ids: [full.id] }, admin)).code).toBe(errors.notFound[0])
  })
})

test('a caller with the data scope of their own branch administers only that branch', async () => {
  const [own, other] = [await add('自己'), await add('别人')]
  const below = await add('自己之下', own.id)
  const { id: roleId } = await app.db
    .insertInto('sysRole')
    .values({ roleName: '部门维护员', roleLevel: 5, dataScope: DataScope.branch })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('sysRoleMenu')
    .expression(
      app.db
        .selectFrom('sysMenu')
        .where('permissionTag', 'like', 'sys:depart:%')
        .select((eb) => [eb.val(roleId).as('roleId'), 'id as menuId']),
    )
    .columns(['roleId', 'menuId'])
    .execute()
  await makeUser(app.db, { userName: 'keeper', roleType: RoleType.staff, roles: ['部门维护员'], deptCode: own.deptCode })
  const { token } = await app.as('keeper')
  const beyond = errors.departBeyond[0]
  const made = await app.ok(depart.save, { parentId: own.id, deptName: '新组' }, token)
  await app.ok(depart.sort, { id: made.id, sort: 0, parentId: below.id }, token)
  await app.ok(depart.save, { id: own.id, deptName: '自己（新）' }, token)
  expect((await app.ok(depart.detail, { id: other.id }, token)).editable).toBe(false)
  expect((await app.call(depart.save, { parentId: other.id, deptName: '越界' }, token)).code).toBe(beyond)
  expect((await app.call(depart.save, { deptName: '越界' }, token)).code).toBe(beyond)
  expect((await app.call(depart.save, { id: other.id, deptName: '越界' }, token)).code).toBe(beyond)
  expect((await app.call(depart.sort, { id: made.id, sort: 0, parentId: other.id }, token)).code).toBe(beyond)
  expect((await app.call(depart.sort, { id: own.id, sort: 0 }, token)).code).toBe(beyond)
  expect((await app.call(depart.delete, { ids: [made.id, other.id] }, token)).code).toBe(beyond)
  await app.ok(depart.delete, { ids: [made.id] }, token)
  await app.db.updateTable('sysRole').set({ dataScope: DataScope.own }).where('id', '=', roleId).execute()
  expect((await app.call(depart.save, { id: below.id, deptName: '越界' }, token)).code).toBe(beyond)
})
