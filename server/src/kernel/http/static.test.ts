// Serving uploaded files.
import fastify from 'fastify'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveWeb } from './static.ts'

const filesRoot = mkdtempSync(join(tmpdir(), 'shuyuan-static-'))
const http = fastify()

beforeAll(() => serveWeb(http, { filesRoot, otherFiles: async () => undefined, sendPage: undefined }))
afterAll(async () => {
  await http.close()
  rmSync(filesRoot, { recursive: true })
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
