// The key of one blank as authors write it: alternatives joined by `||` (exam-rules.md, 5 fill-in, key).
import { hasText } from './rich-content.ts'

const separator = /\\\||\|\||[^\\|]+|[\\|]/g

/** Splits a key into its alternatives: `\|` is a literal bar, a lone `|` ordinary text; each trimmed, empty ones and repeats dropped. */
export function splitAlternatives(key: string): string[] {
  const found = new Set<string>()
  let current = ''
  const close = () => {
    const trimmed = current.trim()
    if (hasText(trimmed)) found.add(trimmed)
    current = ''
  }
  for (const piece of key.match(separator) ?? []) {
    if (piece === '||') close()
    else current += piece === '\\|' ? '|' : piece
  }
  close()
  return [...found]
}

const mapBars = (key: string, joint: string) => (key.match(separator) ?? []).map((piece) => (piece === '||' ? joint : piece)).join('')

/** A key as an author edits it: one alternative on each line; bars stay written as they are. */
export const linesOfKey = (key: string): string => mapBars(key, '\n')

/** The stored form of lines. `||` that is typed separates, too. */
export const keyOfLines = (lines: string): string => lines.replaceAll(/\r?\n/g, '||')

/** A key without alternatives that are empty. */
export const withoutEmpty = (key: string): string =>
  linesOfKey(key)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('||')
