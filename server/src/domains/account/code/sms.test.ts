// SMS codes: what they allow, how often they are sent, and what providers receive.
import { captcha } from '@shuyuan/contract/common/captcha.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { configSwitch, type Switches } from '@shuyuan/contract/site/config/switch.ts'
import { smsLog } from '@shuyuan/contract/site/outbox/sms-log.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWithEnv } from '../../../../test/people.ts'
import {
  STUB_ENV,
  acs3Problem,
  type Call,
  type Play,
  startProviderStub,
  tc3Problem,
  type ProviderStub,
} from '../../../../test/provider-stub.ts'
import { wire } from '../../../../test/wire.ts'
import { usePhones } from '../../../../test/sms-phone.ts'
import { switches } from '../../site/config/config.service.ts'
import { countedAddress } from '../../../kernel/http/address.rules.ts'
import { sweepSmsCodes, consumeSmsCode } from './sms.service.ts'
import { makeUser } from '../../people/user/user.factory.ts'

const { app, admin } = await startWithEnv(STUB_ENV)
let phones: Awaited<ReturnType<typeof usePhones>>

let number = 0
const newMobile = () => `139${String(10_000_000 + number++)}`
const turn = async (change: Partial<Switches>) => app.ok(configSwitch.save, { ...(await switches(app.ctx())), ...change }, admin)
/** Sends a code of any kind; `token` signs in. */
const send = async (mobile: string, more: object = {}, token = '') => {
  const captchaKey = `key-of-sms-${number++}`
  await app.http.inject({ method: 'GET', url: `${captcha.gen.path}?key=${captchaKey}` })
  const { value } = await app.db.selectFrom('commonCaptcha').where('captchaKey', '=', captchaKey).select('value').executeTakeFirstOrThrow()
  return app.call(user.sms, { mobile, captchaKey, captchaValue: value, ...more }, token)
}
const sentTo = (mobile: string) => app.db.selectFrom('sysSmsLog').where('mobile', '=', mobile).orderBy('id').selectAll().execute()
const codeIn = (mobile: string) => phones.code(mobile)
const codeFor = async (mobile: string, smsType = 'login', token = '') => {
  const before = phones.count(mobile)
  expect(await send(mobile, { smsType }, token)).toMatchObject({ code: 0, data: { waitSeconds: 60 } })
  await expect.poll(() => phones.count(mobile)).toBe(before + 1)
  return codeIn(mobile)
}
const enter = (mobile: string, smsCode: string) => app.call(user['mobile-login'], { mobile, smsCode })
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

test('without a provider every code is refused, and pages learn that', async () => {
  await turn({ mobileLogin: true, userReg: true })
  const mobile = newMobile()
  await makeUser(app.db, { userName: mobile, mobile, roleType: RoleType.staff })
  const before = await app.db.selectFrom('sysSmsCode').select('mobile').execute()
  for (const smsType of ['login', 'reg', 'forgot', 'bind', 'unbind'])
    expect(await send(mobile, { smsType }, admin.token)).toMatchObject({ code: errors.methodOff[0], msg: expect.stringContaining('短信') })
  await app.ok(configProp.change, { type: 'sms', provider: 'local', data: {} }, admin)
  expect((await send(mobile, { smsType: 'forgot' })).code).toBe(errors.methodOff[0])
  expect(await app.db.selectFrom('sysSmsCode').select('mobile').execute()).toEqual(before)
  expect((await app.ok(configSwitch.detail, {})).ready).toMatchObject({ sms: false, wechat: false })
  phones = await usePhones(app)
  expect((await app.ok(configSwitch.detail, {})).ready).toMatchObject({ sms: true })
  await turn({ mobileLogin: false, userReg: false })
})

test('is refused while the switch is off', async () => {
  const mobile = newMobile()
  expect(await send(mobile)).toMatchObject({ code: errors.methodOff[0], msg: '该登录方式未开启' })
  expect((await enter(mobile, '123456')).code).toBe(errors.methodOff[0])
})

