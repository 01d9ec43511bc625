import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formatTable, tableIn } from './format-table.ts'

test('docs/banks.md says what each format reads, writes and loses; npm run formats updates it', () => {
  expect(tableIn(readFileSync(new URL('../../docs/banks.md', import.meta.url), 'utf8'))).toBe(formatTable())
})
