// Third-party sign-in: the state, and which user has the account.
import { dingTalk } from '@shuyuan/contract/account/sign-in/ding-talk.ts'
import { wx } from '@shuyuan/contract/account/sign-in/wx.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { bind } from '@shuyuan/contract/account/bind.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { LoginTick, UserDeptType } from '@shuyuan/contract/site/config/switch.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { sentCode, solved, turn, useLocalThird } from '../../../../test/sign-in-steps.ts'
import { startWithEnv } from '../../../../test/people.ts'
import { STUB_ENV } from '../../../../test/provider-stub.ts'
import { sweepThird } from './bind-key.service.ts'
import { site } from '../../site/config/config.service.ts'
import { hashPassword } from '../../session/password.service.ts'
import { makeUser } from '../../people/user/user.factory.ts'

const PASSWORD = 'Right@2026'
const [zhang, li] = ['test-zhang', 'test-li']
let number = 0
const { app, admin } = await startWithEnv({ ...STUB_ENV, DEMO: 'true' })
const passwordHash = await hashPassword(PASSWORD)
await useLocalThird(app, admin.token, 'wechat')
beforeEach(async () => {
  await turn(app, admin.token, {
    wechatLogin: true,
    dingLogin: false,
    cropLogin: false,
    mobileLogin: true,
    userReg: true,
    userAudit: false,
    userDeptType: UserDeptType.fixed,
    userDeptCode: 'A01',
    loginTick: LoginTick.several,
  })
  await app.db.deleteFrom('sysUserBind').execute()
})

const person = async (more: object = {}) => {
  const userName = `third${number++}`
  const id = await makeUser(app.db, { userName, passwordHash, ...more })
  return { id, userName, token: (await app.as(userName)).token }
}
const begin = async (state: 'login' | 'bind' = 'login', token = '') => {
  const { url } = await app.ok(wx['get-url'], { state }, token)
  const query = new URL(url, 'http://here').searchParams
  return { state: query.get('state') ?? '', redirectUri: query.get('redirectUri') }
}
const back = (state: string, openId = zhang, loginType: 'wechat' | 'ding-talk' = 'wechat') =>
  app.call(user['third-login'], { loginType, code: `local-${openId}`, state })
const come = async (openId = zhang) => back((await begin()).state, openId)
const newKey = async (openId = zhang) => ((await come(openId)).data as { bindKey: string }).bindKey
const bound = async (userId: string, openId = zhang) =>
  app.db.insertInto('sysUserBind').values({ userId, loginType: 'wechat', openId, nickName: '微' }).execute()
const bindsOf = (userId: string) => app.db.selectFrom('sysUserBind').where('userId', '=', userId).select(['loginType', 'openId']).execute()

describe('the redirect to the third party', () => {
  test('returns to the host of the request, or to the site’s own', async () => {
    expect((await begin()).redirectUri).toBe('http://localhost:80/sync?loginType=wechat'.replace(':80', ''))
    const before = await site(app.ctx())
    await app.ok(config.save, { ...before, h5Host: 'https://learn.example.com/' }, admin)
    expect((await begin()).redirectUri).toBe('https://learn.example.com/sync?loginType=wechat')
    await app.ok(config.save, before, admin)
  })

  test('is refused where the method is off or not set up, or for binding without a session', async () => {
    expect((await app.call(dingTalk['get-url'], { state: 'login' })).code).toBe(errors.methodOff[0])
    await turn(app, admin.token, { dingLogin: true })
    expect(await app.call(dingTalk['get-url'], { state: 'login' })).toMatchObject({ code: errors.thirdUnset[0] })
    expect((await app.call(wx['get-url'], { state: 'bind' })).code).toBe(errors.signedOut[0])
    expect((await app.call(wx['get-url'], { state: 'steal' as never })).code).toBe(errors.badInput[0])
  })

  test('stores only a hash of its state, which is different each time', async () => {
    const [one, two] = [await begin(), await begin()]
    expect(one.state).not.toBe(two.state)
    expect(one.state.length).toBeGreaterThanOrEqual(32)
    const rows = await app.db.selectFrom('sysThirdState').selectAll().execute()
    expect(rows.some((row) => row.stateHash.toString('latin1').includes(one.state))).toBe(false)
  })
})

