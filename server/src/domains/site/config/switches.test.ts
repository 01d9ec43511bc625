// Every switch has an effect: off is refused, on works.
import { cropWechat } from '@shuyuan/contract/account/sign-in/crop-wechat.ts'
import { dingTalk } from '@shuyuan/contract/account/sign-in/ding-talk.ts'
import { ldap } from '@shuyuan/contract/account/sign-in/ldap.ts'
import { oidc } from '@shuyuan/contract/account/sign-in/oidc.ts'
import { wx } from '@shuyuan/contract/account/sign-in/wx.ts'
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { invoice } from '@shuyuan/contract/pay/invoice/invoice.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { configSwitch, type Switches, UserDeptType, LoginTick } from '@shuyuan/contract/site/config/switch.ts'
import { real, RealState } from '@shuyuan/contract/account/realname/real.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { realPeople } from '../../../../test/real-people.ts'
import { switches } from './config.service.ts'
import { comparesFacesOf } from '../provider/compare.service.ts'
import { sentCode, solved, turn, useLocalThird } from '../../../../test/sign-in-steps.ts'
import { startWithEnv } from '../../../../test/people.ts'
import { STUB_ENV } from '../../../../test/provider-stub.ts'
import { makeOrder } from '../../pay/order.factory.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { rootDepart } from '../../people/org/depart.service.ts'
import { hashPassword } from '../../session/password.service.ts'
import { makeUser } from '../../people/user/user.factory.ts'

const PASSWORD = 'Right@2026'
const off: Switches = {
  userReg: false,
  userAudit: false,
  userDeptType: UserDeptType.chosen,
  userDeptCode: '',
  mobileLogin: false,
  wechatLogin: false,
  faceLogin: false,
  cropLogin: false,
  dingLogin: false,
  oidcLogin: false,
  ldapLogin: false,
  realPerson: false,
  faceAudit: 'manual',
  loginTick: LoginTick.several,
  invoiceApply: false,
}

let number = 0
const { app, admin } = await startWithEnv({ ...STUB_ENV, DEMO: 'true' })
const deptCode = await makeDepart(app.db, (await rootDepart(app.db)).deptCode, '新生部')
await makeUser(app.db, { userName: 'known', mobile: '13700000001', passwordHash: await hashPassword(PASSWORD) })
for (const type of ['wechat', 'crop-wechat', 'ding-talk', 'oidc', 'ldap'] as const) await useLocalThird(app, admin.token, type)
beforeEach(() => turn(app, admin.token, off))

const reg = async (more: object = {}) =>
  app.call(user.reg, {
    userName: `comer-${number++}`,
    realName: '新同学',
    password: PASSWORD,
    deptCode,
    ...(await solved(app)),
    ...more,
  })
const newest = () => app.db.selectFrom('sysUser').select(['state', 'deptCode']).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

test('userReg: registration is refused until it is on', async () => {
  expect((await reg()).code).toBe(errors.regOff[0])
  await turn(app, admin.token, { userReg: true })
  expect((await reg()).code).toBe(0)
})

test('userAudit: a new account is active immediately, or waits for an administrator', async () => {
  await turn(app, admin.token, { userReg: true })
  expect((await reg()).data).toHaveProperty('token')
  await turn(app, admin.token, { userAudit: true })
  expect((await reg()).data).toEqual({ pending: true })
  expect((await newest()).state).toBe(UserState.pending)
})

test('userDeptType: users choose their department, or all get the default one', async () => {
  const root = (await rootDepart(app.db)).deptCode
  await turn(app, admin.token, { userReg: true })
  await reg()
  expect((await newest()).deptCode).toBe(deptCode)
  await turn(app, admin.token, { userDeptType: UserDeptType.fixed, userDeptCode: root })
  await reg()
  expect((await newest()).deptCode).toBe(root)
})

test('mobileLogin: sign-in by phone is refused until it is on', async () => {
  const mobile = '13700000001'
  const send = async () => app.call(user.sms, { mobile, smsType: 'login', ...(await solved(app)) })
  expect((await send()).code).toBe(errors.methodOff[0])
  expect((await app.call(user['mobile-login'], { mobile, smsCode: '123456' })).code).toBe(errors.methodOff[0])
  await turn(app, admin.token, { mobileLogin: true })
  const smsCode = await sentCode(app, mobile, 'login')
  expect((await app.call(user['mobile-login'], { mobile, smsCode })).code).toBe(0)
})

