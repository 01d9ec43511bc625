// Sign-in with an account of a directory, against a stand-in that speaks LDAP with TLS.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { bind } from '@shuyuan/contract/account/bind.ts'
import { ldap } from '@shuyuan/contract/account/sign-in/ldap.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ldapService, type LdapStub, startLdapStub } from '../../../../test/ldap-stub.ts'
import { startWithEnv } from '../../../../test/people.ts'
import { STUB_ENV, stubOutgoing } from '../../../../test/provider-stub.ts'
import { turn } from '../../../../test/sign-in-steps.ts'
import { escapedFilter, proveByLdap } from '../../../providers/login/login-ldap.ts'
import { makeUser } from '../../people/user/user.factory.ts'
import { hashPassword } from '../../session/password.service.ts'

const PASSWORD = 'Right@2026'
const { app, admin } = await startWithEnv(STUB_ENV)
const entry = (uid: string, id: string) => ({
  dn: `uid=${uid},ou=people,dc=school`,
  password: `${uid}-secret`,
  attributes: { objectClass: ['person'], uid: [uid], entryUUID: [id], displayName: [`老师${uid}`] },
})
const people = [
  entry('wang', 'id-1'),
  entry('li*(x)\\', 'id-2'),
  entry('twin', 'id-3'),
  { ...entry('twin', 'id-4'), dn: 'uid=twin,ou=other' },
]
const directory = await startLdapStub('ldaps', people)
const startTls = await startLdapStub('ldap', people)
afterAll(async () => {
  await directory.close()
  await startTls.close()
})
const settingsOf = ({ url, ca }: LdapStub) => ({
  url,
  ca,
  bindDn: ldapService.dn,
  secret: ldapService.password,
  baseDn: 'dc=school',
  filter: '(&(objectClass=person)(uid={u}))',
  idAttribute: 'entryUUID',
  nameAttribute: 'displayName',
})
const use = (data: Record<string, unknown>) => app.ok(configProp.change, { type: 'ldap', provider: 'ldap', data }, admin)
const passwordHash = await hashPassword(PASSWORD)
await turn(app, admin.token, { ldapLogin: true })
beforeEach(async () => {
  directory.binds.length = 0
  startTls.binds.length = 0
  await app.db.deleteFrom('sysUserBind').execute()
  await app.db.deleteFrom('sysSignInFailure').execute()
  await use(settingsOf(directory))
})

let number = 0
const person = async () => {
  const userName = `ldap${number++}`
  const id = await makeUser(app.db, { userName, passwordHash })
  return { id, userName, token: (await app.as(userName)).token }
}
const begin = async (state: 'login' | 'bind' = 'login', token = '') =>
  new URL((await app.ok(ldap['get-url'], { state }, token)).url, 'http://here').searchParams.get('state') ?? ''
const check = (userName = 'wang', password = `${userName}-secret`) => app.call(user['ldap-check'], { userName, password })
const codeFor = async (userName?: string) => (await check(userName)).data.code
const back = (code: string, state: string) => app.call(user['third-login'], { loginType: 'ldap', code, state })
const bindsOf = (userId: string) => app.db.selectFrom('sysUserBind').where('userId', '=', userId).select(['loginType', 'openId']).execute()

describe('a sign-in', () => {
  test('leads to this site’s own page, binds by a sign-in, and is enough from then on', async () => {
    expect((await app.ok(ldap['get-url'], { state: 'login' })).url).toMatch(/^\/ldap-login\?state=.{32}$/)
    const { id, userName } = await person()
    const answer = await back(await codeFor(), await begin())
    expect(answer).toMatchObject({ code: 0, data: { nickName: '老师wang' } })
    const { bindKey } = answer.data as { bindKey: string }
    await app.ok(user.login, { userName, password: PASSWORD, bindKey })
    expect(await bindsOf(id)).toEqual([{ loginType: 'ldap', openId: 'entryUUID=id-1' }])
    expect(await back(await codeFor(), await begin())).toMatchObject({ code: 0, data: { userId: id } })
    expect(directory.binds.map(({ dn }) => dn).slice(0, 2)).toEqual([ldapService.dn, people[0]!.dn])
  })

  test('goes through TLS, also where it begins without', async () => {
    await use(settingsOf(startTls))
    expect((await check()).code).toBe(0)
    expect(startTls.binds).toEqual([
      { dn: ldapService.dn, isSecure: true },
      { dn: people[0]!.dn, isSecure: true },
    ])
  })

  test('binds with a session', async () => {
    const { id, token } = await person()
    const state = await begin('bind', token)
    await app.ok(bind['third-bind'], { loginType: 'ldap', code: await codeFor(), state }, token)
    expect(await bindsOf(id)).toHaveLength(1)
  })

  test('takes a code once, within ten minutes, and with a state of its own', async () => {
    const code = await codeFor()
    expect((await back(code, await begin())).code).toBe(0)
    expect((await back(code, await begin())).code).toBe(errors.thirdRefused[0])
    expect((await back(await codeFor(), 'x'.repeat(32))).code).toBe(errors.thirdExpired[0])
    const old = await codeFor()
    app.clock.advance(601)
    expect((await back(old, await begin())).code).toBe(errors.thirdRefused[0])
    app.clock.advance(-601)
  })
})