describe('the return from the third party', () => {
  test('signs in the user of that account, and is logged', async () => {
    const { id } = await person()
    await bound(id)
    const { code, data } = await come()
    expect({ code, data }).toMatchObject({ code: 0, data: { userId: id, roleType: RoleType.learner, token: expect.any(String) } })
    const log = await app.db.selectFrom('sysLoginLog').where('userId', '=', id).selectAll().executeTakeFirstOrThrow()
    expect(log).toMatchObject({ way: 'wechat', success: true, reason: '' })
  })

  test('is valid once, also for two concurrent calls', async () => {
    const { id } = await person()
    await bound(id)
    const { state } = await begin()
    const answers = await Promise.all([back(state), back(state)])
    expect(answers.map((one) => one.code).toSorted((a, b) => a - b)).toEqual([0, errors.thirdExpired[0]])
    expect(await back(state)).toMatchObject({ code: errors.thirdExpired[0], msg: '登录请求已失效，请重新发起' })
  })

  test('is valid for ten minutes', async () => {
    const { state } = await begin()
    app.clock.advance(601)
    expect((await back(state)).code).toBe(errors.thirdExpired[0])
    await sweepThird(app.app)
    expect(await app.db.selectFrom('sysThirdState').selectAll().execute()).toEqual([])
    app.clock.advance(-601)
  })

  test('is refused for another purpose, another method, an invented state', async () => {
    const { token } = await person()
    expect((await back((await begin('bind', token)).state)).code).toBe(errors.thirdExpired[0])
    await turn(app, admin.token, { dingLogin: true })
    await useLocalThird(app, admin.token, 'ding-talk')
    expect((await back((await begin()).state, zhang, 'ding-talk')).code).toBe(errors.thirdExpired[0])
    expect((await back('x'.repeat(32))).code).toBe(errors.thirdExpired[0])
    expect(
      (await app.call(bind['third-bind'], { loginType: 'wechat', code: `local-${zhang}`, state: (await begin()).state }, token)).code,
    ).toBe(errors.thirdExpired[0])
  })

  test('is refused when the method was switched off meanwhile, and with an invalid code', async () => {
    const { state } = await begin()
    await turn(app, admin.token, { wechatLogin: false })
    expect((await back(state)).code).toBe(errors.methodOff[0])
    await turn(app, admin.token, { wechatLogin: true })
    expect((await back((await begin()).state, 'somebody-else')).code).toBe(errors.thirdRefused[0])
  })

  test.each([
    [{ state: UserState.disabled }, errors.accountDisabled[0]],
    [{ state: UserState.pending }, errors.accountPending[0]],
    [{ expireTime: new Date(Date.now() - 1_000) }, errors.accountExpired[0]],
  ])('does not open a session for an unusable account: %j', async (more, code) => {
    const userName = `third${number++}`
    await bound(await makeUser(app.db, { userName, passwordHash, ...more }))
    expect((await come()).code).toBe(code)
    expect(await app.db.selectFrom('sysLoginLog').selectAll().orderBy('id', 'desc').executeTakeFirst()).toMatchObject({
      way: 'wechat',
      success: false,
      userName,
    })
  })

  test('ends earlier sign-ins while loginTick is on', async () => {
    await turn(app, admin.token, { loginTick: LoginTick.newest })
    const { id, token } = await person()
    await bound(id)
    const { data } = await come()
    expect(await app.call(user.info, {}, token)).toMatchObject({ code: errors.kickedOut[0], msg: errors.kickedOut[1] })
    expect((await app.call(user.info, {}, (data as { token: string }).token)).code).toBe(0)
  })
})

