// Runs beside the server's loop: reads an uploaded sheet of scores.
import { readRowsInWorker } from '../../kernel/sheet-rows.ts'
import { readRow, requiredFields, scoreFields } from './score-sheet.rules.ts'

await readRowsInWorker({ fields: scoreFields, required: requiredFields, things: '成绩', readRow })
