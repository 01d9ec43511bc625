// A folder of sheets of another system: each is known by its headings, the others are question banks.
import { readdir, readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { App } from '../../../kernel/ctx.ts'
import { Failure } from '../../../kernel/fail.ts'
import { readCsv, readSheet, type SheetRow } from '../../../kernel/sheet/spreadsheet.ts'
import { readQuestionFile } from '../../qu/import/carry.service.ts'
import { emptySite, type OldSite } from '../old-site.format.ts'
import { columnsOf, fieldTitles, kindOf, type SheetKind } from './sheet-columns.format.ts'
import { addDeparts, addResults, addUsers, type ReadSheet } from './sheets.format.ts'

const kinds: Record<SheetKind, string> = { departs: '部门', users: '用户', results: '成绩' }
/** Headings stand in one of the first rows: some systems write a title above them. */
const HEAD_ROWS = 5

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

async function rowsOf(path: string): Promise<SheetRow[]> {
  if (extname(path).toLowerCase() === '.csv') return [...readCsv(decoded(await readFile(path)))]
  const rows: SheetRow[] = []
  for await (const row of readSheet(path)) rows.push(row)
  return rows
}

type Found = ReadSheet & { kind: SheetKind }

/** The sheet of people in a file; undefined for another file. */
async function peopleIn(site: OldSite, path: string): Promise<Found | undefined> {
  const file = basename(path)
  const rows = await rowsOf(path)
  for (const [at, head] of rows.slice(0, HEAD_ROWS).entries()) {
    const { columns, unused } = columnsOf(head.cells)
    const kind = kindOf(columns)
    if (kind === undefined) continue
    const named = [...columns].map(([field, place]) => `${head.cells[place] ?? ''} → ${fieldTitles[field]}`).join('，')
    site.notes.push(`${file}：按「${kinds[kind]}」读取。${named}${unused.length > 0 ? `；没有用到的列：${unused.join('、')}` : ''}`)
    return { kind, file, columns, rows: rows.slice(at + 1) }
  }
  return undefined
}

async function addBank(app: App, site: OldSite, path: string): Promise<void> {
  const file = basename(path)
  const { questions, wrong } = await readQuestionFile(app, { path, name: file })
  site.banks.push({ id: file, title: file.replace(/\.\w+$/, '').slice(0, 90), remark: '' })
  site.questions.push(...questions.map(({ row, ...one }) => ({ ...one, id: `${file}#${row}`, bankId: file })))
  site.left.push(...wrong.map(({ row, title, why }) => ({ kind: 'qu' as const, id: `${file}#${row}`, title, why })))
  site.notes.push(`${file}：按「题库」读取，${questions.length} 题`)
}

/** What the sheets of a folder hold. Throws for a folder without any. @param app reads the questions in a worker */
export async function readSheets(app: App, folder: string): Promise<OldSite> {
  const names = (await readdir(folder)).filter((one) => /^[^~.].*\.(?:xlsx|csv)$/i.test(one)).toSorted()
  if (names.length === 0) throw new Error(`${folder} has no .xlsx and no .csv`)
  const site = emptySite(`sheets:${basename(folder)}`, '表格')
  const found: Found[] = []
  for (const name of names) {
    const path = join(folder, name)
    try {
      const sheet = await peopleIn(site, path)
      if (sheet) found.push(sheet)
      else await addBank(app, site, path)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      site.left.push({ kind: 'repo', id: name, title: name, why: error.message })
    }
  }
  const of = (kind: SheetKind) => found.filter((one) => one.kind === kind)
  for (const sheet of of('departs')) addDeparts(site, sheet)
  for (const sheet of of('users')) addUsers(site, sheet)
  for (const sheet of of('results')) addResults(site, sheet)
  return site
}
