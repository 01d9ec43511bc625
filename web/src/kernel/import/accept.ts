import type { PlainText } from '../i18n.ts'
// File names that an upload accepts.

/** True where the file's name ends in one of the extensions (without dots); an empty list accepts every file. */
export const isAccepted = (name: string, extensions: readonly string[]) =>
  extensions.length === 0 || extensions.some((one) => name.toLowerCase().endsWith(`.${one.toLowerCase()}`))

/** Advice for a file of Office before 2007; undefined for any other name. */
export function oldOffice(name: string): PlainText | undefined {
  if (/\.xls$/i.test(name)) return '这是旧版 Excel 文件（.xls），请用 Excel 或 WPS 打开后另存为 .xlsx 再上传'
  return /\.doc$/i.test(name) ? '这是旧版 Word 文件（.doc），请用 Word 或 WPS 打开后另存为 .docx 再上传' : undefined
}

/** The `accept` of a file input. */
export const acceptOf = (extensions: readonly string[]) => extensions.map((one) => `.${one}`).join(',')

/** The file name of an address, decoded. */
export function nameOf(url: string): string {
  const last = url.split(/[?#]/)[0]?.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last) || url
  } catch {
    return last
  }
}
