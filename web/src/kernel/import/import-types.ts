// Types that every spreadsheet import has in common (qu.import, user.import).
export type SheetProblem = { row: number; field: string; msg: string; level?: 'error' | 'warn' }

/** The answer of a dry run and of the import. */
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
/** The number of rows with an error. */
export const wrongRows = (errors: readonly SheetProblem[]) => new Set(errors.filter(isWrong).map((one) => one.row)).size

/** The number of valid rows that would be imported; the valid rows of a report include repeated ones. */
export const remainingRows = ({ valid, total, duplicated = 0 }: ImportReport, duplicates: Duplicates) =>
  (valid ?? total ?? 1) - (duplicates === 'skip' ? duplicated : 0)
