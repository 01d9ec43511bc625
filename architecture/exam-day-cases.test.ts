// docs/exam-day-cases.md names a test for each case: every one of them must exist.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const lines = readFileSync(join(root, 'docs/exam-day-cases.md'), 'utf8').split('\n')
const cases = lines.flatMap((line) => {
  const [, number, , , named] = line.split('|').map((cell) => cell.trim())
  const [, file = '', name = ''] = /^`([^`]+)` › (.+)$/.exec(named ?? '') ?? []
  return /^\d+$/.test(number ?? '') ? [{ number: Number(number), file, name }] : []
})

test('the cases are numbered consecutively, at least forty of them', () => {
  expect(cases.map((one) => one.number)).toEqual(cases.map((_one, at) => at + 1))
  expect(cases.length).toBeGreaterThanOrEqual(40)
})

test.each(cases)('case $number has a test', ({ file, name }) => {
  const source = readFileSync(join(root, file), 'utf8')
  expect(source).toMatch(new RegExp(`test\\('${name.replaceAll(/[^\p{L}\p{N}]/gu, '.')}'`, 'u'))
})
