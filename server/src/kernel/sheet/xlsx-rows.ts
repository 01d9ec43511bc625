// Reads the rows of a workbook's first worksheet as a stream; only the shared texts are held in memory.
import { posix } from 'node:path'
import { dateOf, type Show, showOf, shownNumber } from './xlsx-format.ts'
import { gatherText } from './xlsx-text.ts'
import { type Attributes, openParts, type Parts, type XmlReader } from './xlsx-parts.ts'

/** Dates of a sheet have no time zone and are read as UTC. */
export type XlsxValue = string | number | boolean | Date | null
/** `index` counts from 0; `width` is the number of columns of the row, `values` contains the first of them. */
export type XlsxRow = { index: number; width: number; values: XlsxValue[] }
type Limits = { expandedBytes: number; partBytes: number; parts: number; columns: number; cell: number }
/** The value of a formula without stored value, as written by programs that do not calculate. */
export const NO_VALUE = '#VALUE?'
export type XlsxReading = {
  /** mark superscript, subscript, bold and underline in texts, with the marks of xlsx-text.ts */
  marks?: boolean
  /** called with the names of the other visible worksheets, which are not read */
  others?: (names: string[]) => void
}

/** Excel's limit. */
const MAX_COLUMNS = 16_384
/** V8 copies shorter texts instead of referring to the text they were cut from. */
const VIEWED = 13

/** Reads the first visible worksheet, or the first one if all are hidden. Throws for a damaged or oversized workbook. */
export async function* readXlsxRows(path: string, limits: Limits, reading: XlsxReading = {}): AsyncGenerator<XlsxRow> {
  const parts = await openParts(path, limits)
  try {
    const { sheet, others, texts, styles, is1904 } = await readBook(parts)
    if (sheet === undefined) return
    reading.others?.(others)
    const marks = reading.marks === true
    const setting: Setting = {
      texts: texts === undefined ? [] : await all(parts.walk(texts, textsReader(limits.cell, marks))),
      styles: styles === undefined ? [] : await all(parts.walk(styles, stylesReader)),
      is1904,
      columns: limits.columns,
      cell: limits.cell,
      marks,
    }
    for await (const rows of parts.walk(sheet, rowsReader(setting))) yield* rows
  } finally {
    parts.close()
  }
}

async function all<T>(batches: AsyncIterable<T[]>): Promise<T[]> {
  const found: T[] = []
  for await (const batch of batches) for (const one of batch) found.push(one)
  return found
}

type Sink<T> = (one: T) => void
type Relation = { id: string; type: string; target: string }

/** The relations of a part in `folder`; targets are paths in the archive. */
async function relationsOf(parts: Parts, folder: string, name: string): Promise<Relation[]> {
  const path = `${folder}_rels/${name}.rels`
  if (!parts.has(path)) return []
  const reader = (take: Sink<Relation>): XmlReader => ({
    open(element, { Id: id = '', Type: type = '', Target: target = '' }) {
      if (element !== 'Relationship') return
      take({ id, type: type.split('/').at(-1) ?? '', target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target) })
    },
  })
  return all(parts.walk(path, reader))
}

type Listed = { id: string; name: string; isShown: boolean }

async function readBook(parts: Parts) {
  const book = (await relationsOf(parts, '', '')).find((one) => one.type === 'officeDocument')?.target
  if (book === undefined || !parts.has('[Content_Types].xml')) throw new SyntaxError('no workbook')
  const folder = book.slice(0, book.lastIndexOf('/') + 1)
  const relations = await relationsOf(parts, folder, book.slice(folder.length))
  let is1904 = false
  const reader = (take: Sink<Listed>): XmlReader => ({
    open(element, attributes) {
      if (element === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '')
      if (element !== 'sheet') return
      // the only attribute with a namespace prefix, which may be any
      const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? ''
      take({ id, name: attributes['name'] ?? '', isShown: (attributes['state'] ?? 'visible') === 'visible' })
    },
  })
  const listed = await all(parts.walk(book, reader))
  const pathOf = ({ id }: Listed) => relations.find((one) => one.id === id && one.type === 'worksheet')?.target
  // charts and dialogs can be sheets too
  const sheets = listed.filter((one) => pathOf(one) !== undefined)
  const first = sheets.find((one) => one.isShown) ?? sheets[0]
  const sheet = first && pathOf(first)
  if (listed.length > 0 && (sheet === undefined || !parts.has(sheet))) throw new SyntaxError('no worksheet')
  const others = sheets.filter((one) => one !== first && one.isShown).map((one) => one.name)
  const partOf = (type: string) => relations.find((one) => one.type === type && parts.has(one.target))?.target
  return { sheet, others, is1904, texts: partOf('sharedStrings'), styles: partOf('styles') }
}

