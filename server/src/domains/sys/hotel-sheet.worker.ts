// Runs beside the server's loop: reads an uploaded sheet of hotels.
import { readRowsInWorker } from '../../kernel/sheet-rows.ts'
import { hotelFields, readRow } from './hotel-sheet.rules.ts'

await readRowsInWorker({ fields: hotelFields, required: hotelFields, things: '酒店', readRow })
