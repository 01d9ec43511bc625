// Registration and password reset.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { UserDeptType, LoginTick } from '@shuyuan/contract/site/config/switch.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { UserVerdict } from '@shuyuan/contract/people/user/user-admin.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { sentCode, solved, turn } from '../../../../test/sign-in-steps.ts'
import { startWithEnv } from '../../../../test/people.ts'
import { STUB_ENV } from '../../../../test/provider-stub.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { rootDepart } from '../../people/org/depart.service.ts'
import { hashPassword } from '../../session/password.service.ts'
import { makeUser } from '../../people/user/user.factory.ts'

const PASSWORD = 'Right@2026'
let number = 0
const { app, admin } = await startWithEnv(STUB_ENV)
const deptCode = await makeDepart(app.db, (await rootDepart(app.db)).deptCode, '新生部')
beforeEach(() =>
  turn(app, admin.token, {
    userReg: true,
    userAudit: false,
    userDeptType: UserDeptType.chosen,
    userDeptCode: '',
    mobileLogin: true,
    loginTick: LoginTick.several,
  }),
)

const newMobile = () => `137${String(10_000_000 + number++)}`
const form = (more: object = {}) => ({ userName: `new.comer-${number++}`, realName: '新同学', password: PASSWORD, deptCode, ...more })
const reg = async (more: object = {}) => app.call(user.reg, { ...form(more), ...(await solved(app)), ...more })
const rowOf = (userName: string) => app.db.selectFrom('sysUser').where('userName', '=', userName).selectAll().executeTakeFirst()
const lastLog = () => app.db.selectFrom('sysLoginLog').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

