// Bodies that are large, or that hold more than a server can read in passing.
import { user } from '@shuyuan/contract/account/user.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { surveyAnswer } from '@shuyuan/contract/survey/answer.ts'
import type { FastifyRequest } from 'fastify'
import { Agent, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../test/people.ts'
import { isCheap, isLarge, SMALL_BODY } from './large-body.ts'

const { app, ann } = await startWith('ann')
await app.http.listen({ port: 0, host: '127.0.0.1' })

type Sent = { status: number; code: number }
/** Sends a body on the agent's one connection; `chunked`: without its length. */
const post = (agent: Agent, path: string, body: string, { token = '', chunked = false } = {}) =>
  new Promise<Sent>((resolve, reject) => {
    const { port } = app.http.server.address() as AddressInfo
    const length = chunked ? {} : { 'content-length': Buffer.byteLength(body) }
    const headers = { token, 'content-type': 'application/json', ...length }
    const sent = request({ agent, port, host: '127.0.0.1', path, method: 'POST', headers }, async (reply) => {
      const text = Buffer.concat(await reply.toArray()).toString()
      resolve({ status: reply.statusCode!, code: (JSON.parse(text) as { code: number }).code })
    })
    sent.once('error', reject)
    sent.write(body)
    sent.end()
  })

const one = () => new Agent({ keepAlive: true, maxSockets: 1 })
const spaces = (bytes: number) => `{${' '.repeat(bytes)}}`

describe('a body above what is read for everybody', () => {
  test.each([{ chunked: false }, { chunked: true }])('is not read for a caller who may not make the call: %o', async ({ chunked }) => {
    const agent = one()
    const broken = spaces(SMALL_BODY).slice(1)
    const signedOut = await post(agent, user.currentUser.path, broken, { chunked })
    const forbidden = await post(agent, config.save.path, broken, { chunked, token: ann.token })
    expect([signedOut.code, forbidden.code]).toEqual([errors.signedOut[0], errors.forbidden[0]])
    // the connection serves the next call
    expect(await post(agent, user.currentUser.path, '{}', { token: ann.token })).toEqual({ status: 200, code: 0 })
    agent.destroy()
  })

  test('is answered to a client that wants the connection closed, and reads when all is sent', async () => {
    const { port } = app.http.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1').pause()
    const body = spaces(7_000_000)
    const head = [`POST ${user.currentUser.path} HTTP/1.1`, 'host: a', 'connection: close', 'content-type: application/json']
    const sent = `${[...head, `content-length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`
    await new Promise<void>((resolve, reject) => socket.write(sent, (error) => (error ? reject(error) : resolve())))
    expect(String(Buffer.concat(await socket.toArray()))).toContain(String(errors.signedOut[0]))
  })

  test('is read for one who may', async () => {
    const agent = one()
    expect(await post(agent, user.currentUser.path, spaces(SMALL_BODY * 4), { token: ann.token })).toEqual({ status: 200, code: 0 })
    agent.destroy()
  })

  test('is too large for a public call, except for one that needs more', async () => {
    const agent = one()
    const { status } = await post(agent, user.login.path, spaces(SMALL_BODY))
    expect(status).toBe(413)
    const answers = await post(one(), surveyAnswer['public-save'].path, spaces(SMALL_BODY * 4))
    expect(answers.status).toBe(200)
    agent.destroy()
  })
})

test('a body of more values or levels than any page sends is refused', async () => {
  const agent = one()
  const lists = `{"a":[${'[],'.repeat(300_000)}0]}`
  expect(await post(agent, user.currentUser.path, lists, { token: ann.token })).toMatchObject({ status: 400 })
  expect(await post(agent, user.currentUser.path, '{}', { token: ann.token })).toEqual({ status: 200, code: 0 })
  agent.destroy()
})

const far = 20_000
const named = (most: number) => Object.fromEntries(Array.from({ length: most }, (_one, at) => [`a:${at}`, { b: at }]))
test.each([
  ['lists side by side', `[${'[],'.repeat(50_001)}0]`, false],
  ['less of them', `[${'[],'.repeat(49_000)}0]`, true],
  ['numbers', `[${'0,'.repeat(100_001)}0]`, false],
  ['names of one object', JSON.stringify(named(5_001)), false],
  ['as many of several', JSON.stringify([named(5_000), { a: named(4_000) }]), true],
  ['levels of lists', '['.repeat(far) + ']'.repeat(far), false],
  ['levels of objects', '{"a":'.repeat(far) + '0' + '}'.repeat(far), false],
  ['lists after a text that ends in an escaped quote and a backslash', `["\\"\\\\",${'[],'.repeat(50_001)}0]`, false],
  ['a text full of brackets', JSON.stringify('[{,'.repeat(far * 20)), true],
  ['a text full of quotes and backslashes', JSON.stringify('",\\'.repeat(far * 20)), true],
  ['fifty thousand ids', JSON.stringify({ ids: Array.from({ length: 50_000 }, (_one, at) => String(at)) }), true],
  ['a text without an end', `"${'['.repeat(far)}`, true],
])('%s: whether it is cheap to read', (_what, text, cheap) => {
  expect(isCheap(text)).toBe(cheap)
})

test('a body whose length is not known may be large; one above the limit is refused without a look at the caller', () => {
  const routeOptions = { bodyLimit: 1_000_000 } as FastifyRequest['routeOptions']
  const judge = (headers: FastifyRequest['headers']) => isLarge({ headers, routeOptions })
  expect(judge({ 'content-length': String(SMALL_BODY) })).toBe(false)
  expect(judge({ 'content-length': String(SMALL_BODY + 1) })).toBe(true)
  expect(judge({ 'content-length': '1000001' })).toBe(false)
  expect(judge({ 'transfer-encoding': 'chunked' })).toBe(true)
  expect(judge({})).toBe(false)
})
