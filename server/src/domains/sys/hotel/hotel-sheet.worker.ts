// Runs beside the server's loop: reads an uploaded sheet of hotels.
import { fail } from '../../../kernel/fail.ts'
import { readRowsInWorker } from '../../../kernel/sheet/sheet-rows.ts'
import { hotelFields, readRow } from './hotel-sheet.format.ts'

await readRowsInWorker({
  fields: hotelFields,
  required: hotelFields,
  empty: () => fail('sheetBroken', '表格中没有酒店，请填写后再上传'),
  readRow,
})
