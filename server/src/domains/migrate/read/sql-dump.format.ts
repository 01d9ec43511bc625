// Reads the rows out of a dump of MySQL or PostgreSQL: INSERT and COPY. Nothing of it is executed.
import { sqlValues } from './sql-values.format.ts'

/** A row by column; null for NULL. Names are in lower case, without schema and quotes. */
export type DumpRow = { table: string; values: Record<string, string | null> }
export type Dialect = 'mysql' | 'postgres'

/** Characters of one statement: mysqldump writes at most max_allowed_packet, which is 64 MB. */
const MAX_STATEMENT = 80_000_000

/** Whose dump it is, by its first lines. */
export const dialectOf = (head: string): Dialect => (/`|ENGINE\s*=|\b(?:MySQL|MariaDB)\b/i.test(head) ? 'mysql' : 'postgres')

/** Whether a value of a bit or boolean column is set: 1, t, true, or the byte 1. */
export const isSet = (value: string | null | undefined): boolean => value === '\u0001' || /^(?:1|t|true)$/i.test(value ?? '')

export class DumpBroken extends Error {}

const nameOf = (written: string) => (/(?:^|\.)[`"]?([^`".]+)[`"]?$/.exec(written.trim())?.[1] ?? written).toLowerCase()
const namesOf = (list: string) => list.split(',').map(nameOf)

const insert =
  /^INSERT\s+(?:LOW_PRIORITY\s+|DELAYED\s+|IGNORE\s+)*INTO\s+((?:[`"]?[\w$]+[`"]?\.)?[`"]?[\w$]+[`"]?)\s*(?:\(([^)]*)\)\s*)?(?:OVERRIDING\s+SYSTEM\s+VALUE\s*)?VALUES\s*/i
const create = /^CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?((?:[`"]?[\w$]+[`"]?\.)?[`"]?[\w$]+[`"]?)\s*\(/i
const copy = /^COPY\s+((?:"?[\w$]+"?\.)?"?[\w$]+"?)\s*\(([^)]*)\)\s+FROM\s+stdin/i
const noColumn = /^(?:PRIMARY|UNIQUE|KEY|INDEX|FULLTEXT|SPATIAL|CONSTRAINT|FOREIGN|CHECK|EXCLUDE|LIKE)\b/i

/** The columns of a CREATE TABLE: definitions between commas that are in no brackets. */
function columnsOf(statement: string, from: number): string[] {
  const parts: string[] = []
  let depth = 0
  let quote = ''
  let start = from
  for (let at = from; at < statement.length; at++) {
    const sign = statement[at] ?? ''
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === "'") quote = sign
    else if (sign === '(') depth++
    else if ((sign === ',' && depth === 0) || (sign === ')' && depth-- === 0)) {
      parts.push(statement.slice(start, at).trim())
      start = at + 1
      if (sign === ')') break
    }
  }
  return parts.filter((one) => !noColumn.test(one)).map((one) => nameOf(one.split(/\s/)[0] ?? ''))
}

const unescaped: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
/** A value of a COPY line. */
const copied = (cell: string): string | null =>
  cell === String.raw`\N` ? null : cell.replaceAll(/\\([0-7]{1,3}|x[\da-f]{1,2}|[^])/gi, (_all, sign: string) => copySign(sign))

function copySign(sign: string): string {
  if (/^[0-7]/.test(sign)) return String.fromCharCode(Number.parseInt(sign, 8))
  if (/^x[\da-f]/i.test(sign)) return String.fromCharCode(Number.parseInt(sign.slice(1), 16))
  return unescaped[sign] ?? sign
}

type Reading = { dialect: Dialect; wanted: (table: string) => boolean; columns: Map<string, string[]> }

/** The rows of a statement. */
function rowsOf(statement: string, { dialect, wanted, columns }: Reading): DumpRow[] {
  const made = create.exec(statement)
  if (made) columns.set(nameOf(made[1] ?? ''), columnsOf(statement, made[0].length))
  const found = insert.exec(statement)
  if (!found) return []
  const table = nameOf(found[1] ?? '')
  if (!wanted(table)) return []
  const names = found[2] === undefined ? columns.get(table) : namesOf(found[2])
  if (!names) throw new DumpBroken(`INSERT INTO ${table} names no columns, and its CREATE TABLE is not in the dump`)
  return sqlValues(statement, found[0].length, dialect).map((row) => ({ table, values: byName(names, row) }))
}

const byName = (names: readonly string[], row: readonly (string | null)[]) =>
  Object.fromEntries(names.map((name, at) => [name, row[at] ?? null]))

/**
 * The rows of the wanted tables, in their order. Throws DumpBroken for a file that ends within a statement, or whose rows cannot be read.
 * @param chunks the text in pieces of any size
 */
export async function* dumpRows(
  chunks: AsyncIterable<string> | Iterable<string>,
  wanted: (table: string) => boolean,
): AsyncGenerator<DumpRow> {
  let held = ''
  let dump: Dump | undefined
  for await (const chunk of chunks) {
    held += chunk
    if (!dump && held.length < HEAD) continue
    dump ??= new Dump({ dialect: dialectOf(held.slice(0, HEAD)), wanted, columns: new Map() })
    yield* dump.add(held)
    held = ''
  }
  dump ??= new Dump({ dialect: dialectOf(held), wanted, columns: new Map() })
  yield* dump.add(held)
  dump.end()
}

/** Characters that tell whose dump it is. */
const HEAD = 100_000

class Dump {
  readonly #reading: Reading
  #buffer = ''
  /** the block of COPY that is being read; `isOpen` after the rest of its own line */
  #block: { table: string; names: string[]; isOpen: boolean } | undefined
  #seen: Scan = { at: 0, inside: '' }

  constructor(reading: Reading) {
    this.#reading = reading
  }

  *add(chunk: string): Generator<DumpRow> {
    this.#buffer += chunk
    while (this.#block ? this.#hasLine() : this.#hasStatement()) yield* this.#block ? this.#line() : this.#statement()
    if (this.#buffer.length > MAX_STATEMENT) throw new DumpBroken('a statement of more than 80 million characters')
  }

  end() {
    if (this.#block || withoutComments(this.#buffer, this.#reading.dialect) !== '') throw new DumpBroken('the file ends within a statement')
  }

  #hasLine(): boolean {
    return this.#buffer.includes('\n')
  }

  *#line(): Generator<DumpRow> {
    const block = this.#block!
    const end = this.#buffer.indexOf('\n')
    const line = this.#buffer.slice(0, end).replace(/\r$/, '')
    this.#buffer = this.#buffer.slice(end + 1)
    if (!block.isOpen) block.isOpen = true
    else if (line === String.raw`\.`) this.#block = undefined
    else if (this.#reading.wanted(block.table)) yield { table: block.table, values: byName(block.names, line.split('\t').map(copied)) }
  }

  #hasStatement(): boolean {
    this.#seen = statementEnd(this.#buffer, this.#seen, this.#reading.dialect)
    return this.#seen.isEnd === true
  }

  *#statement(): Generator<DumpRow> {
    const statement = withoutComments(this.#buffer.slice(0, this.#seen.at), this.#reading.dialect)
    this.#buffer = this.#buffer.slice(this.#seen.at + 1)
    this.#seen = { at: 0, inside: '' }
    const opened = this.#reading.dialect === 'postgres' ? copy.exec(statement) : null
    if (opened) this.#block = { table: nameOf(opened[1] ?? ''), names: namesOf(opened[2] ?? ''), isOpen: false }
    else yield* rowsOf(statement, this.#reading)
  }
}

/** How far a statement was looked through: `inside` is the quote, comment or tag that is open. */
type Scan = { at: number; inside: string; isEnd?: boolean }

/** Goes on to the semicolon that ends the statement, or to where more text is needed. */
function statementEnd(text: string, from: Scan, dialect: Dialect): Scan {
  let { at, inside } = from
  while (at < text.length) {
    if (inside !== '') {
      const closed = closing(text, at, inside, dialect)
      if ('from' in closed) return { at: closed.from, inside }
      at = closed.end
      inside = ''
      continue
    }
    const sign = text[at]
    if (sign === ';') return { at, inside, isEnd: true }
    // what tells a comment or a tag may be in the next piece
    if (isCut(text, at)) return { at, inside }
    const opened = opening(text, at, dialect)
    at += opened?.length ?? 1
    inside = opened?.inside ?? ''
  }
  return { at, inside }
}

const isCut = (text: string, at: number) =>
  text[at] === '$' ? /^\$\w{0,70}$/.test(text.slice(at, at + 72)) : (text[at] === '-' || text[at] === '/') && at + 1 === text.length

type Opened = { inside: string; length: number }
function opening(text: string, at: number, dialect: Dialect): Opened | undefined {
  const sign = text[at]
  if (sign === "'") {
    const escapes = dialect === 'mysql' || /[eE]/.test(text[at - 1] ?? '')
    return { inside: escapes ? "E'" : "'", length: 1 }
  }
  if (sign === '"' || sign === '`') return { inside: sign, length: 1 }
  if (sign === '-' && text[at + 1] === '-') return { inside: '\n', length: 2 }
  if (sign === '#' && dialect === 'mysql') return { inside: '\n', length: 1 }
  if (sign === '/' && text[at + 1] === '*') return { inside: '*/', length: 2 }
  if (sign !== '$' || dialect === 'mysql') return undefined
  const tag = /^\$\w*\$/.exec(text.slice(at, at + 70))?.[0]
  return tag === undefined ? undefined : { inside: tag, length: tag.length }
}

/** The place after what is open, or where to go on when there is more text. */
function closing(text: string, from: number, inside: string, dialect: Dialect): { end: number } | { from: number } {
  const quote = inside.at(-1) ?? ''
  if (!`'"\``.includes(quote)) {
    const at = text.indexOf(inside, from)
    return at < 0 ? { from: Math.max(from, text.length - inside.length + 1) } : { end: at + inside.length }
  }
  const escapes = inside === "E'" || (inside === '"' && dialect === 'mysql')
  for (let at = from; at < text.length; at++) {
    const isEscape = escapes && text[at] === '\\'
    if (!isEscape && text[at] !== quote) continue
    if (at + 1 === text.length) return { from: at }
    // a doubled quote stands for itself
    if (!isEscape && text[at + 1] !== quote) return { end: at + 1 }
    at++
  }
  return { from: text.length }
}

/** The statement from its first word on. Conditional comments of MySQL hold settings only. */
const withoutComments = (statement: string, dialect: Dialect): string => {
  const leading =
    dialect === 'mysql'
      ? /^(?:\s+|--[^\n]*(?:\n|$)|#[^\n]*(?:\n|$)|\/\*[^]*?\*\/)+/
      : /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[^]*?\*\/|\\[^\n]*(?:\n|$))+/
  return statement.replace(leading, '').trimEnd()
}
