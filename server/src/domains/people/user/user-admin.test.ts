// Administration of users: stored and refused values, and the limits of each administrator.
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { UserVerdict } from '@shuyuan/contract/people/user/user-admin.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedApp } from '../../../../test/people.ts'
import { startApp } from '../../../../test/start-app.ts'
import { makeExam } from '../../exam/exam.factory.ts'
import { makeBank } from '../../qu/qu.factory.ts'
import { makeTmpl } from '../../tmpl/tmpl.factory.ts'
import { saveSite, site } from '../../site/config/config.service.ts'
import { makeDepart } from '../org/depart.factory.ts'
import { makeUser } from './user.factory.ts'

const password = 'Violet@2026'
let admin: string
const hotel = async (on: boolean) => {
  const now = await site(app.ctx())
  await saveSite(app.ctx(), { ...now, props: { ...now.props, hotelProfile: on } })
}
let number = 0
const fresh = (name = 'p') => `${name}${++number}`
const app = await sharedApp()
const north = await makeDepart(app.db, 'A01', '北区')
const northern = await makeDepart(app.db, north, '北区一店')
const south = await makeDepart(app.db, 'A01', '南区')
await app.db.insertInto('sysHotel').values({ hotelCode: 'H1', zwmc: '云栖', yyzzmc: '云栖酒店有限公司', fr: '王五' }).execute()
await hotel(false)
beforeEach(async () => {
  admin = (await app.as('admin')).token
})

type Form = Body<typeof user.save>
const form = (more: Partial<Form> = {}): Form => ({
  userName: fresh(),
  realName: '王小明',
  password,
  roles: ['6'],
  deptCode: north,
  ...more,
})
const save = (more: Partial<Form> = {}, token = admin) => app.call(user.save, form(more), token)
const saved = async (more: Partial<Form> = {}) => (await app.ok(user.save, form(more), admin)).id
const detail = (id: string, token = admin) => app.ok(user.detail, { id }, token)
const signIn = async (userName: string, word = password) => (await app.call(user.login, { userName, password: word })).code
const alive = async (token: string) => (await app.call(user.info, {}, token)).code === 0
const inDb = (id: string) => app.db.selectFrom('sysUser').where('id', '=', id).selectAll().executeTakeFirst()

describe('the user type', () => {
  const needed = [{ field: 'roleType', msg: '角色“教师”有后台权限，用户类型必须是管理人员' }]

  test('follows from the roles where the form does not name it', async () => {
    const id = await saved({ roles: ['2'] })
    const stored = await detail(id)
    expect(stored.roleType).toBe(RoleType.staff)
    const { roleType: _type, ...rest } = stored
    await app.ok(user.save, { ...rest, password: '', roles: ['6'] }, admin)
    expect((await detail(id)).roleType).toBe(RoleType.staff)
    expect((await detail(await saved())).roleType).toBe(RoleType.learner)
  })

  test('of a learner does not fit a role of the back office', async () => {
    expect((await save({ roles: ['2', '6'], roleType: RoleType.learner })).fields).toEqual(needed)
    const id = await saved({ roleType: RoleType.learner })
    expect((await save({ ...(await detail(id)), password: '', roles: ['2'] })).fields).toEqual(needed)
    expect(await detail(id)).toMatchObject({ roleType: RoleType.learner, roles: ['6'] })
  })

  test('of a new teacher needs no hotel, also where the form does not name it', async () => {
    await hotel(true)
    expect((await save({ roles: ['2'] })).code).toBe(0)
    expect((await save({ roles: ['6'] })).code).toBe(errors.badInput[0])
    await hotel(false)
  })
})

/** A back-office user of the northern branch with these tags. */
async function backOfficeUser(tags: string[], given: { dataScope?: DataScope; roleLevel?: number; dept?: string } = {}) {
  const { dataScope = DataScope.branch, roleLevel = 5, dept = north } = given
  const userName = fresh('keeper')
  const role = await app.db
    .insertInto('sysRole')
    .values({ roleName: userName, roleLevel, dataScope })
    .returning('id')
    .executeTakeFirstOrThrow()
  const menus = await app.db.selectFrom('sysMenu').where('permissionTag', 'in', tags).select('id').execute()
  await app.db
    .insertInto('sysRoleMenu')
    .values(menus.map((one) => ({ roleId: role.id, menuId: one.id })))
    .execute()
  const id = await makeUser(app.db, { userName, roleType: RoleType.staff, roles: [userName], deptCode: dept })
  return { id, roleId: role.id, token: (await app.as(userName)).token }
}
const adminTags = ['sys:user:list', 'sys:user:add', 'sys:user:update', 'sys:user:delete', 'sys:user:export']