describe('registration', () => {
  test('adds a learner of the chosen department and signs them in', async () => {
    const { code, data } = await reg({ userName: 'Zhang.San' })
    expect(code).toBe(0)
    const { token, userId } = data as { token: string; userId: string }
    const me = await app.ok(user.info, {}, token)
    expect(me).toMatchObject({ id: userId, userName: 'Zhang.San', realName: '新同学', roleType: RoleType.learner, deptCode, roles: ['6'] })
    expect((await app.call(user.login, { userName: 'zhang.san', password: PASSWORD })).code).toBe(0)
    const auditRows = await app.db.selectFrom('sysLog').where('path', '=', user.reg.path).where('userId', '=', userId).selectAll().execute()
    expect(auditRows).toHaveLength(1)
    expect(JSON.stringify(auditRows)).not.toContain(PASSWORD)
  })

  test('is refused while it is off, and does not list the departments', async () => {
    await turn(app, admin.token, { userReg: false })
    expect(await reg()).toMatchObject({ code: errors.regOff[0], msg: '系统未开放注册，请联系管理员' })
    expect((await app.call(user['reg-departs'], {})).code).toBe(errors.regOff[0])
    expect(await lastLog()).toMatchObject({ way: 'reg', success: false, reason: '系统未开放注册，请联系管理员' })
  })

  test('leaves the account pending while userAudit is on', async () => {
    await turn(app, admin.token, { userAudit: true })
    const { code, data } = await reg({ userName: 'waiting1' })
    expect({ code, data }).toEqual({ code: 0, data: { pending: true } })
    expect(await rowOf('waiting1')).toMatchObject({ state: UserState.pending })
    expect((await app.call(user.login, { userName: 'waiting1', password: PASSWORD })).code).toBe(errors.accountPending[0])
    expect(
      await app.db
        .selectFrom('sysSession')
        .innerJoin('sysUser', 'sysUser.id', 'userId')
        .where('userName', '=', 'waiting1')
        .select('userName')
        .execute(),
    ).toEqual([])
    const { id } = (await rowOf('waiting1'))!
    await app.ok(user.audit, { ids: [id], state: UserVerdict.approved, auditMsg: '欢迎' }, admin)
    expect((await app.call(user.login, { userName: 'waiting1', password: PASSWORD })).code).toBe(0)
  })

  test('assigns the default department, whatever was sent', async () => {
    await turn(app, admin.token, { userDeptType: UserDeptType.fixed, userDeptCode: deptCode })
    await reg({ userName: 'given1', deptCode: 'no-such-code' })
    expect(await rowOf('given1')).toMatchObject({ deptCode })
    expect((await app.call(user['reg-departs'], {})).code).toBe(errors.regOff[0])
  })

  test('lists the departments to choose from, names and codes only', async () => {
    const [top] = await app.ok(user['reg-departs'], {})
    expect(Object.keys(top ?? {}).toSorted()).toEqual(['children', 'deptCode', 'deptName'])
    expect(JSON.stringify(top)).toContain('新生部')
  })

  test.each([
    [{ deptCode: '' }, 'deptCode', '部门不能为空！'],
    [{ deptCode: 'no-such' }, 'deptCode', '部门不存在，请重新选择'],
    [{ userName: 'admin' }, 'userName', '用户名已存在'],
    [{ userName: 'ADMIN' }, 'userName', '用户名已存在'],
    [{ userName: ' ' }, 'userName', '用户名不能为空！'],
    [{ userName: 'a b' }, 'userName', '用户名只能由文字、数字、下划线、点、横线和@组成'],
    [{ userName: '<script>' }, 'userName', '用户名只能由文字、数字、下划线、点、横线和@组成'],
    [{ userName: 'x'.repeat(61) }, 'userName', '用户名不能超过60个字'],
    [{ realName: '' }, 'realName', '姓名不能为空！'],
    [{ password: 'short1A' }, 'password', '密码长度应为8-60位'],
    [{ password: 'alllowercase' }, 'password', '密码应包含大写字母、小写字母、数字、特殊字符其中三种!'],
    [{ mobile: '12345' }, 'mobile', '手机号码格式不正确!'],
    [{ mobile: '13900000000' }, 'smsCode', '短信验证码不能为空'],
    [{ captchaValue: '' }, 'captchaValue', '图形验证码不能为空！'],
  ])('%j is refused at %s', async (more, field, msg) => {
    expect(await reg(more)).toMatchObject({ code: errors.badInput[0], fields: expect.arrayContaining([{ field, msg }]) })
  })

  test('cannot set roles or state', async () => {
    await reg({ userName: 'cheeky', roleType: RoleType.staff, roles: ['1'], state: UserState.active, points: 1_000, id: '1' })
    expect(await rowOf('cheeky')).toMatchObject({ roleType: RoleType.learner, points: 0, state: UserState.active })
  })

  test('needs a solved captcha, valid once', async () => {
    const once = await solved(app)
    expect((await reg({ captchaValue: '0000' })).code).toBe(errors.captchaWrong[0])
    expect((await app.call(user.reg, { ...form(), ...once })).code).toBe(0)
    expect((await app.call(user.reg, { ...form(), ...once })).code).toBe(errors.captchaWrong[0])
  })

  test('with a phone needs the code sent for registration', async () => {
    const mobile = newMobile()
    const login = await sentCode(app, mobile, 'login')
    expect((await reg({ mobile, smsCode: login })).code, 'a code for signing in').toBe(errors.smsWrong[0])
    const smsCode = await sentCode(app, mobile, 'reg')
    expect((await reg({ userName: 'admin', mobile, smsCode })).fields, 'the code stays valid').toMatchObject([{ field: 'userName' }])
    expect((await reg({ userName: 'phoned', mobile, smsCode })).code).toBe(0)
    expect(await rowOf('phoned')).toMatchObject({ mobile })
    expect((await reg({ mobile, smsCode: '123456' })).fields).toEqual([{ field: 'mobile', msg: '该手机号已被注册' }])
  })

  test('refuses one of two concurrent registrations with the same name', async () => {
    const answers = await Promise.all([reg({ userName: 'Twin' }), reg({ userName: 'tWIN' })])
    expect(answers.map((one) => one.code).toSorted((a, b) => a - b)).toEqual([0, errors.badInput[0]])
    expect(answers.find((one) => one.code !== 0)?.fields).toEqual([{ field: 'userName', msg: '用户名已存在' }])
  })
})

