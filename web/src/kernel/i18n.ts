// Texts of pages and labels: the Chinese text is the key. The English catalogues are loaded when English is chosen.
import type { Label } from '@shuyuan/contract/kernel/labels.ts'
import type { Catalogue as ContractCatalogue } from '@shuyuan/contract/kernel/translate.ts'
import i18next from 'i18next'
import { labelText, setEnglishMessages } from './messages.ts'
import { language, type Language } from './preferences.ts'

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

let english: (() => Promise<EnglishTexts>) | undefined

/** Starts i18next in the language chosen last. `loadEnglish` fetches the English catalogues; it is called once, when English is chosen. */
export async function startI18n(loadEnglish: () => Promise<EnglishTexts>) {
  english = loadEnglish
  await i18next.init({
    lng: 'zh',
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: { zh: { translation: {} } },
  })
  // {{title, lower}}: a label in the middle of an English sentence
  i18next.services.formatter?.add('lower', (value: string) =>
    /^[A-Z][a-z]/.test(value) ? value.charAt(0).toLowerCase() + value.slice(1) : value,
  )
  await setLanguage(language.get())
}

/** Changes the language of the page and stores the choice in the browser. */
export async function setLanguage(next: Language) {
  if (next === 'en' && english !== undefined && !i18next.hasResourceBundle('en', 'translation')) {
    const { pages, contract } = await english()
    setEnglishMessages(contract)
    i18next.addResourceBundle('en', 'translation', { ...contract.labels, ...withSuffixes(pages) })
  }
  await i18next.changeLanguage(next)
  document.documentElement.lang = next === 'en' ? 'en' : 'zh-CN'
  language.set(next)
}

/** i18next finds the forms of a plural under key_one and key_other. */
const withSuffixes = (catalogue: Catalogue): Record<string, string> =>
  Object.fromEntries(
    Object.entries(catalogue).flatMap(([key, text]) =>
      typeof text === 'string' ? [[key, text]] : Object.entries(text).map(([form, words]) => [`${key}_${form}`, words]),
    ),
  )

/** The text of a Chinese key in the present language, also outside of components. Values fill {{name}}; {{n}} also selects the plural form. */
export const t: Translate = (key: string, values: Values = {}): string =>
  i18next.isInitialized ? i18next.t(key, counted(values)) : fill(key, values)

// a number may be a formatted text
const counted = (values: Values) => ('n' in values ? { ...values, count: Number.parseFloat(String(values['n'])) || 0 } : values)

/** Without i18next (before it starts, and in tests) the key itself is the text. */
const fill = (key: string, values: Values) => key.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))

/**
 * The text of a label in the present language: a title or option of the contract, or data (menu, dictionary).
 * Data without English stays Chinese; a label written in code does not compile without English.
 */
export const tLabel = <T extends string>(label: T & (string extends T ? unknown : Label | '')): string =>
  i18next.language === 'en' ? labelText(label) : label

/** Names as a list in the present language: A、B or A, B. */
export const listed = (texts: readonly string[]) => texts.join(i18next.language === 'en' ? ', ' : '、')
