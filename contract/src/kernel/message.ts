// Messages as keys with parameters. The Chinese text is built with the message; other languages are looked up by its key.

/** The value of a gap. A nested message is translated with its sentence; so is a label, that is a parameter named `label` or `…Label`. */
export type Param = string | number | Message
export type Params = Record<string, Param>

/** A translatable text: key, parameters, and the complete Chinese text. */
export type Message = { key: string; params: Params; zh: string }

type Gap<T extends string> = T extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Gap<Rest> : never
/** The arguments for a template's gaps: `{{n}} 题` requires `{ n }`; a template without gaps requires none. */
type Filling<T extends string> = [Gap<T>] extends [never] ? [] : [params: { [Name in Gap<T>]: Param }]

export const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'key' in value && 'params' in value && 'zh' in value

const textOf = (value: Param | undefined) => (typeof value === 'object' ? value.zh : String(value ?? ''))

/** A gap: its name, and after a comma how its value is written. */
export const GAP = /\{\{(\w+)(?:, ([^{}]+))?\}\}/g

/** Whether a number, which may be a formatted text, is 1. */
export const isOne = (value: Param | undefined) => Number(textOf(value).replaceAll(',', '')) === 1

/** The value of a gap: `{{name, lower}}` lowers the first letter, `{{n, time/times}}` is the word for that number without the number. */
export function shaped(text: string, how: string | undefined): string {
  if (how === undefined) return text
  if (how === 'lower') return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
  const [one = '', other = ''] = how.split('/')
  return isOne(text) ? one : other
}

/** Fills the gaps of a template, see `shaped`. A gap without a value becomes empty. */
export const fill = (template: string, params: Params): string =>
  template.replaceAll(GAP, (_, name: string, how?: string) => shaped(textOf(params[name]), how))

/**
 * Makes the function that turns a key of a domain's texts into a message.
 * @param texts key → Chinese template, in `contract/src/<domain>/<domain>.texts.ts`; English is in `<domain>.texts.en.ts`
 */
export const speaker =
  <const T extends Record<string, string>>(texts: T) =>
  <K extends keyof T & string>(key: K, ...[params]: Filling<T[K]>): Message => {
    const given = (params ?? {}) as Params
    return { key, params: given, zh: fill(texts[key] ?? '', given) }
  }

/** A text of a catalogue; `one` is used when the parameter `n` is 1. */
export type Text = string | { readonly one: string; readonly other: string }

/** The catalogue of the same keys in another language. */
export type Translated<T extends Record<string, string>> = { readonly [K in keyof T]: Text }

const MARK = '\u0002'

/** A message as the text of a Zod issue, which must be a string. `messageOf` decodes it. */
export const encoded = (message: Message): string => `${MARK}${JSON.stringify(message)}`

/** A text of another system, which has no key and is not translated. */
export const foreign = (text: string): Message => ({ key: '', params: {}, zh: text })

/** Decodes the message of a Zod issue; Zod's own texts become `foreign`. */
export function messageOf(text: string): Message {
  return text.startsWith(MARK) ? (JSON.parse(text.slice(MARK.length)) as Message) : foreign(text)
}

/** A message on the wire: the text for people, key and parameters for programs. */
export type Stated = { msg: string; key: string; params: Record<string, string | number> }

/** One wrong field in the answer to a body that fails its schema. */
export type FieldProblem = { field: string } & Stated

const flat = (params: Params) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, typeof value === 'object' ? value.zh : value]))

/** The wire form of a message, in Chinese. */
export const stated = ({ key, params, zh }: Message): Stated => ({ msg: zh, key, params: flat(params) })
