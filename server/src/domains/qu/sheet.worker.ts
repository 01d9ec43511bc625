// Runs beside the server's loop: reads an uploaded sheet, checks every row and sends the questions back in portions.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import * as z from 'zod'
import { fail } from '../../kernel/fail.ts'
import { readInWorker } from '../../kernel/sheet-worker.ts'
import { readSheet, type SheetRow } from '../../kernel/spreadsheet.ts'
import { findColumns } from './sheet.columns.rules.ts'
import { blocksOf, type Draft, type Problem, readBlock, type Rough } from './sheet.drafts.rules.ts'

export type SheetMessage =
  | { kind: 'progress'; stage: 'reading' | 'checking'; done: number; total: number }
  | { kind: 'read'; drafts: Draft[]; roughs: Rough[]; problems: Problem[]; questions: number }

const PORTION = 200

async function read(path: string, send: (message: SheetMessage) => void) {
  const rows: SheetRow[] = []
  for await (const row of readSheet(path)) {
    rows.push(row)
    if (rows.length % 1_000 === 0) send({ kind: 'progress', stage: 'reading', done: rows.length, total: 0 })
  }
  const header = rows.shift()
  const columns = findColumns(header?.row === 1 ? header.cells : [])
  if ('problem' in columns) fail('sheetHeader', `${errors.sheetHeader[1]}：${columns.problem}`)
  if (rows.length === 0) fail('sheetBroken', '表格中没有试题，请填写后再上传')
  const unknown = columns.unknown.map((field): Problem => ({ row: 1, field, msg: '无法识别的列，其内容不会导入', level: 'warn' }))
  const { blocks, problems } = blocksOf(rows, columns)
  send({ kind: 'read', drafts: [], roughs: [], problems: [...unknown, ...problems], questions: problems.length })
  for (let from = 0; from < blocks.length; from += PORTION) {
    const portion = blocks.slice(from, from + PORTION).map(readBlock)
    send({
      kind: 'read',
      drafts: portion.flatMap(({ draft }) => draft ?? []),
      roughs: portion.flatMap(({ rough }) => rough ?? []),
      problems: portion.flatMap((one) => one.problems),
      questions: portion.length,
    })
    send({ kind: 'progress', stage: 'checking', done: Math.min(from + PORTION, blocks.length), total: blocks.length })
  }
}

z.config(z.locales.zhCN())
await readInWorker(({ path }, send) => read(path, send))
