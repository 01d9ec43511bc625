// Recognizes uploaded files that cannot be read, for a message to the user.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import { foreignArchive, foreignFile } from './foreign-file.ts'

const signature = (bytes: Uint8Array, text: string) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(0, text.length).toString('latin1') === text
const OLE = '\u00d0\u00cf\u0011\u00e0'
const ZIP = 'PK\u0003\u0004'
/** Bit 0 of a zip entry's flags: encrypted. */
const ENCRYPTED = 1

const locked = sayServer('fileLocked')

/** Why these bytes cannot be read as a workbook, document or package; undefined when unknown. */
export function unreadableFile(bytes: Uint8Array): Message | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (buffer.length === 0) return sayServer('fileEmpty')
  if (signature(bytes, OLE)) return oldOffice(buffer)
  if (signature(bytes, ZIP)) return archive(buffer)
  if (signature(bytes, '%PDF')) return sayServer('filePdf')
  if (signature(bytes, '{\\rtf')) return sayServer('fileRtf')
  if (signature(bytes, 'Rar!') || signature(bytes, '7z\u00bc\u00af')) return sayServer('fileRar')
  return foreignFile(buffer)
}

/** Files of Office before 2007, and newer ones with a password, are compound files: streams with names in UTF-16. */
function oldOffice(buffer: Buffer): Message {
  const has = (name: string) => buffer.includes(Buffer.from(name, 'utf16le'))
  if (has('EncryptedPackage')) return locked
  if (has('WordDocument')) return sayServer('fileDoc')
  if (has('Workbook') || has('Book')) return sayServer('fileXls')
  return sayServer('fileOldOffice')
}

function archive(buffer: Buffer): Message | undefined {
  if (((buffer[6] ?? 0) & ENCRYPTED) !== 0) return locked
  if (buffer.includes('application/vnd.oasis.opendocument.spreadsheet')) return sayServer('fileOds')
  if (buffer.includes('application/vnd.oasis.opendocument.text')) return sayServer('fileOdt')
  if (buffer.includes('xl/workbook.bin')) return sayServer('fileXlsb')
  return foreignArchive(buffer)
}
