// docs/corrections.md names a test or a record for each thing that was found: every one of them must exist.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const lines = readFileSync(join(root, 'docs/corrections.md'), 'utf8').split('\n')
let section = ''
const rows = lines.flatMap((line) => {
  section = /^## (.+)$/.exec(line)?.[1] ?? section
  const [, number = '', , , named = ''] = line.split('|').map((cell) => cell.trim())
  return section === '' || /^(?:|no\.|-)$/.test(number) ? [] : [{ section, number, named }]
})

/** T5 to T8 and T18 are about courses; the list has no T10, T11 and T20. */
const BACK_OFFICE = [1, 2, 3, 4, 9, 12, 13, 14, 15, 16, 17, 19, 21, 22, 23].map((at) => `T${at}`)
const series = (letter: string, count: number) => Array.from({ length: count }, (_one, at) => `${letter}${at + 1}`)
/** The numbers of each list; letters clash between lists. */
const lists: Record<string, string[]> = {
  Security: [...series('N', 15), 'F21', 'E', ...series('judged ', 3)],
  'Exam day': [...series('E', 10), 'L', ...series('C', 5)],
  Specification: series('S', 27),
  'Back office': [...BACK_OFFICE, ...series('TS', 15), ...series('TU', 21)],
  'First contact': series('I-', 13),
  'Files of others': [...series('F-', 22), 'F-3b', 'F-13b'],
  Learners: [
    ...series('P', 15),
    ...['policy', 'description', 'heading', 'landmarks', 'camera', '400 %', 'matching'].map((one) => `S4, ${one}`),
    ...['options', 'blanks', 'saved', 'answered'].map((one) => `Blind, ${one}`),
    ...series('ugly ', 10),
  ],
}

test('the document has the lists', () => {
  expect([...new Set(rows.map((one) => one.section))]).toEqual(Object.keys(lists))
})

test.each(Object.entries(lists))('each row of %s has a number of its own, and every number is there', (name, expected) => {
  const numbers = rows.filter((one) => one.section === name).map((one) => one.number)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(numbers).toEqual(expect.arrayContaining(expected))
})

test.each(rows)('$section $number has a test or a record', ({ named }) => {
  const [, file = '', text = ''] = /^`([^`]+)` › (.+)$/.exec(named) ?? []
  const source = readFileSync(join(root, file), 'utf8')
  expect(text).not.toBe('')
  expect(source).toContain(text)
})
