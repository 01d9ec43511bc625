// The second factor over HTTP: setting it up, passing it at every way of signing in, recovery codes, limits, roles, reset.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { wx } from '@shuyuan/contract/account/sign-in/wx.ts'
import { loginLog } from '@shuyuan/contract/site/log/login-log.ts'
import { DataScope, role } from '@shuyuan/contract/people/role-menu/role.ts'
import { socket } from '@shuyuan/contract/session/ticket.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startWithEnv } from '../../../../test/people.ts'
import { STUB_ENV } from '../../../../test/provider-stub.ts'
import { refusal } from '../../../../test/refusal.ts'
import { sentCode, turn, useLocalThird } from '../../../../test/sign-in-steps.ts'
import { makeUser } from '../../people/user/user.factory.ts'
import { hashPassword } from '../../session/password.service.ts'
import { codeAt, fromBase32, stepAt } from './totp.rules.ts'

const PASSWORD = 'Right@2026'
const { app, admin } = await startWithEnv({ ...STUB_ENV, DEMO: 'true' })
const passwordHash = await hashPassword(PASSWORD)
let number = 0
type Owner = { id: string; userName: string; token: string; secret: string; recoveryCodes: string[] }

// a code counts once: each test starts in a step of its own
beforeEach(() => app.clock.advance(60))
// a code is worth half a minute, whatever the machine needs
beforeAll(() => app.clock.stop())
afterEach(() => app.clock.advance(60))

const codeOf = (secret: string, off = 0) => codeAt(fromBase32(secret), stepAt(app.clock.now()) + off)
const signIn = async (userName: string) => (await app.ok(user.login, { userName, password: PASSWORD })).token
const come = async (roles: string[] = ['教师'], mobile?: string) => {
  const userName = `factor${number++}`
  const id = await makeUser(app.db, { userName, passwordHash, roleType: RoleType.staff, roles, ...(mobile ? { mobile } : {}) })
  return { id, userName, token: await signIn(userName) }
}
const setUp = async (token: string) => {
  const { secret } = await app.ok(user['totp-begin'], {}, token)
  return { secret, ...(await app.ok(user['totp-enable'], { code: codeOf(secret) }, token)) }
}
/** A user with a second factor; the next code counts. */
const owner = async (...given: Parameters<typeof come>): Promise<Owner> => {
  const one = await come(...given)
  const made = { ...one, ...(await setUp(one.token)) }
  app.clock.advance(60)
  return made
}
const verify = (token: string, code: string) => app.call(user['totp-verify'], { code }, token)

test('is set up with a key and confirmed by a code; the key is sealed and the recovery codes are hashed', async () => {
  const one = await come()
  const { secret, uri } = await app.ok(user['totp-begin'], {}, one.token)
  expect(new URL(uri).searchParams.get('secret')).toBe(secret)
  expect(await app.call(user['totp-enable'], { code: '000000' }, one.token)).toEqual(refusal('totpWrong'))
  expect(await app.ok(user['totp-state'], {}, one.token)).toMatchObject({ enabledTime: null, step: null, recoveryLeft: 0 })
  const { recoveryCodes } = await app.ok(user['totp-enable'], { code: codeOf(secret) }, one.token)
  expect(recoveryCodes).toHaveLength(10)
  expect(await app.ok(user['totp-state'], {}, one.token)).toMatchObject({ enabledTime: expect.any(String), step: null, recoveryLeft: 10 })
  const rows = JSON.stringify([
    await app.db.selectFrom('sysTotp').selectAll().execute(),
    await app.db.selectFrom('sysTotpRecovery').selectAll().execute(),
    await app.db.selectFrom('sysLog').where('userId', '=', one.id).selectAll().execute(),
  ])
  for (const hidden of [secret, ...recoveryCodes]) expect(rows).not.toContain(hidden)
  expect(await app.call(user['totp-begin'], {}, one.token)).toEqual(refusal('totpOn'))
  expect(await app.call(user['totp-enable'], { code: codeOf(secret, 1) }, one.token)).toEqual(refusal('totpOn'))
})

test('a key that was not confirmed within half an hour is void', async () => {
  const { token } = await come()
  const { secret } = await app.ok(user['totp-begin'], {}, token)
  app.clock.advance(20 * 60)
  await app.ok(user['totp-state'], {}, token)
  app.clock.advance(11 * 60)
  expect(await app.call(user['totp-enable'], { code: codeOf(secret) }, token)).toEqual(refusal('totpStale'))
})

