// docs/data.md and what it is an inventory of.
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const page = read('docs/data.md')

test('each table is in one class of docs/data.md', () => {
  const tables = globSync('docs/schema/*.md').flatMap((file) => [...read(file).matchAll(/^## (\w+)$/gm)].map(([, name]) => name!))
  const lines = [...page.matchAll(/^- \*\*(\w+)\*\*: (.+)$/gm)]
  const classes = [...page.matchAll(/^\| (\w+) \| /gm)].map(([, name]) => name)
  const named = lines.flatMap(([, , names]) => [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => name!))
  expect(tables.length).toBeGreaterThan(100)
  expect(classes).toEqual(expect.arrayContaining(lines.map(([, name]) => name)))
  expect(tables.filter((name) => !named.includes(name)).map((name) => `${name}: add it to a class of docs/data.md`)).toEqual([])
  expect(named.filter((name) => !tables.includes(name)).map((name) => `${name}: in docs/data.md, but no table`)).toEqual([])
  expect(named.toSorted()).toEqual([...new Set(named)].toSorted())
})

test('weak hashes are used only where docs/data.md names the file', () => {
  const files = globSync('server/src/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const weak = files.filter((file) => /create(?:Hash|Hmac)\('(?:md5|sha1)'|\bmd5\(/.test(read(file))).map((file) => basename(file))
  const named = page.split('\n').find((line) => line.startsWith('Prescribed by others')) ?? ''
  expect(new Set(weak)).toEqual(new Set([...named.matchAll(/`([\w.-]+\.ts)`/g)].map(([, name]) => name)))
})
