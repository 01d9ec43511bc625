import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { socket } from '@shuyuan/contract/session/ticket.ts'
import { SocketClose, socketLimits } from '@shuyuan/contract/kernel/socket-limits.ts'
import { sql } from 'kysely'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { SocketClient } from '../../../../test/socket-client.ts'
import { startNewPaper } from '../../../../test/papers.ts'
import { sharedApp, startWith } from '../../../../test/people.ts'
import type { Person } from '../../../../test/start-app.ts'

const { app, ann, admin } = await startWith('ann')
const node = await sharedApp({ databaseUrl: app.databaseUrl })
await node.http.listen({ port: 0, host: '127.0.0.1' })

const connect = (userId: string, examId: string, ticket: string) =>
  new SocketClient(node, `/api/socket/exam/${userId}/${examId}/pc?token=${ticket}`)
const ticketOf = async (person: Person) => (await app.ok(socket.ticket, {}, person.token)).ticket
const closedWith = async (one: SocketClient) => ((await once(one.socket, 'close')) as [number])[0]
/** long enough for a loaded machine */

test('a change of a paper reaches its page on every server process', async () => {
  const { examId, id } = await startNewPaper(app, ann, {}, { single: 1 })
  await app.ok(paper['paper-detail'], { id }, ann.token)
  const page = connect(ann.id, examId, await ticketOf(ann))
  await expect.poll(() => node.app.sockets.count(`exam:${examId}:${ann.id}`)).toBe(1)
  page.socket.send('ping')
  expect(await page.next()).toBe('pong')

  const { session } = await app.ok(paper['paper-detail'], { id }, ann.token)
  expect(await page.nextJson()).toEqual({ type: 'kicked', paperId: id, session, seq: 1 })

  await app.ok(watch['force-hand'], { paperId: id, message: '考场停电' }, admin.token)
  expect(await page.nextJson()).toEqual({ type: 'time', message: '考场停电', leftMs: 3_000, paperId: id, seq: 2 })

  app.clock.advance(4)
  await app.ok(paper['left-time'], { id }, ann.token)
  expect(await page.nextJson()).toEqual({ type: 'handed', paperId: id, seq: 3 })

  // valid acknowledgements are stored, everything else is ignored
  for (const text of ['ack:2', 'ack:99', 'ack:', 'ack:-1', 'ack:2;drop']) page.socket.send(text)
  const seen = () => app.db.selectFrom('paperPush').where('paperId', '=', id).where('ackTime', 'is not', null).select('seq').execute()
  await expect.poll(seen).toEqual([{ seq: 2 }])
  page.socket.terminate()
})

test('a ticket is valid once, for its own user, for half a minute', async () => {
  // no existing exam: the page of the test before may still be counted in its room
  const room = '900001'
  const ticket = await ticketOf(ann)
  const first = connect(ann.id, room, ticket)
  await expect.poll(() => node.app.sockets.count(`exam:${room}:${ann.id}`)).toBe(1)
  expect(await closedWith(connect(ann.id, room, ticket))).toBe(1008)
  expect(await closedWith(connect(ann.id, room, 'made-up'))).toBe(1008)
  expect(await closedWith(connect(admin.id, room, await ticketOf(ann)))).toBe(1008)
  const old = await ticketOf(ann)
  node.clock.advance(40)
  expect(await closedWith(connect(ann.id, room, old))).toBe(1008)
  first.socket.terminate()
})

test('a page that disconnects before its ticket is read does not count as online', async () => {
  node.clock.set(app.clock.now())
  const ticket = await ticketOf(ann)
  await app.db.transaction().execute(async (holder) => {
    await sql`lock table sys_ticket in access exclusive mode`.execute(holder)
    const page = connect(ann.id, '900077', ticket)
    await once(page.socket, 'open')
    page.socket.terminate()
    await expect.poll(() => [...node.http.websocketServer.clients].length).toBe(0)
  })
  await expect.poll(() => app.db.selectFrom('sysTicket').where('userId', '=', ann.id).select('userId').execute()).toEqual([])
  // after three queries the server has read the ticket
  for (let i = 0; i < 3; i++) await sql`select 1`.execute(node.db)
  expect(node.app.sockets.count(`exam:900077:${ann.id}`)).toBe(0)
})

describe('limits of sockets', () => {
  const counted = (examId: string) => node.app.sockets.count(`exam:${examId}:${ann.id}`)

  test('an address with anything but ids is refused, and nothing is logged', async () => {
    const warned = vi.spyOn(node.app.log, 'warn')
    for (const path of [
      `exam/${ann.id}/1'or/pc`,
      `exam/1'or/1/pc`,
      `exam/${ann.id}/1/${'x'.repeat(30)}`,
      `watch/1'or`,
      `user/x`,
      `read/${ann.id}/1/x`,
    ])
      expect(await closedWith(new SocketClient(node, `/api/socket/${path}?token=${await ticketOf(ann)}`)), path).toBe(SocketClose.refused)
    expect(warned).not.toHaveBeenCalled()
  })

  test('a page of another site is refused; the site itself and programs are not', async () => {
    const { port } = node.http.server.address() as AddressInfo
    const openFrom = async (origin: string) => {
      const one = new WebSocket(`ws://127.0.0.1:${port}/api/socket/user/${ann.id}?token=${await ticketOf(ann)}`, { origin })
      const [answer] = await Promise.race([once(one, 'open').then(() => ['open']), once(one, 'error')])
      one.terminate()
      return String(answer)
    }
    for (const origin of ['https://evil.example', 'null']) expect(await openFrom(origin)).toContain('403')
    expect(await openFrom(`http://127.0.0.1:${port}`)).toBe('open')
  })

  test('of too many sockets of a user the oldest is closed', async () => {
    const pages: SocketClient[] = []
    for (let number = 0; number < socketLimits.connections; number++) {
      pages.push(connect(ann.id, '900100', await ticketOf(ann)))
      await expect.poll(() => counted('900100')).toBe(number + 1)
    }
    const closed = closedWith(pages[0]!)
    pages.push(connect(ann.id, '900100', await ticketOf(ann)))
    expect(await closed).toBe(SocketClose.connections)
    await expect.poll(() => counted('900100')).toBe(socketLimits.connections)
    for (const page of pages) page.socket.terminate()
    await expect.poll(() => counted('900100')).toBe(0)
  })

  test('a flood of messages closes the socket, and a large message too', async () => {
    const page = connect(ann.id, '900101', await ticketOf(ann))
    await expect.poll(() => counted('900101')).toBe(1)
    const closed = closedWith(page)
    for (let number = 0; number < socketLimits.flood * 3; number++) page.socket.send('ping')
    expect(await closed).toBe(SocketClose.messages)
    // a flood may span two seconds of the count
    expect(page.unread.length).toBeLessThanOrEqual(socketLimits.messages * 2)
    const large = connect(ann.id, '900102', await ticketOf(ann))
    await expect.poll(() => counted('900102')).toBe(1)
    large.socket.send('x'.repeat(socketLimits.bytes + 1))
    expect(await closedWith(large)).toBe(1009)
  })
})
