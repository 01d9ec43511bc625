// Signing in by a code sent to the phone.
import { captcha } from '@shuyuan/contract/common/captcha.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { configSwitch, type Switches } from '@shuyuan/contract/sys/config/switch.ts'
import { user } from '@shuyuan/contract/sys/user.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/start-app.ts'
import type { SmsProvider } from '../../providers/sms.ts'
import { switches } from './config.service.ts'
import { sweepSmsCodes } from './sms.service.ts'
import { makeUser } from './user.factory.ts'

let app: TestApp
let admin: string
const outbox: { mobile: string; code: string }[] = []
beforeAll(async () => {
  app = await startApp()
  admin = (await app.as('admin')).token
  app.app.part<SmsProvider>('sys.sms', () => ({
    async send(mobile, text) {
      outbox.push({ mobile, code: /\d{6}/.exec(text)?.[0] ?? '' })
    },
  }))
})
afterAll(() => app.close())

let number = 0
const newMobile = () => `139${String(10_000_000 + number++)}`
const turn = async (change: Partial<Switches>) => app.ok(configSwitch.save, { ...(await switches(app.ctx())), ...change }, admin)
const send = async (mobile: string, more: object = {}) => {
  const captchaKey = `key-of-sms-${number++}`
  await app.http.inject({ method: 'GET', url: `${captcha.gen.path}?key=${captchaKey}` })
  const { value } = await app.db.selectFrom('commonCaptcha').where('captchaKey', '=', captchaKey).select('value').executeTakeFirstOrThrow()
  return app.call(user.sms, { mobile, captchaKey, captchaValue: value, ...more })
}
const codeFor = async (mobile: string) => {
  expect(await send(mobile)).toMatchObject({ code: 0, data: { waitSeconds: 60 } })
  const { mobile: sentTo, code } = outbox.at(-1)!
  expect(sentTo).toBe(mobile)
  return code
}
const enter = (mobile: string, smsCode: string) => app.call(user['mobile-login'], { mobile, smsCode })
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

test('is refused while the switch is off', async () => {
  const mobile = newMobile()
  expect(await send(mobile)).toMatchObject({ code: errors.methodOff[0], msg: '该登录方式未开启' })
  expect((await enter(mobile, '123456')).code).toBe(errors.methodOff[0])
})

describe('switched on', () => {
  beforeAll(() => turn({ mobileLogin: true }))

  test('signs the owner of the number in, once per code', async () => {
    const mobile = newMobile()
    const id = await makeUser(app.db, { userName: mobile, mobile })
    const code = await codeFor(mobile)
    const answers = await Promise.all([enter(mobile, code), enter(mobile, code)])
    expect(answers.map((one) => one.code).toSorted((a, b) => a - b)).toEqual([0, errors.smsWrong[0]])
    expect(answers.find((one) => one.code === 0)?.data).toMatchObject({ userId: id, roleType: 1 })
  })

  test('keeps neither the code nor anything of it in tables and trail', async () => {
    const mobile = newMobile()
    const code = await codeFor(mobile)
    const rows = await app.db.selectFrom('sysSmsCode').where('mobile', '=', mobile).selectAll().execute()
    const trail = await app.db.selectFrom('sysLog').where('path', '=', user.sms.path).selectAll().execute()
    expect(trail.length).toBeGreaterThan(0)
    expect(JSON.stringify([rows, trail])).not.toContain(code)
  })

  test('needs a right captcha, used once', async () => {
    const before = outbox.length
    expect((await send(newMobile(), { captchaValue: '0000' })).code).toBe(errors.captchaWrong[0])
    expect(await send(newMobile(), { captchaValue: '' })).toMatchObject({ code: errors.badInput[0], msg: '图形验证码不能为空！' })
    expect(await send('12345', {})).toMatchObject({ code: errors.badInput[0], msg: '手机号码格式不正确!' })
    expect((await send(newMobile(), { smsType: 'anything' })).code).toBe(errors.badInput[0])
    expect(outbox).toHaveLength(before)
  })

  test('waits a minute between two messages and stops after ten a day', async () => {
    const mobile = newMobile()
    await codeFor(mobile)
    expect((await send(mobile)).code).toBe(errors.smsTooSoon[0])
    for (let time = 1; time < 10; time++) {
      app.clock.advance(61)
      await codeFor(mobile)
    }
    app.clock.advance(61)
    expect(await send(mobile)).toMatchObject({ code: errors.smsTooSoon[0], msg: '该手机号今日短信发送次数已达上限' })
    app.clock.advance(86_400)
    expect((await send(mobile)).code).toBe(0)
    app.clock.advance(-86_400 - 61 * 10)
  })

  test('a code dies after five wrong tries, and after five minutes', async () => {
    const mobile = newMobile()
    await makeUser(app.db, { userName: mobile, mobile })
    const code = await codeFor(mobile)
    for (let time = 0; time < 5; time++) expect((await enter(mobile, wrong(code))).code).toBe(errors.smsWrong[0])
    expect((await enter(mobile, code)).code).toBe(errors.smsWrong[0])
    app.clock.advance(61)
    const next = await codeFor(mobile)
    app.clock.advance(301)
    expect((await enter(mobile, next)).code).toBe(errors.smsWrong[0])
    app.clock.advance(61)
    await sweepSmsCodes(app.app)
    expect(await app.db.selectFrom('sysSmsCode').where('mobile', '=', mobile).select('mobile').execute()).toEqual([])
    app.clock.advance(-423)
  })

  test('an unknown number is told so, or registered, or registered and left waiting, as the switches say', async () => {
    const stranger = newMobile()
    expect((await enter(stranger, await codeFor(stranger))).code).toBe(errors.mobileUnknown[0])

    await turn({ userReg: true })
    const guest = newMobile()
    const { code, data } = await enter(guest, await codeFor(guest))
    expect(code).toBe(0)
    const row = await app.db.selectFrom('sysUser').where('id', '=', data.userId).selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ userName: guest, mobile: guest, roleType: 1, state: 0, deptCode: 'A01' })
    expect((await app.ok(user.info, {}, data.token)).roles).toEqual(['6'])

    await turn({ userAudit: true })
    const waiting = newMobile()
    expect((await enter(waiting, await codeFor(waiting))).code).toBe(errors.accountPending[0])
    const stored = await app.db.selectFrom('sysUser').where('mobile', '=', waiting).select(['state']).executeTakeFirstOrThrow()
    expect(stored.state).toBe(2)
    await turn({ userReg: false, userAudit: false })
  })

  test('a disabled owner stays outside', async () => {
    const mobile = newMobile()
    await makeUser(app.db, { userName: mobile, mobile, state: 1 })
    expect((await enter(mobile, await codeFor(mobile))).code).toBe(errors.accountDisabled[0])
  })
})
