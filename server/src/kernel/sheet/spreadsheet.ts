// Reads and writes spreadsheets; the only module that imports the writing package. Reading streams, so that it needs little memory.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import { streamCsvRows } from 'hucre/csv'
import { readFile, stat } from 'node:fs/promises'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { sayError } from '@shuyuan/contract/kernel/error.ts'
import { Failure, fail } from '../fail.ts'
import { unreadableFile } from '../files/unreadable-file.ts'
import { NO_VALUE, readXlsxRows, type XlsxReading, type XlsxValue } from './xlsx-rows.ts'

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const MB = 1024 * 1024
/** Limits of a spreadsheet. Bytes apply to the file and to its expanded size; rows do not count the header. */
export const sheetLimits = {
  fileBytes: 50 * MB,
  expandedBytes: 100 * MB,
  /** any part of the archive except worksheets */
  partBytes: 48 * MB,
  parts: 5_000,
  rows: 20_000,
  cells: 2_000_000,
  columns: 80,
  /** characters in a cell, Excel's limit */
  cell: 32_767,
}
type Limits = typeof sheetLimits

/**
 * A row that is not empty; `row` counts from 1, the header. Cells contain the displayed text; a text that is too long has `cell` + 1
 * characters, or more when it contains marks.
 */
export type SheetRow = { row: number; cells: string[] }

/**
 * Reads the first worksheet of an xlsx file row by row. Formulas are not evaluated: their stored value is used.
 * Fails fileTooLarge, sheetTooLong, or sheetBroken for a damaged or oversized xlsx file.
 * CPU-bound: call it in a worker thread.
 */
export async function* readSheet(path: string, limits: Limits = sheetLimits, reading: XlsxReading = {}): AsyncGenerator<SheetRow> {
  if ((await stat(path)).size > limits.fileBytes) fail('fileTooLarge')
  let rows = 0
  let cells = 0
  try {
    for await (const { index, width, values } of readXlsxRows(path, limits, reading)) {
      // empty rows cost time too
      cells += Math.max(width, 1)
      if (cells > limits.cells) fail('sheetBroken')
      const read = Array.from({ length: Math.min(width, limits.columns) }, (_, at) =>
        textOf(values[at], reading.marks ? Infinity : limits.cell),
      )
      if (read.every((cell) => cell.trim() === '')) continue
      rows += 1
      if (rows > limits.rows + 1) fail('sheetTooLong', sayError('sheetTooLong', { n: limits.rows.toLocaleString('en-US') }))
      yield { row: index + 1, cells: read }
    }
  } catch (error) {
    if (error instanceof Failure) throw error
    fail('sheetBroken', unreadableFile(await readFile(path)))
  }
}

/** The rows of a CSV text, separated by comma, semicolon or tab. Fails sheetTooLong. */
export function* readCsv(text: string, limits: Limits = sheetLimits): Generator<SheetRow> {
  let index = 0
  let rows = 0
  for (const values of streamCsvRows(text)) {
    index += 1
    const cells = values.slice(0, limits.columns).map((value) => textOf(value, limits.cell))
    if (cells.every((cell) => cell.trim() === '')) continue
    rows += 1
    if (rows > limits.rows + 1) fail('sheetTooLong', sayError('sheetTooLong', { n: limits.rows.toLocaleString('en-US') }))
    yield { row: index, cells }
  }
}

const errorValue = /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)$/

/** The message for a cell whose formula has no stored value; undefined for other cells. */
export function brokenFormula(cell: string): Message | undefined {
  if (cell === NO_VALUE) return sayServer('formulaWithoutValue')
  return errorValue.test(cell) ? sayServer('formulaError', { error: cell }) : undefined
}

/** Significant digits that Excel shows; it stores more: 28.2 × 3 is stored as 84.600000000000009. */
const DIGITS = 15
// oxlint-disable-next-line no-control-regex -- these characters are removed
const unprintable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g

function textOf(value: XlsxValue | undefined, max: number): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return dayOf(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value === 'number') return String(Number(value.toPrecision(DIGITS)))
  return value
    .slice(0, max + 1)
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(unprintable, '')
}

function dayOf(value: Date) {
  if (Number.isNaN(value.getTime())) return ''
  const text = value.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
}

/** number: sums and sorts as numbers; time: day and time; percent: of 1 */
type ColumnKind = 'number' | 'time' | 'percent'
export type SheetColumn = {
  header: string
  width?: number
  /** a drop-down for the rows below the header */
  choices?: readonly string[]
  /** the format of its numbers and times; text without it */
  kind?: ColumnKind
}
/** An empty text is an empty cell. A time is written in the site's time zone. */
export type SheetCell = string | number | Date

/** Escapes texts like `_x0041_`, which would be read as an escape, and removes characters that XML does not allow. */
const literal = (text: string) => text.replaceAll(/_x(?=[\dA-Fa-f]{4}_)/g, '_x005F_x').replaceAll(/[\uFFFE\uFFFF]/g, '')
// number format @: a value typed into such a cell stays text, even with a leading =
const asText = { numFmt: '@', alignment: { vertical: 'top', wrapText: true } } as const
const formats: Record<ColumnKind, string> = { number: 'General', time: 'yyyy-mm-dd hh:mm:ss', percent: '0.0%' }
const formatOf = ({ kind }: SheetColumn) => (kind === undefined ? asText.numFmt : formats[kind])
/** Spreadsheets have no time zone: the cell shows the wall clock. */
const wallClock = (time: Date) => new Date(`${toWallClock(time).replace(' ', 'T')}Z`)
const cellsOf = (row: readonly SheetCell[]) =>
  row.map((cell) => (cell instanceof Date ? wallClock(cell) : typeof cell === 'number' ? cell : cell === '' ? null : literal(cell)))

/** Writes a workbook of small sheets, in memory. */
export async function writeSheets(sheets: { name: string; columns: SheetColumn[]; rows: SheetCell[][] }[]): Promise<Uint8Array> {
  // imported late, as many processes never write a sheet
  const { writeXlsx } = await import('hucre/xlsx')
  return writeXlsx({
    sheets: sheets.map(({ name, columns, rows }) => ({
      name,
      columns: columns.map((column) => ({ width: column.width ?? 14, style: { ...asText, numFmt: formatOf(column) } })),
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

/** Writes one sheet as a stream. */
export async function* streamSheet(name: string, columns: SheetColumn[], rows: AsyncIterable<SheetCell[]>): AsyncGenerator<Uint8Array> {
  const cells = (async function* () {
    for await (const row of rows) yield cellsOf(row)
  })()
  const { writeXlsxStream } = await import('hucre/xlsx')
  yield* writeXlsxStream(cells, {
    name,
    columns: columns.map((column) => ({ header: column.header, width: column.width ?? 14, numFmt: formatOf(column) })),
    freezePane: { rows: 1 },
  })
}

/** 0 → A, 25 → Z, 26 → AA. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}
