// Captions of a file: WebVTT attachments of its course that have the file's title.
import type { CourseDetail, LearnItem } from '../../catalog/course-labels.ts'

export type Captions = { src: string; label: string; language: string }

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

/** Attachments named `标题.vtt` or `标题.en.vtt`; the one without a language first. */
export function captionsOf({ attachments }: Pick<CourseDetail, 'attachments'>, { title }: Pick<LearnItem, 'title'>): Captions[] {
  const found = attachments.flatMap((one) => {
    if (one.fileUrl === '' || !VTT.test(one.fileUrl.split(/[?#]/)[0]!)) return []
    const name = one.title.replace(VTT, '')
    if (name === title) return [{ src: one.fileUrl, label: known[PLAIN]!, language: PLAIN }]
    const ending = name.startsWith(`${title}.`) ? name.slice(title.length + 1) : ''
    return /^[a-z]{2}(-[a-z]{2,4})?$/i.test(ending) ? [{ src: one.fileUrl, label: known[ending] ?? ending, language: ending }] : []
  })
  return found.toSorted((a, b) => Number(b.language === PLAIN) - Number(a.language === PLAIN))
}