describe('a name and password', () => {
  test.each([
    ['a wrong password', 'wang', 'wrong'],
    ['an unknown name', 'nobody', 'wang-secret'],
    ['a star', '*', 'wang-secret'],
    ['the end of a filter', 'wang)(uid=*', 'wang-secret'],
    ['a name that two have', 'twin', 'twin-secret'],
  ])('are refused: %s', async (_, userName, password) => {
    expect((await check(userName, password)).code).toBe(errors.signInWrong[0])
    const log = await app.db.selectFrom('sysLoginLog').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(log).toMatchObject({ way: 'ldap', success: false, userName })
  })

  test('with special characters are found as they are written', async () => {
    expect(escapedFilter('li*(x)\\\0')).toBe('li\\2a\\28x\\29\\5c\\00')
    expect((await check('li*(x)\\')).code).toBe(0)
  })

  test('are refused without a password before the directory is asked, which would agree', async () => {
    expect((await check('wang', '')).code).toBe(errors.badInput[0])
    const context = { outgoing: stubOutgoing(), timeoutMs: 2_000 }
    await expect(proveByLdap(settingsOf(directory), { userName: 'wang', password: '' }, context)).rejects.toMatchObject({
      reason: 'signInWrong',
    })
    expect(directory.binds).toEqual([])
  })

  test('are not tried again after ten failures within a quarter of an hour', async () => {
    for (let at = 0; at < 10; at++) await check('wang', 'wrong')
    directory.binds.length = 0
    expect((await check()).code).toBe(errors.tooOften[0])
    expect(directory.binds).toEqual([])
  })

  test('are not sent while the way is off', async () => {
    await turn(app, admin.token, { ldapLogin: false })
    expect((await check()).code).toBe(errors.methodOff[0])
    await turn(app, admin.token, { ldapLogin: true })
    expect(directory.binds).toEqual([])
  })
})

describe('a directory', () => {
  test.each([
    ['without a known certificate', { ca: '' }],
    ['with another certificate', { ca: startTls.ca }],
    ['that refuses the searching account', { secret: 'wrong' }],
    ['that names no id', { idAttribute: 'objectGUID' }],
  ])('%s signs nobody in', async (_, more) => {
    await use({ ...settingsOf(directory), ...more })
    expect((await check()).code).toBe(errors.thirdDown[0])
    expect(directory.binds.every(({ dn }) => dn === ldapService.dn || 'idAttribute' in more)).toBe(true)
  })

  test('by StartTLS gets no password where its certificate is unknown', async () => {
    await use({ ...settingsOf(startTls), ca: '' })
    expect((await check()).code).toBe(errors.thirdDown[0])
    expect(startTls.binds).toEqual([])
  })

  test('must be a permitted address, and its password is sealed and asked for again when it moves', async () => {
    const save = (data: Record<string, unknown>) => app.call(configProp.save, { type: 'ldap', provider: 'ldap', data }, admin)
    expect((await save({ ...settingsOf(directory), url: 'ldaps://10.9.8.7' })).code).toBe(errors.badInput[0])
    expect((await save({ ...settingsOf(directory), url: 'https://127.0.0.1' })).code).toBe(errors.badInput[0])
    expect((await save({ ...settingsOf(directory), url: startTls.url, secret: '******' })).code).toBe(errors.badInput[0])
    expect((await save({ ...settingsOf(directory), filter: '(uid=wang)' })).code).toBe(errors.badInput[0])
    const row = await app.db.selectFrom('sysProp').where('type', '=', 'ldap').select('data').executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(ldapService.password)
    await expect(stubOutgoing().addressOf('10.9.8.7')).rejects.toThrow('OUTGOING_ALLOW')
  })
})
