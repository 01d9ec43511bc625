// Messages as keys with parameters. Chinese stands where a message is made; other languages are looked up by its key.

export type Params = Record<string, string | number>

/** A text in every language: its key, what fills its gaps, and the finished Chinese text. */
export type Message = { key: string; params: Params; zh: string }

type Gap<T extends string> = T extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Gap<Rest> : never
/** The gaps of a template: `{{n}} 题` wants `{ n }`; a template without gaps wants nothing. */
type Filling<T extends string> = [Gap<T>] extends [never] ? [] : [params: { [Name in Gap<T>]: string | number }]

/** Fills `{{name}}` in a template; a gap without a value becomes empty. */
export const fill = (template: string, params: Params): string =>
  template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''))

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

/** A catalogue of the same keys in another language. */
export type Translated<T extends Record<string, string>> = { readonly [K in keyof T]: string }

const MARK = '\u0002'

/** A message as the text of a Zod issue, which can only be a string. Readers take it apart with `messageOf`. */
export const encoded = (message: Message): string => `${MARK}${JSON.stringify(message)}`

/** The message of a Zod issue; a text that is none of ours keeps its words and has no key. */
export function messageOf(text: string): Message {
  return text.startsWith(MARK) ? (JSON.parse(text.slice(MARK.length)) as Message) : { key: '', params: {}, zh: text }
}
