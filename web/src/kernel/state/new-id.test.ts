// Identifiers are made without https.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from '@shuyuan/contract/kernel/z.ts'
import { newId } from './new-id.ts'

test('are UUIDs, each another one', () => {
  const ids = Array.from({ length: 100 }, newId)
  for (const id of ids) expect(z.uuidv4().safeParse(id).success).toBe(true)
  expect(new Set(ids).size).toBe(100)
})

test('no page uses crypto.randomUUID, which pages without https do not have', () => {
  const source = join(import.meta.dirname, '../..')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  const using = files.filter((name) => /\brandomUUID\b/.test(readFileSync(join(source, name), 'utf8')))
  expect(using.filter((name) => !name.startsWith(join('kernel', 'state', 'new-id')))).toEqual([])
})