describe('a third-party account that no user has bound', () => {
  test('is bound once by signing in with its key', async () => {
    const { id, userName } = await person()
    const answer = await come()
    expect(answer).toMatchObject({ code: 0, data: { bindKey: expect.any(String), nickName: '测试·张明' } })
    const { bindKey } = answer.data as { bindKey: string }
    expect(JSON.stringify(await app.db.selectFrom('sysThirdPending').selectAll().execute())).not.toContain(bindKey)
    expect((await app.call(user.login, { userName, password: PASSWORD, bindKey })).code).toBe(0)
    expect(await bindsOf(id)).toEqual([{ loginType: 'wechat', openId: zhang }])
    expect((await come()).data).toMatchObject({ userId: id })
    const other = await person()
    expect((await app.call(user.login, { userName: other.userName, password: PASSWORD, bindKey })).code).toBe(errors.bindKeyWrong[0])
  })

  test('is bound by an SMS sign-in, also with a new number, and by registration', async () => {
    const mobile = `136${String(10_000_000 + number++)}`
    const first = await app.call(user['mobile-login'], { mobile, smsCode: await sentCode(app, mobile, 'login'), bindKey: await newKey() })
    expect(first.code).toBe(0)
    expect(await bindsOf(first.data.userId)).toHaveLength(1)
    const second = await app.call(user.reg, {
      userName: `third${number++}`,
      password: PASSWORD,
      realName: '新人',
      ...(await solved(app)),
      bindKey: await newKey(li),
    })
    expect(second.code).toBe(0)
    expect((await come(li)).data).toMatchObject({ userId: (second.data as { userId: string }).userId })
  })

  test('an expired key binds nothing and opens no session', async () => {
    const { id, userName } = await person()
    const bindKey = await newKey()
    app.clock.advance(601)
    expect((await app.call(user.login, { userName, password: PASSWORD, bindKey })).code).toBe(errors.bindKeyWrong[0])
    app.clock.advance(-601)
    expect(await bindsOf(id)).toEqual([])
    expect((await app.call(user.login, { userName, password: PASSWORD, bindKey: 'invented' })).code).toBe(errors.bindKeyWrong[0])
  })

  test('stays with another user who has bound it meanwhile', async () => {
    const [one, two] = [await person(), await person()]
    const bindKey = await newKey()
    await bound(one.id)
    expect((await app.call(user.login, { userName: two.userName, password: PASSWORD, bindKey })).code).toBe(errors.thirdTaken[0])
    expect(await bindsOf(two.id)).toEqual([])
  })

  test('a wrong password does not bind', async () => {
    const { id, userName } = await person()
    expect((await app.call(user.login, { userName, password: 'wrong', bindKey: await newKey() })).code).toBe(errors.signInWrong[0])
    expect(await bindsOf(id)).toEqual([])
  })
})

describe('binding with a session', () => {
  const bindWith = async (token: string, openId = zhang, of = token) =>
    app.call(bind['third-bind'], { loginType: 'wechat', code: `local-${openId}`, state: (await begin('bind', of)).state }, token)

  test('binds one account of each kind', async () => {
    const { id, token } = await person()
    expect(await bindWith(token)).toMatchObject({ code: 0, data: true })
    expect(await bindsOf(id)).toHaveLength(1)
    expect((await app.call(wx['get-url'], { state: 'bind' }, token)).code).toBe(errors.thirdHeld[0])
  })

  test('is refused with the state of another user', async () => {
    const [one, two] = [await person(), await person()]
    expect((await bindWith(one.token, zhang, two.token)).code).toBe(errors.thirdExpired[0])
    expect(await bindsOf(one.id)).toEqual([])
  })

  test('is refused for an account that another user has', async () => {
    const [one, two] = [await person(), await person()]
    await bound(one.id)
    expect(await bindWith(two.token)).toMatchObject({ code: errors.thirdTaken[0], msg: '该账号已被其他用户绑定' })
    expect(await bindsOf(one.id)).toHaveLength(1)
  })
})