/** Copies a text, so that a short substring does not hold a large piece of XML in memory. */
const owned = (text: string) => (text.length < VIEWED ? text : Buffer.from(text).toString())
const unescaped = (text: string) =>
  text.includes('_x') ? text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : text

const textsReader = (cell: number, marks: boolean) => (take: Sink<string>) => {
  const gather = gatherText(cell, marks)
  return {
    ...gather,
    close(name: string) {
      gather.close(name)
      if (name === 'si') take(owned(unescaped(gather.taken())))
    },
  }
}

/** Collects the number format of every cell style. */
function stylesReader(take: Sink<Show>): XmlReader {
  const formats = new Map<string, string>()
  let isCell = false
  return {
    open(name, { numFmtId: id = '', formatCode: code = '' }) {
      if (name === 'numFmt') formats.set(id, code)
      else if (name === 'xf' && isCell) take(showOf(id, formats.get(id)))
      else if (name === 'cellXfs') isCell = true
    },
    close(name) {
      if (name === 'cellXfs') isCell = false
    },
  }
}

type Setting = { texts: string[]; styles: Show[]; is1904: boolean; columns: number; cell: number; marks: boolean }

function valueOf(text: string, type: string, style: number, { texts, styles, is1904 }: Setting): XlsxValue {
  if (type === 'str' || type === 'inlineStr') return owned(unescaped(text))
  if (text === '') return null
  if (type === 's') return texts[Number(text)] ?? null
  if (type === 'b') return text === '1' || text.toLowerCase() === 'true'
  const number = Number(text)
  if (type === 'e' || Number.isNaN(number)) return owned(text)
  const show = styles[style]
  return show?.kind === 'date' ? dateOf(number, is1904) : show ? shownNumber(number, show) : number
}

const rowsReader = (setting: Setting) => (take: Sink<XlsxRow>) => {
  const gather = gatherText(setting.cell, setting.marks)
  // `row` elements also occur elsewhere, as the anchor of a control
  let isData = false
  let row: XlsxRow = { index: -1, width: 0, values: [] }
  let column = -1
  let type = ''
  let style = -1
  let isFormula = false
  return {
    ...gather,
    open(name: string, attributes: Attributes) {
      const { r: place, t = '', s = '-1' } = attributes
      if (name === 'sheetData') isData = true
      else if (name === 'row') {
        row = { index: place === undefined ? row.index + 1 : Number(place) - 1, width: 0, values: [] }
        column = -1
      } else if (name === 'c' && isData) {
        column = place === undefined ? column + 1 : columnOf(place)
        if (column < 0 || column >= MAX_COLUMNS) throw new RangeError('no such column')
        type = t
        style = Number(s)
        isFormula = false
        gather.taken()
      } else {
        if (name === 'f') isFormula = true
        gather.open(name, attributes)
      }
    },
    close(name: string) {
      if (name === 'sheetData') isData = false
      else if (name === 'row' && isData) take(row)
      else if (name === 'c' && isData) {
        row.width = Math.max(row.width, column + 1)
        const text = gather.taken()
        const isUnknown = isFormula && text === '' && type !== 'str'
        if (column < setting.columns) row.values[column] = isUnknown ? NO_VALUE : valueOf(text, type, style, setting)
      } else gather.close(name)
    },
  }
}

/** A → 0, AA → 26; -1 without a letter. */
function columnOf(place: string): number {
  const letters = /^[A-Za-z]*/.exec(place)?.[0].toUpperCase() ?? ''
  let column = 0
  for (const letter of letters.slice(0, 4)) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
