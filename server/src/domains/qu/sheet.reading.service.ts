// Reads a sheet of questions in a thread of its own.
import type { App } from '../../kernel/ctx.ts'
import { runSheetWorker, type SheetFile } from '../../kernel/sheet-worker.ts'
import type { Draft, Problem, Rough } from './sheet.drafts.rules.ts'
import type { SheetMessage } from './sheet.worker.ts'

export type SheetReading = {
  drafts: Draft[]
  /** questions that are wrong, as far as they could be read */
  roughs: Rough[]
  problems: Problem[]
  /** questions found, wrong ones included */
  total: number
}
type Report = (stage: 'reading' | 'checking', done: number, total: number) => void

/**
 * Reads the sheet. Fails as readSheet does, sheetHeader for wrong columns, and sheetBroken where time or memory run out.
 * @param report called as the work goes on
 */
export async function readQuestionSheet(app: App, file: SheetFile, report: Report): Promise<SheetReading> {
  const reading: SheetReading = { drafts: [], roughs: [], problems: [], total: 0 }
  await runSheetWorker(app, new URL('./sheet.worker.ts', import.meta.url), file, (portion) => {
    const message = portion as SheetMessage
    if (message.kind === 'progress') return report(message.stage, message.done, message.total)
    reading.total += message.questions
    reading.drafts.push(...message.drafts)
    reading.roughs.push(...message.roughs)
    reading.problems.push(...message.problems)
  })
  return reading
}