describe('saving a user', () => {
  test('adds a user who can sign in, and returns all but the password', async () => {
    const more = {
      mobile: '13900001111',
      email: 'a@b.cn',
      idCard: '11010519491231002x',
      expireTime: '2099-01-02 03:04:05',
      roleType: RoleType.staff,
    }
    const userName = fresh('Name')
    const id = await saved({ userName, roles: ['2', '6'], ...more })
    const one = await detail(id)
    expect(one).toMatchObject({
      ...more,
      userName,
      idCard: '11010519491231002X',
      roles: ['2', '6'],
      roles_dictText: '教师、学员',
      version: 0,
    })
    expect(one).toMatchObject({ deptCode: north, deptCode_dictText: '北区', state: UserState.active, state_dictText: '正常' })
    expect(JSON.stringify(one)).not.toContain('argon2')
    expect(await signIn(userName)).toBe(0)
  })

  test('changes a user; a blank password leaves the stored one, and a stale version is refused', async () => {
    const userName = fresh()
    const id = await saved({ userName })
    const version = (await detail(id)).version
    await app.ok(user.save, form({ id, userName, realName: '新名', password: '', version }), admin)
    expect(await detail(id)).toMatchObject({ realName: '新名', version: version + 1 })
    expect(await signIn(userName)).toBe(0)
    expect((await save({ id, userName, version })).code).toBe(errors.conflict[0])
    expect((await save({ id: '999999' })).code).toBe(errors.notFound[0])
  })

  test('a new password and a disabled state end sessions', async () => {
    const userName = fresh()
    const id = await saved({ userName })
    const { token } = await app.as(userName)
    await app.ok(user.save, form({ id, userName, password: '' }), admin)
    expect(await alive(token)).toBe(true)
    await app.ok(user.save, form({ id, userName, password: 'Other@2026' }), admin)
    expect(await alive(token)).toBe(false)
    expect(await signIn(userName, 'Other@2026')).toBe(0)
    await app.ok(user.save, form({ id, userName, password: '', state: UserState.disabled }), admin)
    expect(await signIn(userName, 'Other@2026')).toBe(errors.accountDisabled[0])
  })

  test('names and mobile numbers are unique', async () => {
    const userName = fresh('Twin')
    await saved({ userName, mobile: '13900002222' })
    expect((await save({ userName: userName.toLowerCase() })).fields).toEqual([{ field: 'userName', msg: '用户名已存在' }])
    expect((await save({ mobile: '13900002222' })).fields).toEqual([{ field: 'mobile', msg: '手机号已被其他用户使用' }])
    await saved({ mobile: '' })
    await saved({ mobile: '' })
  })

  test.each<[Partial<Form>, string]>([
    [{ userName: ' ' }, '用户不能为空！'],
    [{ userName: 'a b' }, '用户名不能含有空格'],
    [{ realName: '' }, '姓名不能为空！'],
    [{ deptCode: '' }, '部门不能为空！'],
    [{ deptCode: 'none' }, '部门不存在，请重新选择'],
    [{ roles: [] }, '必须选择一个角色！'],
    [{ roles: ['999'] }, '角色不存在，请重新选择'],
    [{ password: '' }, '密码不能为空！'],
    [{ password: 'Ab1@' }, '密码长度应为8-60位'],
    [{ password: 'abcdefgh1' }, '密码应包含大写字母、小写字母、数字、特殊字符其中三种!'],
    [{ mobile: '12345' }, '手机号码格式不正确!'],
    [{ email: 'x' }, '邮箱格式不正确!'],
    [{ idCard: '110105194912310021' }, '身份证号码格式不正确!'],
    [{ state: UserState.pending }, '新用户不能是待审核状态'],
  ])('refuses %j', async (more, msg) => expect(await save(more)).toMatchObject({ code: errors.badInput[0], msg }))
})

