// Translates messages into a language other than Chinese.
import { fill, isOne, type Message, type Param, type Stated, type Text } from './message.ts'

export type Catalogue = {
  /** key → template */
  readonly texts: Readonly<Record<string, Text>>
  /** Chinese label → label */
  readonly labels: Readonly<Record<string, string>>
}

const isLabel = (name: string) => name === 'label' || name.endsWith('Label')

/** Own properties only: a key may have the name of a property of Object.prototype. */
const find = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined => (Object.hasOwn(table, key) ? table[key] : undefined)

/** A message in the catalogue's language; its Chinese text when the catalogue has no such key. */
export function translate(message: Message, catalogue: Catalogue): string {
  const text = find(catalogue.texts, message.key)
  if (text === undefined) return message.zh
  const said = (name: string, value: Param): Param => {
    if (typeof value === 'object') return translate(value, catalogue)
    return typeof value === 'string' && isLabel(name) ? (find(catalogue.labels, value) ?? value) : value
  }
  const params = Object.fromEntries(Object.entries(message.params).map(([name, value]) => [name, said(name, value)]))
  return fill(typeof text === 'string' ? text : isOne(message.params.n) ? text.one : text.other, params)
}

/** Translates the `msg` of a wire message by its key; other fields are unchanged. */
export const restate = <T extends Stated>(given: T, catalogue: Catalogue): T => ({
  ...given,
  msg: translate({ key: given.key, params: given.params, zh: given.msg }, catalogue),
})
