// The inbox belongs to its user: other users neither see nor change it, and open pages get hints about new messages.
import { socket } from '@shuyuan/contract/session/ticket.ts'
import { msg, ReadState } from '@shuyuan/contract/message/msg.ts'
import { sql } from 'kysely'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { sharedApp, startWith } from '../../../test/people.ts'
import type { Person } from '../../../test/start-app.ts'
import { sendMsg } from './msg.service.ts'

const { app, ann, bob } = await startWith('ann', 'bob')
const node = await sharedApp({ databaseUrl: app.databaseUrl })
await node.http.listen({ port: 0, host: '127.0.0.1' })

const send = (people: Person[], title: string) =>
  sendMsg(
    app.ctx(),
    people.map((one) => one.id),
    { title, content: `${title}的内容` },
  )
const unreadOf = (person: Person) => app.ok(msg['count-unread'], {}, person.token)
const titlesOf = async (person: Person, params: object = {}) =>
  (await app.ok(msg.paging, { params }, person.token)).records.map((row) => row.title)
const idOf = async (person: Person, title: string) => (await app.ok(msg.paging, { params: { title } }, person.token)).records[0]!.id

describe('an inbox', () => {
  test('a message changes from unread to read', async () => {
    await send([ann], '考试安排')
    await send([ann, bob, ann], '放假通知')
    expect(await titlesOf(ann)).toEqual(['放假通知', '考试安排'])
    expect(await titlesOf(ann, { title: '放假' })).toEqual(['放假通知'])
    expect(await unreadOf(ann)).toBe(2)
    const id = await idOf(ann, '考试安排')
    expect(await app.ok(msg['detail-for-read'], { id }, ann.token)).toMatchObject({ content: '考试安排的内容', readState: ReadState.read })
    expect(await unreadOf(ann)).toBe(1)
    expect(await titlesOf(ann, { readState: ReadState.unread })).toEqual(['放假通知'])
    expect(await titlesOf(ann, { readState: ReadState.read })).toEqual(['考试安排'])
    await app.ok(msg['mark-read'], { ids: [await idOf(ann, '放假通知'), id] }, ann.token)
    expect(await unreadOf(ann)).toBe(0)
    expect(await unreadOf(bob)).toBe(1)
    await app.ok(msg['user-delete'], { ids: [id] }, ann.token)
    expect(await titlesOf(ann)).toEqual(['放假通知'])
  })

  test('is marked as read in one call, only the own one', async () => {
    await send([ann, bob], '消防演练')
    await send([ann], '夜班安排')
    const before = await unreadOf(bob)
    expect(await app.ok(msg['mark-all-read'], {}, ann.token)).toBe(true)
    expect(await unreadOf(ann)).toBe(0)
    expect(await unreadOf(bob)).toBe(before)
  })

  test('of another user is neither read, marked nor emptied', async () => {
    await send([ann], '只给安')
    const id = await idOf(ann, '只给安')
    await send([bob], '只给鲍')
    const own = await idOf(bob, '只给鲍')
    expect((await app.call(msg['detail-for-read'], { id }, bob.token)).code).toBe(errors.notFound[0])
    expect((await app.call(msg['mark-read'], { ids: [own, id] }, bob.token)).code).toBe(errors.notFound[0])
    expect((await app.call(msg['user-delete'], { ids: [own, id] }, bob.token)).code).toBe(errors.notFound[0])
    expect(await titlesOf(bob, { readState: ReadState.unread })).toContain('只给鲍')
    expect(await titlesOf(ann, { readState: ReadState.unread })).toContain('只给安')
  })

  test('refuses a body that is no list of messages', async () => {
    expect((await app.call(msg['mark-read'], { ids: [] }, ann.token)).msg).toBe('请至少选择一条数据！')
    expect((await app.call(msg['user-delete'], { ids: ["1' or 1=1"] }, ann.token)).code).toBe(errors.badInput[0])
    expect((await app.call(msg.paging, { orders: [{ column: 'user_id', asc: true }] }, ann.token)).code).toBe(errors.badInput[0])
  })

  test('accepts fifty thousand messages in one statement', async () => {
    await sql`insert into sys_user (user_name, real_name, password_hash, dept_code)
      select 'crowd' || n, '众' || n, '', (select dept_code from sys_depart where parent_id is null limit 1)
      from generate_series(1, 50000) n`.execute(app.db)
    const people = await app.db.selectFrom('sysUser').where('userName', 'like', 'crowd%').select('id').execute()
    await sendMsg(
      app.ctx(),
      people.map((one) => one.id),
      { title: '全员通知', content: '内容' },
    )
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from sys_msg where title = '全员通知'`.execute(app.db)
    expect(rows[0]?.count).toBe(50_000)
  }, 300_000)
})

const connect = async (userId: string, person: Person) => {
  const { ticket } = await app.ok(socket.ticket, {}, person.token)
  const { port } = node.http.server.address() as AddressInfo
  return new WebSocket(`ws://127.0.0.1:${port}/api/socket/user/${userId}?token=${ticket}`)
}
const nextHint = async (from: WebSocket) => {
  const [data] = (await once(from, 'message')) as [Buffer]
  return JSON.parse(data.toString()) as unknown
}

describe('an open page', () => {
  test('gets hints on any node about new messages, after the commit, and about messages read on another page', async () => {
    const page = await connect(bob.id, bob)
    await once(page, 'open')
    await expect.poll(() => node.app.sockets.count(`user:${bob.id}`)).toBe(1)
    const before = await unreadOf(bob)
    const hint = nextHint(page)
    await send([ann, bob], '推送')
    const id = await idOf(bob, '推送')
    expect(await hint).toEqual({ type: 'msg', id, title: '推送', unread: before + 1 })
    const changed = nextHint(page)
    await app.ok(msg['mark-read'], { ids: [id] }, bob.token)
    expect(await changed).toEqual({ type: 'unread', unread: before })
    page.terminate()
  })

  test('with another user’s ticket is closed', async () => {
    const page = await connect(ann.id, bob)
    const [code] = (await once(page, 'close')) as [number]
    expect(code).toBe(1008)
  })
})