describe('switched on', () => {
  beforeAll(() => turn({ mobileLogin: true }))

  test('signs in the owner of the number, once per code', async () => {
    const mobile = newMobile()
    const id = await makeUser(app.db, { userName: mobile, mobile })
    const code = await codeFor(mobile)
    const answers = await Promise.all([enter(mobile, code), enter(mobile, code)])
    expect(answers.map((one) => one.code).toSorted((a, b) => a - b)).toEqual([0, errors.smsWrong[0]])
    expect(answers.find((one) => one.code === 0)?.data).toMatchObject({ userId: id, roleType: RoleType.learner })
  })

  test('stores no part of the code in tables or audit rows', async () => {
    const mobile = newMobile()
    const code = await codeFor(mobile)
    const rows = await app.db.selectFrom('sysSmsCode').where('mobile', '=', mobile).selectAll().execute()
    const auditRows = await app.db.selectFrom('sysLog').where('path', '=', user.sms.path).selectAll().execute()
    expect(auditRows.length).toBeGreaterThan(0)
    expect(JSON.stringify([rows, auditRows])).not.toContain(code)
  })

  test('needs a solved captcha, valid once', async () => {
    const before = await app.db.selectFrom('sysSmsLog').select('id').execute()
    expect((await send(newMobile(), { captchaValue: '0000' })).code).toBe(errors.captchaWrong[0])
    expect(await send(newMobile(), { captchaValue: '' })).toMatchObject({ code: errors.badInput[0], msg: '图形验证码不能为空！' })
    expect(await send('12345', {})).toMatchObject({ code: errors.badInput[0], msg: '手机号码格式不正确!' })
    expect((await send(newMobile(), { smsType: 'anything' })).code).toBe(errors.badInput[0])
    expect(await app.db.selectFrom('sysSmsLog').select('id').execute()).toHaveLength(before.length)
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
    expect(await send(mobile)).toMatchObject({ code: errors.smsTooMany[0], msg: '该手机号今日短信发送次数已达上限' })
    app.clock.advance(86_400)
    expect((await send(mobile)).code).toBe(0)
    app.clock.advance(-86_400 - 61 * 10)
  })

  test('a code expires after five wrong tries, and after five minutes', async () => {
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

  test('an unknown number is refused, registered, or registered as pending, by the switches', async () => {
    const unknownMobile = newMobile()
    expect((await enter(unknownMobile, await codeFor(unknownMobile))).code).toBe(errors.mobileUnknown[0])

    await turn({ userReg: true })
    const guest = newMobile()
    const { code, data } = await enter(guest, await codeFor(guest))
    expect(code).toBe(0)
    const row = await app.db.selectFrom('sysUser').where('id', '=', data.userId).selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ userName: guest, mobile: guest, roleType: RoleType.learner, state: UserState.active, deptCode: 'A01' })
    expect((await app.ok(user.info, {}, data.token)).roles).toEqual(['6'])

    await turn({ userAudit: true })
    const waiting = newMobile()
    expect((await enter(waiting, await codeFor(waiting))).code).toBe(errors.accountPending[0])
    const stored = await app.db.selectFrom('sysUser').where('mobile', '=', waiting).select(['state']).executeTakeFirstOrThrow()
    expect(stored.state).toBe(UserState.pending)
    await turn({ userReg: false, userAudit: false })
  })

  test('a disabled owner is refused', async () => {
    const mobile = newMobile()
    await makeUser(app.db, { userName: mobile, mobile, state: UserState.disabled })
    expect((await enter(mobile, await codeFor(mobile))).code).toBe(errors.accountDisabled[0])
  })
})

