import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { openDrain } from './drain.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** A server whose path /slow answers when `answer` is called. */
async function slowServer() {
  const http = fastify({ forceCloseConnections: true, return503OnClosing: false })
  const drain = openDrain(http)
  const slow = Promise.withResolvers<string>()
  const asked = Promise.withResolvers<void>()
  http.get('/quick', async () => 'quick')
  http.get('/slow', async () => {
    asked.resolve()
    return slow.promise
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true })
  closers.push(async () => {
    slow.resolve('late')
    agent.destroy()
    await http.close()
  })
  const { port } = http.server.address() as AddressInfo
  const get = async (path: string) => {
    const call = request({ host: '127.0.0.1', port, path, agent }).end()
    const [reply] = (await once(call, 'response')) as [IncomingMessage]
    let text = ''
    for await (const part of reply.setEncoding('utf8')) text += part
    return { text, connection: reply.headers.connection }
  }
  return { drain, get, asked: asked.promise, answer: slow.resolve }
}

test('a call under way is answered before the server ends, and its connection is closed', async () => {
  const { drain, get, asked, answer } = await slowServer()
  const slow = get('/slow')
  await asked
  let isDone = false
  const finished = drain.finish(60_000).then(() => (isDone = true))
  await expect(get('/quick')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  expect(isDone).toBe(false)
  answer('whole')
  expect((await slow).text).toBe('whole')
  await finished
})

test('after the announcement answers go on, each with the end of its connection', async () => {
  const { drain, get } = await slowServer()
  expect(await get('/quick')).toEqual({ text: 'quick', connection: 'keep-alive' })
  drain.announce()
  expect(drain.isStopping).toBe(true)
  expect(await get('/quick')).toEqual({ text: 'quick', connection: 'close' })
})

test('a call that does not end is not waited for longer than the limit', async () => {
  const { drain, get, asked, answer } = await slowServer()
  const slow = get('/slow')
  await asked
  await drain.finish(1)
  answer('late')
  expect((await slow).text).toBe('late')
})
