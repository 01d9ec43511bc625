// Listening sockets: every connection is answered, ports are shared only on request, and shutdown frees them.
import fastify from 'fastify'
import { connect, createServer, type Server } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { type ListenOptions, listenOn } from './listen.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function open(options: Partial<ListenOptions> = {}) {
  const http = fastify({ forceCloseConnections: true })
  http.get('/who', async () => 'main')
  const listeners = await listenOn(http, { port: await freePort(), host: '127.0.0.1', shared: false, ...options })
  const close = async () => {
    listeners.shut()
    await http.close()
  }
  closers.push(close)
  return { http, close, port: (http.server.address() as { port: number }).port }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await listen(server, 0)
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => void server.close(resolve))
  return port
}

const listen = (server: Server, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })

/** Connects without sending, so that all connections are open at the same time. */
function client(port: number): Promise<{ send: () => Promise<string> }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      resolve({
        send: () =>
          new Promise((answered, failed) => {
            let heard = ''
            socket.on('data', (chunk) => void (heard += chunk.toString()))
            socket.on('close', () => answered(heard))
            socket.on('error', failed)
            socket.end('GET /who HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
          }),
      }),
    )
    socket.on('error', reject)
  })
}

describe('the listening sockets of a server', () => {
  test('answer a connection to any of them, a half-closed one too', async () => {
    const { port } = await open()
    const clients = await Promise.all(Array.from({ length: 100 }, () => client(port)))
    const heard = await Promise.all(clients.map((one) => one.send()))
    expect(heard.filter((one) => one.startsWith('HTTP/1.1 200') && one.endsWith('main'))).toHaveLength(100)
  })

  test('refuse a second server on the same port', async () => {
    const { port } = await open()
    await expect(open({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  test('share the port between processes when configured', async () => {
    const { port } = await open({ shared: true })
    await open({ port, shared: true })
    const clients = await Promise.all(Array.from({ length: 20 }, () => client(port)))
    expect((await Promise.all(clients.map((one) => one.send()))).every((one) => one.endsWith('main'))).toBe(true)
  })

  test('free the port at shutdown and close open connections', async () => {
    const { port, close } = await open()
    const idle = await Promise.all(Array.from({ length: 30 }, () => client(port)))
    await close()
    const successor = createServer()
    await listen(successor, port)
    await new Promise((resolve) => void successor.close(resolve))
    const heard = await Promise.all(idle.map((one) => one.send().catch(() => 'cut')))
    expect(heard.filter((one) => one.endsWith('main'))).toEqual([])
  })
})
