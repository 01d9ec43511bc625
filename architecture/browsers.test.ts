// The table of docs/browsers.md, which `npm run engines` writes, has every journey in every engine.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rowsIn, type Seen, TITLES, VERSION, withColumn } from '../scripts/engines/table.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'scripts', 'engines', 'journeys')
const sources = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
const titles = sources.flatMap((source) => [...source.matchAll(/^ {2}(?: {2})?(?:\{ )?title: '([^']+)'/gm)].map(([, title]) => title!))
const rows = rowsIn(readFileSync(join(root, 'docs', 'browsers.md'), 'utf8'))

test('the table names each journey, and has a result of each engine', () => {
  expect(titles.length).toBeGreaterThan(10)
  expect(new Set(rows.map(([title]) => title))).toEqual(new Set([...titles, VERSION]))
  const open = rows.filter((row) => row.length !== TITLES.length || row.includes('–'))
  expect(open).toEqual([])
})

test('no journey of the table went wrong', () => {
  const cells = rows.flatMap(([title = '', ...seen]) => seen.map((cell) => `${title}: ${cell}`))
  expect(cells.filter((cell) => cell.includes(': ✗'))).toEqual([])
  expect(cells.filter((cell) => /: [✓○] ./u.test(cell)).length).toBe(titles.length * (TITLES.length - 1))
})

test('a run replaces the column of its engine, one of some journeys only their cells, and none of another version', () => {
  const empty = '# Browsers\n<!-- npm run engines --><!-- end of npm run engines -->\n'
  const add = (document: string, name: string, found: Record<string, Seen['mark']>, more: { version?: string; seconds?: number } = {}) => {
    const seen = Object.entries(found).map(([title, mark]) => [title, { mark, text: 'seen' }] as const)
    return withColumn(document, ['Exam', 'Video'], { name, version: '1', seconds: undefined, ...more, found: new Map(seen) })
  }
  const whole = add(add(empty, 'Chromium', { Exam: '✓', Video: '✗' }, { seconds: 2 }), 'Firefox', { Exam: '○', Video: '✓' }, { seconds: 3 })
  const again = add(add(whole, 'Chromium', { Video: '✓' }), 'Firefox', { Exam: '✗' }, { version: '9' })
  expect(rowsIn(again)).toEqual([
    ['Exam', '✓ seen', '○ seen', '–'],
    ['Video', '✓ seen', '✓ seen', '–'],
    [VERSION, '1, 2 s', '1, 3 s', '–'],
  ])
})
