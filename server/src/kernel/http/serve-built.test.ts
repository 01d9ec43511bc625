// Serving the built web application: forms, conditions, ranges, headers, and what is no file of it.
import fastify, { type FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { initialRuntimeSettings } from '../runtime-settings.ts'
import { serveBuilt } from './serve-built.ts'
import { serveWeb } from './static.ts'

const script = `const words = '${'考试'.repeat(2_000)}'`
const inline = 'document.title = 1'
const folder = mkdtempSync(join(tmpdir(), 'shuyuan-built-'))
const webRoot = join(folder, 'web')
const put = (path: string, text: string) => writeFileSync(join(webRoot, path), text)
const app = { runtime: initialRuntimeSettings(), config: { contentHost: undefined } } as Parameters<typeof serveBuilt>[1]
/** addresses that passed the hooks of the API */
const hooked: string[] = []

/** A server with the build, and a hook as the API has them. */
async function serving(options = {}): Promise<FastifyInstance> {
  const http = fastify(options)
  const sendPage = serveBuilt(http, app, webRoot)
  http.addHook('onRequest', async ({ url }, reply) => {
    hooked.push(url)
    reply.header('x-request-id', 'one')
  })
  await serveWeb(http, { filesRoot: folder, otherFiles: async () => undefined, sendPage })
  return http
}
let http: FastifyInstance

beforeAll(async () => {
  for (const one of ['assets', 'pdf', '.vite']) mkdirSync(join(webRoot, one), { recursive: true })
  put('index.html', `<html><script>${inline}</script></html>`)
  put('pdf/viewer.html', `<script>${inline}</script>`)
  put('sw.js', 'self.name')
  put('assets/a.js', script)
  writeFileSync(join(webRoot, 'assets/a.js.gz'), gzipSync(script))
  writeFileSync(join(webRoot, 'assets/a.js.br'), brotliCompressSync(script))
  put('assets/face-track.worker-a.js', 'self.name')
  put('assets/small.css', 'a{}')
  put('.vite/manifest.json', '{}')
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  http = await serving()
  await http.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await http.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => http.inject({ url, headers })
const policyOf = async (url: string) => (await get(url, { accept: 'text/html' })).headers['content-security-policy']

test.each([
  ['gzip, deflate', 'gzip', gunzipSync],
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
])('a browser that takes %s is given %s', async (accepted, encoding, unpack) => {
  const reply = await get('/assets/a.js', { 'accept-encoding': accepted })
  expect(reply.headers).toMatchObject({
    'content-encoding': encoding,
    'content-length': String(reply.rawPayload.length),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  })
  expect(reply.headers['content-type']).toContain('javascript')
  expect(unpack(reply.rawPayload).toString()).toBe(script)
})

test.each([
  ['/assets/a.js', 'identity', script],
  ['/assets/small.css', 'gzip, br', 'a{}'],
])('%s for a client that takes %s is the plain file', async (url, accepted, text) => {
  const reply = await get(url, { 'accept-encoding': accepted })
  expect(reply.headers['content-encoding']).toBeUndefined()
  expect(reply.body).toBe(text)
})

test('a file passes no hook of the API, a page address does', async () => {
  hooked.length = 0
  const { headers } = await get('/assets/a.js')
  expect(headers['x-request-id']).toBeUndefined()
  // no header that says nothing about a script: a first page has twenty of them
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' })
  for (const name of ['x-frame-options', 'permissions-policy', 'content-security-policy']) expect(headers[name]).toBeUndefined()
  await get('/web/course', { accept: 'text/html' })
  expect(hooked).toEqual(['/web/course'])
})

describe('conditions', () => {
  test.each(['identity', 'gzip', 'br'])('a form that the browser has (%s) is not sent again', async (accepted) => {
    const first = await get('/assets/a.js', { 'accept-encoding': accepted })
    const tag = String(first.headers.etag)
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await get('/assets/a.js', { 'accept-encoding': accepted, 'if-none-match': known })
      expect([again.statusCode, again.body, again.headers.etag], known).toEqual([304, '', tag])
    }
    const other = await get('/assets/a.js', { 'accept-encoding': accepted, 'if-none-match': '"other"' })
    expect(other.statusCode).toBe(200)
  })
  test('each form has its own tag', async () => {
    const tags = await Promise.all(
      ['identity', 'gzip', 'br'].map(async (one) => (await get('/assets/a.js', { 'accept-encoding': one })).headers.etag),
    )
    expect(new Set(tags).size).toBe(3)
  })
  test('the time of the file counts only without a tag', async () => {
    const since = String((await get('/sw.js')).headers['last-modified'])
    expect((await get('/sw.js', { 'if-modified-since': since })).statusCode).toBe(304)
    expect((await get('/sw.js', { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).statusCode).toBe(200)
    expect((await get('/sw.js', { 'if-modified-since': since, 'if-none-match': '"other"' })).statusCode).toBe(200)
  })
})

describe('ranges are parts of the plain file', () => {
  const bytes = Buffer.from(script)
  const part = async (range: string, more = {}) => get('/assets/a.js', { 'accept-encoding': 'br', range, ...more })
  test.each([
    ['bytes=0-9', 0, 9],
    ['bytes=100-', 100, bytes.length - 1],
    ['bytes=-5', bytes.length - 5, bytes.length - 1],
    ['bytes=10-999999', 10, bytes.length - 1],
  ])('%s', async (range, from, to) => {
    const reply = await part(range)
    expect([reply.statusCode, reply.headers['content-range']]).toEqual([206, `bytes ${from}-${to}/${bytes.length}`])
    expect(reply.headers['content-encoding']).toBeUndefined()
    expect(reply.rawPayload).toEqual(bytes.subarray(from, to + 1))
  })
  test.each([`bytes=${bytes.length}-`, 'bytes=-0'])('%s is outside', async (range) => {
    const reply = await part(range)
    expect([reply.statusCode, reply.headers['content-range'], reply.body]).toEqual([416, `bytes */${bytes.length}`, ''])
  })
  test.each(['bytes=0-1,4-5', 'bytes=9-3', 'bytes=-', 'lines=0-9'])('%s is answered with the whole file', async (range) => {
    const reply = await part(range)
    expect([reply.statusCode, reply.rawPayload]).toEqual([200, bytes])
  })
  test('of another version: the whole file', async () => {
    const { etag } = (await part('bytes=0-9')).headers
    expect((await part('bytes=0-9', { 'if-range': etag })).statusCode).toBe(206)
    expect((await part('bytes=0-9', { 'if-range': '"other"' })).statusCode).toBe(200)
  })
})

test('HEAD has the headers of GET and no body', async () => {
  const headers = { 'accept-encoding': 'br' }
  const [head, whole] = [await http.inject({ method: 'HEAD', url: '/assets/a.js', headers }), await get('/assets/a.js', headers)]
  expect(head.body).toBe('')
  for (const name of ['content-length', 'content-type', 'content-encoding', 'etag', 'cache-control'])
    expect(head.headers[name]).toBe(whole.headers[name])
})

/** The status of a path that is sent as written; `inject` and `fetch` would shorten it. */
async function raw(path: string, method = 'GET') {
  const { port } = http.server.address() as AddressInfo
  const sent = request({ port, host: '127.0.0.1', path, method, agent: false }).end()
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  reply.resume()
  return reply.statusCode
}

test('what is no file of the build is not served', async () => {
  expect(await raw('/assets/a.js?v=1')).toBe(200)
  const outside = ['/../secret.txt', '/assets/../../secret.txt', '/assets/..%2f..%2fsecret.txt', '/assets/%2e%2e/%2e%2e/secret.txt']
  const hidden = ['/.vite/manifest.json', '/assets/../.vite/manifest.json', '/assets/a.js.br', '/assets/a.js.gz']
  const others = ['/assets', '/assets/', '/assets//a.js', '/assets/a.js/', String.raw`/assets\a.js`, '/assets/b.js', '/assets/a.js%00']
  for (const path of [...outside, ...hidden, ...others]) expect(await raw(path), path).toBe(404)
  expect(await raw('/assets/a.js', 'POST')).toBe(404)
})

describe('headers', () => {
  const allowed = `'self' 'sha256-${createHash('sha256').update(inline).digest('base64')}'`
  test('of the start page allow its own scripts by their hashes, at every address', async () => {
    for (const url of ['/', '/index.html', '/web/index']) {
      const { headers, body } = await get(url, { accept: 'text/html' })
      expect(body).toContain(inline)
      expect(headers['content-security-policy'], url).toContain(`script-src ${allowed};`)
      expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'x-frame-options': 'SAMEORIGIN', 'x-content-type-options': 'nosniff' })
    }
    expect((await get('/api/nothing', { accept: 'text/html' })).statusCode).toBe(404)
  })
  test('of another page do not', async () => expect(await policyOf('/pdf/viewer.html')).toContain("script-src 'self';"))
  test('of the service worker: asked about each time, under the policy of pages', async () => {
    expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache')
    expect(await policyOf('/sw.js')).toContain("script-src 'self';")
  })
  test('of a script have no policy, of the worker that follows faces one that lets WebAssembly run', async () => {
    expect(await policyOf('/assets/a.js')).toBeUndefined()
    expect(await policyOf('/assets/face-track.worker-a.js')).toContain("script-src 'self' 'wasm-unsafe-eval'")
  })
  test('follow a setting that changes', async () => {
    app.runtime = { ...initialRuntimeSettings(), mediaHosts: ['https://media.example'] }
    expect(await policyOf('/web/index')).toContain("img-src 'self' data: blob: https://media.example")
    expect(await policyOf('/sw.js')).toContain('https://media.example')
    app.runtime = initialRuntimeSettings()
  })
  test('over TLS ask for TLS', async () => {
    const behind = await serving({ trustProxy: true })
    const headers = { 'x-forwarded-proto': 'https' }
    expect((await behind.inject({ url: '/assets/a.js', headers })).headers['strict-transport-security']).toBe('max-age=31536000')
    expect((await get('/assets/a.js', headers)).headers['strict-transport-security']).toBeUndefined()
    await behind.close()
  })
})

test('a start page that a build replaces is served, with the hashes of its scripts', async () => {
  const now = vi.spyOn(performance, 'now')
  await get('/')
  put('index.html', '<script>replaced()</script>')
  utimesSync(join(webRoot, 'index.html'), 1, 1)
  now.mockReturnValue(performance.now() + 2_000)
  const { body, headers } = await get('/')
  expect(body).toContain('replaced()')
  expect(headers['content-security-policy']).toContain(createHash('sha256').update('replaced()').digest('base64'))
  now.mockRestore()
})
