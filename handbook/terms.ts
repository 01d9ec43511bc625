// The words of the trade with their meanings, from the chapter 名词 and its English table: notes on pages take them from here.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Meaning = { zh: string; en: string }

/** Word and meaning of each row of the only table in a text. */
const rowsOf = (source: string): [word: string, meaning: string][] =>
  [...source.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].map(([, word = '', meaning = '']): [string, string] => [word, meaning]).slice(1)

/** @throws naming a word that one of the languages lacks */
export function termsFrom(zh: string, en: string): Record<string, Meaning> {
  const [chinese, english] = [rowsOf(zh), new Map(rowsOf(en))]
  const known = new Set(chinese.map(([word]) => word))
  const alone = [...[...known].filter((word) => !english.has(word)), ...[...english.keys()].filter((word) => !known.has(word))]
  if (alone.length > 0) throw new Error(`terms in one language alone: ${alone.join(', ')}`)
  return Object.fromEntries(chinese.map(([word, meaning]) => [word, { zh: meaning, en: english.get(word) ?? '' }]))
}

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')

export const readTerms = (): Record<string, Meaning> => termsFrom(read('zh/teacher/34-terms.md'), read('en/terms.md'))
