// Worker thread: reads an uploaded sheet, checks each row and spools the questions.
import { fieldNames } from '@shuyuan/contract/kernel/field-names.ts'
import { issueMessage } from '@shuyuan/contract/kernel/issue-message.ts'
import { type Message, stated } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import type { SheetHead } from '@shuyuan/contract/qu/import/columns.ts'
import { readFile, stat } from 'node:fs/promises'
import * as z from 'zod'
import { fail } from '../../../../kernel/fail.ts'
import { readInWorker, type SheetFile } from '../../../../kernel/sheet/sheet-worker.ts'
import { readCsv, readSheet, sheetLimits, type SheetRow } from '../../../../kernel/sheet/spreadsheet.ts'
import { unreadableFile } from '../../../../kernel/files/unreadable-file.ts'
import { judge, type StagedQuestion } from '../exchange.rules.ts'
import { encodingNotes, readText } from '../exchange-text.format.ts'
import { MAX_NOTES, type SpoolMessage, spoolQuestions } from '../question-spool.format.ts'
import type { Columns, LevelNames } from './sheet-columns.format.ts'
import { type HeadOptions, headOf, type QuestionOptions } from './sheet-head.format.ts'
import { GUIDE_EN } from './sheet-guide-english.format.ts'
import { GUIDE } from './sheet-guide.format.ts'
import { quizRows } from './sheet-quiz.format.ts'
import { type Block, blocksOf, type Problem, readBlock } from './sheet-drafts.format.ts'

const PORTION = 200
const byHeadings: HeadOptions = { given: [], ask: false, mine: {} }

async function read({ path, name, spool: spoolPath = '', options }: SheetFile, send: (message: SpoolMessage) => void) {
  const { columns: head = byHeadings, levels } = options as QuestionOptions
  const found = await readBlocks(path, name, head, send)
  const spool = spoolQuestions(spoolPath)
  if ('asked' in found) {
    send({ kind: 'read', format: 'xlsx', notes: [], files: [], stray: 0, asked: found.asked, ...spool.end() })
    return
  }
  const { columns, blocks, problems, others, names } = found
  const notes: Message[] = [...found.notes, ...columns.unknown.map((field) => say('columnOf', { column: field, problem: UNKNOWN }))]
  if (others.length > 0) notes.push(say('sheetsUnread', { names: others.join('、') }))
  const note = (found: Problem[]) => {
    for (const { row, field, msg } of found.slice(0, MAX_NOTES - notes.length))
      notes.push(say('rowOf', { row, column: field, problem: msg }))
  }
  spool.say(columns.unknown.map((field): Problem => ({ row: 1, field, ...stated(UNKNOWN), level: 'warn' })))
  spool.say(problems)
  note(problems)
  for (let done = 1, block = blocks.pop(); block; done++, block = blocks.pop()) {
    const { question, found } = readQuestion(block, levels)
    spool.add(question, found)
    // errors in continued rows and sub-questions are reported, too
    note(found.filter((one) => one.row !== question.row && one.level === 'error'))
    if (done % PORTION === 0 || blocks.length === 0) send({ kind: 'progress', stage: 'checking', done, total: done + blocks.length })
  }
  send({ kind: 'read', format: 'xlsx', notes, files: [], stray: problems.length, names, ...spool.end() })
}

const isCsv = /\.(?:csv|tsv)$/i

async function openCsv(path: string) {
  if ((await stat(path)).size > sheetLimits.fileBytes) fail('fileTooLarge')
  const bytes = await readFile(path)
  // a workbook that is only named so
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') return undefined
  const { text, encoding } = readText(bytes)
  if (text.includes('\u0000')) return fail('sheetBroken', unreadableFile(bytes) ?? say('fileUnreadable'))
  return { rows: readCsv(text), notes: encodingNotes(encoding) }
}

const UNKNOWN = sayServer('columnUnknown')

/** The questions of the sheet in reverse order, so that each can be popped and its memory freed. */
async function readBlocks(
  path: string,
  name: string,
  options: HeadOptions,
  send: (message: SpoolMessage) => void,
): Promise<Found | { asked: SheetHead }> {
  const rows: SheetRow[] = []
  let others: string[] = []
  const onOthers = (names: string[]) => void (others = names.filter((name) => name !== GUIDE && name !== GUIDE_EN))
  const csv = isCsv.test(name) ? await openCsv(path) : undefined
  const source = csv?.rows ?? readSheet(path, sheetLimits, { marks: true, others: onOthers })
  for await (const row of source) {
    rows.push(row)
    if (rows.length % 1_000 === 0) send({ kind: 'progress', stage: 'reading', done: rows.length, total: 0 })
  }
  const quiz = options.given.length === 0 ? quizRows(rows) : undefined
  if (quiz) rows.splice(0, rows.length, ...quiz.rows)
  const head = headOf(rows, options)
  if ('asked' in head) return head
  if ('problem' in head) fail('sheetHeader', sayServer('sheetHeaderProblem', { problem: head.problem }))
  const { columns, skipped, names } = head
  const notes = [...(quiz?.notes ?? []), ...head.notes]
  rows.splice(0, skipped)
  if (rows.length === 0) fail('sheetBroken', say('questionSheetEmpty'))
  const { blocks, problems } = blocksOf(rows, columns, options.type)
  return { columns, blocks: blocks.reverse(), problems, others, notes: [...notes, ...(csv?.notes ?? [])], names }
}
type Found = { others: string[]; columns: Columns; blocks: Block[]; problems: Problem[]; notes: Message[]; names: string[] }

/** A valid question keeps its warnings, also those of its sub-questions; an invalid one all problems. */
function readQuestion(block: Block, levels: LevelNames): { question: StagedQuestion; found: Problem[] } {
  const { draft, rough, problems: found } = readBlock(block, levels)
  if (draft) return { question: { ...draft, tags: [], problems: found, hasError: false }, found }
  const { row, quType, level, chapter } = rough
  const judged = judge({ ...rough, problems: [] })
  return { question: { row, quType, level, chapter, tags: [], ...judged, problems: found, hasError: true }, found }
}

z.config({ customError: issueMessage(fieldNames) })
readInWorker(read)
