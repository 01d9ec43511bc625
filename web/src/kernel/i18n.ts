// Texts of pages and labels: the Chinese text is the key. The English catalogues are loaded when English is chosen.
import type { Label } from '@shuyuan/contract/kernel/labels.ts'
import { GAP, isOne, shaped } from '@shuyuan/contract/kernel/message.ts'
import type { Catalogue as ContractCatalogue } from '@shuyuan/contract/kernel/translate.ts'
import { labelText, setEnglishMessages } from './messages.ts'
import { language, type Language } from './state/preferences.ts'
import { isWorded, worded } from './text/words.ts'

/** The English of a text; two forms where {{n}} counts and one differs from other numbers. */
type English = string | { one: string; other: string }
export type Catalogue = Record<string, English>
/** All English of the application: texts of pages by Chinese text; labels and messages of the contract. */
export type EnglishTexts = { pages: Catalogue; contract: ContractCatalogue }

/** The texts of pages that have English. Each catalogue (`*.en.ts`) adds its keys. */
export interface PageTexts {}
export type KeysOf<C> = Record<keyof C, unknown>
/** A text of a page, or a label of the contract: a page that shows the same text uses the label's English. */
export type TextKey = keyof PageTexts | Label
/** A text without gaps, for tables and properties that `t` reads. */
export type PlainText = Exclude<TextKey, `${string}{{${string}`>

type Gaps<K extends string> = K extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Gaps<Rest> : never
type Values = Record<string, string | number>
type Translate = {
  (key: PlainText): string
  <K extends TextKey>(key: K, values: [Gaps<K>] extends [never] ? never : Record<Gaps<K>, string | number>): string
}

let loadEnglish: (() => Promise<EnglishTexts>) | undefined
/** the English of every key, once it is loaded */
let english: ReadonlyMap<string, English> | undefined
let shown: Language = 'zh'

/** Starts in the language chosen last. `load` fetches the English catalogues; it is called once, when English is chosen. */
export async function startI18n(load: () => Promise<EnglishTexts>) {
  loadEnglish = load
  english = undefined
  await setLanguage(language.get())
}

async function haveEnglish() {
  if (loadEnglish === undefined || english !== undefined) return
  const { pages, contract } = await loadEnglish()
  setEnglishMessages(contract)
  english = new Map<string, English>([...Object.entries(contract.labels), ...Object.entries(pages)])
}

/** Loads the English without changing the language. @returns the English of a text or label, '' where there is none */
export async function englishOf(): Promise<(text: string) => string> {
  await haveEnglish()
  return (text) => {
    const found = english?.get(text) ?? ''
    return typeof found === 'string' ? found : found.other
  }
}

/** Changes the language of the page and stores the choice in the browser. */
export async function setLanguage(next: Language) {
  if (next === 'en') await haveEnglish()
  shown = next
  document.documentElement.lang = next === 'en' ? 'en' : 'zh-CN'
  language.set(next)
}

/** The text of a Chinese key in the present language, also outside of components. Values fill {{name}}; {{n}} also selects the plural form. */
export const t: Translate = (key: string, values: Values = {}): string => {
  const text = (shown === 'en' ? english?.get(key) : undefined) ?? key
  return fill(worded(typeof text === 'string' ? text : text[isOne(values.n) ? 'one' : 'other']), values)
}

const fill = (text: string, values: Values) =>
  text.replaceAll(GAP, (gap, name: string, how?: string) => shaped(String(values[name] ?? gap), how))

/**
 * The text of a label in the present language: a title or option of the contract, or data (menu, dictionary).
 * Data without English stays Chinese; a label written in code does not compile without English.
 */
export const tLabel = <T extends string>(label: T & (string extends T ? unknown : Label | '')): string => {
  const text = shown === 'en' ? labelText(label) : label
  return isWorded(label) ? worded(text) : text
}

/** Names as a list in the present language: A、B or A, B. */
export const listed = (texts: readonly string[]) => texts.join(shown === 'en' ? ', ' : '、')
