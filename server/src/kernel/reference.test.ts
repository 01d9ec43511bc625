import { fastify } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { user } from '@shuyuan/contract/sys/user.ts'
import { serveReference } from './reference.ts'

const http = fastify()
serveReference(http, [user.login])
afterAll(() => http.close())

const shown = (url: string) => http.inject({ method: 'GET', url })

test('the API reference is a page that may access only this server', async () => {
  await http.ready()
  const { paths } = (await shown('/openapi.json')).json<{ paths: object }>()
  expect(Object.keys(paths)).toEqual([user.login.path])
  const page = await shown('/docs/api/')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toContain("default-src 'self'")
  expect(page.body).toContain('/openapi.json')
  const bare = await shown('/docs/api')
  expect([bare.statusCode, bare.headers.location]).toEqual([301, '/docs/api/'])
  const [script = ''] = /js\/[\w.-]+\.js/.exec(page.body) ?? []
  const viewer = await shown(`/docs/api/${script}`)
  expect(viewer.headers['content-type']).toContain('javascript')
  expect(viewer.rawPayload.length).toBeGreaterThan(100_000)
  expect((await shown('/docs/api/nothing')).statusCode).toBe(404)
})