test.each([
  ['wechatLogin', wx['get-url'], 'wechat'],
  ['cropLogin', cropWechat['get-url'], 'crop-wechat'],
  ['dingLogin', dingTalk['get-url'], 'ding-talk'],
  ['oidcLogin', oidc['get-url'], 'oidc'],
  ['ldapLogin', ldap['get-url'], 'ldap'],
] as const)('%s: this sign-in method is refused until it is on', async (name, endpoint, loginType) => {
  const back = { loginType, code: 'code', state: 'state' }
  expect((await app.call(endpoint, { state: 'login' })).code).toBe(errors.methodOff[0])
  expect((await app.call(user['third-login'], back)).code).toBe(errors.methodOff[0])
  await turn(app, admin.token, { [name]: true })
  expect((await app.ok(endpoint, { state: 'login' })).url).toMatch(/state=/)
  expect((await app.call(user['third-login'], back)).code).not.toBe(errors.methodOff[0])
})

test('faceLogin: sign-in by face is refused until it is on', async () => {
  const show = () => app.call(user['face-login'], { base64: Buffer.from('no face').toString('base64') })
  expect((await show()).code).toBe(errors.methodOff[0])
  for (const change of [{ faceLogin: true }, { faceAudit: 'auto' as const }])
    expect((await app.call(configSwitch.save, { ...(await switches(app.ctx())), ...change }, admin.token)).fields).toEqual([
      { field: Object.keys(change)[0], msg: '本机不比对人脸，暂不能开启' },
    ])
  comparesFacesOf.replace(app.app, true)
  await turn(app, admin.token, { faceLogin: true })
  expect((await show()).code).not.toBe(errors.methodOff[0])
})

describe('real names', () => {
  let people: Awaited<ReturnType<typeof realPeople>>
  beforeAll(async () => {
    people = await realPeople(app)
  })

  test('realPerson: requests are refused until it is on', async () => {
    const { token, request } = await people.newPerson('real-on')
    const sent = await request()
    expect((await app.call(real.submit, sent, token)).code).toBe(errors.realOff[0])
    await turn(app, admin.token, { realPerson: true })
    expect((await app.call(real.submit, sent, token)).code).toBe(0)
  })

  test.each([
    ['no', RealState.passed, true],
    ['manual', RealState.waiting, false],
  ] as const)('faceAudit %s: a request gets state %i', async (faceAudit, state, verified) => {
    await turn(app, admin.token, { realPerson: true, faceAudit })
    const { token, request, row, latest } = await people.newPerson(`real-${faceAudit}`)
    await app.ok(real.submit, await request(), token)
    expect((await latest()).state).toBe(state)
    expect((await row()).realPerson).toBe(verified)
  })
})

test('loginTick: a newer sign-in leaves the older session open, or ends it', async () => {
  const signIn = async () => (await app.ok(user.login, { userName: 'known', password: PASSWORD })) as { token: string }
  const first = await signIn()
  const second = await signIn()
  await app.ok(user.info, {}, first.token)
  await turn(app, admin.token, { loginTick: LoginTick.newest })
  const third = await signIn()
  for (const { token } of [first, second]) expect((await app.call(user.info, {}, token)).msg).toBe(errors.kickedOut[1])
  await app.ok(user.info, {}, third.token)
})

test('invoiceApply: requests for invoices are refused until it is on; existing ones can still be read', async () => {
  const { id: userId, token } = await app.as('known')
  const orderId = await makeOrder(app.db, { userId })
  const form = { orderId, companyName: '云水酒店', companyId: '91310000MA1FL0XX5Q', email: 'a@example.com', phone: '13700000001' }
  expect(await app.call(invoice.save, form, token)).toMatchObject({
    code: errors.invoiceOff[0],
    msg: '申请发票未开启，请联系管理员!',
  })
  await turn(app, admin.token, { invoiceApply: true })
  const { id } = await app.ok(invoice.save, form, token)
  await turn(app, admin.token, { invoiceApply: false })
  expect((await app.call(invoice.save, { ...form, id, companyName: '改名' }, token)).code).toBe(errors.invoiceOff[0])
  expect((await app.ok(invoice.detail, { id }, token)).companyName).toBe('云水酒店')
})

test('moduleExam: learners are refused while it is off, the back office is not', async () => {
  const site = await app.ok(config.detail, {}, admin)
  const turnModule = (moduleExam: boolean) => app.ok(config.save, { ...site, props: { ...site.props, moduleExam } }, admin)
  const { token } = await app.as('known')
  await turnModule(false)
  for (const endpoint of [exam.paging, repo.paging]) {
    expect((await app.call(endpoint, {}, token)).code).toBe(errors.moduleOff[0])
    await app.ok(endpoint, {}, admin)
  }
  await turnModule(true)
  await app.ok(exam.paging, {}, token)
  expect((await app.call(paper['create-paper'], { examId: '1' }, token)).code).toBe(errors.notFound[0])
})
