// A spool is read back line by line, with any content.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSpool, writeSpool } from './spool.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shuyuan-spool-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('is read in order and in portions, with other line ends and characters split between chunks', async () => {
  const path = join(folder, 'one')
  const texts = Array.from({ length: 5_000 }, (_, i) => `第${i}行\u2028甲\r\n乙\u0085𠮷`.repeat(1 + (i % 7)))
  const spool = writeSpool(path)
  for (const text of texts) spool.add({ text })
  spool.end()
  const portions: string[][] = []
  for await (const lines of readSpool(path)) portions.push(lines)
  expect(Math.max(...portions.map((one) => one.length))).toBeLessThanOrEqual(100)
  expect(portions.flat().map((line) => (JSON.parse(line) as { text: string }).text)).toEqual(texts)
})

test('a long line is one portion, an empty spool has none', async () => {
  const path = join(folder, 'two')
  const spool = writeSpool(path)
  spool.add('短')
  spool.add('长'.repeat(300_000))
  spool.add('短')
  spool.end()
  const portions: number[] = []
  for await (const lines of readSpool(path)) portions.push(lines.length)
  expect(portions).toEqual([2, 1])
  writeSpool(join(folder, 'none')).end()
  for await (const lines of readSpool(join(folder, 'none'))) expect(lines).toBeUndefined()
})