describe('each purpose has its own code', () => {
  const use = (mobile: string, smsType: 'login' | 'reg' | 'forgot' | 'bind' | 'unbind', code: string) =>
    consumeSmsCode(app.ctx(), mobile, smsType, code).then(
      () => 'used',
      (error: Error) => error.message,
    )

  test('a code of one purpose is refused for another', async () => {
    await turn({ mobileLogin: true, userReg: true })
    const mobile = newMobile()
    const code = await codeFor(mobile, 'reg')
    expect(await use(mobile, 'login', code)).toBe('短信验证码错误或已失效')
    expect(await use(mobile, 'reg', code)).toBe('used')
    expect(await use(mobile, 'reg', code)).toBe('短信验证码错误或已失效')
  })

  test('the first three purposes may be sent as numbers', async () => {
    const mobile = newMobile()
    await makeUser(app.db, { userName: mobile, mobile })
    expect((await send(mobile, { smsType: wire(2) })).code).toBe(0)
    expect((await sentTo(mobile)).at(-1)).toMatchObject({ smsType: 'reg', provider: 'aliyun', state: 'sent' })
    app.clock.advance(61)
    expect((await send(mobile, { smsType: '3' })).code).toBe(0)
    await expect.poll(async () => (await sentTo(mobile)).at(-1)?.smsType).toBe('forgot')
    expect((await send(mobile, { smsType: wire(4) })).code).toBe(errors.badInput[0])
    app.clock.advance(-61)
  })

  test('registering needs its switch, binding needs a session', async () => {
    await turn({ userReg: false })
    expect((await send(newMobile(), { smsType: 'reg' })).code).toBe(errors.methodOff[0])
    expect((await send(newMobile(), { smsType: 'bind' })).code).toBe(errors.signedOut[0])
    expect((await send(newMobile(), { smsType: 'unbind' })).code).toBe(errors.signedOut[0])
    const mobile = newMobile()
    await makeUser(app.db, { userName: `binder-${mobile}` })
    const { token } = await app.as(`binder-${mobile}`)
    expect(await use(mobile, 'bind', await codeFor(mobile, 'bind', token))).toBe('used')
  })

  test('a forgotten password: an unknown number gets the same answers, and no SMS', async () => {
    const [mine, nobodys] = [newMobile(), newMobile()]
    await makeUser(app.db, { userName: mine, mobile: mine })
    for (const mobile of [mine, nobodys]) {
      expect(await send(mobile, { smsType: 'forgot' })).toMatchObject({ code: 0, data: { waitSeconds: 60 } })
      expect((await send(mobile, { smsType: 'forgot' })).code).toBe(errors.smsTooSoon[0])
      expect(await use(mobile, 'forgot', 'x')).toBe('短信验证码错误或已失效')
    }
    await expect.poll(() => codeIn(mine)).toMatch(/^\d{6}$/)
    expect(await use(mine, 'forgot', codeIn(mine))).toBe('used')
    expect(await sentTo(nobodys)).toEqual([])
  })

  test('unbinding a number: only the own number gets an SMS', async () => {
    const [mine, another] = [newMobile(), newMobile()]
    await makeUser(app.db, { userName: mine, mobile: mine })
    await makeUser(app.db, { userName: another, mobile: another })
    const { token } = await app.as(mine)
    expect(await send(another, { smsType: 'unbind' }, token)).toMatchObject({ code: 0, data: { waitSeconds: 60 } })
    expect(await send(mine, { smsType: 'unbind' }, token)).toMatchObject({ code: 0, data: { waitSeconds: 60 } })
    await expect.poll(() => codeIn(mine)).toMatch(/^\d{6}$/)
    expect(await sentTo(another)).toEqual([])
  })
})

describe('one address of the network', () => {
  test('has a daily limit over all numbers', async () => {
    await app.db.deleteFrom('sysSignInFailure').execute()
    await phones.configure({ addressLimit: 3, numberLimit: 2 })
    const answers = []
    for (let time = 0; time < 4; time++) answers.push((await send(newMobile())).code)
    expect(answers).toEqual([0, 0, 0, errors.smsTooMany[0]])
    app.clock.advance(86_401)
    expect((await send(newMobile())).code).toBe(0)
    app.clock.advance(-86_401)
    await app.db.deleteFrom('sysSignInFailure').execute()
    await phones.configure({})
  })

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:DB8:0:1::9', '2001:db8:0:1::/64'],
    ['2001:db8:0:1:aaaa:bbbb:cccc:dddd', '2001:db8:0:1::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s is counted as %s', (ip, counted) => expect(countedAddress(ip)).toBe(counted))
})

