// Runs beside the server's loop: reads an uploaded sheet of scores.
import { fail } from '../../../kernel/fail.ts'
import { readRowsInWorker } from '../../../kernel/sheet/sheet-rows.ts'
import { readRow, requiredFields, scoreFields } from './score-sheet.format.ts'

await readRowsInWorker({
  fields: scoreFields,
  required: requiredFields,
  empty: () => fail('sheetBroken', '表格中没有成绩，请填写后再上传'),
  readRow,
})
