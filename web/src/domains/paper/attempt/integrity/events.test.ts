import { expect, test } from 'vitest'
import { EventQueue, type RoomEvent } from './events.ts'
import { fakeTime, noNetwork, refusal, settle, waitingCalls } from '../save/page-stub.ts'

function setUp(stored: RoomEvent[] = []) {
  const time = fakeTime()
  const remaining = new Map(stored.map((one) => [one.eventId, one]))
  const store = {
    put: (event: RoomEvent) => Promise.resolve(void remaining.set(event.eventId, event)),
    drop: (eventId: string) => Promise.resolve(void remaining.delete(eventId)),
    all: () => Promise.resolve([...remaining.values()]),
  }
  const server = waitingCalls<[RoomEvent], void>()
  let made = 0
  const queue = new EventQueue({ ...time, random: () => 1, newId: () => `e${++made}`, store, send: server.run })
  const sent = () => server.calls.map(({ args: [event] }) => event.eventId)
  return { time, remaining, server, queue, sent }
}

test('an event is sent again with the same id until the server has answered', async () => {
  const { queue, server, remaining, sent, time } = setUp()
  queue.report({ kind: 'leave', seconds: 9 })
  await server.calls[0]!.fail(noNetwork())
  expect(remaining.size).toBe(1)
  await time.pass(2_000)
  await server.calls[1]!.reply()
  expect(sent()).toEqual(['e1', 'e1'])
  expect(remaining.size).toBe(0)
})

test('events are sent one at a time, in order, those of an earlier page load first', async () => {
  const { queue, server, sent } = setUp([
    { eventId: 'old2', at: 20, kind: 'leave', seconds: 7 },
    { eventId: 'old1', at: 10, kind: 'face', base64: '' },
  ])
  await queue.start()
  queue.report({ kind: 'leave', seconds: 9 })
  await settle()
  expect(sent()).toEqual(['old1'])
  for (let at = 0; at < 3; at++) await server.calls[at]!.reply()
  expect(sent()).toEqual(['old1', 'old2', 'e1'])
})

test('a final refusal acknowledges an event; a lost sign-in does not', async () => {
  const { queue, server, remaining, time } = setUp()
  queue.report({ kind: 'leave', seconds: 9 })
  await server.calls[0]!.fail(refusal('signedOut'))
  expect(remaining.size).toBe(1)
  await time.pass(2_000)
  await server.calls[1]!.fail(refusal('notFound'))
  expect(remaining.size).toBe(0)
})