test('a first sign-in by phone adds an account in the default department', async () => {
  await turn(app, admin.token, { userDeptType: UserDeptType.fixed, userDeptCode: deptCode })
  const mobile = newMobile()
  expect((await app.call(user['mobile-login'], { mobile, smsCode: await sentCode(app, mobile, 'login') })).code).toBe(0)
  expect(await rowOf(mobile)).toMatchObject({ deptCode, state: UserState.active })
})

test('a sign-in by phone ends earlier sessions while loginTick is on, and is logged', async () => {
  await turn(app, admin.token, { loginTick: LoginTick.newest })
  const mobile = newMobile()
  const userName = `phone-owner${number++}`
  const id = await makeUser(app.db, { userName, mobile })
  const { token } = await app.as(userName)
  expect((await app.call(user.info, {}, token)).code).toBe(0)
  expect((await app.call(user['mobile-login'], { mobile, smsCode: '000000' })).code).toBe(errors.smsWrong[0])
  expect(await lastLog()).toMatchObject({ way: 'sms', success: false, userName: mobile, reason: '短信验证码错误或已失效' })
  const { data } = await app.call(user['mobile-login'], { mobile, smsCode: await sentCode(app, mobile, 'login') })
  expect(await app.call(user.info, {}, token)).toMatchObject({ code: errors.kickedOut[0], msg: errors.kickedOut[1] })
  expect((await app.call(user.info, {}, data.token)).code).toBe(0)
  expect(await lastLog()).toMatchObject({ way: 'sms', success: true, userId: id, userName })
})

describe('a forgotten password', () => {
  const person = async (more: object = {}) => {
    const mobile = newMobile()
    const userName = `forgetful${number++}`
    const id = await makeUser(app.db, { userName, mobile, passwordHash: await hashPassword('Before@2026'), ...more })
    return { id, userName, mobile }
  }
  const forgot = (mobile: string, smsCode: string, password = PASSWORD) => app.call(user.forgot, { mobile, smsCode, password })

  test('is reset with an SMS code: sessions end, the lock is lifted', async () => {
    const { userName, mobile } = await person()
    const { token } = await app.as(userName)
    expect((await app.call(user.info, {}, token)).code).toBe(0)
    for (let time = 0; time < 10; time++) await app.call(user.login, { userName, password: 'wrong', ...(await solved(app)) })
    expect((await app.call(user.login, { userName, password: 'Before@2026', ...(await solved(app)) })).code).toBe(errors.tooOften[0])
    expect(await forgot(mobile, await sentCode(app, mobile, 'forgot'))).toMatchObject({ code: 0, data: true })
    expect((await app.call(user.info, {}, token)).code).toBe(errors.signedOut[0])
    expect((await app.call(user.login, { userName, password: 'Before@2026' })).code).toBe(errors.signInWrong[0])
    expect((await app.call(user.login, { userName, password: PASSWORD })).code).toBe(0)
  })

  test('is not reset with another code, twice with one code, or to a weak password', async () => {
    const { mobile } = await person()
    const login = await sentCode(app, mobile, 'login')
    expect((await forgot(mobile, login)).code).toBe(errors.smsWrong[0])
    const code = await sentCode(app, mobile, 'forgot')
    expect((await forgot(mobile, code, 'weak')).fields[0]).toEqual({ field: 'password', msg: '密码长度应为8-60位' })
    expect((await forgot(mobile, code)).code).toBe(0)
    expect((await forgot(mobile, code)).code).toBe(errors.smsWrong[0])
    expect((await forgot(newMobile(), '123456')).code, 'an unknown number').toBe(errors.smsWrong[0])
  })

  test.each([
    [{ state: UserState.disabled }, errors.accountDisabled[0]],
    [{ expireTime: new Date(Date.now() - 1_000) }, errors.accountExpired[0]],
  ])('does not enable an unusable account: %j', async (more, code) => {
    const { mobile } = await person(more)
    expect((await forgot(mobile, await sentCode(app, mobile, 'forgot'))).code).toBe(code)
  })
})