describe('the hotel block', () => {
  test('is required of learners while the site has it enabled, and the values of the code are looked up', async () => {
    await hotel(true)
    try {
      expect((await save()).fields.map((one) => one.msg)).toEqual([
        '酒店编码不能为空！',
        '营业执照注册名称不能为空！',
        '对外门牌标识不能为空！',
        '法定代表人不能为空！',
        '营业地址不能为空！',
        '所属分局/派出所不能为空!',
      ])
      // the problems of all other fields are listed with those of the block
      expect((await save({ realName: '', mobile: '1' })).fields.map((one) => one.field)).toEqual(
        expect.arrayContaining(['realName', 'mobile', 'hotelCode', 'policeStation2']),
      )
      await saved({ roleType: RoleType.staff, roles: ['2'] })
      const block = {
        businessLicense: '假',
        signageName: '假',
        legalPerson: '假',
        businessAddress: '湖滨路1号',
        policeStation2: ['01', '0101'],
      }
      expect((await save({ ...block, hotelCode: 'H404' })).msg).toBe('酒店编码不正确!')
      const id = await saved({ ...block, hotelCode: 'H1' })
      const found = await detail(id)
      expect(found).toMatchObject({ signageName: '云栖', businessLicense: '云栖酒店有限公司', legalPerson: '王五' })
      expect(found).toMatchObject({ branch: '01', policeStation: '0101', policeStation2: ['01', '0101'] })
      expect((await save({ ...block, hotelCode: 'H1', policeStation2: ['01', '0201'] })).fields[0]?.field).toBe('policeStation2')
    } finally {
      await hotel(false)
    }
    await saved()
  })
})

describe('an administrator of a branch is limited to it', () => {
  test('in lists, details and every change', async () => {
    const { token } = await backOfficeUser(adminTags)
    const near = await saved({ deptCode: northern })
    const far = await saved({ deptCode: south })
    expect((await app.ok(user.paging, { size: 100 }, token)).records.map((one) => one.id)).not.toContain(far)
    expect(await detail(near, token)).toMatchObject({ id: near })
    const calls = [
      app.call(user.detail, { id: far }, token),
      save({ id: far, deptCode: north }, token),
      app.call(user.delete, { ids: [near, far] }, token),
      app.call(user.state, { ids: [far], state: UserState.disabled }, token),
      app.call(user['reset-pass'], { ids: [far], password }, token),
      app.call(user['batch-dept'], { ids: [far], deptCode: north }, token),
      app.call(user['batch-role'], { ids: [far], roles: ['6'] }, token),
      app.call(user['batch-expire'], { ids: [far], expireTime: null }, token),
      app.call(user.audit, { ids: [far], state: UserVerdict.approved, auditMsg: '好' }, token),
    ]
    for (const answer of await Promise.all(calls)) expect(answer.code).toBe(errors.notFound[0])
    expect(await inDb(near)).toBeDefined()
    expect((await save({ deptCode: south }, token)).msg).toBe('您无权管理该部门')
    expect((await app.call(user['batch-dept'], { ids: [near], deptCode: 'A01' }, token)).msg).toBe('您无权管理该部门')
    await app.ok(user['batch-dept'], { ids: [near], deptCode: north }, token)
    expect((await detail(near)).deptCode).toBe(north)
  })

  test('with the scope own data, only their own account', async () => {
    const { id, token } = await backOfficeUser(adminTags, { dataScope: DataScope.own })
    const near = await saved()
    expect((await app.ok(user.paging, {}, token)).records.map((one) => one.id)).toEqual([id])
    expect((await app.call(user.state, { ids: [near], state: UserState.disabled }, token)).code).toBe(errors.notFound[0])
    expect((await save({}, token)).msg).toBe('您无权管理该部门')
  })
})

