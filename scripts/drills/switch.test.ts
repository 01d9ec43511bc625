// The switch of the drills: in turn to all that accept, away from one that refuses, and cut when it is turned elsewhere.
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSwitch, type Switch } from './switch.ts'

const closing: (() => unknown)[] = []
let ways: Switch

/** A server that greets with its name. */
async function greeter(name: string) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write(name)
  })
  closing.push(() => server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, target: { host: '127.0.0.1', port: (server.address() as { port: number }).port } }
}

/** Connects through the switch. @returns what it was greeted with, '' when the connection was closed instead */
async function visit() {
  const socket = connect(ways.port, '127.0.0.1')
  closing.push(() => socket.destroy())
  socket.on('error', () => undefined)
  const greeting = await Promise.race([
    once(socket, 'data').then(([data]) => String(data)),
    new Promise<string>((resolve) => socket.once('close', () => resolve(''))),
  ])
  return { socket, greeting }
}

beforeAll(async () => {
  ways = await openSwitch()
})
afterAll(async () => {
  for (const close of closing) close()
  await ways.close()
})

test('connections go to all in turn, and past one that refuses; what leads elsewhere is cut', async () => {
  expect((await visit()).greeting).toBe('')
  const [one, two] = [await greeter('one'), await greeter('two')]
  ways.turnTo([one.target, two.target])
  const greeted = [await visit(), await visit(), await visit()]
  expect(greeted.map(({ greeting }) => greeting).toSorted()).toEqual(expect.arrayContaining(['one', 'two']))
  const ofTwo = greeted.find(({ greeting }) => greeting === 'two')!
  const cut = once(ofTwo.socket, 'close')
  ways.turnTo([one.target])
  await cut
  expect([(await visit()).greeting, (await visit()).greeting]).toEqual(['one', 'one'])
  two.server.close()
  await once(two.server, 'close')
  ways.turnTo([two.target, one.target])
  expect([(await visit()).greeting, (await visit()).greeting]).toEqual(['one', 'one'])
})
