// A text of any length takes a time that grows with its length: one request must not keep the server from all others.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { slowPatterns } from './patterns.ts'

const root = join(import.meta.dirname, '..')

/**
 * Readers of files that others made: they run in a thread with limits of time and memory (`kernel/in-thread.ts`, `kernel/sheet`), or in a command,
 * and a file that takes too long is refused. And readers of texts that nothing but the product writes.
 */
const apart = [
  /^server\/src\/domains\/qu\/exchange\/(?:docx|foreign|platform)\//,
  /^server\/src\/domains\/qu\/exchange\/(?:gift|moodle|qti|sheet)\/(?!.*-write\.|sheet-text\.)/,
  /^server\/src\/domains\/qu\/import\/exchange\.worker\.ts$/,
  /^server\/src\/domains\/migrate\//,
  /^server\/src\/seed\//,
  // the product's own statements and start page
  /^server\/src\/kernel\/(?:trace\/statement-text|http\/serve-built)\.ts$/,
]

test('a slow expression is named with its line, and the sign that makes it slow', () => {
  expect(slowPatterns('a.ts', 'const one = 1\nconst tag = /<[^>]*>/g')).toEqual(['a.ts:2: /<[^>]*>/g "<"'])
  expect(slowPatterns('a.ts', String.raw`export const end = (text: string) => text.replace(/\/+$/, '')`)).toEqual([
    String.raw`a.ts:1: /\/+$/ "/"`,
  ])
  expect(slowPatterns('a.ts', String.raw`const note = /<!--[\s\S]*?-->/g`)).toEqual([
    String.raw`a.ts:1: /<!--[\s\S]*?-->/g a beginning without its end`,
  ])
  expect(slowPatterns('a.ts', String.raw`const quick = [/<[^<>]*>/g, /(?<!\/)\/+$/, /<!--[\s\S]*?(?:-->|$)/g, /\d{1,3}/]`)).toEqual([])
})

test('the server and the contract have none outside of readers that run apart', () => {
  const files = globSync(['contract/src/**/*.ts', 'server/src/**/*.ts'], { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts') && !apart.some((one) => one.test(file)),
  )
  expect(files.length).toBeGreaterThan(1_000)
  const found = files.flatMap((file) => slowPatterns(file, readFileSync(join(root, file), 'utf8')))
  expect(found, 'one long text would keep the server busy: see docs/decisions/0277-a-text-of-any-length.md').toEqual([])
})