describe('callers grant and administer no more than they have', () => {
  test('roles of a higher level, a wider scope or more tags are refused', async () => {
    const { token } = await backOfficeUser(adminTags)
    const near = await saved()
    for (const role of ['1', '2', '4']) {
      expect((await save({ roles: ['6', role] }, token)).fields[0]?.field).toBe('roles')
      expect((await app.call(user['batch-role'], { ids: [near], roles: [role] }, token)).fields[0]?.field).toBe('roles')
    }
    await app.ok(user['batch-role'], { ids: [near], roles: ['6'] }, token)
  })

  test('users with more rights cannot be changed', async () => {
    const { token } = await backOfficeUser(adminTags)
    const chief = await saved({ roleType: RoleType.staff, roles: ['1'] })
    const calls = [
      save({ id: chief, roles: ['1'] }, token),
      app.call(user.state, { ids: [chief], state: UserState.disabled }, token),
      app.call(user['reset-pass'], { ids: [chief], password }, token),
      app.call(user.delete, { ids: [chief] }, token),
      app.call(user['batch-role'], { ids: [chief], roles: ['6'] }, token),
    ]
    for (const answer of await Promise.all(calls)) expect(answer.code).toBe(errors.userBeyond[0])
    await app.ok(user.delete, { ids: [chief] }, admin)
  })

  test('identity number and face photo are shown only to callers who may change users', async () => {
    const id = await saved({ idCard: '11010519491231002X' })
    const { token } = await backOfficeUser(['sys:user:list'])
    expect(await detail(id, token)).toMatchObject({ idCard: '110***********002X', face: '' })
  })

  test('each call needs its tag', async () => {
    const { token } = await backOfficeUser(['sys:user:list', 'sys:user:add'])
    const id = await saved()
    expect((await save({ id }, token)).code).toBe(errors.forbidden[0])
    expect((await app.call(user.state, { ids: [id], state: UserState.disabled }, token)).code).toBe(errors.forbidden[0])
    expect((await save({}, token)).code).toBe(0)
  })
})

describe('the last administrator', () => {
  test('cannot be removed by any call, and two who remove each other do not both succeed', async () => {
    const me = (await app.as('admin')).id
    const last = (answer: { code: number }) => expect(answer.code).toBe(errors.lastAdministrator[0])
    const second = await saved({ roleType: RoleType.staff, roles: ['1'], userName: fresh('chief') })
    const chief = (await inDb(second))!.userName
    const { token } = await app.as(chief)
    const both = await Promise.all([
      app.call(user.state, { ids: [second], state: UserState.disabled }, admin),
      app.call(user.state, { ids: [me], state: UserState.disabled }, token),
    ])
    expect(both.filter((one) => one.code === 0)).toHaveLength(1)
    await app.db.updateTable('sysUser').set({ state: UserState.active }).where('id', '=', me).execute()
    await app.db.updateTable('sysUser').set({ state: UserState.disabled }).where('id', '=', second).execute()
    admin = (await app.as('admin')).token
    last(await app.call(user['batch-role'], { ids: [me], roles: ['6'] }, admin))
    last(await app.call(user['batch-expire'], { ids: [me], expireTime: '2099-01-01 00:00:00' }, admin))
    last(await save({ id: me, userName: 'admin', password: '', roles: ['1'], roleType: RoleType.learner }))
    expect((await app.call(user.delete, { ids: [me] }, admin)).code).toBe(errors.userIsSelf[0])
    expect((await app.call(user.state, { ids: [me], state: UserState.disabled }, admin)).code).toBe(errors.userIsSelf[0])
    await app.ok(
      user.save,
      form({ id: me, userName: 'admin', password: '', roles: ['1'], roleType: RoleType.staff, realName: '系统管理员' }),
      admin,
    )
  })
})

