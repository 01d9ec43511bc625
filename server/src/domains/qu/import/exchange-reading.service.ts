// Reads a question file of any format into a spool, in a worker thread.
import { open, readFile as readBytes, rm, stat } from 'node:fs/promises'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import type { App } from '../../../kernel/ctx.ts'
import { officeTarget, withConverted } from '../../../kernel/files/office.ts'
import { runSheetWorker, type SheetFile } from '../../../kernel/sheet/sheet-worker.ts'
import { isExamViewRtf } from '../exchange/foreign/foreign-text.format.ts'
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
  const old = (await oldName(file)) ?? file.name
  const target = officeTarget(old)
  if (target === undefined || (await isArchive(file.path)) || (await isExamView(file))) return readFile(app, file, report, act)
  const converted = await withConverted(app, { ...file, name: old }, say('officeFailed'), async (path) => ({
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

/** The name that a file of an old format should have which is named as one of today (`.xls` content in an `.xlsx`); undefined for others. */
async function oldName({ path, name }: SheetFile): Promise<string | undefined> {
  if (!/\.(?:xlsx|docx)$/i.test(name) || !(await beginsWith(path, OLE))) return undefined
  const bytes = await readBytes(path)
  const has = (stream: string) => bytes.includes(Buffer.from(stream, 'utf16le'))
  // a file with a password is of this kind, too
  if (has('EncryptedPackage')) return undefined
  return has('WordDocument') ? `${name}.doc` : has('Workbook') || has('Book') ? `${name}.xls` : undefined
}

const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
const archives = /\.(?:docx|zip|h5p|apkg|colpkg)$/i

/** Any archive without an extension of another format is read as a sheet. */
async function isSheet({ path, name }: SheetFile): Promise<boolean> {
  if (/\.(?:xlsx|csv|tsv)$/i.test(name)) return true
  return !archives.test(name) && isArchive(path)
}

/** Rich text of ExamView is read as it is; larger files are converted like any other. */
const MAX_RICH = 20 * 1024 * 1024
async function isExamView({ path, name }: SheetFile): Promise<boolean> {
  if (!/\.rtf$/i.test(name) || (await stat(path)).size > MAX_RICH) return false
  return isExamViewRtf(await readBytes(path, 'latin1'))
}

const isArchive = (path: string) => beginsWith(path, ZIP)

async function beginsWith(path: string, signature: Buffer): Promise<boolean> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(signature.length), 0, signature.length, 0)
    return bytesRead === signature.length && buffer.equals(signature)
  } finally {
    await handle.close()
  }
}
