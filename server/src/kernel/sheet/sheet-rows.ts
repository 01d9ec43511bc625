// Reads and checks the rows of an import spreadsheet in a worker thread, and returns them in portions.
import { stated } from '@shuyuan/contract/kernel/message.ts'
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import type { SheetProblem } from '@shuyuan/contract/kernel/import.ts'
import type { App } from '../ctx.ts'
import { fail } from '../fail.ts'
import { findSheetColumns, type SheetColumns } from './sheet-columns.ts'
import { readInWorker, runSheetWorker, type SheetFile } from './sheet-worker.ts'
import { brokenFormula, readSheet, type SheetRow } from './spreadsheet.ts'

/** `draft`: the values of the row; undefined when it has errors. */
export type ReadRow<D> = { draft: D | undefined; problems: SheetProblem[] }
/** A portion of rows, or all; `total` counts valid and invalid ones. */
export type ReadRows<D> = { total: number; drafts: D[]; problems: SheetProblem[] }

type SheetOptions<F extends string, D> = {
  fields: readonly F[]
  required: readonly F[]
  /** refuses a sheet without rows */
  empty: () => never
  /** `seen` is shared by all rows, for values that must be unique */
  readRow: (row: SheetRow, columns: SheetColumns<F>, seen: Map<string, number>) => ReadRow<D>
}

const PORTION = 500

/** Problems of cells whose formula has no stored value. */
const brokenCells = <F extends string>({ row, cells }: SheetRow, { at }: SheetColumns<F>): SheetProblem[] =>
  [...at].flatMap(([field, place]) => {
    const message = brokenFormula(cells[place] ?? '')
    return message === undefined ? [] : [{ row, field, ...stated(message), level: 'error' as const }]
  })

/** The body of an import worker. Fails sheetHeader for wrong columns, as `empty` for no rows, and as readSheet. */
export function readRowsInWorker<F extends string, D>({ fields, required, empty, readRow }: SheetOptions<F, D>): void {
  const columnsOf = (header: string[]) => {
    const columns = findSheetColumns(header, fields, required)
    return 'problem' in columns ? fail('sheetHeader', sayServer('sheetHeaderProblem', { problem: columns.problem })) : columns
  }
  readInWorker(async ({ path }, send) => {
    const seen = new Map<string, number>()
    let columns: SheetColumns<F> | undefined
    let rows = 0
    let portion: ReadRows<D> = { total: 0, drafts: [], problems: [] }
    for await (const row of readSheet(path)) {
      if (columns === undefined) {
        columns = columnsOf(row.row === 1 ? row.cells : [])
        for (const field of columns.unknown) portion.problems.push({ row: 1, field, ...stated(sayServer('columnUnknown')), level: 'warn' })
        continue
      }
      const broken = brokenCells(row, columns)
      const { draft, problems } = broken.length > 0 ? { draft: undefined, problems: broken } : readRow(row, columns, seen)
      rows += 1
      portion.total += 1
      portion.problems.push(...problems)
      if (draft !== undefined) portion.drafts.push(draft)
      if (portion.total < PORTION) continue
      send(portion)
      portion = { total: 0, drafts: [], problems: [] }
    }
    if (columns === undefined) columnsOf([])
    if (rows === 0) empty()
    send(portion)
  })
}

/**
 * Reads a spreadsheet in `worker`, which must call readRowsInWorker. Fails as that and as runSheetWorker.
 * @param report called with the number of rows read so far
 */
export async function readRows<D>(app: App, worker: URL, file: SheetFile, report?: (done: number) => void): Promise<ReadRows<D>> {
  const read: ReadRows<D> = { total: 0, drafts: [], problems: [] }
  await runSheetWorker(app, worker, file, (sent) => {
    const portion = sent as ReadRows<D>
    read.total += portion.total
    read.drafts.push(...portion.drafts)
    read.problems.push(...portion.problems)
    report?.(read.total)
  })
  return read
}
