// The list of own sessions, and ending another one.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { session } from '@shuyuan/contract/session/own-session.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { expect, test } from 'vitest'
import { sharedApp } from '../../../test/people.ts'
import type { TestApp } from '../../../test/start-app.ts'
import { hashPassword } from './password.service.ts'
import { makeUser } from '../people/user/user.factory.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
let number = 0
const app = await sharedApp()
const other = await sharedApp({ databaseUrl: app.databaseUrl })

const person = async () => {
  const userName = `device${number++}`
  await makeUser(app.db, { userName, passwordHash: await hashPassword('Right@2026') })
  return { userName, token: (await app.as(userName)).token }
}
const code = async (node: TestApp, token: string) => (await node.call(user.info, {}, token)).code

test('lists the own active sessions with device labels, the current one marked and first', async () => {
  const { userName, token } = await person()
  const payload = { userName, password: 'Right@2026' }
  await app.http.inject({ method: 'POST', url: user.login.path, headers: { 'user-agent': windows }, remoteAddress: '10.1.2.3', payload })
  await person()
  const list = await app.ok(session.list, {}, token)
  expect(list).toMatchObject([
    { current: true, device: '未知设备' },
    { current: false, device: 'Chrome 156 · Windows', ip: '10.1.2.3', lastSeen: expect.any(String) },
  ])
  expect(JSON.stringify(list)).not.toContain(token)
})

test('ends one session on every node, and leaves the others', async () => {
  const { userName, token } = await person()
  const second = (await app.as(userName)).token
  expect([await code(app, second), await code(other, second)]).toEqual([0, 0])
  const { id } = (await app.ok(session.list, {}, token)).find((one) => !one.current)!
  await app.ok(session.end, { id }, token)
  expect(await code(app, second)).toBe(errors.signedOut[0])
  await expect.poll(() => code(other, second)).toBe(errors.signedOut[0])
  expect(await code(app, token)).toBe(0)
  expect((await app.call(session.end, { id }, token)).code, 'ended already').toBe(errors.notFound[0])
})

test('does not end another user’s session', async () => {
  const [owner, thief] = [await person(), await person()]
  const { id } = (await app.ok(session.list, {}, owner.token))[0]!
  expect((await app.call(session.end, { id }, thief.token)).code).toBe(errors.notFound[0])
  expect((await app.call(session.end, { id: '0' }, thief.token)).code).toBe(errors.notFound[0])
  expect((await app.call(session.end, { id: 'x' }, thief.token)).code).toBe(errors.badInput[0])
  expect(await code(app, owner.token)).toBe(0)
})

test('an expired one is neither shown nor ended', async () => {
  const { userName, token } = await person()
  await app.as(userName)
  const { id } = (await app.ok(session.list, {}, token)).find((one) => !one.current)!
  await app.db
    .updateTable('sysSession')
    .set({ expireTime: new Date(Date.now() - 1_000) })
    .where('id', '=', id)
    .execute()
  expect(await app.ok(session.list, {}, token)).toHaveLength(1)
  expect((await app.call(session.end, { id }, token)).code).toBe(errors.notFound[0])
})
