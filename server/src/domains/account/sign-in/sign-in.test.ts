// Sign-in by password: success, refusals, limits, and the rows it writes.
import { captcha } from '@shuyuan/contract/common/captcha.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { configSwitch, LoginTick } from '@shuyuan/contract/site/config/switch.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedApp } from '../../../../test/people.ts'
import { comparesFacesOf } from '../../site/provider/compare.service.ts'
import { switches } from '../../site/config/config.service.ts'
import { sweepFailures } from '../../site/log/failure.service.ts'
import { hashPassword } from '../../session/password.service.ts'
import { makeUser } from '../../people/user/user.factory.ts'

const PASSWORD = 'Right@2026'
let person: { userName: string; id: string }
let number = 0

const app = await sharedApp()
const passwordHash = await hashPassword(PASSWORD)
beforeEach(async () => {
  const userName = `Person${number++}`
  person = { userName, id: await makeUser(app.db, { userName, passwordHash }) }
})

const signIn = (password = PASSWORD, more: object = {}) => app.call(user.login, { userName: person.userName, password, ...more })
const wrongly = async (times: number) => {
  let answer = await signIn('wrong')
  for (let time = 1; time < times; time++) answer = await signIn('wrong', await solved())
  return answer
}
const solved = async () => {
  const captchaKey = `key-of-sign-in-${number++}`
  await app.http.inject({ method: 'GET', url: `${captcha.gen.path}?key=${captchaKey}` })
  const row = await app.db.selectFrom('commonCaptcha').where('captchaKey', '=', captchaKey).select('value').executeTakeFirstOrThrow()
  return { captchaKey, captchaValue: row.value }
}
const infoCode = async (token: string) => app.call(user.info, {}, token)

describe('the right password', () => {
  test('opens a session of a week; only its hash is stored', async () => {
    const { code, data } = await signIn()
    expect(code).toBe(0)
    expect(data).toMatchObject({ userId: person.id, roleType: RoleType.learner, token: expect.stringMatching(/^[\w-]{43}$/) })
    expect((await infoCode(data.token)).data).toMatchObject({ userName: person.userName })
    const session = await app.db.selectFrom('sysSession').where('userId', '=', person.id).selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(session)).not.toContain(data.token)
    app.clock.advance(7 * 86_400 + 1)
    expect(await infoCode(data.token)).toMatchObject({ code: errors.signedOut[0], msg: '登录已失效，请重新登录！' })
    app.clock.advance(-7 * 86_400 - 1)
  })

  test('ignores the case of the name', async () => {
    expect((await app.call(user.login, { userName: ` ${person.userName.toUpperCase()} `, password: PASSWORD })).code).toBe(0)
  })

  test('writes an audit row of the user, without password and token', async () => {
    const { data } = await signIn()
    const row = await app.db.selectFrom('sysLog').where('userId', '=', person.id).selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ path: user.login.path, title: '密码登录', userName: person.userName })
    expect(JSON.stringify(row)).not.toContain(PASSWORD)
    expect(JSON.stringify(row)).not.toContain(data.token)
  })

  test('signs in many users at the same time from one address', async () => {
    const codes = await Promise.all(
      Array.from({ length: 60 }, async (_none, at) => {
        const userName = `crowd${at}`
        await makeUser(app.db, { userName, passwordHash })
        return (await app.call(user.login, { userName, password: PASSWORD })).code
      }),
    )
    expect(new Set(codes)).toEqual(new Set([0]))
  })
})