test('until the code a session may do nothing else', async () => {
  const { userName, secret } = await owner()
  const token = await signIn(userName)
  for (const of of [user.info, role.list, socket.ticket, user['totp-recovery'], user['totp-disable']])
    expect(await app.call(of, { password: PASSWORD, code: codeOf(secret) }, token), of.path).toEqual(refusal('secondFactor'))
  const asVisitor = await app.ok(config.detail, {}, token)
  expect(asVisitor).toEqual(await app.ok(config.detail, {}))
  expect(await app.ok(user.isComplete, {}, token)).toEqual({ code: 9 })
  expect(await app.ok(user['totp-state'], {}, token)).toMatchObject({ step: 'code' })
  expect(await app.call(user['totp-begin'], {}, token)).toEqual(refusal('totpOn'))
  expect(await verify(token, codeOf(secret))).toMatchObject({ code: 0 })
  expect(await app.ok(user.info, {}, token)).toMatchObject({ userName })
  expect(await verify(token, codeOf(secret, 1))).toMatchObject({ code: errors.conflict[0] })
})

test('a code counts once, one step early or late, and no older one after it', async () => {
  const { userName, secret } = await owner()
  const [first, second, third] = [await signIn(userName), await signIn(userName), await signIn(userName)]
  expect(await verify(first, codeOf(secret, 2))).toEqual(refusal('totpWrong'))
  expect(await verify(first, codeOf(secret, -2))).toEqual(refusal('totpWrong'))
  expect(await verify(first, codeOf(secret, 0))).toMatchObject({ code: 0 })
  expect(await verify(second, codeOf(secret, 0))).toEqual(refusal('totpWrong'))
  expect(await verify(second, codeOf(secret, -1))).toEqual(refusal('totpWrong'))
  expect(await verify(second, codeOf(secret, 1))).toMatchObject({ code: 0 })
  const both = await Promise.all([third, await signIn(userName)].map(async (token) => verify(token, codeOf(secret, 1))))
  expect(both.map((one) => one.code)).toEqual([errors.totpWrong[0], errors.totpWrong[0]])
})

test('a recovery code counts once', async () => {
  const { userName, recoveryCodes } = await owner()
  const [first, second] = [await signIn(userName), await signIn(userName)]
  expect(await verify(first, recoveryCodes[3]!.toLowerCase().replaceAll('-', ''))).toMatchObject({ code: 0 })
  expect(await verify(second, recoveryCodes[3]!)).toEqual(refusal('totpWrong'))
  expect(await app.ok(user['totp-state'], {}, first)).toMatchObject({ recoveryLeft: 9 })
})

test('ten wrong codes lock the second step for 15 minutes, and a right password does not clear the count', async () => {
  const { userName, secret } = await owner()
  let token = ''
  for (let wrong = 0; wrong < 10; wrong++) {
    token = await signIn(userName)
    expect(await verify(token, '000000')).toEqual(refusal('totpWrong'))
  }
  expect(await verify(token, codeOf(secret))).toMatchObject({ code: errors.tooOften[0] })
  app.clock.advance(15 * 60)
  expect(await verify(token, codeOf(secret))).toMatchObject({ code: 0 })
})

test('every way of signing in leads to the second step', async () => {
  await useLocalThird(app, admin.token, 'wechat')
  await turn(app, admin.token, { wechatLogin: true, mobileLogin: true })
  const mobile = '13800002026'
  const { id, userName, secret } = await owner(['教师'], mobile)
  await app.db.insertInto('sysUserBind').values({ userId: id, loginType: 'wechat', openId: 'test-zhang', nickName: '微' }).execute()
  const state = new URL((await app.ok(wx['get-url'], { state: 'login' })).url, 'http://here').searchParams.get('state') ?? ''
  const tokens = [
    await signIn(userName),
    (await app.ok(user['mobile-login'], { mobile, smsCode: await sentCode(app, mobile, 'login') })).token,
    ((await app.ok(user['third-login'], { loginType: 'wechat', code: 'local-test-zhang', state })) as { token: string }).token,
  ]
  app.clock.advance(60)
  await app.ok(user.forgot, { mobile, smsCode: await sentCode(app, mobile, 'forgot'), password: PASSWORD })
  tokens.push(await signIn(userName))
  for (const token of tokens.slice(0, 3)) expect(await app.call(user.info, {}, token)).toEqual(refusal('signedOut'))
  expect(await app.call(user.info, {}, tokens[3])).toEqual(refusal('secondFactor'))
  expect(await verify(tokens[3]!, codeOf(secret))).toMatchObject({ code: 0 })
})

test('SMS and third-party sessions wait for the code as well', async () => {
  const mobile = '13800002027'
  const { userName, secret } = await owner(['教师'], mobile)
  const { token } = await app.ok(user['mobile-login'], { mobile, smsCode: await sentCode(app, mobile, 'login') })
  expect(await app.call(user.info, {}, token)).toEqual(refusal('secondFactor'))
  await app.db
    .insertInto('sysUserBind')
    .values({
      userId: (await app.db.selectFrom('sysUser').where('userName', '=', userName).select('id').executeTakeFirstOrThrow()).id,
      loginType: 'wechat',
      openId: 'test-li',
      nickName: '微',
    })
    .execute()
  const state = new URL((await app.ok(wx['get-url'], { state: 'login' })).url, 'http://here').searchParams.get('state') ?? ''
  const third = (await app.ok(user['third-login'], { loginType: 'wechat', code: 'local-test-li', state })) as { token: string }
  expect(await app.call(user.info, {}, third.token)).toEqual(refusal('secondFactor'))
  expect(await verify(third.token, codeOf(secret))).toMatchObject({ code: 0 })
})

