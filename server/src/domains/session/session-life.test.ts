// How long a sign-in of the back office lasts.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { role } from '@shuyuan/contract/people/role-menu/role.ts'
import { session } from '@shuyuan/contract/session/own-session.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { afterEach, expect, test } from 'vitest'
import { startNewPaper } from '../../../test/papers.ts'
import { sharedApp, startWith } from '../../../test/people.ts'
import { refusal } from '../../../test/refusal.ts'
import { makeUser, type NewUser } from '../people/user/user.factory.ts'
import { site } from '../site/config/config.service.ts'
import { hashPassword } from './password.service.ts'

const PASSWORD = 'Right@2026'
const [MINUTE, HOUR] = [60, 3_600]
const { app, admin } = await startWith()
const other = await sharedApp({ databaseUrl: app.databaseUrl })
const passwordHash = await hashPassword(PASSWORD)
let number = 0

afterEach(() => {
  for (const one of [app, other]) one.clock.set(new Date())
})
const later = (seconds: number) => {
  for (const one of [app, other]) one.clock.advance(seconds)
}
const come = async (more: Partial<NewUser> = { roleType: RoleType.staff, roles: ['系统管理员'] }) => {
  const userName = `late${number++}`
  const id = await makeUser(app.db, { userName, passwordHash, ...more })
  const { token } = await app.ok(user.login, { userName, password: PASSWORD })
  return { id, userName, token }
}
const look = async (
  token: string,
  { idle, node = app, of = role.list }: { idle?: number; node?: typeof app; of?: { path: string } } = {},
) => {
  const headers = { token, ...(idle === undefined ? {} : { idle: String(idle) }) }
  const reply = await node.http.inject({ method: 'POST', url: of.path, headers, payload: {} })
  const { code, data } = reply.json<{ code: number; data: { key?: string } | null }>()
  return { code, key: code === 0 ? '' : data?.key, left: reply.headers['session-left'] }
}
const open = { code: 0, key: '' }
const over = { code: errors.sessionOver[0], key: 'sessionOver' }

test('ends after 30 minutes without input, on every server process', async () => {
  const { token } = await come()
  later(29 * MINUTE)
  expect(await look(token)).toMatchObject(open)
  later(29 * MINUTE)
  expect(await look(token, { node: other })).toMatchObject(open)
  later(31 * MINUTE)
  expect(await look(token)).toMatchObject(over)
  expect(await look(token, { node: other })).toMatchObject(over)
  expect(await app.call(user.info, {}, token)).toEqual(refusal('sessionOver'))
})

test('a call without input behind it does not move the end, and says how much is left', async () => {
  const { token } = await come()
  expect((await look(token, { idle: 0 })).left).toMatch(/^(1800|179\d)$/)
  later(20 * MINUTE)
  expect((await look(token, { idle: 20 * MINUTE })).left).toMatch(/^(600|59\d)$/)
  later(9 * MINUTE)
  expect(await look(token, { idle: 29 * MINUTE })).toMatchObject(open)
  later(2 * MINUTE)
  expect(await look(token, { idle: 31 * MINUTE })).toMatchObject(over)
})

test('input since the last call counts from the moment it was made', async () => {
  const { token } = await come()
  later(25 * MINUTE)
  expect(Number((await look(token, { idle: 10 * MINUTE })).left)).toBeGreaterThan(19 * MINUTE)
  later(21 * MINUTE)
  expect(await look(token)).toMatchObject(over)
})

test('a header that is no number of seconds does not extend the end beyond now', async () => {
  const { token } = await come()
  for (const idle of [-5_000, 1e12]) expect(Number((await look(token, { idle })).left)).toBeLessThanOrEqual(30 * MINUTE)
})

test('ends after 12 hours, however busy', async () => {
  const { token } = await come()
  for (let minutes = 0; minutes < 11 * 60 + 50; minutes += 25) {
    later(25 * MINUTE)
    expect(await look(token, { idle: 0 })).toMatchObject({ code: minutes + 25 < 720 ? 0 : errors.sessionOver[0] })
  }
  later(25 * MINUTE)
  expect(await look(token, { idle: 0 })).toMatchObject(over)
})

test('a learner stays signed in for a week', async () => {
  const { token } = await come({})
  later(6 * 24 * HOUR)
  expect(await app.call(user.info, {}, token)).toMatchObject({ code: 0 })
  expect((await look(token, { of: user.info })).left).toBeUndefined()
  later(2 * 24 * HOUR)
  expect(await app.call(user.info, {}, token)).toEqual(refusal('signedOut'))
})

test('with an open paper the calls of a candidate go on, those of the back office do not', async () => {
  const teacher = await come({ roleType: RoleType.staff, roles: ['系统管理员'] })
  const { id } = await startNewPaper(app, teacher, {}, { single: 1 })
  await app.ok(paper['paper-detail'], { id }, teacher.token)
  later(40 * MINUTE)
  expect(await app.call(paper['paper-detail'], { id }, teacher.token)).toMatchObject({ code: 0 })
  expect(await look(teacher.token)).toMatchObject(over)
})

test('the limits are settings with bounds', async () => {
  const before = await site(app.ctx())
  const withLimits = (limits: object) => app.call(config.save, { ...before, props: { ...before.props, ...limits } }, admin)
  for (const limits of [{ staffIdleMinutes: 4 }, { staffIdleMinutes: 121 }, { staffHours: 0 }, { staffHours: 25 }])
    expect(await withLimits(limits)).toMatchObject({ code: errors.badInput[0] })
  expect(await withLimits({ staffIdleMinutes: 5, staffHours: 1 })).toMatchObject({ code: 0 })
  const { token } = await come()
  later(4 * MINUTE)
  expect(await look(token)).toMatchObject(open)
  later(6 * MINUTE)
  expect(await look(token)).toMatchObject(over)
  await app.ok(config.save, before, admin)
})

test('a session that is over is not among the active devices', async () => {
  const { token, userName } = await come()
  later(31 * MINUTE)
  const { token: fresh } = await app.ok(user.login, { userName, password: PASSWORD })
  expect(await app.ok(session.list, {}, fresh)).toMatchObject([{ current: true }])
  expect(await look(token)).toMatchObject(over)
})
