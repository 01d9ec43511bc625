// Callbacks: the body's bytes as they came, the handler's own status, type and text; refusals are not 200.
import { callback, endpoints } from '@shuyuan/contract/kernel/endpoint.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { sharedApp } from '../../test/people.ts'
import { nobody } from './ctx.ts'
import { registerEndpoints, serve } from './endpoint.ts'
import { fail } from './fail.ts'
import { answerErrors } from './http/http.ts'
import { describeApi } from './http/openapi.ts'

const calls = endpoints('kernel/callback', {
  echo: callback({ title: '测试', get: true }),
  refusing: callback({ title: '测试' }),
  breaking: callback({ title: '测试' }),
})
const app = await sharedApp()
const http = fastify()
answerErrors(http, app.app)
const order: string[] = []
registerEndpoints(
  http,
  app.app,
  {
    authenticate: async () => ({ user: nobody }),
    bearer: async () => ({ user: nobody }),
    admit: async () => undefined,
    audit: async () => void order.push('audited'),
  },
  serve(calls, {
    echo: async (ctx, { raw, headers, query }) => {
      ctx.afterCommit(() => void order.push('after'))
      order.push('handled')
      return { status: 202, type: 'text/plain', body: `${Buffer.from(raw).toString('hex')} ${headers['x-signature']} ${query.a}` }
    },
    refusing: async () => fail('notFound'),
    breaking: async () => {
      throw new Error('secret cause')
    },
  }),
)
const post = (url: string, payload: string | Buffer, type = 'application/json') =>
  http.inject({ method: 'POST', url, payload, headers: { 'content-type': type, 'x-signature': 's' } })

test.each(['application/json', 'application/json; charset=utf-8', 'application/x-www-form-urlencoded', 'text/xml', 'text/plain'])(
  'a body of the type %s reaches the handler unread, the answer is the handler’s own',
  async (type) => {
    const reply = await post(`${calls.echo.path}?a=1&a=2`, '{ "b" : 1.0 }', type)
    expect(reply).toMatchObject({ statusCode: 202, body: `${Buffer.from('{ "b" : 1.0 }').toString('hex')} s 1` })
    expect(reply.headers['content-type']).toContain('text/plain')
  },
)

test('what is no JSON, and no body at all, reaches it too', async () => {
  expect((await post(calls.echo.path, Buffer.from([0, 255, 123]))).body).toBe('00ff7b s undefined')
  expect((await http.inject({ method: 'GET', url: `${calls.echo.path}?a=x` })).body).toBe(' undefined x')
  expect((await http.inject({ method: 'GET', url: calls.refusing.path })).statusCode).toBe(404)
})

test('it has no audit row; what was asked for after the commit runs before the answer', async () => {
  order.length = 0
  await post(calls.echo.path, '{}')
  expect(order).toEqual(['handled', 'after'])
})

test('a refusal is answered with 400, a fault with 500 and without its cause', async () => {
  const refused = await post(calls.refusing.path, '{}')
  expect([refused.statusCode, refused.json()]).toEqual([400, expect.objectContaining({ code: errors.badInput[0] })])
  const broken = await post(calls.breaking.path, '{}')
  expect([broken.statusCode, broken.body.includes('secret cause')]).toEqual([500, false])
})

test('large bodies and other types are refused', async () => {
  expect((await post(calls.echo.path, ' '.repeat(256 * 1024 + 1))).statusCode).toBe(413)
  expect((await post(calls.echo.path, '%PDF', 'application/pdf')).statusCode).toBe(415)
  expect((await post(calls.echo.path, '--x--', 'multipart/form-data; boundary=x')).statusCode).toBe(415)
})

test('the API description says that the format is another’s, and the calls are limited by address', () => {
  const { paths } = describeApi([calls.echo]) as { paths: Record<string, { post: { requestBody: object } }> }
  expect(paths[calls.echo.path]?.post.requestBody).toEqual({ content: { '*/*': { schema: { type: 'string', format: 'binary' } } } })
  expect(calls.echo).toMatchObject({ permit: '-', rate: { by: 'ip', max: 600, seconds: 60 } })
})
