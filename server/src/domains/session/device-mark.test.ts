// A device on which an account signed in before has its own count of wrong passwords; administrators unlock.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { startWithEnv } from '../../../test/people.ts'
import { STUB_ENV } from '../../../test/provider-stub.ts'
import { solved } from '../../../test/sign-in-steps.ts'
import { makeUser } from '../people/user/user.factory.ts'
import { countingKeys, rememberDevice, sweepDevices } from './device-mark.service.ts'
import { hashPassword } from './password.service.ts'

const { app, admin, teacher } = await startWithEnv(STUB_ENV, 'teacher')
const PASSWORD = 'Right@2026'
const passwordHash = await hashPassword(PASSWORD)
let number = 0
let person: { id: string; userName: string }
beforeEach(async () => {
  await app.db.deleteFrom('sysSignInFailure').execute()
  const userName = `Owner${number++}`
  person = { userName, id: await makeUser(app.db, { userName, passwordHash }) }
})

/** Signs in from a browser with this cookie. @returns the code of the answer and the browser's cookie afterwards */
async function signIn(cookie: string, password: string, userName = person.userName, remoteAddress = '127.0.0.1') {
  const payload = { userName, password, ...(await solved(app)) }
  const reply = await app.http.inject({ method: 'POST', url: user.login.path, headers: { cookie }, payload, remoteAddress })
  const given = String(reply.headers['set-cookie'] ?? '')
  return { code: reply.json<{ code: number }>().code, given, cookie: given.split(';', 1)[0] || cookie }
}
const attack = async (cookie = '', times = 10) => {
  for (let time = 0; time < times; time++) expect((await signIn(cookie, 'wrong')).code).toBe(errors.signInWrong[0])
}
const lockedUntil = async () => (await app.ok(user.detail, { id: person.id }, admin)).lockedUntil

describe('a lock after wrong passwords from elsewhere', () => {
  test('does not concern a device that signed in before', async () => {
    const { cookie } = await signIn('', PASSWORD)
    await attack()
    expect((await signIn('', PASSWORD)).code).toBe(errors.tooOften[0])
    expect((await signIn(cookie, PASSWORD)).code).toBe(0)
    expect((await signIn('', PASSWORD)).code, 'the count of the others stays').toBe(errors.tooOften[0])
  })

  test('nor does a lock of its address', async () => {
    const { cookie } = await signIn('', PASSWORD)
    const expireTime = new Date(app.clock.now().getTime() + 60_000)
    await app.db.insertInto('sysSignInFailure').values({ key: 'address:127.0.0.1', failures: 300, expireTime }).execute()
    expect((await signIn('', PASSWORD)).code).toBe(errors.tooOften[0])
    expect((await signIn(cookie, PASSWORD)).code).toBe(0)
  })

  test('does not concern another network, such as an examination room where the account never signed in', async () => {
    await attack()
    expect((await signIn('', PASSWORD, person.userName, '203.0.113.9')).code).toBe(0)
    expect((await signIn('', PASSWORD)).code).toBe(errors.tooOften[0])
  })

  test('concerns every network after 25 tries', async () => {
    const key = `login:${person.userName.toLowerCase()}`
    const expireTime = new Date(app.clock.now().getTime() + 60_000)
    await app.db.insertInto('sysSignInFailure').values({ key, failures: 24, expireTime }).execute()
    expect((await signIn('', 'wrong')).code).toBe(errors.signInWrong[0])
    expect((await signIn('', PASSWORD, person.userName, '198.51.100.7')).code).toBe(errors.tooOften[0])
    expect(await lockedUntil()).not.toBeNull()
  })

  test('holds for a device on which only others signed in', async () => {
    await makeUser(app.db, { userName: `mate${number}`, passwordHash })
    const { cookie } = await signIn('', PASSWORD, `mate${number}`)
    await attack(cookie)
    expect((await signIn(cookie, PASSWORD)).code).toBe(errors.tooOften[0])
    expect((await signIn('device=made-up-made-up-made-up-made-up-made-up-made', PASSWORD)).code).toBe(errors.tooOften[0])
  })
})

test('a device that signed in before has its own ten tries', async () => {
  const { cookie } = await signIn('', PASSWORD)
  await attack(cookie)
  expect((await signIn(cookie, PASSWORD)).code).toBe(errors.tooOften[0])
  expect((await signIn('', PASSWORD)).code, 'another device is not concerned').toBe(0)
})

test('over HTTPS the cookie has a prefix; the name of earlier releases is still read', async () => {
  const headers: string[] = []
  const cookieBefore = (await signIn('', PASSWORD)).cookie
  const caller = (cookie: string) => ({
    ...app.ctx(),
    request: { ...app.ctx().request, origin: 'https://learn.example.com', header: () => cookie },
    answerHeader: (_: string, value: string) => void headers.push(value),
  })
  await rememberDevice(caller(cookieBefore), person.id)
  expect(headers[0]).toMatch(/^__Secure-device=[\w-]{43}; Path=\/api\/sys\/user; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/)
  const cookie = headers[0]!.split(';', 1)[0]!
  expect(cookie.endsWith(cookieBefore.slice('device='.length))).toBe(true)
  expect(await countingKeys(caller(cookie), person.userName.toLowerCase())).toMatchObject({ isKnownDevice: true })
})

test('the mark is a cookie that scripts cannot read, stored as a hash, and ends after a year unused', async () => {
  const { given, cookie } = await signIn('', PASSWORD)
  expect(given).toMatch(/^device=[\w-]{43}; Path=\/api\/sys\/user; Max-Age=31536000; HttpOnly; SameSite=Lax$/)
  const rows = () => app.db.selectFrom('sysDeviceMark').where('userId', '=', person.id).selectAll().execute()
  expect(JSON.stringify(await rows())).not.toContain(cookie.slice('device='.length))
  expect((await signIn(cookie, PASSWORD)).cookie).toBe(cookie)
  expect(await rows()).toHaveLength(1)
  for (let device = 0; device < 25; device++) await signIn('', PASSWORD)
  expect(await rows()).toHaveLength(20)
  app.clock.advance(366 * 86_400)
  await sweepDevices(app.app)
  expect(await rows()).toEqual([])
  app.clock.advance(-366 * 86_400)
})

test('administrators see the lock and end it; the act is recorded', async () => {
  expect(await lockedUntil()).toBeNull()
  await attack()
  expect(await lockedUntil()).toMatch(/^\d{4}-/)
  const { records } = await app.ok(user.paging, { params: { userName: person.userName } }, admin)
  expect(records[0]?.lockedUntil).toBe(await lockedUntil())
  expect((await app.call(user.unlock, { ids: [person.id] }, teacher)).code).toBe(errors.forbidden[0])
  await app.ok(user.unlock, { ids: [person.id] }, admin)
  expect(await lockedUntil()).toBeNull()
  expect((await signIn('', PASSWORD)).code).toBe(0)
  const row = await app.db.selectFrom('sysLog').where('path', '=', user.unlock.path).selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ title: '解除登录锁定', before: [{ userName: person.userName }] })
})