describe('a wrong password', () => {
  test('gets the same answer as an unknown name', async () => {
    const wrong = await signIn('wrong')
    const unknown = await app.call(user.login, { userName: `nobody${number++}`, password: 'wrong' })
    expect(wrong).toMatchObject({ code: errors.signInWrong[0], msg: '账号或密码错误' })
    expect(unknown).toEqual(wrong)
  })

  test('requires a captcha after three failures, also with the right password', async () => {
    expect(await wrongly(2)).toMatchObject({ code: errors.signInWrong[0], data: { captchaNeeded: false } })
    expect(await signIn('wrong')).toMatchObject({ code: errors.signInWrong[0], data: { captchaNeeded: true } })
    expect((await signIn()).code).toBe(errors.captchaNeeded[0])
    expect((await signIn(PASSWORD, { captchaKey: '', captchaValue: '' })).code).toBe(errors.captchaNeeded[0])
    const { captchaKey } = await solved()
    expect((await signIn(PASSWORD, { captchaKey, captchaValue: '0000' })).code).toBe(errors.captchaWrong[0])
    expect((await signIn(PASSWORD, await solved())).code).toBe(0)
    expect((await signIn()).code, 'reset after a success').toBe(0)
  })

  test('a solved captcha is valid for one attempt', async () => {
    await wrongly(3)
    const once = await solved()
    expect((await signIn('wrong', once)).code).toBe(errors.signInWrong[0])
    expect((await signIn(PASSWORD, once)).code).toBe(errors.captchaWrong[0])
  })

  test('locks the name after ten failures, for the rest of 15 minutes', async () => {
    await wrongly(10)
    const locked = await signIn(PASSWORD, await solved())
    expect(locked).toMatchObject({ code: errors.tooOften[0], msg: expect.stringMatching(/账号已被临时锁定，请 1[45] 分钟后再试/) })
    app.clock.advance(15 * 60 + 1)
    expect((await signIn()).code).toBe(0)
    await sweepFailures(app.app)
    expect(await app.db.selectFrom('sysSignInFailure').selectAll().execute()).toEqual([])
    app.clock.advance(-15 * 60 - 1)
  })

  test('twenty concurrent guesses get no further than sequential ones', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn('wrong')))
    expect(answers.filter((one) => one.code === errors.signInWrong[0])).toHaveLength(3)
    expect(answers.filter((one) => one.code === errors.captchaNeeded[0])).toHaveLength(17)
  })

  test('opens no session and writes no audit row', async () => {
    await signIn('wrong')
    expect(await app.db.selectFrom('sysSession').where('userId', '=', person.id).select('id').execute()).toEqual([])
    expect(await app.db.selectFrom('sysLog').where('userId', '=', person.id).select('id').execute()).toEqual([])
  })
})

describe('an unusable account', () => {
  const cases: [string, { state?: UserState; expireTime?: Date }, number, string][] = [
    ['disabled', { state: UserState.disabled }, errors.accountDisabled[0], '账号已被禁用，请联系管理员'],
    ['pending', { state: UserState.pending }, errors.accountPending[0], '账号正在审核中，请等待管理员审核'],
    ['expired', { expireTime: new Date(Date.now() - 1_000) }, errors.accountExpired[0], '账号已过期，请联系管理员'],
  ]
  test.each(cases)('that is %s gets the reason only with the right password', async (_what, more, code, msg) => {
    const userName = `shut${number++}`
    await makeUser(app.db, { userName, passwordHash, ...more })
    expect(await app.call(user.login, { userName, password: PASSWORD })).toMatchObject({ code, msg })
    expect((await app.call(user.login, { userName, password: 'wrong' })).code).toBe(errors.signInWrong[0])
  })

  test('without a password accepts none', async () => {
    const userName = `bare${number++}`
    await makeUser(app.db, { userName })
    expect((await app.call(user.login, { userName, password: '' })).code).toBe(errors.badInput[0])
    expect((await app.call(user.login, { userName, password: 'x' })).code).toBe(errors.signInWrong[0])
  })
})

describe('one address', () => {
  const from = async (remoteAddress: string, payload: object) => {
    const reply = await app.http.inject({ method: 'POST', url: user.login.path, remoteAddress, payload })
    return reply.json<{ code: number; data: { captchaNeeded: boolean } | null }>()
  }
  const failed = (ip: string, failures: number) =>
    app.db
      .insertInto('sysSignInFailure')
      .values({ key: `address:${ip}`, failures, expireTime: new Date(Date.now() + 600_000) })
      .execute()
  const right = () => ({ userName: person.userName, password: PASSWORD })

  test('with sixty failures needs a captcha for every name; another does not', async () => {
    await failed('10.9.9.1', 59)
    expect((await from('10.9.9.1', right())).code).toBe(0)
    expect(await from('10.9.9.1', { userName: 'whoever', password: 'wrong' })).toMatchObject({
      code: errors.signInWrong[0],
      data: { captchaNeeded: true },
    })
    expect((await from('10.9.9.1', right())).code).toBe(errors.captchaNeeded[0])
    expect((await from('10.9.9.1', { ...right(), ...(await solved()) })).code).toBe(0)
    expect((await from('10.9.9.2', right())).code).toBe(0)
  })

  test('with three hundred failures is blocked for a while', async () => {
    await failed('10.9.9.3', 300)
    expect(await from('10.9.9.3', { ...right(), ...(await solved()) })).toMatchObject({
      code: errors.tooOften[0],
      msg: expect.stringMatching(/登录失败次数过多，请 \d+ 分钟后再试/),
    })
    expect((await from('10.9.9.2', right())).code).toBe(0)
  })
})

