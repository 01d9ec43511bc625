// Lists of users, and what users read about themselves.
import { user } from '@shuyuan/contract/account/user.ts'
import { describe, expect, test } from 'vitest'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { startWith } from '../../../../test/people.ts'
import { makeDepart } from '../org/depart.factory.ts'
import { makeUser } from './user.factory.ts'
import { namesOfUsers } from '../../site/log/user-names.service.ts'
import { userIdsInBranches } from './user.service.ts'

const { app, admin } = await startWith()
const north = await makeDepart(app.db, 'A01', '北区')
const northern = await makeDepart(app.db, north, '北区一店')
const south = await makeDepart(app.db, 'A01', '南区')
const ids = {
  an: await makeUser(app.db, { userName: 'an_1', realName: '安如山', deptCode: north, mobile: '13900000001', roles: ['学员'] }),
  bai: await makeUser(app.db, { userName: 'bai', realName: '白如雪', deptCode: northern, state: UserState.disabled }),
  cen: await makeUser(app.db, { userName: 'cen', realName: '岑%参', deptCode: south, roleType: RoleType.staff, roles: ['教师'] }),
  dai: await makeUser(app.db, { userName: 'dai', realName: '戴叔伦', deptCode: south, roleType: RoleType.staff, roles: ['部门管理员'] }),
  erc: await makeUser(app.db, { userName: 'erc', realName: '耳东陈', deptCode: south }),
}

type Params = NonNullable<Body<typeof user.paging>['params']>
const find = async (params: Params, token = admin.token) => {
  const { records, total } = await app.ok(user.paging, { params, orders: [{ column: 'userName', asc: true }] }, token)
  expect(total).toBe(records.length)
  return records.map((one) => one.userName)
}

describe('a list of users', () => {
  test.each<[Params, string[]]>([
    [{}, ['admin', 'an_1', 'bai', 'cen', 'dai', 'erc']],
    [{ userName: 'AN_' }, ['an_1']],
    [{ realName: '如' }, ['an_1', 'bai']],
    [{ realName: '%' }, ['cen']],
    [{ mobile: '0001' }, ['an_1']],
    [{ state: UserState.disabled }, ['bai']],
    [{ state: '1' }, ['bai']],
    [{ userType: RoleType.staff }, ['admin', 'cen', 'dai']],
    [{ state: '', userType: RoleType.learner }, ['an_1', 'bai', 'erc']],
    [{ roleIds: ['2', '4'] }, ['cen', 'dai']],
    [{ roleIds: [], excludes: [] }, ['admin', 'an_1', 'bai', 'cen', 'dai', 'erc']],
    [{ deptCode: '没有' }, []],
  ])('filtered by %j', async (params, names) => {
    expect(await find(params)).toEqual(names)
  })

  test('filters by a department with its branch, and excludes branches and users', async () => {
    expect(await find({ deptCode: north })).toEqual(['an_1', 'bai'])
    expect(await find({ deptCode: northern })).toEqual(['bai'])
    expect(await find({ excludeDeparts: [north], excludes: [ids.cen] })).toEqual(['admin', 'dai', 'erc'])
  })

  test('returns labels of codes and no secrets', async () => {
    const page = await app.ok(user.paging, { current: 1, size: 1, params: { userName: 'bai' } }, admin)
    expect(page).toMatchObject({ total: 1, pages: 1, current: 1, size: 1 })
    expect(page.records[0]).toEqual({
      id: ids.bai,
      userName: 'bai',
      realName: '白如雪',
      mobile: '',
      deptCode: northern,
      deptCode_dictText: '北区一店',
      state: UserState.disabled,
      state_dictText: '禁用',
      lockedUntil: null,
      roleType: RoleType.learner,
      avatar: '',
      email: '',
      roles: [],
      roles_dictText: '',
      expireTime: null,
      lastLogin: null,
      createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    })
    const { records } = await app.ok(user.paging, { params: { userName: 'an_1' } }, admin)
    expect(records[0]).toMatchObject({ roles: ['6'], roles_dictText: '学员', deptCode_dictText: '北区' })
  })

  test('is limited to the caller’s data scope', async () => {
    expect(await find({}, (await app.as('cen')).token)).toHaveLength(6)
    expect(await find({}, (await app.as('dai')).token)).toEqual(['cen', 'dai', 'erc'])
  })

  test.each([
    [{ orders: [{ column: 'passwordHash', asc: true }] }, '不能按 passwordHash 排序'],
    [{ orders: [{ column: 'id; drop table sys_user', asc: true }] }, '不能按 id; drop table sys_user 排序'],
    [{ params: { state: '9' } }, ''],
    [{ params: { excludes: ['1 or 1=1'] } }, '用户不存在'],
    [{ params: { deptCode: String.fromCharCode(0) } }, ''],
    [{ size: 5_001 }, ''],
  ])('refuses %j', async (body, msg) => {
    const answer = await app.call(user.paging, body as never, admin)
    expect(answer).toMatchObject({ status: 200, code: errors.badInput[0] })
    expect(answer.msg).toContain(msg)
  })
})

describe('the signed-in user', () => {
  test('is returned with roles, tags and department', async () => {
    const { token } = await app.as('cen')
    const me = await app.ok(user.info, {}, token)
    expect(me).toMatchObject({
      userName: 'cen',
      roleType: RoleType.staff,
      roles: ['2'],
      deptCode_dictText: '南区',
      points: 0,
      unreadMsg: 0,
    })
    expect(me.permissions).toContain('exam:add')
    expect(me.permissions).not.toContain('exam:watch')
    expect(me).not.toHaveProperty('passwordHash')
    const row = await app.ok(user.currentUser, {}, token)
    expect(row).toMatchObject({ userName: 'cen', email: '', state_dictText: '正常' })
    expect(row).not.toHaveProperty('passwordHash')
  })

  test('a profile is complete with name and department; an invalid session or a disabled user is code 9', async () => {
    expect(await app.ok(user.isComplete, {}, (await app.as('erc')).token)).toEqual({ code: 0, complete: true })
    expect(await app.ok(user.isComplete, {}, 'x'.repeat(43))).toEqual({ code: 9 })
    expect(await app.ok(user.isComplete, {})).toEqual({ code: 9 })
    expect(await app.ok(user.isComplete, {}, (await app.as('bai')).token)).toEqual({ code: 9 })
    await makeUser(app.db, { userName: 'nameless', realName: ' ' })
    expect(await app.ok(user.isComplete, {}, (await app.as('nameless')).token)).toEqual({ code: 0, complete: false })
    await app.db.deleteFrom('sysUser').where('userName', '=', 'nameless').execute()
  })
})

test('other domains read names, and users of branches', async () => {
  expect(await namesOfUsers(app.ctx(), [ids.an, ids.cen, ids.an, '999'])).toEqual(
    new Map([
      [ids.an, '安如山'],
      [ids.cen, '岑%参'],
    ]),
  )
  expect(await namesOfUsers(app.ctx(), [])).toEqual(new Map())
  expect(await userIdsInBranches(app.ctx(), [north])).toEqual([ids.an])
  expect(await userIdsInBranches(app.ctx(), ['A01'])).toHaveLength(5)
  expect(await userIdsInBranches(app.ctx(), [])).toEqual([])
})
