// Groups and their members over HTTP.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { group } from '@shuyuan/contract/people/user/group.ts'
import { groupUser, JoinFlag } from '@shuyuan/contract/people/user/group-user.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { wire } from '../../../../test/wire.ts'
import { makeDepart } from '../org/depart.factory.ts'
import { makeUser } from './user.factory.ts'

const { app, admin } = await startWith()
const north = await makeDepart(app.db, 'A01', '北区')
const people: string[] = []
for (const name of ['g1', 'g2', 'g3']) people.push(await makeUser(app.db, { userName: name, deptCode: name === 'g1' ? north : 'A01' }))

const make = async (groupName: string) => (await app.ok(group.save, { groupName }, admin)).id
const members = async (groupId: string, token = admin.token) =>
  (await app.ok(groupUser.paging, { params: { groupId }, orders: [{ column: 'userName', asc: true }] }, token)).records.map(
    (one) => one.userName,
  )

/** A back-office user with these tags and the data scope of their own branch. */
async function backOfficeUser(userName: string, tags: string[]) {
  const role = await app.db
    .insertInto('sysRole')
    .values({ roleName: userName, roleLevel: 5, dataScope: DataScope.branch })
    .returning('id')
    .executeTakeFirstOrThrow()
  const menus = await app.db.selectFrom('sysMenu').where('permissionTag', 'in', tags).select('id').execute()
  await app.db
    .insertInto('sysRoleMenu')
    .values(menus.map((one) => ({ roleId: role.id, menuId: one.id })))
    .execute()
  await makeUser(app.db, { userName, roleType: RoleType.staff, roles: [userName], deptCode: north })
  return (await app.as(userName)).token
}

describe('groups', () => {
  test('have unique names', async () => {
    const id = await make('新员工')
    expect((await app.call(group.save, { groupName: '新员工' }, admin)).fields).toEqual([{ field: 'groupName', msg: '分组名称已存在' }])
    expect((await app.call(group.save, { groupName: ' ' }, admin)).msg).toBe('分组名称不能为空！')
    await app.ok(group.save, { id, groupName: '2026 新员工', remark: '秋季' }, admin)
    expect(await app.ok(group.detail, { id }, admin)).toMatchObject({ groupName: '2026 新员工', remark: '秋季', userCount: 0 })
    const { records } = await app.ok(group.paging, { size: 100, params: { title: '新员' } }, admin)
    expect(records.map((one) => one.id)).toEqual([id])
    expect((await app.call(group.save, { id: '999999', groupName: '无' }, admin)).code).toBe(errors.notFound[0])
  })

  test('add users once, remove them, and count them', async () => {
    const [one, two] = [await make('甲'), await make('乙')]
    expect(
      await app.ok(groupUser['batch-join'], { userIds: people.slice(0, 2), groupIds: [one, two], flag: JoinFlag.join }, admin),
    ).toEqual({
      joined: 4,
    })
    expect(await app.ok(groupUser['batch-join'], { userIds: people, groupIds: [one], flag: JoinFlag.join }, admin)).toEqual({ joined: 1 })
    expect(await app.ok(groupUser['ref-join'], { refId: two, ids: people }, admin)).toEqual(people.slice(0, 2))
    expect(await members(two)).toEqual(['g1', 'g2', 'g3'])
    expect((await app.ok(group.detail, { id: one }, admin)).userCount).toBe(3)
    expect(await app.ok(groupUser['batch-join'], { userIds: people, groupIds: [one, two], flag: JoinFlag.leave }, admin)).toEqual({
      joined: 6,
    })
    await app.ok(groupUser['ref-join'], { refId: one, ids: people }, admin)
    await app.ok(groupUser['ref-remove'], { refId: one, ids: [people[0]!] }, admin)
    const { records } = await app.ok(groupUser.paging, { params: { groupId: one } }, admin)
    expect(records[0]).toMatchObject({ groupId: one, deptCode_dictText: '总部', state_dictText: '正常' })
    await app.ok(groupUser.delete, { ids: [records[0]!.id] }, admin)
    expect(await members(one)).toEqual(['g2'])
  })

  test('exclude their members from a list on request, and are removed with their memberships', async () => {
    const id = await make('丙')
    await app.ok(groupUser['ref-join'], { refId: id, ids: [people[1]!] }, admin)
    const found = await app.ok(user.paging, { size: 100, params: { userName: 'g', excludeGroups: [id] } }, admin)
    expect(found.records.map((one) => one.userName).sort()).toEqual(['g1', 'g3'])
    await app.ok(group.delete, { ids: [id] }, admin)
    expect(await members(id)).toEqual([])
  })

  test.each([
    [{ userIds: ['999999'], groupIds: ['1'], flag: JoinFlag.join }, errors.notFound[0]],
    [{ userIds: [], groupIds: ['1'], flag: JoinFlag.join }, errors.badInput[0]],
    [{ userIds: ['1'], groupIds: [], flag: JoinFlag.join }, errors.badInput[0]],
    [{ userIds: ['1'], groupIds: ['1'], flag: wire(2) }, errors.badInput[0]],
  ])('refuse %j', async (body, code) => expect((await app.call(groupUser['batch-join'], body as never, admin)).code).toBe(code))

  test('are limited by tag, and their members by data scope', async () => {
    const id = await make('丁')
    await app.ok(groupUser['ref-join'], { refId: id, ids: people }, admin)
    const token = await backOfficeUser('joiner', ['sys:group:list', 'sys:group:user:join'])
    expect(await members(id, token)).toEqual(['g1'])
    const join = (userIds: string[], flag: JoinFlag) => app.call(groupUser['batch-join'], { userIds, groupIds: [id], flag }, token)
    expect((await join([people[0]!], JoinFlag.join)).data).toEqual({ joined: 0 })
    expect((await join([people[1]!], JoinFlag.join)).code).toBe(errors.notFound[0])
    expect((await join([people[0]!], JoinFlag.leave)).code).toBe(errors.forbidden[0])
    const remover = await backOfficeUser('remover', ['sys:group:user:remove'])
    const far = await app.db
      .selectFrom('sysGroupUser')
      .where('userId', '=', people[1]!)
      .where('groupId', '=', id)
      .select('id')
      .executeTakeFirstOrThrow()
    await app.ok(groupUser.delete, { ids: [far.id] }, remover)
    expect(await members(id)).toEqual(['g1', 'g2', 'g3'])
  })
})
