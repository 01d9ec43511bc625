// Words: Chinese is the source text and the key; the English catalogue is loaded when somebody wants it.
import i18next from 'i18next'
import { language, type Language } from './preferences.ts'

type Values = Record<string, string | number>
type Catalogue = Record<string, string>
let english: () => Promise<Catalogue> = () => Promise.resolve({})
type Sentence = { key: string; names: string[]; pattern: RegExp }
/** The keys with gaps, those with the most words of their own first. */
let sentences: Sentence[] = []

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
  if (next === 'en' && !i18next.hasResourceBundle('en', 'translation')) {
    const catalogue = await english()
    i18next.addResourceBundle('en', 'translation', catalogue)
    sentences = sentencesOf(Object.keys(catalogue))
  }
  await i18next.changeLanguage(next)
  document.documentElement.lang = next === 'en' ? 'en' : 'zh-CN'
  language.set(next)
}

/** The text for a Chinese key in the present language, outside of components. Values fill {{name}}; {{n}} also tells one from many. */
export const t = (key: string, values: Values = {}): string => (i18next.isInitialized ? i18next.t(key, counted(values)) : fill(key, values))

// a number may come as text that is already formatted
const counted = (values: Values) => ('n' in values ? { ...values, count: Number.parseFloat(String(values['n'])) || 0 } : values)

const gap = /\{\{(\w+)\}\}/g

/** Before i18next has started, and in tests without it, the key itself is the text. */
const fill = (key: string, values: Values) => key.replaceAll(gap, (_, name: string) => String(values[name] ?? ''))

function sentencesOf(entries: string[]): Sentence[] {
  const keys = new Set(entries.filter((entry) => entry.includes('{{')).map((entry) => entry.replace(/_(?:one|other)$/, '')))
  const words = (key: string) => key.replaceAll(gap, '').length
  return [...keys]
    .toSorted((a, b) => words(b) - words(a))
    .map((key) => ({ key, names: [...key.matchAll(gap)].map(([, name = '']) => name), pattern: patternOf(key) }))
}
const patternOf = (key: string) => new RegExp(`^${key.replaceAll(/[$()*+.?[\\\]^|]/g, String.raw`\$&`).replaceAll(gap, '(.+)')}$`, 's')

/** A row of names in the present language: A、B or A, B. */
export const listed = (texts: readonly string[]) => texts.join(i18next.language === 'en' ? ', ' : '、')

const lookUp = (text: string) => (i18next.exists(text) ? i18next.t(text) : text)

/**
 * A sentence that contract or server has already put together, such as 请填写姓名, in the present language. What stands in its gaps may be a
 * sentence again; one without English stays as it is.
 */
export function said(sentence: string): string {
  if (i18next.language !== 'en' || i18next.exists(sentence)) return lookUp(sentence)
  for (const { key, names, pattern } of sentences) {
    const found = pattern.exec(sentence)
    if (found) return t(key, Object.fromEntries(names.map((name, at) => [name, said(found[at + 1] ?? '')])))
  }
  return sentence
}
