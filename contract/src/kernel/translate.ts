// Messages in another language than Chinese.
import { fill, type Message, type Param, type Params, type Stated, type Text } from './message.ts'

export type Catalogue = {
  /** key → template */
  readonly texts: Readonly<Record<string, Text>>
  /** Chinese label → label */
  readonly labels: Readonly<Record<string, string>>
}

const isLabel = (name: string) => name === 'label' || name.endsWith('Label')

const one = ({ n }: Params) => (typeof n === 'number' || typeof n === 'string') && Number.parseFloat(String(n)) === 1

/** Looked up by its own name only: a key may be called like something that every object has. */
const find = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined => (Object.hasOwn(table, key) ? table[key] : undefined)

/** A message in the catalogue's language; Chinese where the catalogue does not know its key. */
export function translate(message: Message, catalogue: Catalogue): string {
  const text = find(catalogue.texts, message.key)
  if (text === undefined) return message.zh
  const said = (name: string, value: Param): Param => {
    if (typeof value === 'object') return translate(value, catalogue)
    return typeof value === 'string' && isLabel(name) ? (find(catalogue.labels, value) ?? value) : value
  }
  const params = Object.fromEntries(Object.entries(message.params).map(([name, value]) => [name, said(name, value)]))
  return fill(typeof text === 'string' ? text : one(message.params) ? text.one : text.other, params)
}

/** What was stated in Chinese, restated in the catalogue's language. Whatever else stands beside it stays. */
export const restate = <T extends Stated>(given: T, catalogue: Catalogue): T => ({
  ...given,
  msg: translate({ key: given.key, params: given.params, zh: given.msg }, catalogue),
})
