// Captions of a file: its own, and WebVTT attachments of its course that have the file's title.
import type { CourseDetail, LearnItem } from '../../catalog/course-labels.ts'

export type Captions = { src: string; label: string; language: string; isDefault: boolean }

const VTT = /\.vtt$/i
/** of a title without a language */
const PLAIN = 'zh'
const known: Record<string, string> = {
  zh: '中文',
  en: 'English',
  ja: '日本語',
  ko: '한국어',
  fr: 'Français',
  de: 'Deutsch',
  ru: 'Русский',
  es: 'Español',
}

/** Those of the file, then attachments named `标题.vtt` or `标题.en.vtt` in further languages; of these the one without a language first. */
export function captionsOf(
  { attachments }: Pick<CourseDetail, 'attachments'>,
  { title, captions }: Pick<LearnItem, 'title' | 'captions'>,
): Captions[] {
  const own = captions.map(({ url, label, language, isDefault }) => ({ src: url, label, language, isDefault }))
  const found = attachments.flatMap((one) => {
    if (one.fileUrl === '' || !VTT.test(one.fileUrl.split(/[?#]/)[0]!)) return []
    const name = one.title.replace(VTT, '')
    const ending = name === title ? PLAIN : name.startsWith(`${title}.`) ? name.slice(title.length + 1) : ''
    if (!/^[a-z]{2}(-[a-z]{2,4})?$/i.test(ending) || own.some(({ language }) => language === ending)) return []
    return [{ src: one.fileUrl, label: known[ending] ?? ending, language: ending, isDefault: false }]
  })
  const attached = found.toSorted((a, b) => Number(b.language === PLAIN) - Number(a.language === PLAIN))
  // an attachment cannot say that it is the default
  return [...own, ...attached.map((one, at) => ({ ...one, isDefault: own.length === 0 && at === 0 }))]
}

/** Kept in place of a language by a person who wants none. */
export const NO_CAPTIONS = 'off'
const bare = (language: string) => language.toLowerCase().split('-')[0]

/**
 * The captions to begin with. `kept`: the language that the person chose, NO_CAPTIONS, or '' before a choice. A language that the file does
 * not have: another form of it (zh for zh-Hant), else the default of the file.
 */
export function firstOf(all: readonly Captions[], kept: string): Captions | undefined {
  if (kept === NO_CAPTIONS) return undefined
  const wanted =
    kept === '' ? undefined : (all.find((one) => one.language === kept) ?? all.find((one) => bare(one.language) === bare(kept)))
  return wanted ?? all.find((one) => one.isDefault)
}
