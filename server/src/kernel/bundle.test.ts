import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openStackReader } from './bundle-stack.ts'
import { freshBundle, LINES, sourcesHash } from './bundle.ts'

const root = mkdtempSync(join(tmpdir(), 'shuyuan-bundle-'))
afterAll(() => rmSync(root, { recursive: true }))
const write = (file: string, text: string) => writeFileSync(join(root, file), text)
let entry: string

beforeEach(() => {
  for (const folder of ['contract/src', 'server/src/kernel']) mkdirSync(join(root, folder), { recursive: true })
  for (const file of ['contract/package.json', 'server/package.json', 'package-lock.json', 'contract/src/a.ts', 'server/src/kernel/b.ts'])
    write(file, file)
  rmSync(join(root, 'server/dist'), { recursive: true, force: true })
  const own = join('server/dist', sourcesHash(root))
  mkdirSync(join(root, own), { recursive: true })
  write(join(own, 'start.js'), '')
  entry = pathToFileURL(join(root, own, 'start.js')).href
})

test('a bundle of these very sources is used', () => {
  expect(freshBundle(root)).toBe(entry)
  write('server/src/kernel/b.test.ts', 'a test is no part of the server')
  expect(freshBundle(root)).toBe(entry)
})

test.each(['contract/src/a.ts', 'server/src/kernel/b.ts', 'package-lock.json', 'server/src/new.ts'])('not after a change of %s', (file) => {
  write(file, 'changed')
  expect(freshBundle(root)).toBeUndefined()
  rmSync(join(root, file))
})

test('not after a file has moved, and not without one', () => {
  rmSync(join(root, 'server/src/kernel/b.ts'))
  write('server/src/b.ts', 'server/src/kernel/b.ts')
  expect(freshBundle(root)).toBeUndefined()
  rmSync(join(root, 'server/src/b.ts'))
  rmSync(join(root, 'server/dist'), { recursive: true })
  expect(freshBundle(root)).toBeUndefined()
})

test('a stack stays as it is where the lines of a bundle are missing', () => {
  expect(openStackReader(join(root, 'server/dist'))(`at ${entry}:1:1`)).toBe(`at ${entry}:1:1`)
})

test('a place is looked up once', () => {
  const folder = join(root, 'lines')
  const file = join(folder, 'a', `run.js${LINES}`)
  mkdirSync(join(folder, 'a'), { recursive: true })
  writeFileSync(file, '["server/src/one.ts","server/src/two.ts"]\n0 5\n1 7')
  const inSources = openStackReader(folder)
  const stack = (line: number) => `Error: x\n    at f (file:///p/server/dist/a/run.js:${line}:3)`
  expect(inSources(stack(2))).toBe('Error: x\n    at f (server/src/two.ts:7)')
  rmSync(file)
  expect(inSources(stack(2))).toBe('Error: x\n    at f (server/src/two.ts:7)')
  // another one is not known any more
  expect(inSources(stack(1))).toBe(stack(1))
})
