// Writes the table of question formats in docs/banks.md; a test fails if it is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { withTable } from '../server/test/format-table.ts'

const file = fileURLToPath(new URL('../docs/banks.md', import.meta.url))
writeFileSync(file, withTable(readFileSync(file, 'utf8')))
