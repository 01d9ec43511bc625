// The life of a session, on two nodes of one database.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { sharedApp } from '../../../test/people.ts'
import type { TestApp } from '../../../test/start-app.ts'
import { invalidateUsers, sweepSessions } from './session.service.ts'
import { makeUser } from '../people/user/user.factory.ts'

const app = await sharedApp()
const other = await sharedApp({ databaseUrl: app.databaseUrl })

let number = 0
const newcomer = async (more: object = {}) => {
  const userName = `guest${number++}`
  const id = await makeUser(app.db, { userName, ...more })
  return { userName, id, token: (await app.as(userName)).token }
}
const code = async (node: TestApp, token: string) => (await node.call(user.info, {}, token)).code

describe('a token', () => {
  test('that was changed is refused', async () => {
    const { token } = await newcomer()
    const turned = `${token.slice(0, -2)}${token.at(-2) === 'A' ? 'B' : 'A'}${token.slice(-1)}`
    for (const wrong of [turned, token.slice(1), `${token}a`, 'a', 'x'.repeat(500), "' or 1=1 --' or 1=1 --"])
      expect(await app.call(user.info, {}, wrong)).toMatchObject({
        status: 200,
        code: errors.signedOut[0],
        msg: '登录已失效，请重新登录！',
      })
    expect(await code(app, token)).toBe(0)
  })

  test('ends with the sign-out, on every node', async () => {
    const { token } = await newcomer()
    expect([await code(app, token), await code(other, token)]).toEqual([0, 0])
    await app.ok(user.logout, {}, token)
    expect(await code(app, token)).toBe(errors.signedOut[0])
    await expect.poll(() => code(other, token)).toBe(errors.signedOut[0])
  })

  test('ends when the account expires', async () => {
    const { token } = await newcomer({ expireTime: new Date(Date.now() + 60_000) })
    expect(await code(app, token)).toBe(0)
    app.clock.advance(61)
    expect(await code(app, token)).toBe(errors.signedOut[0])
    app.clock.advance(-61)
  })

  test('is refused while the account is disabled, and accepted again once it is enabled', async () => {
    const { id, token } = await newcomer()
    const setState = async (state: UserState) => {
      await app.db.updateTable('sysUser').set({ state }).where('id', '=', id).execute()
      await invalidateUsers(app.app, [id])
    }
    expect(await code(app, token)).toBe(0)
    await setState(UserState.disabled)
    expect(await code(app, token)).toBe(errors.signedOut[0])
    await setState(UserState.active)
    expect(await code(app, token)).toBe(0)
  })
})

test('rights changed on one node apply on the other immediately', async () => {
  const { id, token } = await newcomer({ roleType: RoleType.staff })
  const permissions = async (node: TestApp) => (await node.ok(user.info, {}, token)).permissions
  expect([await permissions(app), await permissions(other)]).toEqual([[], []])
  await app.db.insertInto('sysUserRole').values({ userId: id, roleId: '3' }).execute()
  expect(await permissions(other), 'cached until invalidated').toEqual([])
  await invalidateUsers(app.app, [id])
  expect(await permissions(app)).toEqual(['exam:watch', 'stat:work'])
  await expect.poll(() => permissions(other)).toEqual(['exam:watch', 'stat:work'])
})

test('people who come at the same moment are read together, each as themselves', async () => {
  const people = await Promise.all(
    Array.from({ length: 40 }, (_one, at) => newcomer({ roleType: at % 2 ? RoleType.staff : RoleType.learner })),
  )
  const [first] = people
  await app.db.insertInto('sysUserRole').values({ userId: first!.id, roleId: '3' }).execute()
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const infos = await Promise.all(people.map(({ token }) => other.ok(user.info, {}, token)))
    expect(infos.map((one) => [one.id, one.userName])).toEqual(people.map((one) => [one.id, one.userName]))
    const reads = query.mock.calls
      .map((args) => JSON.stringify(args))
      .filter((text) => text.includes('token_hash') && text.includes('select'))
    expect(reads.length).toBeLessThanOrEqual(3)
  } finally {
    query.mockRestore()
  }
})

test('a load that began before a change does not hide the change', async () => {
  const { id, token } = await newcomer({ roleType: RoleType.staff })
  const early = Promise.all(Array.from({ length: 5 }, () => app.ok(user.info, {}, token)))
  await app.db.insertInto('sysUserRole').values({ userId: id, roleId: '3' }).execute()
  await invalidateUsers(app.app, [id])
  await early
  expect((await app.ok(user.info, {}, token)).permissions).toEqual(['exam:watch', 'stat:work'])
})

test('last activity is written once a minute, and long-expired sessions are deleted', async () => {
  const { id, token } = await newcomer()
  const row = () => app.db.selectFrom('sysSession').where('userId', '=', id).select(['lastSeen', 'ip']).executeTakeFirst()
  const before = await row()
  await code(app, token)
  expect(await row()).toEqual(before)
  app.clock.advance(61)
  await code(app, token)
  await expect.poll(async () => (await row())?.lastSeen.getTime()).toBeGreaterThan(before!.lastSeen.getTime() + 60_000)
  app.clock.advance(38 * 86_400)
  await sweepSessions(app.app)
  expect(await row()).toBeUndefined()
  app.clock.advance(-38 * 86_400 - 61)
})