test('a role can require it: its users set it up before anything else, and cannot turn it off', async () => {
  const { id: roleId } = await app.ok(
    role.save,
    { roleName: '须验证', roleLevel: 5, dataScope: DataScope.own, needTotp: true, remark: '' },
    admin,
  )
  const one = await come(['须验证'])
  expect(await app.call(user.info, {}, one.token)).toEqual(refusal('secondFactor'))
  expect(await app.ok(user['totp-state'], {}, one.token)).toMatchObject({ required: true, step: 'enrol' })
  const { secret } = await setUp(one.token)
  expect(await app.ok(user.info, {}, one.token)).toMatchObject({ userName: one.userName })
  app.clock.advance(60)
  const proof = { password: PASSWORD, code: codeOf(secret) }
  expect(await app.call(user['totp-disable'], proof, one.token)).toEqual(refusal('totpForced'))
  const { version } = await app.ok(role.detail, { id: roleId }, admin)
  await app.ok(role.save, { id: roleId, version, roleName: '须验证', roleLevel: 5, dataScope: DataScope.own, remark: '' }, admin)
  expect(await app.ok(user['totp-disable'], proof, one.token)).toBe(true)
})

test('a flag set later applies to sessions that are open', async () => {
  const { id: roleId } = await app.ok(role.save, { roleName: '后来', roleLevel: 5, dataScope: DataScope.own, remark: '' }, admin)
  const { token } = await come(['后来'])
  expect(await app.call(user.info, {}, token)).toMatchObject({ code: 0 })
  const { version } = await app.ok(role.detail, { id: roleId }, admin)
  await app.ok(
    role.save,
    { id: roleId, version, roleName: '后来', roleLevel: 5, dataScope: DataScope.own, needTotp: true, remark: '' },
    admin,
  )
  expect(await app.call(user.info, {}, token)).toEqual(refusal('secondFactor'))
})

test('turning it off and new recovery codes need password and code', async () => {
  const { token, userName, secret, recoveryCodes } = await owner()
  expect(await app.call(user['totp-disable'], { password: 'Wrong@2026', code: codeOf(secret) }, token)).toMatchObject({
    fields: [{ field: 'password', msg: '密码错误' }],
  })
  expect(await app.call(user['totp-disable'], { password: PASSWORD, code: '000000' }, token)).toEqual(refusal('totpWrong'))
  const fresh = await app.ok(user['totp-recovery'], { password: PASSWORD, code: codeOf(secret) }, token)
  const second = await signIn(userName)
  expect(await verify(second, recoveryCodes[0]!)).toEqual(refusal('totpWrong'))
  expect(await app.ok(user['totp-disable'], { password: PASSWORD, code: fresh.recoveryCodes[0]! }, token)).toBe(true)
  expect(await app.call(user.info, {}, await signIn(userName))).toMatchObject({ code: 0 })
  expect(await app.call(user['totp-disable'], { password: PASSWORD, code: codeOf(secret, 1) }, token)).toEqual(refusal('totpOff'))
})

test('an administrator resets another user’s, which ends that user’s sessions; not their own', async () => {
  const one = await owner()
  expect(await app.call(user['totp-reset'], { ids: [one.id] }, one.token)).toEqual(refusal('forbidden'))
  expect(await app.call(user['totp-reset'], { ids: [admin.id] }, admin)).toEqual(refusal('userIsSelf'))
  await app.ok(user['totp-reset'], { ids: [one.id] }, admin)
  expect(await app.call(user.info, {}, one.token)).toEqual(refusal('signedOut'))
  expect(await app.call(user.info, {}, await signIn(one.userName))).toMatchObject({ code: 0 })
  const audited = await app.db
    .selectFrom('sysLog')
    .where('path', '=', user['totp-reset'].path)
    .select(['userId', 'before'])
    .executeTakeFirstOrThrow()
  expect(audited).toMatchObject({ userId: admin.id, before: [{ userName: one.userName }] })
})

test('the sign-in log has both steps', async () => {
  const { userName, secret } = await owner()
  const token = await signIn(userName)
  await verify(token, '000000')
  await verify(token, codeOf(secret))
  const { records } = await app.ok(loginLog.paging, { params: { userName } }, admin)
  expect(records.slice(0, 3).map((row) => [row.way_dictText, row.success])).toEqual([
    ['两步验证', true],
    ['两步验证', false],
    ['密码', true],
  ])
})

test('learners have none', async () => {
  const learner = await app.enrol({ userName: `pupil${number++}` })
  expect(await app.call(user['totp-begin'], {}, learner)).toEqual(refusal('totpStaff'))
  expect(await app.ok(user['totp-state'], {}, learner)).toEqual({ enabledTime: null, recoveryLeft: 0, required: false, step: null })
})
