// Names files of other programs that are no workbook, document or question package, by what they hold.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'

type Kind = Parameters<typeof sayServer<'fileForeign'>>[1]['kind']
const named = (kind: Kind) => sayServer('fileForeign', { kind })

/** A file or a type within an archive that only archives of this kind have. */
const inArchives: [mark: string, message: Message][] = [
  ['moodle_backup.xml', sayServer('fileMoodleBackup')],
  ['ppt/presentation.xml', named(sayServer('kindSlides'))],
  ['META-INF/container.xml', named(sayServer('kindBook'))],
  ['tincan.xml', named(sayServer('kindCourse'))],
  ['cmi5.xml', named(sayServer('kindCourse'))],
  ['adlcp_rootv1p2', named(sayServer('kindCourse'))],
]
/** How other files begin. */
const beginnings: [bytes: string, message: Message][] = [
  ['\u001f\u008b', sayServer('fileMoodleBackup')],
  ['SQLite format 3', named(sayServer('kindDatabase'))],
  ['\u0089PNG', sayServer('filePicture')],
  ['\u00ff\u00d8\u00ff', sayServer('filePicture')],
  ['GIF8', sayServer('filePicture')],
  ['ID3', named(sayServer('kindMedia'))],
  ['OggS', named(sayServer('kindMedia'))],
  ['\u001aE\u00df\u00a3', named(sayServer('kindMedia'))],
]
const page = /^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype html|html)\b/i

/** What an archive is, by the names of its files; undefined for archives of no known kind. */
export const foreignArchive = (bytes: Buffer): Message | undefined => inArchives.find(([mark]) => bytes.includes(mark))?.[1]

/** What a file is, by its first bytes; undefined for files of no known kind. */
export function foreignFile(bytes: Buffer): Message | undefined {
  const head = bytes.subarray(0, 200).toString('latin1')
  if (head.slice(4, 8) === 'ftyp') return named(sayServer('kindMedia'))
  return page.test(head) ? sayServer('filePage') : beginnings.find(([mark]) => head.startsWith(mark))?.[1]
}
