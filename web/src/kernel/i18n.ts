// Texts: Chinese is the source text and the key. The English catalogues are loaded when English is chosen.
import i18next from 'i18next'
import { language, type Language } from './preferences.ts'

/** The English of a text. Where {{n}} counts, one may read differently from other numbers. */
type English = string | { one: string; other: string }
export type Catalogue = Record<string, English>

/** The texts that have English. Each catalogue (`*.en.ts`) adds its keys. */
export interface PageTexts {}
export type KeysOf<C> = Record<keyof C, unknown>
export type TextKey = keyof PageTexts
/** A text without gaps, for tables and properties that `t` reads. */
export type PlainText = Exclude<TextKey, `${string}{{${string}`>

type Gaps<K extends string> = K extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Gaps<Rest> : never
type Values = Record<string, string | number>
type Translate = {
  (key: PlainText): string
  <K extends TextKey>(key: K, values: [Gaps<K>] extends [never] ? never : Record<Gaps<K>, string | number>): string
}

let english: () => Promise<Catalogue> = () => Promise.resolve({})

/** Starts i18next in the language chosen last. `loadEnglish` fetches the English catalogue. */
export async function startI18n(loadEnglish: () => Promise<Catalogue>) {
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

/** Changes the language of the page and keeps the choice. */
export async function setLanguage(next: Language) {
  if (next === 'en' && !i18next.hasResourceBundle('en', 'translation'))
    i18next.addResourceBundle('en', 'translation', withSuffixes(await english()))
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

/** The text for a Chinese key in the present language, outside of components. Values fill {{name}}; {{n}} also tells one from many. */
export const t: Translate = (key: string, values: Values = {}): string =>
  i18next.isInitialized ? i18next.t(key, counted(values)) : fill(key, values)

// a number may come as text that is already formatted
const counted = (values: Values) => ('n' in values ? { ...values, count: Number.parseFloat(String(values['n'])) || 0 } : values)

/** Before i18next has started, and in tests without it, the key itself is the text. */
const fill = (key: string, values: Values) => key.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))

/** The text of a label that is data: from a contract, a menu or a dictionary. A label without English stays as it is. */
export const tLabel = (text: string): string => (i18next.language === 'en' && i18next.exists(text) ? i18next.t(text) : text)

/** A message of the server. It comes in the language of the request; one without English on the server is looked up as a whole. */
export const serverText = (text: string): string => tLabel(text)

/** A row of names in the present language: A、B or A, B. */
export const listed = (texts: readonly string[]) => texts.join(i18next.language === 'en' ? ', ' : '、')
