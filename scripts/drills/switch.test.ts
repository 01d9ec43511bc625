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

test('what passes a frozen switch is held, and goes on in its order', async () => {
  const echo = createServer((socket) => socket.on('error', () => undefined).pipe(socket))
  closing.push(() => echo.close())
  echo.listen(0, '127.0.0.1')
  await once(echo, 'listening')
  ways.turnTo([{ host: '127.0.0.1', port: (echo.address() as { port: number }).port }])
  const open = connect(ways.port, '127.0.0.1')
  closing.push(() => open.destroy())
  const heard: string[] = []
  open.on('data', (piece) => heard.push(String(piece)))
  const heardAll = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => heard.join('') === text && resolve()
      open.on('data', look)
      look()
    })
  open.write('a')
  await heardAll('a')
  ways.freeze()
  const late = connect(ways.port, '127.0.0.1')
  closing.push(() => late.destroy())
  await once(late, 'connect')
  late.write('late')
  open.write('b')
  open.write('c')
  // the same way without a switch: what was sent before has arrived
  const direct = connect((echo.address() as { port: number }).port, '127.0.0.1')
  closing.push(() => direct.destroy())
  direct.write('x')
  await once(direct, 'data')
  expect(heard.join('')).toBe('a')
  ways.thaw()
  await heardAll('abc')
  expect(String((await once(late, 'data'))[0])).toBe('late')
})
