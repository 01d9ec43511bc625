import type { PlainText } from '../i18n.ts'
// Which files an upload takes.

/** True where the file's name ends in one of the extensions (without dots); an empty list takes everything. */
export const isAccepted = (name: string, extensions: readonly string[]) =>
  extensions.length === 0 || extensions.some((one) => name.toLowerCase().endsWith(`.${one.toLowerCase()}`))

/** What to do with a file of Office before 2007, in Chinese; undefined for any other name. */
export function oldOffice(name: string): PlainText | undefined {
  if (/\.xls$/i.test(name)) return '这是旧版 Excel 文件（.xls），请用 Excel 或 WPS 打开后另存为 .xlsx 再上传'
  return /\.doc$/i.test(name) ? '这是旧版 Word 文件（.doc），请用 Word 或 WPS 打开后另存为 .docx 再上传' : undefined
}

/** The `accept` of a file input. */
export const acceptOf = (extensions: readonly string[]) => extensions.map((one) => `.${one}`).join(',')

/** The last part of an address, readable. */
export function nameOf(url: string): string {
  const last = url.split(/[?#]/)[0]?.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last) || url
  } catch {
    return last
  }
}