describe('batch operations', () => {
  test('disable users immediately on every node, and enable them again', async () => {
    const node = await startApp({ databaseUrl: app.databaseUrl })
    try {
      const userName = fresh()
      const id = await saved({ userName })
      const { token } = await app.as(userName)
      const there = async () => (await node.call(user.info, {}, token)).code
      expect(await there()).toBe(0)
      await app.ok(user.state, { ids: [id], state: UserState.disabled }, admin)
      await expect.poll(there).toBe(errors.signedOut[0])
      expect(await signIn(userName)).toBe(errors.accountDisabled[0])
      await app.ok(user.state, { ids: [id], state: UserState.active }, admin)
      expect(await signIn(userName)).toBe(0)
    } finally {
      await node.close()
    }
  })

  test('set one new password, which ends the sessions', async () => {
    const names = [fresh(), fresh()]
    const ids = [await saved({ userName: names[0]! }), await saved({ userName: names[1]! })]
    const { token } = await app.as(names[0]!)
    expect((await app.call(user['reset-pass'], { ids, password: '12345678' }, admin)).msg).toContain('密码应包含')
    await app.ok(user['reset-pass'], { ids, password: 'Fresh@2026' }, admin)
    expect(await alive(token)).toBe(false)
    for (const name of names) expect(await signIn(name, 'Fresh@2026')).toBe(0)
  })

  test('make learners back-office users with a role that needs one', async () => {
    const [id, other] = [await saved(), await saved()]
    await app.ok(user['batch-role'], { ids: [id], roles: ['2'] }, admin)
    await app.ok(user['batch-role'], { ids: [other], roles: ['6'] }, admin)
    expect([(await detail(id)).roleType, (await detail(other)).roleType]).toEqual([RoleType.staff, RoleType.learner])
    const { userName } = await detail(id)
    expect((await app.ok(user.info, {}, (await app.as(userName)).token)).permissions).toContain('exam:add')
  })

  test('set roles and expiry, which apply immediately', async () => {
    const userName = fresh()
    const id = await saved({ userName, roleType: RoleType.staff })
    const { token } = await app.as(userName)
    expect((await app.ok(user.info, {}, token)).permissions).toEqual([])
    await app.ok(user['batch-role'], { ids: [id], roles: ['3', '6'] }, admin)
    expect((await app.ok(user.info, {}, token)).permissions).toEqual(['exam:watch', 'stat:work'])
    await app.ok(user['batch-expire'], { ids: [id], expireTime: '2020-01-01 00:00:00' }, admin)
    expect(await alive(token)).toBe(false)
    expect(await signIn(userName)).toBe(errors.accountExpired[0])
    await app.ok(user['batch-expire'], { ids: [id], expireTime: null }, admin)
    expect(await signIn(userName)).toBe(0)
  })

  test('approve or reject registrations with a message, once', async () => {
    const ids = [
      await makeUser(app.db, { userName: fresh(), state: UserState.pending }),
      await makeUser(app.db, { userName: fresh(), state: UserState.pending }),
    ]
    expect((await app.call(user.audit, { ids, state: UserVerdict.approved, auditMsg: '' }, admin)).msg).toBe('审核理由不能为空！')
    await app.ok(user.audit, { ids: [ids[0]!], state: UserVerdict.approved, auditMsg: '欢迎' }, admin)
    expect((await app.call(user.audit, { ids, state: UserVerdict.rejected, auditMsg: '重复' }, admin)).code).toBe(errors.userNotPending[0])
    await app.ok(user.audit, { ids: [ids[1]!], state: UserVerdict.rejected, auditMsg: '资料不全' }, admin)
    expect((await inDb(ids[0]!))!.state).toBe(UserState.active)
    expect((await inDb(ids[1]!))!.state).toBe(UserState.disabled)
    const messages = await app.db
      .selectFrom('sysMsg')
      .where('userId', 'in', ids)
      .orderBy('id')
      .select(['userId', 'title', 'content'])
      .execute()
    expect(messages).toEqual([
      { userId: ids[0], title: '您的注册申请已通过审核', content: '欢迎' },
      { userId: ids[1], title: '您的注册申请未通过审核', content: '资料不全' },
    ])
  })

  test('remove users with their sessions, unless papers reference them', async () => {
    const userName = fresh()
    const id = await saved({ userName, realName: '有卷' })
    const other = fresh()
    const gone = await saved({ userName: other })
    const bank = await makeBank(app.ctx(), { single: 1 })
    const draws = [{ repoId: bank.repoId, chapterId: '', quType: QuType.single, level: null, count: 1, perScore: 100 }]
    const tmplId = await makeTmpl(app.ctx(), { groups: [{ title: '一', mode: 'draw', draws, quList: [] }] })
    const examId = await makeExam(app.ctx(), { tmplId })
    const { token } = await app.as(userName)
    const reply = await app.http.inject({ method: 'POST', url: '/api/paper/paper/create-paper', headers: { token }, payload: { examId } })
    expect(reply.json()).toMatchObject({ code: 0 })
    const refused = await app.call(user.delete, { ids: [gone, id] }, admin)
    expect(refused).toMatchObject({ code: errors.userInUse[0], msg: '“有卷”已有考试等业务数据，不能删除，请改为禁用' })
    const session = await app.as(other)
    expect(await alive(session.token)).toBe(true)
    await app.ok(user.delete, { ids: [gone] }, admin)
    expect(await inDb(gone)).toBeUndefined()
    expect(await alive(session.token)).toBe(false)
  })
})
