// Runs beside the server's loop: reads an uploaded sheet of people and checks every row.
import * as z from 'zod'
import { readRowsInWorker } from '../../kernel/sheet-rows.ts'
import { fields, readRow, requiredFields } from './user-sheet.rules.ts'

z.config(z.locales.zhCN())
await readRowsInWorker({ fields, required: requiredFields, things: '用户', readRow })
