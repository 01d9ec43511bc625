// Reads the values of an INSERT.
import type { Dialect } from './sql-dump.format.ts'

const signs: Record<string, string> = { 0: '\0', b: '\b', n: '\n', r: '\r', t: '\t', Z: '\u001A' }
const isSpace = (sign: string) => sign === ' ' || sign === '\n' || sign === '\r' || sign === '\t'

/** The tuples of a statement from `from` on. Texts are unescaped, numbers and words are as written, bits are `1` and `0`. */
export function sqlValues(text: string, from: number, dialect: Dialect): (string | null)[][] {
  const rows: (string | null)[][] = []
  let at = from
  for (;;) {
    while (isSpace(text[at] ?? '') || text[at] === ',') at++
    // what follows the last tuple: ON CONFLICT …
    if (text[at] !== '(') return rows
    at++
    const row: (string | null)[] = []
    for (;;) {
      const read = valueAt(text, at, dialect)
      row.push(read.value)
      at = read.end
      if (text[at++] === ')') break
      if (at > text.length) throw new TypeError('a tuple without an end')
    }
    rows.push(row)
  }
}

type Read = { value: string | null; end: number }

/** One value and the place of the comma or bracket behind it. */
function valueAt(text: string, from: number, dialect: Dialect): Read {
  let at = from
  while (isSpace(text[at] ?? '')) at++
  const prefix = /^(?:_\w+\s*)?([eEnNbBxX]?)'/.exec(text.slice(at, at + 24))
  const read = prefix
    ? quoted(text, at + prefix[0].length, dialect === 'mysql' || /e/i.test(prefix[1] ?? ''))
    : { value: undefined, end: at }
  const end = endOf(text, read.end)
  if (read.value !== undefined) return { value: literal(read.value, prefix?.[1] ?? ''), end }
  return { value: word(text.slice(at, end).trim()), end }
}

/** Bits as `1` and `0`. */
const literal = (value: string, prefix: string) => (/b/i.test(prefix) ? value.replace(/^0+(?=\d)/, '') : value)

function word(written: string): string | null {
  const plain = written.replace(/::[\w ".[\]]+$/, '')
  if (/^null$/i.test(plain)) return null
  return /^0x[\da-f]{1,12}$/i.test(plain) ? String(Number(plain)) : plain
}

/** The comma or bracket behind a value, past casts and calls. */
function endOf(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (sign === '(') depth++
    else if (sign === ')' && depth > 0) depth--
    else if ((sign === ',' || sign === ')') && depth === 0) return at
  }
  throw new TypeError('a value without an end')
}

/** A text up to its closing quote; a doubled quote is one. */
function quoted(text: string, from: number, escapes: boolean): { value: string; end: number } {
  let value = ''
  let start = from
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (sign === '\\' && escapes) {
      const next = text[at + 1] ?? ''
      value += text.slice(start, at) + (signs[next] ?? next)
      at++
      start = at + 1
    } else if (sign === "'") {
      value += text.slice(start, at)
      if (text[at + 1] !== "'") return { value, end: at + 1 }
      value += "'"
      at++
      start = at + 1
    }
  }
  throw new TypeError('a text without an end')
}
