// What every spreadsheet import of this product has in common (qu.import, user.import).
export type SheetProblem = { row: number; field: string; msg: string; level?: 'error' | 'warn' }

/** The answer of a dry run and of the import itself. */
export type ImportReport = {
  inserted: number
  updated?: number
  total?: number
  valid?: number
  duplicated?: number
  errors: SheetProblem[]
}

/** The answer of a progress call. */
export type ImportState = { stage: 'waiting' | 'reading' | 'checking' | 'saving' | 'done'; done: number; total: number }

export type ImportMode = 'all' | 'valid'
export type Duplicates = 'skip' | 'keep'

export const isWrong = (problem: SheetProblem) => problem.level !== 'warn'
/** How many rows have an error. */
export const wrongRows = (errors: readonly SheetProblem[]) => new Set(errors.filter(isWrong).map((one) => one.row)).size

/** How many rows are right and not left out as repeated; the valid rows of a report hold the repeated ones. */
export const remainingRows = ({ valid, total, duplicated = 0 }: ImportReport, duplicates: Duplicates) =>
  (valid ?? total ?? 1) - (duplicates === 'skip' ? duplicated : 0)
