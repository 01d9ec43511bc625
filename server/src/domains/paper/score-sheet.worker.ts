// Runs beside the server's loop: reads an uploaded sheet of scores and sends the rows back in portions.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { fail } from '../../kernel/fail.ts'
import { readInWorker } from '../../kernel/sheet-worker.ts'
import { readSheet } from '../../kernel/spreadsheet.ts'
import { type Columns, type Draft, findColumns, type Problem, readRow } from './score-sheet.rules.ts'

/** Some rows, right and wrong: `rows` counts both. */
export type ScorePortion = { rows: number; drafts: Draft[]; problems: Problem[] }

const PORTION = 1_000
const empty = (): ScorePortion => ({ rows: 0, drafts: [], problems: [] })

function columnsOf(header: string[]): Columns {
  const columns = findColumns(header)
  return 'problem' in columns ? fail('sheetHeader', `${errors.sheetHeader[1]}：${columns.problem}`) : columns
}

await readInWorker(async ({ path }, send) => {
  let columns: Columns | undefined
  let portion = empty()
  let rows = 0
  const seen = new Map<string, number>()
  for await (const row of readSheet(path)) {
    if (columns === undefined) {
      columns = columnsOf(row.row === 1 ? row.cells : [])
      portion.problems.push(
        ...columns.unknown.map((field) => ({ row: 1, field, msg: '无法识别的列，其内容不会导入', level: 'warn' as const })),
      )
      continue
    }
    const { draft, problems } = readRow(row, columns, seen)
    rows += 1
    portion.rows += 1
    portion.problems.push(...problems)
    if (draft) portion.drafts.push(draft)
    if (portion.rows < PORTION) continue
    send(portion)
    portion = empty()
  }
  if (columns === undefined) columnsOf([])
  if (rows === 0) fail('sheetBroken', '表格中没有成绩，请填写后再上传')
  send(portion)
})
