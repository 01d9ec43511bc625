// Tickets of many pages that open their sockets at the same moment.
import { socket } from '@shuyuan/contract/session/ticket.ts'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { sharedApp } from '../../../test/people.ts'
import { makeUser } from '../people/user/user.factory.ts'
import { consumeTicket } from './ticket.service.ts'

const app = await sharedApp()
let number = 0
const newcomer = async () => {
  const userName = `ticketed${number++}`
  await makeUser(app.db, { userName })
  return app.as(userName)
}
const ticketOf = async (token: string) => (await app.ok(socket.ticket, {}, token)).ticket

test('are stored and consumed together, each by its owner', async () => {
  const people = await Promise.all(Array.from({ length: 30 }, newcomer))
  await Promise.all(people.map(({ token }) => app.ok(socket.ticket, {}, token)))
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const tickets = await Promise.all(people.map(({ token }) => ticketOf(token)))
    const owners = await Promise.all(tickets.map((ticket) => consumeTicket(app.app, ticket)))
    expect(owners.map((one) => one?.userId)).toEqual(people.map((one) => one.id))
    const about = query.mock.calls.map((args) => JSON.stringify(args)).filter((text) => text.includes('sys_ticket'))
    expect(about.length).toBeLessThan(10)
  } finally {
    query.mockRestore()
  }
})

test('open one socket, however many attempts come together', async () => {
  const { id, token } = await newcomer()
  const ticket = await ticketOf(token)
  const owners = await Promise.all(Array.from({ length: 5 }, () => consumeTicket(app.app, ticket)))
  expect(owners.filter((one) => one !== undefined).map((one) => one.userId)).toEqual([id])
  expect(await consumeTicket(app.app, ticket)).toBeUndefined()
})

test('of a session that is gone do not harm the others', async () => {
  const [gone, present] = await Promise.all([newcomer(), newcomer()])
  // both sessions are cached in this process
  await Promise.all([ticketOf(gone.token), ticketOf(present.token)])
  await app.db.deleteFrom('sysTicket').where('userId', '=', gone.id).execute()
  await app.db.deleteFrom('sysSession').where('userId', '=', gone.id).execute()
  const [lost, held] = await Promise.all([ticketOf(gone.token), ticketOf(present.token)])
  expect(await consumeTicket(app.app, lost)).toBeUndefined()
  expect((await consumeTicket(app.app, held))?.userId).toBe(present.id)
})
