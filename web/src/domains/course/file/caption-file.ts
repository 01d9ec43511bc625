// A file of captions as text, and the language that its name says.

/** Languages that are offered, by their codes; others are written by hand. */
export const languageNames: Record<string, string> = {
  zh: '中文',
  'zh-Hant': '繁體中文',
  en: 'English',
  ja: '日本語',
  ko: '한국어',
  fr: 'Français',
  de: 'Deutsch',
  es: 'Español',
  ru: 'Русский',
  ar: 'العربية',
  vi: 'Tiếng Việt',
  th: 'ไทย',
}

/** The text of a file in UTF-8, in UTF-16 with its mark, or in GB 18030, which older Chinese programs write. */
export async function textOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

const aliases: Record<string, string> = {
  chs: 'zh',
  cht: 'zh-Hant',
  'zh-cn': 'zh',
  'zh-hans': 'zh',
  'zh-tw': 'zh-Hant',
  'zh-hk': 'zh-Hant',
  eng: 'en',
  'en-us': 'en',
  'en-gb': 'en',
}

/** Of `标题.en.srt` en. Without a code: zh where the name has Chinese signs or is that of the video, else en. */
export function guessedLanguage(name: string, videoName: string): string {
  const bare = (one: string) => one.replace(/\.[a-z\d]{1,5}$/i, '')
  const ending = /[._-]([a-z]{2,3}(?:-[a-z]{2,4})?)$/i.exec(bare(name))?.[1]?.toLowerCase() ?? ''
  const code = aliases[ending] ?? ending
  if (languageNames[code] !== undefined) return code
  return bare(name) === bare(videoName) || /[\u4e00-\u9fff]/.test(name) ? 'zh' : 'en'
}
