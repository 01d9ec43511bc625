// The wrong rows of an uploaded sheet as a sheet with their faults, to be mended there and imported again.
import type { SheetProblem } from '@shuyuan/contract/kernel/import.ts'
import type { App, UploadedFile } from '../ctx.ts'
import { runSheetWorker } from './sheet-worker.ts'
import type { RowFaults } from './wrong-rows.worker.ts'

const worker = new URL('./wrong-rows.worker.ts', import.meta.url)

/** `sheet` in base64; `rows`: how many it has. @param problems in the caller's language */
export type WrongRows = { name: string; sheet: string; rows: number }

/** @returns undefined where no row is wrong */
export async function wrongRowsOf(app: App, file: UploadedFile, problems: readonly SheetProblem[]): Promise<WrongRows | undefined> {
  const faults = faultsOf(problems)
  if (faults.length === 0) return undefined
  let sheet = ''
  await runSheetWorker(app, worker, { path: file.path, name: file.name, options: faults }, (sent) => void (sheet = sent as string))
  return { name: `${file.name.replace(/\.\w+$/, '')}_有误.xlsx`, sheet, rows: faults.length }
}

function faultsOf(problems: readonly SheetProblem[]): RowFaults {
  const faults = new Map<number, string[]>()
  for (const { row, field, msg, level } of problems)
    if (level === 'error') faults.set(row, [...(faults.get(row) ?? []), `${field}：${msg}`])
  return [...faults].map(([row, found]) => [row, found.join('\n')])
}
