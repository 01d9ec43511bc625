// Writes the style sheet of the tokens; a test fails if it is out of date.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { tokenSheet } from './token-sheet.ts'

writeFileSync(fileURLToPath(new URL('../web/src/kernel/theme/tokens.css', import.meta.url)), tokenSheet())
