// Listening sockets: every connection is answered, ports are shared only on request, and shutdown frees them.
import fastify from 'fastify'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect, createServer, type Server } from 'node:net'
import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { PortListeners, type ListenOptions } from './listen.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function open(options: Partial<ListenOptions> = {}, waitMs?: number, name?: string) {
  const { listeners, admit } = await openEarly(options, waitMs)
  return { ...(await admit(name)), listeners }
}

/** The port is taken; the server comes with `admit`. */
async function openEarly(options: Partial<ListenOptions> = {}, waitMs?: number) {
  const port = options.port ?? (await freePort())
  const listeners = await PortListeners.open({ port, host: '127.0.0.1', shared: false, ...options }, waitMs)
  closers.push(async () => listeners.shut())
  const admit = async (name = 'main') => {
    const http = fastify({ forceCloseConnections: true })
    http.get('/who', async () => name)
    await listeners.admit(http)
    const close = async () => {
      listeners.shut()
      await http.close()
    }
    closers.push(close)
    return { http, close, port }
  }
  return { listeners, port, admit }
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
function client(port: number): Promise<{ send: () => Promise<string>; leave: () => void }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      resolve({
        leave: () => void socket.resetAndDestroy(),
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

/** Listening sockets of a port of this machine. */
async function socketsOf(port: number): Promise<number> {
  const at = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')} 00000000:0000 0A`
  return (await readFile('/proc/net/tcp', 'utf8')).split(at).length - 1
}

/** The share of new connections that the server of this name gets. */
async function shareOf(port: number, name: string): Promise<number> {
  const clients = await Promise.all(Array.from({ length: 200 }, () => client(port)))
  const heard = await Promise.all(clients.map((one) => one.send()))
  return heard.filter((one) => one.endsWith(name)).length / heard.length
}

/** Calls the server of this name a thousand times over one connection. */
async function answer(port: number, name: string): Promise<void> {
  for (;;) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = async () => {
      const [reply] = (await once(get({ agent, port, host: '127.0.0.1', path: '/who' }), 'response')) as [AsyncIterable<Buffer>]
      let text = ''
      for await (const part of reply) text += part.toString()
      return text
    }
    const isIt = (await ask()) === name
    if (isIt) for (let calls = 0; calls < 1_000; calls++) await ask()
    agent.destroy()
    if (isIt) return
  }
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

  test.runIf(process.platform === 'linux')('get few connections of a shared port until they have answered some calls', async () => {
    const { port } = await open({ shared: true })
    await answer(port, 'main')
    await open({ port, shared: true }, undefined, 'second')
    expect(await shareOf(port, 'second')).toBeLessThan(0.25)
    await answer(port, 'second')
    expect(await shareOf(port, 'second')).toBeGreaterThan(0.35)
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

describe.runIf(process.platform === 'linux')('before the server is ready the listening sockets', () => {
  test('keep what arrives, and answer it then', async () => {
    const { port, admit } = await openEarly()
    const early = await Promise.all(Array.from({ length: 100 }, () => client(port)))
    const asked = early.map((one) => one.send())
    const gone = await client(port)
    gone.leave()
    await admit()
    const later = await client(port)
    const heard = await Promise.all([...asked, later.send()])
    expect(heard.filter((one) => one.startsWith('HTTP/1.1 200') && one.endsWith('main'))).toHaveLength(101)
  })

  test('refuse a second server', async () => {
    const { port } = await openEarly()
    await expect(open({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  test('close what waits too long and refuse the rest', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      const { port, admit } = await openEarly({}, 8_000)
      const early = await client(port)
      const asked = early.send().catch(() => 'cut')
      vi.advanceTimersByTime(8_000)
      expect(await asked).not.toContain('main')
      await expect(client(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
      await admit()
      expect(await (await client(port)).send()).toContain('main')
      expect(await socketsOf(port)).toBe(64)
    } finally {
      vi.useRealTimers()
    }
  })

  test('leave a shared port to the other processes', async () => {
    const { port } = await open({ shared: true })
    await openEarly({ port, shared: true })
    const clients = await Promise.all(Array.from({ length: 50 }, () => client(port)))
    expect((await Promise.all(clients.map((one) => one.send()))).every((one) => one.endsWith('main'))).toBe(true)
  })
})
