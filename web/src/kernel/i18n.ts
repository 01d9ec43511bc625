// Words: Chinese is the source text and the key; the English catalogue is loaded when somebody wants it.
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { language, type Language } from './preferences.ts'

type Values = Record<string, string | number>
type Catalogue = Record<string, string>
let english: () => Promise<Catalogue> = () => Promise.resolve({})

/** Starts i18next in the language chosen last. `loadEnglish` fetches the English catalogue. */
export async function startI18n(loadEnglish: () => Promise<Catalogue>) {
  english = loadEnglish
  await i18next.use(initReactI18next).init({
    lng: 'zh',
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: { zh: { translation: {} } },
  })
  await setLanguage(language.get())
}

/** Changes the language of the page and keeps the choice. */
export async function setLanguage(next: Language) {
  if (next === 'en' && !i18next.hasResourceBundle('en', 'translation')) i18next.addResourceBundle('en', 'translation', await english())
  await i18next.changeLanguage(next)
  document.documentElement.lang = next === 'en' ? 'en' : 'zh-CN'
  language.set(next)
}

/** The text for a Chinese key in the present language, outside of components. Values fill {{name}}. */
export const t = (key: string, values: Values = {}): string => (i18next.isInitialized ? i18next.t(key, values) : fill(key, values))

/** Before i18next has started, and in tests without it, the key itself is the text. */
const fill = (key: string, values: Values) => key.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
