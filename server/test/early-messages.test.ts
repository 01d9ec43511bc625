// What a client sends the moment its socket opens is answered, although its ticket is still being checked.
import { socket } from '@shuyuan/contract/session/ticket.ts'
import { sql } from 'kysely'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { makeOrder } from '../src/domains/pay/order.factory.ts'
import { startNewPaper } from './papers.ts'
import { startWith } from './people.ts'
import { SocketClient } from './socket-client.ts'

const { app, ann } = await startWith('ann')
await app.http.listen({ port: 0, host: '127.0.0.1' })
const { examId } = await startNewPaper(app, ann, {}, { single: 1 })
const orderId = await makeOrder(app.db, { userId: ann.id, payMethod: 'local' })

test.each([
  ['user', `user/${ann.id}`],
  ['pay', `pay/${orderId}`],
  ['exam', `exam/${ann.id}/${examId}/pc`],
])('the %s socket answers a ping that comes before it is joined', async (_name, path) => {
  const { ticket } = await app.ok(socket.ticket, {}, ann.token)
  // the ticket cannot be taken before the ping has arrived
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const lock = app.db.transaction().execute(async (db) => {
    await sql`select from sys_ticket for update`.execute(db)
    locked.resolve()
    await held.promise
  })
  await locked.promise
  const page = new SocketClient(app, `/api/socket/${path}?token=${ticket}`)
  await once(page.socket, 'open')
  page.socket.send('ping')
  page.socket.ping()
  // the server reads in order: it has read the message before this frame
  await once(page.socket, 'pong')
  held.resolve()
  await lock
  const answers = [await page.next()]
  if (answers[0] !== 'pong') answers.push(await page.next())
  expect(answers).toContain('pong')
  page.socket.close()
})
