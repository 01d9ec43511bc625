// Worker thread: reads an uploaded spreadsheet of scores.
import { say } from '@shuyuan/contract/paper/paper.server.texts.ts'
import { fail } from '../../../kernel/fail.ts'
import { readRowsInWorker } from '../../../kernel/sheet/sheet-rows.ts'
import { readRow, requiredFields, scoreFields } from './score-sheet.format.ts'

readRowsInWorker({
  fields: scoreFields,
  required: requiredFields,
  empty: () => fail('sheetBroken', say('scoreSheetEmpty')),
  readRow,
})
