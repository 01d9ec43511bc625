// Runs beside the server's loop: reads an uploaded sheet of people, checks every row and sends the rows back in portions.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import * as z from 'zod'
import { fail } from '../../kernel/fail.ts'
import { readInWorker } from '../../kernel/sheet-worker.ts'
import { readSheet } from '../../kernel/spreadsheet.ts'
import { type Columns, findColumns } from './user-sheet.columns.rules.ts'
import { type Draft, type Problem, readRow } from './user-sheet.rules.ts'

/** Some rows, right and wrong. */
export type SheetPortion = { drafts: Draft[]; problems: Problem[] }

const PORTION = 500
const empty = (): SheetPortion => ({ drafts: [], problems: [] })

function columnsOf(header: string[]): Columns {
  const columns = findColumns(header)
  return 'problem' in columns ? fail('sheetHeader', `${errors.sheetHeader[1]}：${columns.problem}`) : columns
}

z.config(z.locales.zhCN())
await readInWorker(async ({ path }, send) => {
  let columns: Columns | undefined
  let portion = empty()
  let rows = 0
  for await (const row of readSheet(path)) {
    if (columns === undefined) {
      columns = columnsOf(row.row === 1 ? row.cells : [])
      portion.problems.push(
        ...columns.unknown.map((field) => ({ row: 1, field, msg: '无法识别的列，其内容不会导入', level: 'warn' as const })),
      )
      continue
    }
    const { draft, problems } = readRow(row, columns)
    rows += 1
    portion.problems.push(...problems)
    portion.drafts.push(draft)
    if (portion.drafts.length < PORTION) continue
    send(portion)
    portion = empty()
  }
  if (columns === undefined) columnsOf([])
  if (rows === 0) fail('sheetBroken', '表格中没有用户，请填写后再上传')
  send(portion)
})
