// Slow requests over real sockets; the time of a look is given by the test.
import fastify from 'fastify'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cutSlowBodies, requestTimes } from './slow-body.ts'

const http = fastify({ ...requestTimes, bodyLimit: 10_000_000 })
const look = cutSlowBodies(http)
const reached: { bytes: number; after: () => void }[] = []
http.addContentTypeParser('*', (_request, payload, done) => {
  let bytes = 0
  payload.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    for (const one of reached.filter((each) => each.bytes <= bytes)) one.after()
  })
  payload.on('end', () => done(null, bytes))
})
http.post('/', async ({ body }) => ({ bytes: body }))
beforeAll(() => http.listen({ port: 0, host: '127.0.0.1' }))
afterAll(() => http.close())

/** Resolves when the server has received so many bytes of a body. */
const arrived = (bytes: number) => new Promise<void>((after) => reached.push({ bytes, after }))
async function begin(bytes: number): Promise<Socket> {
  const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-type: text/x\r\ncontent-length: ${bytes}\r\n\r\n`)
  return socket
}
const minute = () => performance.now() + 60_000

test('a body that brings a few bytes in half a minute is cut off', async () => {
  const socket = await begin(1_000)
  const some = arrived(10)
  socket.write('x'.repeat(10))
  await some
  look(performance.now() + 10_000)
  expect(socket.readyState).toBe('open')
  const closed = once(socket, 'close')
  look(minute())
  await closed
  expect(socket.bytesRead).toBe(0)
})

test('a body that keeps coming is received to its end, however long it takes', async () => {
  const socket = await begin(300_000)
  const half = arrived(200_000)
  socket.write('x'.repeat(200_000))
  await half
  look(minute())
  const answer = once(socket, 'data') as Promise<[Buffer]>
  socket.write('x'.repeat(100_000))
  expect(String((await answer)[0])).toContain('{"bytes":300000}')
  socket.destroy()
})

test('the limits of the server itself: headers in seconds, a whole request in hours', () => {
  const { requestTimeout, headersTimeout } = http.server
  expect({ requestTimeout, headersTimeout }).toEqual({ requestTimeout: 10_800_000, headersTimeout: 20_000 })
})