describe('the sign-in log', () => {
  const signInLog = () => app.db.selectFrom('sysLoginLog').selectAll().orderBy('id', 'desc').execute()

  test('has user, method and address of successful sign-ins', async () => {
    await signIn()
    expect((await signInLog())[0]).toMatchObject({
      userId: person.id,
      userName: person.userName,
      way: 'password',
      success: true,
      reason: '',
      ip: '127.0.0.1',
      userAgent: 'lightMyRequest',
    })
    const { lastLogin } = await app.db.selectFrom('sysUser').where('id', '=', person.id).select('lastLogin').executeTakeFirstOrThrow()
    expect(Math.abs((lastLogin?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
  })

  test('has name and reason of refused sign-ins, without the password', async () => {
    await signIn('wrong-secret')
    const [row] = await signInLog()
    expect(row).toMatchObject({ userId: null, userName: person.userName, way: 'password', success: false, reason: '账号或密码错误' })
    await app.db.updateTable('sysUser').set({ state: UserState.disabled }).where('id', '=', person.id).execute()
    await signIn()
    const [shut] = await signInLog()
    expect(shut).toMatchObject({ userId: person.id, success: false, reason: '账号已被禁用，请联系管理员' })
    expect(JSON.stringify(await signInLog())).not.toContain('wrong-secret')
  })
})

describe('sign-in by face', () => {
  test('is refused while it is off, and reports that it is not set up while it is on', async () => {
    const { token } = await app.as('admin')
    const send = () => app.call(user['face-login'], { base64: 'aGVsbG8=' })
    expect((await send()).code).toBe(errors.methodOff[0])
    comparesFacesOf.replace(app.app, true)
    await app.ok(configSwitch.save, { ...(await switches(app.ctx())), faceLogin: true }, token)
    expect(await send()).toMatchObject({ code: errors.faceUnset[0], msg: '人脸服务未配置' })
    expect((await app.call(user['face-login'], {} as never)).code).toBe(errors.badInput[0])
    await app.ok(configSwitch.save, { ...(await switches(app.ctx())), faceLogin: false }, token)
  })
})

describe('invalid sign-in bodies', () => {
  test.each([
    [{}, '请填写用户名'],
    [{ userName: 'a', password: '' }, '密码不能为空！'],
    [{ userName: `a${String.fromCharCode(0)}`, password: 'b' }, '用户名含有不能保存的字符'],
    [{ userName: { $ne: '' }, password: 'b' }, '请填写用户名'],
  ])('%j', async (body, msg) => {
    expect(await app.call(user.login, body as never)).toMatchObject({ status: 200, code: errors.badInput[0], msg })
  })
})

describe('loginTick', () => {
  test('a newer sign-in ends the earlier session with a reason; so do two concurrent ones', async () => {
    const admin = await app.as('admin')
    await app.ok(configSwitch.save, { ...(await switches(app.ctx())), loginTick: LoginTick.newest }, admin.token)
    const first = (await signIn()).data.token
    expect((await infoCode(first)).code).toBe(0)
    const second = (await signIn()).data.token
    expect(await infoCode(first)).toMatchObject({ code: errors.kickedOut[0], msg: '您的账号已在其他设备登录，请重新登录！' })
    expect((await infoCode(second)).code).toBe(0)
    await Promise.all([signIn(), signIn(), signIn()])
    const living = app.db.selectFrom('sysSession').where('userId', '=', person.id).where('ended', 'is', null).select('id')
    expect(await living.execute()).toHaveLength(1)
    await app.ok(configSwitch.save, { ...(await switches(app.ctx())), loginTick: LoginTick.several }, admin.token)
    const [third, fourth] = [await signIn(), await signIn()]
    expect((await infoCode(third.data.token)).code).toBe(0)
    expect((await infoCode(fourth.data.token)).code).toBe(0)
  })
})
