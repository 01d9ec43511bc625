// Worker thread that reads an uploaded sheet of hotels.
import { say } from '@shuyuan/contract/people/people.server.texts.ts'
import { fail } from '../../../kernel/fail.ts'
import { readRowsInWorker } from '../../../kernel/sheet/sheet-rows.ts'
import { hotelFields, readRow } from './hotel-sheet.format.ts'

readRowsInWorker({
  fields: hotelFields,
  required: hotelFields,
  empty: () => fail('sheetBroken', say('hotelSheetEmpty')),
  readRow,
})
