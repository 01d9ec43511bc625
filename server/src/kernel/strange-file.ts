// What an uploaded file is that cannot be read, in words for whoever uploaded it.

const signature = (bytes: Uint8Array, text: string) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(0, text.length).toString('latin1') === text
const OLE = '\u00d0\u00cf\u0011\u00e0'
const ZIP = 'PK\u0003\u0004'
/** Bit 0 of a zip entry's flags. */
const ENCRYPTED = 1

const locked = '文件设有打开密码，请去掉密码后再上传'

/** Why these bytes are neither a workbook nor a document nor a package that can be read; undefined where they tell nothing. */
export function strangeFile(bytes: Uint8Array): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (buffer.length === 0) return '文件是空的，请检查后重新上传'
  if (signature(bytes, OLE)) return oldOffice(buffer)
  if (signature(bytes, ZIP)) return archive(buffer)
  if (signature(bytes, '%PDF')) return '不能读取 PDF 文件，请用 Word 或 WPS 打开后另存为 .docx 再上传'
  if (signature(bytes, '{\\rtf')) return '不能读取 RTF 文件，请用 Word 或 WPS 打开后另存为 .docx 再上传'
  if (signature(bytes, 'Rar!') || signature(bytes, '7z\u00bc\u00af')) return '不能读取 RAR 和 7z 压缩包，请改用 zip'
  return undefined
}

/** Files of the time before Office 2007, and newer ones that a password locks, are folders of streams with names in UTF-16. */
function oldOffice(buffer: Buffer): string {
  const has = (name: string) => buffer.includes(Buffer.from(name, 'utf16le'))
  if (has('EncryptedPackage')) return locked
  if (has('WordDocument')) return '这是旧版 Word 文件（.doc），请用 Word 或 WPS 打开后另存为 .docx 再上传'
  if (has('Workbook') || has('Book')) return '这是旧版 Excel 文件（.xls），请用 Excel 或 WPS 打开后另存为 .xlsx 再上传'
  return '这是旧版 Office 文件，请用 Office 或 WPS 打开后另存为 .xlsx 或 .docx 再上传'
}

function archive(buffer: Buffer): string | undefined {
  if (((buffer[6] ?? 0) & ENCRYPTED) !== 0) return locked
  if (buffer.includes('application/vnd.oasis.opendocument.spreadsheet'))
    return '不能读取 ODS 文件，请用 Excel 或 WPS 打开后另存为 .xlsx 再上传'
  if (buffer.includes('application/vnd.oasis.opendocument.text')) return '不能读取 ODT 文件，请用 Word 或 WPS 打开后另存为 .docx 再上传'
  if (buffer.includes('xl/workbook.bin')) return '这是 Excel 二进制工作簿（.xlsb），请用 Excel 或 WPS 打开后另存为 .xlsx 再上传'
  return undefined
}
