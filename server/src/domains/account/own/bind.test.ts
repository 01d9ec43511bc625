// Binding and unbinding of phones and third-party accounts, by users and by administrators.
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { bind, BindSmsType } from '@shuyuan/contract/account/bind.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { describe, expect, test } from 'vitest'
import { sentCode, turn } from '../../../../test/sign-in-steps.ts'
import { startWithEnv } from '../../../../test/people.ts'
import { STUB_ENV } from '../../../../test/provider-stub.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { rootDepart } from '../../people/org/depart.service.ts'
import { hashPassword } from '../../session/password.service.ts'
import { makeUser } from '../../people/user/user.factory.ts'

let number = 0
const { app, admin } = await startWithEnv(STUB_ENV)
const passwordHash = await hashPassword('Right@2026')
await turn(app, admin.token, { wechatLogin: true })

const newMobile = () => `135${String(10_000_000 + number++)}`
const person = async (more: object = {}) => {
  const userName = `bound${number++}`
  const id = await makeUser(app.db, { userName, passwordHash, ...more })
  return { id, userName, token: (await app.as(userName)).token }
}
const elsewhere = async (userId: string, loginType = 'wechat') =>
  (
    await app.db
      .insertInto('sysUserBind')
      .values({ userId, loginType, openId: `open-${number++}`, nickName: '阿明' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
const mobileOf = async (id: string) =>
  (await app.db.selectFrom('sysUser').where('id', '=', id).select('mobile').executeTakeFirstOrThrow()).mobile
const list = (token: string) => app.ok(bind['bind-list'], {}, token)
const bindMobile = async (token: string, mobile: string) =>
  app.call(bind['bind-mobile'], { mobile, smsCode: await sentCode(app, mobile, 'bind', token), smsType: BindSmsType.bind }, token)
const msgs = (userId: string) => app.db.selectFrom('sysMsg').where('userId', '=', userId).selectAll().execute()

describe('the own phone', () => {
  test('is bound with one code and unbound with another', async () => {
    const { id, token } = await person()
    const mobile = newMobile()
    app.clock.advance(86_400)
    expect(await bindMobile(token, mobile)).toMatchObject({ code: 0, data: true })
    const createTime = expect.stringContaining(toWallClock(app.clock.now()).slice(0, 10))
    expect(await list(token)).toEqual([
      { id: `m${id}`, loginType: 'mobile', loginType_dictText: '手机号', openId: mobile, nickName: '', createTime },
    ])
    app.clock.advance(-86_400)
    expect(await app.ok(bind['bind-info'], { loginType: 'mobile' }, token)).toEqual({ openId: mobile, loginType: 'mobile', userId: id })
    expect((await app.call(bind.unbind, { id: `m${id}` }, token)).fields).toEqual([{ field: 'id', msg: '解绑手机号需要短信验证码' }])
    const smsCode = await sentCode(app, mobile, 'unbind', token)
    expect((await app.call(bind['unbind-mobile'], { mobile, smsCode, smsType: BindSmsType.unbind }, token)).code).toBe(0)
    expect(await list(token)).toEqual([])
  })

  test('needs the code of that number, for that purpose, valid once', async () => {
    const { id, token } = await person()
    const [mobile, other] = [newMobile(), newMobile()]
    const smsCode = await sentCode(app, mobile, 'bind', token)
    const send = (body: { mobile: string; smsCode: string }) => app.call(bind['bind-mobile'], body, token)
    expect((await send({ mobile: other, smsCode })).code).toBe(errors.smsWrong[0])
    expect((await send({ mobile, smsCode: '' })).fields).toEqual([{ field: 'smsCode', msg: '短信验证码不能为空' }])
    expect((await send({ mobile: '1', smsCode })).fields).toEqual([{ field: 'mobile', msg: '手机号码格式不正确!' }])
    const answers = await Promise.all([send({ mobile, smsCode }), send({ mobile, smsCode })])
    const codes = answers.map((one) => one.code)
    expect(codes.filter((code) => code === 0)).toHaveLength(1)
    // which refusal the second call gets depends on timing: the code is consumed, or the phone is bound
    expect([errors.smsWrong[0], errors.mobileBound[0]]).toContain(codes.find((code) => code !== 0))
    expect(await mobileOf(id)).toBe(mobile)
  })

  test('cannot be bound when another user has the number, nor a second one', async () => {
    const mobile = newMobile()
    await person({ mobile })
    const { token } = await person()
    expect((await bindMobile(token, mobile)).fields).toEqual([{ field: 'mobile', msg: '该手机号已被其他用户绑定' }])
    expect((await bindMobile(token, newMobile())).code).toBe(0)
    expect((await bindMobile(token, newMobile())).code).toBe(errors.mobileBound[0])
  })

  test('is the only number that can be unbound', async () => {
    const foreign = newMobile()
    const owner = await person({ mobile: foreign })
    const { token } = await person({ mobile: newMobile() })
    expect((await app.call(bind['unbind-mobile'], { mobile: foreign, smsCode: '123456' }, token)).fields).toEqual([
      { field: 'mobile', msg: '只能解绑自己已绑定的手机号' },
    ])
    expect(await mobileOf(owner.id)).toBe(foreign)
  })
})

describe('the last sign-in method', () => {
  test('cannot be removed: neither phone nor third-party account, without a password', async () => {
    const mobile = newMobile()
    const { id, token } = await person({ passwordHash: '', mobile })
    const smsCode = await sentCode(app, mobile, 'unbind', token)
    expect((await app.call(bind['unbind-mobile'], { mobile, smsCode }, token)).code).toBe(errors.lastWayIn[0])
    const bindId = await elsewhere(id)
    await app.ok(bind.unbind, { id: bindId }, token)
    await app.db.updateTable('sysUser').set({ mobile: null }).where('id', '=', id).execute()
    const last = await elsewhere(id)
    await elsewhere(id, 'ding-talk')
    expect((await app.call(bind.unbind, { id: last }, token)).code, 'the other way is switched off').toBe(errors.lastWayIn[0])
  })
})

describe('a third-party account', () => {
  test('is unbound by its owner only', async () => {
    const [owner, thief] = [await person(), await person()]
    const id = await elsewhere(owner.id)
    expect((await app.call(bind.unbind, { id }, thief.token)).code).toBe(errors.notFound[0])
    expect((await app.call(bind.unbind, { id: `m${owner.id}` }, thief.token)).code).toBe(errors.notFound[0])
    expect((await app.call(bind['unbind-by-id'], { id }, thief.token)).code).toBe(errors.forbidden[0])
    expect(await list(owner.token)).toMatchObject([{ id, loginType: 'wechat', loginType_dictText: '微信', nickName: '阿明' }])
    expect(await list(thief.token)).toEqual([])
    await app.ok(bind.unbind, { id }, owner.token)
    expect((await app.call(bind.unbind, { id }, owner.token)).code).toBe(errors.notFound[0])
    expect(await msgs(owner.id)).toEqual([])
  })

  test('of another user is not shown without the tag', async () => {
    const [one, two] = [await person(), await person({ mobile: newMobile() })]
    const answer = await app.call(bind['bind-info'], { loginType: 'mobile', userId: two.id }, one.token)
    expect(answer.code).toBe(errors.forbidden[0])
    expect((await app.ok(bind['bind-info'], { loginType: 'mobile', userId: two.id }, admin)).openId).toMatch(/^135/)
  })
})

describe('an administrator', () => {
  test('lists and unbinds a user’s accounts; the user gets a message', async () => {
    const mobile = newMobile()
    const { id } = await person({ mobile })
    const bindId = await elsewhere(id)
    const page = await app.ok(bind.paging, { params: { userId: id } }, admin)
    expect(page).toMatchObject({
      total: 2,
      records: [
        { id: bindId, loginType: 'wechat' },
        { id: `m${id}`, openId: mobile },
      ],
    })
    await app.ok(bind['unbind-by-id'], { id: bindId }, admin)
    await app.ok(bind['direct-unbind'], { userId: id, mobile }, admin)
    expect((await app.ok(bind.paging, { params: { userId: id } }, admin)).total).toBe(0)
    expect((await msgs(id)).map((one) => one.content)).toEqual([
      expect.stringContaining('管理员已解除您绑定的微信账号“阿明”'),
      expect.stringContaining(`手机号 ${mobile.slice(0, 3)}****${mobile.slice(-4)}`),
    ])
    expect((await app.call(bind['direct-unbind'], { userId: id, mobile }, admin)).code).toBe(errors.conflict[0])
    expect((await app.call(bind['unbind-by-id'], { id: bindId }, admin)).code).toBe(errors.notFound[0])
  })

  test('binds a number that no other user has', async () => {
    const mobile = newMobile()
    const [one, two] = [await person(), await person()]
    await app.ok(bind['direct-bind'], { userId: one.id, mobile }, admin)
    expect(await mobileOf(one.id)).toBe(mobile)
    expect((await app.call(bind['direct-bind'], { userId: two.id, mobile }, admin)).fields).toEqual([
      { field: 'mobile', msg: '该手机号已被其他用户绑定' },
    ])
    expect((await app.call(bind['direct-bind'], { userId: '999999', mobile: newMobile() }, admin)).code).toBe(errors.notFound[0])
    const answers = await Promise.all(
      [one, two].map(({ id }) => app.call(bind['direct-bind'], { userId: id, mobile: '13500009999' }, admin)),
    )
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1)
  })

  test('of one branch neither sees nor changes another', async () => {
    const root = (await rootDepart(app.db)).deptCode
    const [own, other] = [await makeDepart(app.db, root, '甲'), await makeDepart(app.db, root, '乙')]
    const role = await app.db
      .insertInto('sysRole')
      .values({ roleName: '支部管理员', roleLevel: 3, dataScope: DataScope.branch })
      .returning('id')
      .executeTakeFirstOrThrow()
    const menus = await app.db
      .selectFrom('sysMenu')
      .where('permissionTag', 'in', ['sys:user:list', 'sys:user:update'])
      .select('id')
      .execute()
    await app.db
      .insertInto('sysRoleMenu')
      .values(menus.map((one) => ({ roleId: role.id, menuId: one.id })))
      .execute()
    const clerk = await person({ roleType: RoleType.staff, roles: ['支部管理员'], deptCode: own })
    const [near, far] = [await person({ deptCode: own, mobile: newMobile() }), await person({ deptCode: other, mobile: newMobile() })]
    const farBind = await elsewhere(far.id)
    const page = await app.ok(bind.paging, { size: 100 }, clerk.token)
    expect(page.records.map((row) => row.id)).toContain(`m${near.id}`)
    expect(page.records.map((row) => row.id)).not.toContain(`m${far.id}`)
    expect((await app.ok(bind.paging, { params: { userId: far.id } }, clerk.token)).total).toBe(0)
    expect((await app.call(bind['unbind-by-id'], { id: farBind }, clerk.token)).code).toBe(errors.notFound[0])
    const mobile = (await mobileOf(far.id)) ?? ''
    expect((await app.call(bind['direct-unbind'], { userId: far.id, mobile }, clerk.token)).code).toBe(errors.notFound[0])
    expect((await app.call(bind['bind-info'], { loginType: 'mobile', userId: far.id }, clerk.token)).code).toBe(errors.notFound[0])
    expect(await app.ok(user.info, {}, far.token)).toMatchObject({ mobile })
  })
})
