// docs/corrections.md names a test or a record for each thing that was found: every one of them must exist.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const lines = readFileSync(join(root, 'docs/corrections.md'), 'utf8').split('\n')
const rows = lines.flatMap((line) => {
  const [, number = '', , , named = ''] = line.split('|').map((cell) => cell.trim())
  return /^[A-Z][A-Z]?\d*(?:, .+)?$|^judged/.test(number) ? [{ number, named }] : []
})

/** T5 to T8 and T18 are about courses; the list has no T10, T11 and T20. */
const BACK_OFFICE = [1, 2, 3, 4, 9, 12, 13, 14, 15, 16, 17, 19, 21, 22, 23].map((at) => `T${at}`)

test('each row has a number of its own, and every list is there', () => {
  const numbers = rows.map((one) => one.number)
  expect(new Set(numbers).size).toBe(numbers.length)
  const series = (letter: string, count: number) => Array.from({ length: count }, (_one, at) => `${letter}${at + 1}`)
  expect(numbers).toEqual(
    expect.arrayContaining([
      ...BACK_OFFICE,
      ...series('N', 15),
      ...series('E', 10),
      ...series('C', 5),
      ...series('S', 25),
      'L',
      'E',
      'F21',
    ]),
  )
})

test.each(rows)('$number has a test or a record', ({ named }) => {
  const [, file = '', text = ''] = /^`([^`]+)` › (.+)$/.exec(named) ?? []
  const source = readFileSync(join(root, file), 'utf8')
  expect(text).not.toBe('')
  expect(source).toContain(text)
})
