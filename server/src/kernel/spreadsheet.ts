// Spreadsheets in and out: the only place that knows the xlsx package.
import { type CellValue, streamXlsxRows, writeXlsx, writeXlsxStream } from 'hucre/xlsx'
import { readFile, stat } from 'node:fs/promises'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { Failure, fail } from './fail.ts'

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const MB = 1024 * 1024
/** What a sheet may cost. Bytes are those of the file and of what it expands to; rows do not count the header. */
export const sheetLimits = {
  fileBytes: 50 * MB,
  expandedBytes: 100 * MB,
  /** any part but a worksheet: these are held in memory whole */
  partBytes: 48 * MB,
  parts: 5_000,
  rows: 20_000,
  cells: 2_000_000,
  columns: 80,
  /** characters in a cell, as Excel has it */
  cell: 32_767,
}
type Limits = typeof sheetLimits

/** A row with anything in it; `row` counts as Excel does, the header being 1. Cells are text; one that is too long has `cell` + 1 characters. */
export type SheetRow = { row: number; cells: string[] }

/**
 * Reads the first worksheet of an xlsx file row by row. Formulas are never evaluated: the value kept beside them counts.
 * Fails fileTooLarge, sheetTooLong, or sheetBroken for whatever is not a sound xlsx file of reasonable size.
 * Expanding and parsing keep a core busy: call it in a worker.
 */
export async function* readSheet(path: string, limits: Limits = sheetLimits): AsyncGenerator<SheetRow> {
  if ((await stat(path)).size > limits.fileBytes) fail('fileTooLarge')
  const bytes = await readFile(path)
  checkArchive(bytes, limits)
  let rows = 0
  let cells = 0
  try {
    for await (const { index, values } of streamXlsxRows(bytes)) {
      cells += values.length
      if (cells > limits.cells) fail('sheetBroken')
      const read = values.slice(0, limits.columns).map((value) => textOf(value, limits.cell))
      if (read.every((cell) => cell.trim() === '')) continue
      rows += 1
      if (rows > limits.rows + 1) fail('sheetTooLong', errors.sheetTooLong[1].replace('{n}', limits.rows.toLocaleString('en-US')))
      yield { row: index + 1, cells: read }
    }
  } catch (error) {
    if (error instanceof Failure) throw error
    fail('sheetBroken')
  }
}

const END_OF_DIRECTORY = Buffer.from('PK\u0005\u0006', 'latin1')
const DIRECTORY_ENTRY = 0x02_01_4b_50

/**
 * Refuses an archive by what its directory says, before anything is expanded: the package holds whole parts in memory and stops
 * expanding an entry only at the size the directory declares, so sizes must be declared and add up to little.
 */
function checkArchive(bytes: Buffer, limits: Limits) {
  const end = bytes.lastIndexOf(END_OF_DIRECTORY)
  if (end < 0 || end + 22 > bytes.length) fail('sheetBroken')
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (count === 0 || count > limits.parts) fail('sheetBroken')
  let total = 0
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) fail('sheetBroken')
    const method = bytes.readUInt16LE(at + 10)
    const compressed = bytes.readUInt32LE(at + 20)
    const expanded = bytes.readUInt32LE(at + 24)
    const name = bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28))
    // the deflated form of nothing takes two bytes
    if (method !== 0 && expanded === 0 && compressed !== 2) fail('sheetBroken')
    total += Math.max(expanded, compressed)
    if (total > limits.expandedBytes) fail('sheetBroken')
    if (expanded > limits.partBytes && !name.startsWith('xl/worksheets/') && !name.startsWith('xl/media/')) fail('sheetBroken')
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
}

// oxlint-disable-next-line no-control-regex -- these are what has to go
const unprintable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g

function textOf(value: CellValue | undefined, max: number): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return dayOf(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value === 'number') return String(value)
  return value
    .slice(0, max + 1)
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(unprintable, '')
}

/** A sheet's dates have no zone; the package gives them as UTC. */
function dayOf(value: Date) {
  if (Number.isNaN(value.getTime())) return ''
  const text = value.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
}

export type SheetColumn = { header: string; width?: number; /** a drop-down for the rows below the header */ choices?: readonly string[] }

/** `_x0041_` in a text would be read as an escape; its own escape keeps it. */
const literal = (text: string) => text.replaceAll(/_x(?=[\dA-Fa-f]{4}_)/g, '_x005F_x')
// Number format @: what a person types over such a cell stays text, a leading = included.
const asText = { numFmt: '@', alignment: { vertical: 'top', wrapText: true } } as const
const cellsOf = (row: readonly string[]) => row.map((cell) => (cell === '' ? null : literal(cell)))

/** A workbook of small sheets; every cell is text. */
export function writeSheets(sheets: { name: string; columns: SheetColumn[]; rows: string[][] }[]): Promise<Uint8Array> {
  return writeXlsx({
    sheets: sheets.map(({ name, columns, rows }) => ({
      name,
      columns: columns.map(({ width = 14 }) => ({ width, style: asText })),
      rows: [columns.map((column) => column.header), ...rows.map(cellsOf)],
      cells: new Map(columns.map(({ header }, at) => [`0,${at}`, { value: header, style: { ...asText, font: { bold: true } } }] as const)),
      freezePane: { rows: 1 },
      dataValidations: columns.flatMap(({ choices }, at) =>
        choices === undefined
          ? []
          : [
              {
                type: 'list' as const,
                values: [...choices],
                allowBlank: true,
                range: `${columnName(at)}2:${columnName(at)}${sheetLimits.rows}`,
              },
            ],
      ),
    })),
  })
}

/** One sheet written as its rows come, in little memory; every cell is text. */
export async function* streamSheet(name: string, columns: SheetColumn[], rows: AsyncIterable<string[]>): AsyncGenerator<Uint8Array> {
  const cells = (async function* () {
    for await (const row of rows) yield cellsOf(row)
  })()
  yield* writeXlsxStream(cells, {
    name,
    columns: columns.map(({ header, width = 14 }) => ({ header, width, numFmt: '@' })),
    freezePane: { rows: 1 },
  })
}

/** 0 → A, 25 → Z, 26 → AA. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}
