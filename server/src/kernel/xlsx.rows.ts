// Reads the rows of a workbook's first worksheet one after the other. Of the workbook only its shared texts are held.
import { posix } from 'node:path'
import { type Attributes, openParts, type Parts, type XmlReader } from './xlsx.parts.ts'

/** A sheet's dates have no zone: they are given as UTC. */
export type XlsxValue = string | number | boolean | Date | null
/** `index` counts from 0; `width` says how wide the row is, of which `values` holds the first columns. */
export type XlsxRow = { index: number; width: number; values: XlsxValue[] }
type Limits = { expandedBytes: number; partBytes: number; parts: number; columns: number; cell: number }

/** Excel's own bound. */
const MAX_COLUMNS = 16_384
/** `_x0041_` stands for one character. */
const ESCAPED = 7
/** Shorter texts are never kept as views of the piece they came in. */
const VIEWED = 13

/** Throws for whatever is not a sound workbook of reasonable size. */
export async function* readXlsxRows(path: string, limits: Limits): AsyncGenerator<XlsxRow> {
  const parts = await openParts(path, limits)
  try {
    const { sheet, texts, styles, is1904 } = await readBook(parts)
    if (sheet === undefined) return
    const setting: Setting = {
      texts: texts === undefined ? [] : await all(parts.walk(texts, textsReader(limits.cell))),
      styles: styles === undefined ? [] : await all(parts.walk(styles, stylesReader)),
      is1904,
      columns: limits.columns,
      cell: limits.cell,
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

type Take<T> = (one: T) => void
type Relation = { id: string; type: string; target: string }

/** What the part of this name in `folder` refers to; targets are paths in the archive. */
async function relationsOf(parts: Parts, folder: string, name: string): Promise<Relation[]> {
  const path = `${folder}_rels/${name}.rels`
  if (!parts.has(path)) return []
  const reader = (take: Take<Relation>): XmlReader => ({
    open(element, { Id: id = '', Type: type = '', Target: target = '' }) {
      if (element !== 'Relationship') return
      take({ id, type: type.split('/').at(-1) ?? '', target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target) })
    },
  })
  return all(parts.walk(path, reader))
}

async function readBook(parts: Parts) {
  const book = (await relationsOf(parts, '', '')).find((one) => one.type === 'officeDocument')?.target
  if (book === undefined || !parts.has('[Content_Types].xml')) throw new SyntaxError('no workbook')
  const folder = book.slice(0, book.lastIndexOf('/') + 1)
  const relations = await relationsOf(parts, folder, book.slice(folder.length))
  let is1904 = false
  const reader = (take: Take<string>): XmlReader => ({
    open(element, attributes) {
      if (element === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '')
      // of all attributes here this one has a prefix, which may be any
      else if (element === 'sheet') take(Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '')
    },
  })
  const [first] = await all(parts.walk(book, reader))
  const sheet = relations.find((one) => one.id === first && one.type === 'worksheet')?.target
  if (first !== undefined && (sheet === undefined || !parts.has(sheet))) throw new SyntaxError('no worksheet')
  const partOf = (type: string) => relations.find((one) => one.type === type && parts.has(one.target))?.target
  return { sheet, is1904, texts: partOf('sharedStrings'), styles: partOf('styles') }
}

/** A text of its own: a piece of XML is not kept for the sake of a few characters in it. */
const owned = (text: string) => (text.length < VIEWED ? text : Buffer.from(text).toString())
const unescaped = (text: string) =>
  text.includes('_x') ? text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : text

/** Gathers text, but not how a word is spoken, which may stand beside it. `taken` gives it, of a long one at least `cell` + 1 characters. */
function gatherText(cell: number) {
  const max = (cell + 1) * ESCAPED
  let gathered = ''
  let isText = false
  let isSpoken = false
  return {
    open(name: string) {
      if (name === 'rPh') isSpoken = true
      else if (name === 't' || name === 'v') isText = !isSpoken
    },
    close(name: string) {
      if (name === 'rPh') isSpoken = false
      else if (name === 't' || name === 'v') isText = false
    },
    text(piece: string) {
      if (isText && gathered.length < max) gathered += piece
    },
    taken() {
      const text = gathered
      gathered = ''
      return text
    },
  }
}

const textsReader = (cell: number) => (take: Take<string>) => {
  const gather = gatherText(cell)
  return {
    ...gather,
    close(name: string) {
      gather.close(name)
      if (name === 'si') take(owned(unescaped(gather.taken())))
    },
  }
}

/** Takes of every style whether numbers in it are dates. */
function stylesReader(take: Take<boolean>): XmlReader {
  const formats = new Map<string, boolean>()
  let isCell = false
  return {
    open(name, { numFmtId: id = '', formatCode: code = '' }) {
      if (name === 'numFmt') formats.set(id, showsDate(code))
      else if (name === 'xf' && isCell) take(formats.get(id) ?? dateFormats.test(id))
      else if (name === 'cellXfs') isCell = true
    },
    close(name) {
      if (name === 'cellXfs') isCell = false
    },
  }
}

/** Formats that need no code: 14–22, 27–36, 45–47 and 50–58. */
const dateFormats = /^(?:1[4-9]|2[0-27-9]|3[0-6]|4[5-7]|5[0-8])$/
/** A code shows a date or time where letters of those stand outside of quotes, escapes and brackets, or hours, minutes and seconds within. */
const showsDate = (code: string) =>
  /\[(?:h+|m+|s+)\]/i.test(code) || /[ymdhs]/i.test(code.replaceAll(/"[^"]*"|\\.|[_*].|\[[^\]]*\]|General/gi, ''))

const DAY = 86_400_000
/** Excel counts a 29 February 1900 that never was. */
const LEAP = 60
function dateOf(serial: number, is1904: boolean) {
  if (is1904) return new Date(Date.UTC(1904, 0, 1) + Math.round(serial * DAY))
  return new Date(Date.UTC(1899, 11, 31) + Math.round((serial >= LEAP ? serial - 1 : serial) * DAY))
}

type Setting = { texts: string[]; styles: boolean[]; is1904: boolean; columns: number; cell: number }

function valueOf(text: string, type: string, style: number, { texts, styles, is1904 }: Setting): XlsxValue {
  if (type === 'str' || type === 'inlineStr') return owned(unescaped(text))
  if (text === '') return null
  if (type === 's') return texts[Number(text)] ?? null
  if (type === 'b') return text === '1' || text.toLowerCase() === 'true'
  const number = Number(text)
  if (type === 'e' || Number.isNaN(number)) return owned(text)
  return styles[style] ? dateOf(number, is1904) : number
}

const rowsReader = (setting: Setting) => (take: Take<XlsxRow>) => {
  const gather = gatherText(setting.cell)
  // rows stand elsewhere too: a control is anchored in one
  let isData = false
  let row: XlsxRow = { index: -1, width: 0, values: [] }
  let column = -1
  let type = ''
  let style = -1
  return {
    ...gather,
    open(name: string, { r: place, t = '', s = '-1' }: Attributes) {
      if (name === 'sheetData') isData = true
      else if (name === 'row') {
        row = { index: place === undefined ? row.index + 1 : Number(place) - 1, width: 0, values: [] }
        column = -1
      } else if (name === 'c' && isData) {
        column = place === undefined ? column + 1 : columnOf(place)
        if (column < 0 || column >= MAX_COLUMNS) throw new RangeError('no such column')
        type = t
        style = Number(s)
        gather.taken()
      } else gather.open(name)
    },
    close(name: string) {
      if (name === 'sheetData') isData = false
      else if (name === 'row' && isData) take(row)
      else if (name === 'c' && isData) {
        row.width = Math.max(row.width, column + 1)
        if (column < setting.columns) row.values[column] = valueOf(gather.taken(), type, style, setting)
      } else gather.close(name)
    },
  }
}

/** A → 0, AA → 26; -1 where no letter stands. */
function columnOf(place: string): number {
  const letters = /^[A-Za-z]*/.exec(place)?.[0].toUpperCase() ?? ''
  let column = 0
  for (const letter of letters.slice(0, 4)) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
