// Lists begin with 10 rows, unless the specification or docs/decisions/0170 names another number.
import { expect, it } from 'vitest'

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
/** Constants of pages of a list, by file name, that are not 10. */
const other: Record<string, number> = {
  // the grid of the invigilator
  'ProcessGrid.tsx': 32,
  'RecordGrid.tsx': 16,
  // notices
  'NoticeListPage.tsx': 6,
  // generic cards
  'CardGrid.tsx': 30,
  // questions of an import, read one after the other
  'QuImportPage.tsx': 20,
}
const declared = /const (?:PAGE|SIZE|firstSize|plainSize) = (\d+)/g

it('begins each list with 10 rows', () => {
  const found = Object.entries(sources)
    .filter(([path, text]) => !path.includes('.test.') && /paging\b|useListQuery/.test(text))
    .flatMap(([path, text]) => Array.from(text.matchAll(declared), ([, size]) => [path.replace(/^.*\//, ''), Number(size)] as const))
  expect(found.length).toBeGreaterThan(10)
  expect(found.filter(([file, size]) => size !== (other[file] ?? 10))).toEqual([])
})

it('lets no list of the back office choose another number', () => {
  const found = Object.entries(sources).filter(([path, text]) => !path.includes('.test.') && /<ListPage[^>]*\sdefaultSize=/.test(text))
  expect(found.map(([path]) => path)).toEqual([])
})
