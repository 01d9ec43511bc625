// An upload that is refused in the middle of its body does not hold up the next call of the connection.
import { user } from '@shuyuan/contract/account/user.ts'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startWith } from '../../../test/people.ts'

const UPLOAD = '/api/common/file/upload'
const { app, ann } = await startWith('ann')
await app.http.listen({ port: 0, host: '127.0.0.1' })

/** Sends a body on the agent's one connection. @returns the HTTP status */
const post = (agent: Agent, path: string, contentType: string, body: string) =>
  new Promise<number>((resolve, reject) => {
    const { port } = app.http.server.address() as AddressInfo
    const headers = { token: ann.token, 'content-type': contentType }
    const sent = request({ agent, port, host: '127.0.0.1', path, method: 'POST', headers }, (reply) => {
      reply.resume().once('end', () => resolve(reply.statusCode ?? 0))
    })
    sent.once('error', reject)
    sent.end(body)
  })

const part = (name: string, value: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const big = 'x'.repeat(3_000_000)
const fields = (count: number) => Array.from({ length: count }, (_one, at) => part(`f${at}`, '1')).join('')

test.each([
  ['too many fields', fields(30)],
  ['a field that is too long', part('a', big)],
  ['a field name that is no name', part('__proto__', '1')],
  [
    'two files',
    `--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nx\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="b.png"\r\n\r\nx\r\n`,
  ],
])('because of %s', async (_why, begin) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const rest = Array.from({ length: 3 }, () => part('late', big)).join('')
  const status = await post(agent, UPLOAD, 'multipart/form-data; boundary=b', `${begin}${rest}--b--\r\n`)
  expect(status).toBeLessThan(500)
  expect(await post(agent, user.currentUser.path, 'application/json', '{}')).toBe(200)
  agent.destroy()
})