describe('providers', () => {
  let providerStub: ProviderStub
  let play: 'right' | Play
  const nonces = new Set<string>()
  const aliyun = (call: Call): Play => {
    const Code = acs3Problem(call, { 'ali-id': 'ali-secret' }, nonces)
    if (Code !== '') return { status: 400, body: { Code, Message: 'refused', RequestId: 'R' } }
    return play === 'right' ? { body: { Code: 'OK', Message: 'OK', BizId: 'B', RequestId: 'R' } } : play
  }
  const tencent = (call: Call): Play => {
    const Code = tc3Problem(call, 'sms', { 'tc-id': 'tc-secret' })
    if (Code !== '') return { body: { Response: { Error: { Code, Message: 'refused' }, RequestId: 'R' } } }
    const PhoneNumber = (JSON.parse(call.body) as { PhoneNumberSet: string[] }).PhoneNumberSet[0]
    const set = [{ SerialNo: '1', PhoneNumber, Fee: 1, Code: 'Ok', Message: 'send success', IsoCode: 'CN' }]
    return play === 'right' ? { body: { Response: { SendStatusSet: set, RequestId: 'R' } } } : play
  }
  beforeAll(async () => {
    providerStub = await startProviderStub((call) => (call.headers['x-tc-action'] ? tencent(call) : aliyun(call)))
    await app.db.deleteFrom('sysSignInFailure').execute()
    await turn({ mobileLogin: true })
  })
  afterAll(() => providerStub.close())

  const use = {
    aliyun: (more: object = {}) =>
      app.ok(
        configProp.change,
        {
          type: 'sms',
          provider: 'aliyun',
          data: {
            accessKeyId: 'ali-id',
            accessKeySecret: 'ali-secret',
            signName: '书院',
            templates: { login: 'SMS_LOGIN', forgot: 'SMS_FORGOT' },
            timeout: 1,
            baseUrl: providerStub.url,
            ...more,
          },
        },
        admin,
      ),
    tencent: (more: object = {}) =>
      app.ok(
        configProp.change,
        {
          type: 'sms',
          provider: 'tencent',
          data: {
            secretId: 'tc-id',
            secretKey: 'tc-secret',
            sdkAppId: '1400000000',
            signName: '书院',
            templates: { login: '100001' },
            params: 'minutes',
            timeout: 1,
            baseUrl: providerStub.url,
            ...more,
          },
        },
        admin,
      ),
  }

  test('Aliyun gets number, signature, template and code, correctly signed; no row contains the code', async () => {
    play = 'right'
    await use.aliyun()
    const mobile = newMobile()
    expect(await send(mobile)).toMatchObject({ code: 0 })
    const { url, headers } = providerStub.calls.at(-1)!
    expect(headers).toMatchObject({ 'x-acs-action': 'SendSms', 'x-acs-version': '2017-05-25' })
    const asked = Object.fromEntries(url.searchParams)
    expect(asked).toMatchObject({ PhoneNumbers: mobile, SignName: '书院', TemplateCode: 'SMS_LOGIN' })
    const { code } = JSON.parse(asked.TemplateParam!) as { code: string }
    expect(code).toMatch(/^\d{6}$/)
    expect(await sentTo(mobile)).toMatchObject([{ provider: 'aliyun', smsType: 'login', state: 'sent', error: '' }])
    expect(JSON.stringify(await sentTo(mobile))).not.toContain(code)
    await makeUser(app.db, { userName: mobile, mobile })
    expect((await enter(mobile, code)).code).toBe(0)
  })

  test('a purpose without a template uses the one for sign-in', async () => {
    const mobile = newMobile()
    await makeUser(app.db, { userName: mobile, mobile })
    const templates = async (smsType: string, token = '') => {
      const before = providerStub.calls.length
      await send(mobile, { smsType }, token)
      await expect.poll(() => providerStub.calls.length).toBe(before + 1)
      return providerStub.calls.at(-1)!.url.searchParams.get('TemplateCode')
    }
    expect(await templates('forgot')).toBe('SMS_FORGOT')
    expect(await templates('bind', (await app.as(mobile)).token)).toBe('SMS_LOGIN')
  })

  test('Tencent gets the number with its country code and as many values as the template has placeholders', async () => {
    play = 'right'
    await use.tencent()
    const mobile = newMobile()
    expect(await send(mobile)).toMatchObject({ code: 0 })
    const { headers, body } = providerStub.calls.at(-1)!
    expect(headers).toMatchObject({ 'x-tc-version': '2021-01-11', 'x-tc-region': 'ap-guangzhou' })
    expect(JSON.parse(body)).toMatchObject({
      PhoneNumberSet: [`+86${mobile}`],
      SmsSdkAppId: '1400000000',
      SignName: '书院',
      TemplateId: '100001',
      TemplateParamSet: [expect.stringMatching(/^\d{6}$/), '5'],
    })
    expect(await sentTo(mobile)).toMatchObject([{ provider: 'tencent', state: 'sent', error: '' }])
    await use.tencent({ params: 'code' })
    await send(newMobile())
    expect((JSON.parse(providerStub.calls.at(-1)!.body) as { TemplateParamSet: string[] }).TemplateParamSet).toHaveLength(1)
  })

  const busy = (Code: string) => ({
    aliyun: { body: { Code, Message: '触发流控' } },
    tencent: { body: { Response: { Error: { Code, Message: '流控' } } } },
  })
  test.each(['aliyun', 'tencent'] as const)(
    '%s: a refusal, a silence and nonsense each leave a failed row and may be tried again',
    async (name) => {
      await use[name]()
      const mobile = newMobile()
      const tryWith = async (next: Play) => {
        play = next
        return send(mobile)
      }
      expect(await tryWith(busy('isv.AMOUNT_NOT_ENOUGH')[name])).toMatchObject({
        code: errors.smsRefused[0],
        msg: '短信服务商拒绝发送，请联系管理员',
      })
      const illegal = { aliyun: 'isv.MOBILE_NUMBER_ILLEGAL', tencent: 'InvalidParameterValue.IncorrectPhoneNumber' }[name]
      expect((await tryWith(busy(illegal)[name])).fields).toEqual([{ field: 'mobile', msg: '手机号码格式不正确!' }])
      const limit = { aliyun: 'isv.BUSINESS_LIMIT_CONTROL', tencent: 'LimitExceeded.PhoneNumberOneHourLimit' }[name]
      expect((await tryWith(busy(limit)[name])).msg).toBe('短信发送过于频繁，请稍后再试')
      expect((await tryWith('silence')).code).toBe(errors.smsDown[0])
      expect((await tryWith('garbage')).code).toBe(errors.smsDown[0])
      expect((await tryWith({ body: { Response: {} } })).code).toBe(errors.smsDown[0])
      expect((await sentTo(mobile)).map(({ state, error }) => `${state}: ${error}`)).toEqual([
        expect.stringMatching(/^failed: isv.AMOUNT_NOT_ENOUGH (触发)?流控$/),
        expect.stringContaining(`failed: ${illegal}`),
        expect.stringContaining(`failed: ${limit}`),
        'failed: 没有收到可用的答复',
        'failed: 没有收到可用的答复',
        'failed: 没有收到可用的答复',
      ])
      play = 'right'
      expect((await send(mobile)).code).toBe(0)
      expect((await send(mobile)).code).toBe(errors.smsTooSoon[0])
    },
  )

  test.each([
    ['aliyun', { accessKeySecret: 'wrong' }, 'SignatureDoesNotMatch'],
    ['aliyun', { accessKeyId: 'wrong' }, 'InvalidAccessKeyId.NotFound'],
    ['tencent', { secretKey: 'wrong' }, 'AuthFailure.SignatureFailure'],
    ['tencent', { secretId: 'wrong' }, 'AuthFailure.SecretIdNotFound'],
  ] as const)('%s with %o: the row has %s, the answer and the log no secret', async (name, more, error) => {
    play = 'right'
    await use[name](more)
    const mobile = newMobile()
    const answer = await app.call(configProp['sms-test'], { mobile }, admin)
    expect(answer.code).toBe(errors.smsRefused[0])
    expect(await sentTo(mobile)).toMatchObject([{ smsType: 'test', state: 'failed', error: `${error} refused` }])
    expect(JSON.stringify(answer)).not.toMatch(/wrong|ali-|tc-/)
  })

  test('a test message is sent, and is listed for callers with the tag', async () => {
    play = 'right'
    await use.aliyun()
    const mobile = newMobile()
    expect(await app.ok(configProp['sms-test'], { mobile }, admin)).toEqual({ provider: 'aliyun' })
    const { records } = await app.ok(smsLog.paging, { params: { mobile: mobile.slice(3), smsType: 'test', state: 'sent' } }, admin)
    expect(records).toMatchObject([{ mobile: `139****${mobile.slice(-4)}`, smsType: 'test', provider: 'aliyun', state: 'sent', error: '' }])
    expect(records[0]!.content).toContain('******')
    await makeUser(app.db, { userName: 'sms-teacher', roleType: RoleType.staff, roles: ['教师'] })
    expect((await app.call(smsLog.paging, {}, (await app.as('sms-teacher')).token)).code).toBe(errors.forbidden[0])
  })

  test('the provider stub refuses a replay and an old date', async () => {
    play = 'right'
    await use.aliyun()
    await send(newMobile())
    const call = providerStub.calls.at(-1)!
    expect(acs3Problem(call, { 'ali-id': 'ali-secret' }, nonces)).toBe('SignatureNonceUsed')
    const old = { ...call, headers: { ...call.headers, 'x-acs-date': '2020-01-01T00:00:00Z' } }
    expect(acs3Problem(old, { 'ali-id': 'ali-secret' }, new Set())).toBe('InvalidTimeStamp.Expired')
    expect(acs3Problem({ ...call, url: new URL(`${call.url.href}&More=1`) }, { 'ali-id': 'ali-secret' }, new Set())).toBe(
      'SignatureDoesNotMatch',
    )
  })
})
