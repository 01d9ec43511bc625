// A socket closes with its session, on every server process.
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { session } from '@shuyuan/contract/session/own-session.ts'
import { socket } from '@shuyuan/contract/session/ticket.ts'
import { configSwitch, LoginTick } from '@shuyuan/contract/site/config/switch.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { once } from 'node:events'
import { beforeAll, describe, expect, test } from 'vitest'
import { SocketClient } from '../../../test/socket-client.ts'
import { sharedApp, startWith, widenScope } from '../../../test/people.ts'
import type { Person } from '../../../test/start-app.ts'
import { setUpExam } from '../paper/exam-setup.factory.ts'
import { makeUser } from '../people/user/user.factory.ts'
import { switches } from '../site/config/config.service.ts'
import { hashPassword } from './password.service.ts'
import { checkSockets } from './session-socket.service.ts'

const PASSWORD = 'Right@2026'
const { app, admin } = await startWith()
const node = await sharedApp({ databaseUrl: app.databaseUrl })
await node.http.listen({ port: 0, host: '127.0.0.1' })
const passwordHash = await hashPassword(PASSWORD)
let number = 0

const { examId } = await setUpExam(app.ctx())
const addresses = {
  user: ({ id }: Person) => `/api/socket/user/${id}`,
  exam: ({ id }: Person) => `/api/socket/exam/${id}/77/pc`,
  read: ({ id }: Person) => `/api/socket/read/${id}/7/8`,
  watch: () => `/api/socket/watch/${examId}`,
} as const
const come = async (roles = ['监考员']) => {
  const userName = `linked${number++}`
  const id = await makeUser(app.db, { userName, passwordHash, roleType: RoleType.staff, roles })
  await widenScope(app, id)
  return { id, userName, token: await again(userName) }
}
const again = async (userName: string) => (await app.ok(user.login, { userName, password: PASSWORD })).token

const joined = (prefix = '') => node.app.sockets.rooms(prefix).length
/** A socket in a room of the second process, and the code with which it closes. */
async function connect(person: Person, kind: keyof typeof addresses = 'user') {
  const { ticket } = await app.ok(socket.ticket, {}, person.token)
  const before = joined()
  const one = new SocketClient(node, `${addresses[kind](person)}?token=${ticket}`)
  const closed = once(one.socket, 'close') as Promise<[number]>
  await expect.poll(() => joined()).toBe(before + 1)
  return { socket: one.socket, closed: closed.then(([code]) => code) }
}

describe.each(Object.keys(addresses) as (keyof typeof addresses)[])('the socket %s', (kind) => {
  test('closes at the sign-out', async () => {
    const person = await come()
    const { closed } = await connect(person, kind)
    await app.ok(user.logout, {}, person.token)
    expect(await closed).toBe(1008)
  })
})

test('the socket of another session of the same user stays open', async () => {
  const person = await come()
  const second = { ...person, token: await again(person.userName) }
  const [mine, other] = [await connect(person), await connect(second, 'exam')]
  await app.ok(user.logout, {}, person.token)
  expect(await mine.closed).toBe(1008)
  expect(other.socket.readyState).toBe(other.socket.OPEN)
  other.socket.terminate()
})

test('closes when the user ends the session from another device', async () => {
  const person = await come()
  const { closed } = await connect(person)
  const token = await again(person.userName)
  const { id } = (await app.ok(session.list, {}, token)).find((one) => !one.current)!
  await app.ok(session.end, { id }, token)
  expect(await closed).toBe(1008)
})

test('closes when the account is disabled', async () => {
  const person = await come()
  const { closed } = await connect(person)
  await app.ok(user.state, { ids: [person.id], state: UserState.disabled }, admin)
  expect(await closed).toBe(1008)
})

test('the watch socket closes when the role that allows it is taken away; the inbox stays', async () => {
  const person = await come()
  const [watching, inbox] = [await connect(person, 'watch'), await connect(person)]
  const teacher = await app.db.selectFrom('sysRole').where('roleName', '=', '部门管理员').select('id').executeTakeFirstOrThrow()
  await app.ok(user['batch-role'], { ids: [person.id], roles: [teacher.id] }, admin)
  expect(await watching.closed).toBe(1008)
  expect(inbox.socket.readyState).toBe(inbox.socket.OPEN)
  inbox.socket.terminate()
})

test('closes when the session has been idle for too long', async () => {
  const person = await come()
  const { closed, socket: one } = await connect(person)
  node.clock.advance(29 * 60)
  await checkSockets(node.app)
  expect(one.readyState).toBe(one.OPEN)
  node.clock.advance(2 * 60)
  await checkSockets(node.app)
  expect(await closed).toBe(1008)
  node.clock.set(new Date())
})

describe('where a new sign-in ends the older ones', () => {
  beforeAll(async () => {
    await app.ok(configSwitch.save, { ...(await switches(app.ctx())), loginTick: LoginTick.newest }, admin)
  })
  test('their sockets close', async () => {
    const person = await come()
    const { closed } = await connect(person)
    await again(person.userName)
    expect(await closed).toBe(1008)
    await expect.poll(() => joined(`user:${person.id}`)).toBe(0)
  })
})
