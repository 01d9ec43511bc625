// Messages as keys with parameters. Chinese stands where a message is made; other languages are looked up by its key.

/** What fills a gap. A message is translated with the sentence that it stands in, as is a label, by its name: `label` or `…Label`. */
export type Param = string | number | Message
export type Params = Record<string, Param>

/** A text in every language: its key, what fills its gaps, and the finished Chinese text. */
export type Message = { key: string; params: Params; zh: string }

type Gap<T extends string> = T extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Gap<Rest> : never
/** The gaps of a template: `{{n}} 题` wants `{ n }`; a template without gaps wants nothing. */
type Filling<T extends string> = [Gap<T>] extends [never] ? [] : [params: { [Name in Gap<T>]: Param }]

export const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'key' in value && 'params' in value && 'zh' in value

const textOf = (value: Param | undefined) => (typeof value === 'object' ? value.zh : String(value ?? ''))

const lowered = (text: string) => (/^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text)

/** Fills `{{name}}` in a template, `{{name, lower}}` with a small first letter; a gap without a value becomes empty. */
export const fill = (template: string, params: Params): string =>
  template.replaceAll(/\{\{(\w+)(, lower)?\}\}/g, (_, name: string, lower?: string) => {
    const text = textOf(params[name])
    return lower === undefined ? text : lowered(text)
  })

/**
 * Makes the function that turns a key of a domain's texts into a message.
 * @param texts key → Chinese template, in `contract/src/<domain>/<domain>.texts.ts`; English stands beside it in `<domain>.texts.en.ts`
 */
export const speaker =
  <const T extends Record<string, string>>(texts: T) =>
  <K extends keyof T & string>(key: K, ...[params]: Filling<T[K]>): Message => {
    const given = (params ?? {}) as Params
    return { key, params: given, zh: fill(texts[key] ?? '', given) }
  }

/** A text of a catalogue; `one` is taken where the parameter `n` is 1. */
export type Text = string | { readonly one: string; readonly other: string }

/** A catalogue of the same keys in another language. */
export type Translated<T extends Record<string, string>> = { readonly [K in keyof T]: Text }

const MARK = '\u0002'

/** A message as the text of a Zod issue, which can only be a string. Readers take it apart with `messageOf`. */
export const encoded = (message: Message): string => `${MARK}${JSON.stringify(message)}`

/** A text that another system wrote: it keeps its words and has no key. */
export const foreign = (text: string): Message => ({ key: '', params: {}, zh: text })

/** The message of a Zod issue; one that Zod itself wrote is foreign. */
export function messageOf(text: string): Message {
  return text.startsWith(MARK) ? (JSON.parse(text.slice(MARK.length)) as Message) : foreign(text)
}

/** A message as it goes over the wire: the words for people, the key and its parameters for programs. */
export type Stated = { msg: string; key: string; params: Record<string, string | number> }

const flat = (params: Params) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, typeof value === 'object' ? value.zh : value]))

/** A message in Chinese as it goes over the wire. */
export const stated = ({ key, params, zh }: Message): Stated => ({ msg: zh, key, params: flat(params) })
