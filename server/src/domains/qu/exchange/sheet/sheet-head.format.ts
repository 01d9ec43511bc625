// Decides what the columns of a sheet are: by the headings, by what a person said now, or by what they said before.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import type { SheetField, SheetHead } from '@shuyuan/contract/qu/import/columns.ts'
import type { QuType } from '@shuyuan/contract/qu/content.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import type { SheetRow } from '../../../../kernel/sheet/spreadsheet.ts'
import { withoutMarks } from '../../../../kernel/sheet/xlsx-text.ts'
import { guessedFields, looksLikeQuestion } from './sheet-headless.format.ts'
import { type Columns, columnsOf, fieldOfHeader, findColumns, headerName, type LevelNames } from './sheet-columns.format.ts'

/** How the columns are to be found. */
export type HeadOptions = {
  /** the columns as the caller said in this call; empty: by their headings */
  given: SheetField[]
  /** whether the caller can be asked */
  ask: boolean
  /** headings (`headerName`) that the caller mapped before */
  mine: Record<string, SheetField>
  /** the first row is a question, not the headings */
  headless?: boolean
  /** the type of all rows of a sheet without a column of types; without it the types are inferred */
  type?: QuType
}
/** What a worker needs to know to read questions. */
export type QuestionOptions = { columns?: HeadOptions; levels: LevelNames }
export type Head = { columns: Columns; skipped: number; notes: Message[]; names: string[] } | { asked: SheetHead } | { problem: Message }

/** Rows above the headings, such as a title. */
const MAX_TITLES = 5
const SAMPLES = 3
const SAMPLE_SIGNS = 60

const textsOf = (row: SheetRow | undefined) => (row?.cells ?? []).map(withoutMarks)

/** The index of the row with the headings: the first that is complete, else the one with most known headings, else the first. */
function headAt(rows: SheetRow[]): number {
  const texts = rows.slice(0, MAX_TITLES + 1).map(textsOf)
  const whole = texts.findIndex((cells) => !('problem' in findColumns(cells)))
  if (whole >= 0) return whole
  // one heading alone may be a word of a title
  const known = texts.map((cells) => new Set(cells.map(fieldOfHeader).filter((one) => one !== undefined)).size)
  const most = Math.max(0, ...known)
  return most < 2 ? 0 : known.indexOf(most)
}

/** Finds the columns of a sheet in its rows, the headings included. `skipped`: the headings and the rows above them. */
export function headOf(rows: SheetRow[], { given, ask, mine, type, headless = false }: HeadOptions): Head {
  const at = headless ? 0 : headAt(rows)
  const header = textsOf(rows[at])
  const names = header.map(headerName)
  const found = (columns: Columns | { problem: Message }, notes: Message[] = []): Head => {
    if ('problem' in columns) return columns
    if (at > 0) notes.push(say('sheetTitleSkipped', { n: at }))
    if (columns.at('题型') === undefined)
      notes.push(type === undefined ? say('sheetTypesInferred') : say('sheetTypeSaid', { type: quTypeText[type] }))
    if (headless) notes.push(say('sheetHeadless'))
    return headless ? { columns, skipped: 0, notes, names: [] } : { columns, skipped: at + 1, notes, names }
  }
  const width = headless ? Math.max(...rows.slice(0, SAMPLES).map((row) => row.cells.length)) : names.length
  if (given.length > 0) return found(columnsOf(Array.from({ length: width }, (_, i) => given[i] ?? 'none')))
  const byName = findColumns(header)
  if (!ask || (!('problem' in byName) && byName.unknown.length === 0)) return found(byName)
  const fields = names.map((name, i) => mine[name] ?? fieldOfHeader(header[i] ?? ''))
  const remembered = header.filter((text, i) => text.trim() !== '' && mine[names[i] ?? ''] !== undefined)
  const isKnown = names.every((name, i) => name === '' || fields[i] !== undefined)
  // a sheet whose headings are all remembered was said to be so as a whole, also without types
  if (isKnown && (remembered.length === names.filter((name) => name !== '').length || fields.includes('type'))) {
    const columns = columnsOf(fields.map((field, i) => (names[i] === '' ? 'none' : (field ?? 'none'))))
    if (!('problem' in columns)) return found(columns, [say('sheetAsBefore', { names: remembered.map((one) => one.trim()).join('、') })])
  }
  const samples = rows.slice(at + 1, at + 1 + SAMPLES).map(textsOf)
  const isQuestion = at === 0 && looksLikeQuestion(header, samples)
  const guessed = isQuestion ? guessedFields([header, ...samples]) : fields
  const asked = askFor(rows.slice(at + 1), header, names, guessed, mine)
  // a question has no names by which its columns would be known
  const columns = isQuestion ? asked.columns.map((one) => ({ ...one, from: 'nothing' as const })) : asked.columns
  return { asked: { ...asked, columns, firstIsQuestion: isQuestion } }
}

function askFor(
  rows: SheetRow[],
  header: string[],
  names: string[],
  fields: (SheetField | undefined)[],
  mine: Record<string, SheetField>,
): Omit<SheetHead, 'firstIsQuestion'> {
  const used = new Set<SheetField>()
  const width = Math.max(header.length, ...rows.slice(0, SAMPLES).map((row) => row.cells.length))
  const columns = Array.from({ length: width }, (_, i): SheetHead['columns'][number] => {
    const wanted = fields[i]
    // the second column of a field is for the person to decide
    const isFree = wanted !== undefined && (wanted === 'option' || wanted === 'none' || !used.has(wanted))
    if (wanted !== undefined && isFree) used.add(wanted)
    const samples = rows.slice(0, SAMPLES).map((row) =>
      withoutMarks(row.cells[i] ?? '')
        .trim()
        .slice(0, SAMPLE_SIGNS),
    )
    return {
      name: (header[i] ?? '').trim(),
      samples,
      field: isFree ? wanted : 'none',
      from: !isFree ? 'nothing' : mine[names[i] ?? ''] === undefined ? 'name' : 'mine',
    }
  })
  return { columns, rows: rows.length }
}
