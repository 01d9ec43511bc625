// Serving the built web application, including its compressed files.
import fastify from 'fastify'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveWeb } from './static.ts'

const script = `const words = '${'考试'.repeat(2_000)}'`
const folder = mkdtempSync(join(tmpdir(), 'shuyuan-static-'))
const webRoot = join(folder, 'web')
const filesRoot = join(folder, 'files')
const http = fastify()

beforeAll(async () => {
  for (const one of [join(webRoot, 'assets'), filesRoot]) mkdirSync(one, { recursive: true })
  writeFileSync(join(webRoot, 'index.html'), '<html></html>')
  const asset = join(webRoot, 'assets', 'a.js')
  writeFileSync(asset, script)
  writeFileSync(`${asset}.gz`, gzipSync(script))
  writeFileSync(`${asset}.br`, brotliCompressSync(script))
  await serveWeb(http, { filesRoot, otherFiles: async () => undefined, webRoot })
})
afterAll(async () => {
  await http.close()
  rmSync(folder, { recursive: true })
})

const get = (accepted: string) => http.inject({ url: '/assets/a.js', headers: { 'accept-encoding': accepted } })

test.each([
  ['gzip, deflate', 'gzip', gunzipSync],
  ['gzip, deflate, br', 'br', brotliDecompressSync],
])('a browser that takes %s is given %s', async (accepted, encoding, unpack) => {
  const reply = await get(accepted)
  expect(reply.headers).toMatchObject({ 'content-encoding': encoding, 'cache-control': 'public, max-age=31536000, immutable' })
  expect(reply.headers['content-type']).toContain('javascript')
  expect(unpack(reply.rawPayload).toString()).toBe(script)
})

test('a client without compression gets the plain file', async () => {
  const reply = await get('identity')
  expect(reply.headers['content-encoding']).toBeUndefined()
  expect(reply.body).toBe(script)
})

test('a page address is answered with the application, an unknown API path is not', async () => {
  expect((await http.inject({ url: '/web/course', headers: { accept: 'text/html' } })).body).toBe('<html></html>')
  expect((await http.inject({ url: '/api/nothing', headers: { accept: 'text/html' } })).statusCode).toBe(404)
})

test('a script that stands in the start page is allowed there, by its hash, and nowhere else', async () => {
  const root = join(folder, 'inline')
  mkdirSync(join(root, 'pdf'), { recursive: true })
  const text = 'document.title = 1'
  for (const file of ['index.html', 'pdf/viewer.html']) writeFileSync(join(root, file), `<script>${text}</script>`)
  const site = fastify()
  site.addHook('onRequest', async (_request, reply) => void reply.header('content-security-policy', "script-src 'self'; base-uri 'none'"))
  await serveWeb(site, { filesRoot, otherFiles: async () => undefined, webRoot: root })
  const policy = async (url: string) => (await site.inject({ url, headers: { accept: 'text/html' } })).headers['content-security-policy']
  const hash = createHash('sha256').update(text).digest('base64')
  const allowed = `script-src 'self' 'sha256-${hash}'; base-uri 'none'`
  expect([await policy('/'), await policy('/web/index'), await policy('/pdf/viewer.html')]).toEqual([
    allowed,
    allowed,
    "script-src 'self'; base-uri 'none'",
  ])
  await site.close()
})

test('of a folder of uploads only uploads are served', async () => {
  const key = `202611/${'a'.repeat(32)}.png`
  mkdirSync(join(filesRoot, '202611'), { recursive: true })
  writeFileSync(join(filesRoot, key), 'picture')
  writeFileSync(join(filesRoot, 'shadow'), 'secret')
  writeFileSync(join(filesRoot, '202611', 'notes.txt'), 'secret')
  const status = async (path: string) => (await http.inject({ url: `/files/${path}` })).statusCode
  expect(await status(key)).toBe(200)
  for (const path of ['shadow', '202611/notes.txt', 'etc/shadow', `..%2f${key}`, `202611/../shadow`, `${key}/`, ''])
    expect(await status(path), path).toBe(404)
})
