import { watch } from '@shuyuan/contract/exam/watch.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { socket } from '@shuyuan/contract/socket/socket.ts'
import { sql } from 'kysely'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Person, startApp, type TestApp } from '../../../test/start-app.ts'
import { makeUser } from '../sys/user.factory.ts'
import { makeHall } from './hall.factory.ts'

let app: TestApp
let node: TestApp
let ann: Person
let admin: Person
beforeAll(async () => {
  app = await startApp()
  node = await startApp({ databaseUrl: app.databaseUrl })
  await node.http.listen({ port: 0, host: '127.0.0.1' })
  await makeUser(app.db, { userName: 'ann' })
  ann = await app.as('ann')
  admin = await app.as('admin')
})
afterAll(async () => {
  await node.close()
  await app.close()
})

const connect = (userId: string, examId: string, ticket: string) => {
  const { port } = node.http.server.address() as AddressInfo
  return new WebSocket(`ws://127.0.0.1:${port}/api/socket/exam/${userId}/${examId}/pc?token=${ticket}`)
}
const ticketOf = async (person: Person) => (await app.ok(socket.ticket, {}, person.token)).ticket
const said = async (from: WebSocket) => {
  const [data] = (await once(from, 'message')) as [Buffer]
  return data.toString()
}
const closedWith = async (one: WebSocket) => ((await once(one, 'close')) as [number])[0]

test('a page hears on any node what happens to its paper', async () => {
  const { examId } = await makeHall(app.ctx(), {}, { single: 1 })
  const { id } = await app.ok(paper['create-paper'], { examId }, ann.token)
  await app.ok(paper['paper-detail'], { id }, ann.token)
  const page = connect(ann.id, examId, await ticketOf(ann))
  await once(page, 'open')
  await expect.poll(() => node.app.sockets.count(`exam:${examId}:${ann.id}`)).toBe(1)
  const pong = said(page)
  page.send('ping')
  expect(await pong).toBe('pong')

  const kicked = said(page)
  const { session } = await app.ok(paper['paper-detail'], { id }, ann.token)
  expect(JSON.parse(await kicked)).toEqual({ type: 'kicked', paperId: id, session, seq: 1 })

  const hurried = said(page)
  await app.ok(watch['force-hand'], { paperId: id, message: '考场停电' }, admin.token)
  expect(JSON.parse(await hurried)).toEqual({ type: 'time', message: '考场停电', leftMs: 3_000, paperId: id, seq: 2 })

  const handed = said(page)
  app.clock.advance(4)
  await app.ok(paper['left-time'], { id }, ann.token)
  expect(JSON.parse(await handed)).toEqual({ type: 'handed', paperId: id, seq: 3 })

  // what it confirms is noted, nothing else
  for (const text of ['ack:2', 'ack:99', 'ack:', 'ack:-1', 'ack:2;drop']) page.send(text)
  const seen = () => app.db.selectFrom('paperPush').where('paperId', '=', id).where('ackTime', 'is not', null).select('seq').execute()
  await expect.poll(seen).toEqual([{ seq: 2 }])
  page.terminate()
})

test('a ticket is good once, for its own person, for half a minute', async () => {
  const ticket = await ticketOf(ann)
  const first = connect(ann.id, '1', ticket)
  await expect.poll(() => node.app.sockets.count(`exam:1:${ann.id}`)).toBe(1)
  expect(await closedWith(connect(ann.id, '1', ticket))).toBe(1008)
  expect(await closedWith(connect(ann.id, '1', 'made-up'))).toBe(1008)
  expect(await closedWith(connect(admin.id, '1', await ticketOf(ann)))).toBe(1008)
  const old = await ticketOf(ann)
  node.clock.advance(40)
  expect(await closedWith(connect(ann.id, '1', old))).toBe(1008)
  first.terminate()
})

test('a page that has gone before its ticket was read is not taken for one that is there', async () => {
  node.clock.set(app.clock.now())
  const ticket = await ticketOf(ann)
  await app.db.transaction().execute(async (holder) => {
    await sql`lock table sys_ticket in access exclusive mode`.execute(holder)
    const page = connect(ann.id, '77', ticket)
    await once(page, 'open')
    page.terminate()
    await expect.poll(() => [...node.http.websocketServer.clients].length).toBe(0)
  })
  await expect.poll(() => app.db.selectFrom('sysTicket').where('userId', '=', ann.id).select('userId').execute()).toEqual([])
  // a question later the server has surely heard that the ticket was good
  for (let i = 0; i < 3; i++) await sql`select 1`.execute(node.db)
  expect(node.app.sockets.count(`exam:77:${ann.id}`)).toBe(0)
})
