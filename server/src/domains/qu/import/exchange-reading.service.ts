// Reads a question file of any format into a spool, in a worker thread.
import { open, rm } from 'node:fs/promises'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import type { App } from '../../../kernel/ctx.ts'
import { officeTarget, withConverted } from '../../../kernel/files/office.ts'
import { runSheetWorker, type SheetFile } from '../../../kernel/sheet/sheet-worker.ts'
import type { LevelNames } from '../exchange/sheet/sheet-columns.format.ts'
import type { HeadOptions, QuestionOptions } from '../exchange/sheet/sheet-head.format.ts'
import type { Account, SpoolMessage } from '../exchange/question-spool.format.ts'

/** Topic of import progress. */
export const IMPORT_TOPIC = 'qu.import'

const sheetWorker = new URL('../exchange/sheet/sheet.worker.ts', import.meta.url)
const exchangeWorker = new URL('./exchange.worker.ts', import.meta.url)

/** Summary of a file and the path of its spool: one StagedQuestion per line. */
export type FileReading = Account & { spool: string }
type Report = (stage: 'reading' | 'checking', done: number, total: number) => void

/** The uploaded file; `columns`: how the columns of a sheet are found; `levels`: the levels of the site. */
export type QuestionFile = SheetFile & { columns?: HeadOptions; levels: LevelNames }

/**
 * Reads the file in a worker thread, by its extension, and passes the result to `act`; the spool is always deleted afterwards. Old files
 * of Office are converted before, where the machine can. Fails as `act` does, and sheetBroken, sheetHeader, sheetTooLong, fileTooLarge.
 */
export async function withQuestionFile<T>(
  app: App,
  file: QuestionFile,
  report: Report,
  act: (reading: FileReading) => Promise<T>,
): Promise<T> {
  // many programs write sheets of today under the name of yesterday
  const target = officeTarget(file.name)
  if (target === undefined || (await isArchive(file.path))) return readFile(app, file, report, act)
  const converted = await withConverted(app, file, say('officeFailed'), async (path) => ({
    result: await readFile(app, { ...file, path, name: `${file.name}.${target}` }, report, (reading) =>
      act({ ...reading, notes: [say('officeConverted'), ...reading.notes] }),
    ),
  }))
  return converted ? converted.result : readFile(app, file, report, act)
}

async function readFile<T>(app: App, file: QuestionFile, report: Report, act: (reading: FileReading) => Promise<T>): Promise<T> {
  // beside the upload: that disk has room for large temporary files
  const spool = `${file.path}-spool`
  const worker = (await isSheet(file)) ? sheetWorker : exchangeWorker
  const options: QuestionOptions = { levels: file.levels, ...(file.columns ? { columns: file.columns } : {}) }
  let account: Account | undefined
  try {
    await runSheetWorker(app, worker, { path: file.path, name: file.name, spool, options }, (portion) => {
      const message = portion as SpoolMessage
      if (message.kind === 'read') account = message
      else report(message.stage, message.done, message.total)
    })
    if (!account) throw new Error('the worker gave no account of the file')
    return await act({ ...account, spool })
  } finally {
    await rm(spool, { force: true })
  }
}

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
const archives = /\.(?:docx|zip)$/i

/** Any archive without an extension of another format is read as a sheet. */
async function isSheet({ path, name }: SheetFile): Promise<boolean> {
  if (/\.(?:xlsx|csv|tsv)$/i.test(name)) return true
  return !archives.test(name) && isArchive(path)
}

async function isArchive(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(ZIP.length), 0, ZIP.length, 0)
    return bytesRead === ZIP.length && buffer.equals(ZIP)
  } finally {
    await handle.close()
  }
}
