// Reads a file of questions of any format into questions that wait for their commit.
import { open } from 'node:fs/promises'
import type { App } from '../../kernel/ctx.ts'
import { runSheetWorker, type SheetFile } from '../../kernel/sheet-worker.ts'
import { type Format, judge, type ReadFile, type StagedQuestion } from './exchange.rules.ts'
import type { ExchangeMessage } from './exchange.worker.ts'
import type { Problem } from './sheet.drafts.rules.ts'
import { readQuestionSheet } from './sheet.reading.service.ts'

/** Under which the progress of an import is told. */
export const IMPORT_TOPIC = 'qu.import'

export type FileReading = { format: Format; notes: string[]; files: ReadFile[]; rows: StagedQuestion[] }
type Report = (stage: 'reading' | 'checking', done: number, total: number) => void

/** Reads the file, by the ending of its name. Fails sheetBroken, sheetHeader, sheetTooLong, fileTooLarge. */
export async function readQuestionFile(app: App, file: SheetFile, report: Report): Promise<FileReading> {
  return (await isSheet(file)) ? readXlsx(app, file, report) : readOther(app, file, report)
}

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
const archives = /\.(?:docx|zip)$/i

/** An archive that is not named as one of the other kinds is taken for a sheet, whatever its name says. */
export async function isSheet({ path, name }: SheetFile): Promise<boolean> {
  if (/\.xlsx$/i.test(name)) return true
  if (archives.test(name)) return false
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(ZIP.length), 0, ZIP.length, 0)
    return bytesRead === ZIP.length && buffer.equals(ZIP)
  } finally {
    await handle.close()
  }
}

async function readOther(app: App, file: SheetFile, report: Report): Promise<FileReading> {
  let reading: FileReading = { format: 'gift', notes: [], files: [], rows: [] }
  let total = 0
  await runSheetWorker(app, new URL('./exchange.worker.ts', import.meta.url), file, (portion) => {
    const message = portion as ExchangeMessage
    if (message.kind === 'head') {
      const { format, notes, files } = message
      reading = { format, notes, files, rows: [] }
      total = message.total
    } else {
      reading.rows.push(...message.rows)
      report('checking', reading.rows.length, total)
    }
  })
  return reading
}

async function readXlsx(app: App, file: SheetFile, report: Report): Promise<FileReading> {
  const { drafts, roughs, problems } = await readQuestionSheet(app, file, report)
  const found = Map.groupBy(problems, (problem) => problem.row)
  const right = drafts.map((draft): StagedQuestion => ({ ...draft, tags: [], problems: found.get(draft.row) ?? [], hasError: false }))
  const wrong = roughs.map((rough): StagedQuestion => {
    const judged = judge({ ...rough, problems: [] })
    return {
      row: rough.row,
      quType: rough.quType,
      level: rough.level,
      chapter: rough.chapter,
      tags: [],
      ...judged,
      problems: rough.problems,
      hasError: true,
    }
  })
  const known = new Set([...right, ...wrong].map((one) => one.row))
  const loose = problems.filter((one: Problem) => !known.has(one.row) && one.level === 'error')
  const notes = problems.filter((one) => one.row === 1).map((one) => `“${one.field}”列：${one.msg}`)
  return {
    format: 'xlsx',
    notes: [...notes, ...loose.filter((one) => one.row !== 1).map((one) => `第${one.row}行 ${one.field}：${one.msg}`)],
    files: [],
    rows: [...right, ...wrong].sort((a, b) => a.row - b.row),
  }
}
