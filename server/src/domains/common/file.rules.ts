// Which files each scene accepts, by extension, first bytes and size (admin.md §5, *Uploads*).
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/common/common.server.texts.ts'
import type { file } from '@shuyuan/contract/common/file.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'

export type Scene = Input<typeof file.upload>['scene']
type Kind = { type: string; group: 'image' | 'video' | 'audio' | 'document' | 'archive'; starts: (head: Buffer) => boolean }

const MB = 1024 * 1024
/** How many leading bytes `starts` needs. */
export const HEAD_BYTES = 16

const bytes = (hex: string, at = 0) => {
  const wanted = Buffer.from(hex.replaceAll(' ', ''), 'hex')
  return (head: Buffer) => head.subarray(at, at + wanted.length).equals(wanted)
}
const ascii = (text: string, at = 0) => bytes(Buffer.from(text, 'latin1').toString('hex'), at)
const either =
  (...some: ((head: Buffer) => boolean)[]) =>
  (head: Buffer) =>
    some.some((one) => one(head))
const both =
  (...all: ((head: Buffer) => boolean)[]) =>
  (head: Buffer) =>
    all.every((one) => one(head))

const jpeg: Kind = { type: 'image/jpeg', group: 'image', starts: bytes('ff d8 ff') }
const zipped = either(bytes('50 4b 03 04'), bytes('50 4b 05 06'))
const compound = bytes('d0 cf 11 e0 a1 b1 1a e1')
/** MPEG audio layer III: eleven bits of sync, a known version, layer 01. */
const mpegFrame = (head: Buffer) => head[0] === 0xff && [0xfb, 0xfa, 0xf3, 0xf2, 0xe3, 0xe2].includes(head[1] ?? 0)
const office = (name: string): Kind => ({
  type: `application/vnd.openxmlformats-officedocument.${name}`,
  group: 'document',
  starts: zipped,
})
const document = (type: string, starts: Kind['starts']): Kind => ({ type, group: 'document', starts })

/** Neither SVG nor HTML: they can run scripts. */
const kinds: Record<string, Kind> = {
  png: { type: 'image/png', group: 'image', starts: bytes('89 50 4e 47 0d 0a 1a 0a') },
  jpg: jpeg,
  jpeg,
  gif: { type: 'image/gif', group: 'image', starts: either(ascii('GIF87a'), ascii('GIF89a')) },
  webp: { type: 'image/webp', group: 'image', starts: both(ascii('RIFF'), ascii('WEBP', 8)) },
  mp4: { type: 'video/mp4', group: 'video', starts: ascii('ftyp', 4) },
  webm: { type: 'video/webm', group: 'video', starts: bytes('1a 45 df a3') },
  mov: {
    type: 'video/quicktime',
    group: 'video',
    starts: either(...['ftyp', 'moov', 'mdat', 'wide', 'free'].map((name) => ascii(name, 4))),
  },
  mkv: { type: 'video/x-matroska', group: 'video', starts: bytes('1a 45 df a3') },
  avi: { type: 'video/x-msvideo', group: 'video', starts: both(ascii('RIFF'), ascii('AVI ', 8)) },
  flv: { type: 'video/x-flv', group: 'video', starts: ascii('FLV\u0001') },
  wmv: { type: 'video/x-ms-wmv', group: 'video', starts: bytes('30 26 b2 75 8e 66 cf 11') },
  mpg: { type: 'video/mpeg', group: 'video', starts: either(bytes('00 00 01 ba'), bytes('00 00 01 b3')) },
  m4a: { type: 'audio/mp4', group: 'audio', starts: ascii('ftyp', 4) },
  mp3: { type: 'audio/mpeg', group: 'audio', starts: either(ascii('ID3'), mpegFrame) },
  wav: { type: 'audio/wav', group: 'audio', starts: both(ascii('RIFF'), ascii('WAVE', 8)) },
  ogg: { type: 'audio/ogg', group: 'audio', starts: ascii('OggS') },
  rar: document('application/vnd.rar', ascii('Rar!\u001a\u0007')),
  zip: { type: 'application/zip', group: 'archive', starts: zipped },
  psd: document('image/vnd.adobe.photoshop', ascii('8BPS')),
  pdf: document('application/pdf', ascii('%PDF-')),
  xls: document('application/vnd.ms-excel', compound),
  doc: document('application/msword', compound),
  ppt: document('application/vnd.ms-powerpoint', compound),
  xlsx: office('spreadsheetml.sheet'),
  docx: office('wordprocessingml.document'),
  pptx: office('presentationml.presentation'),
  /** captions: nothing but WebVTT, which begins with its name, after it a blank or the end of the line */
  vtt: document('text/vtt', (head) => /^(?:\u00ef\u00bb\u00bf)?WEBVTT(?:[ \t\r\n]|$)/.test(head.toString('latin1'))),
}

const photo = ['jpg', 'jpeg', 'png']
/** Videos that no browser plays: only course files are converted. */
const unplayed = ['mov', 'mkv', 'avi', 'flv', 'wmv', 'mpg']
const played = Object.keys(kinds).filter((one) => !unplayed.includes(one) && one !== 'vtt')
/** Upper limit of any upload in bytes: enough for an hour of HD video. */
const MOST_BYTES = 1_024 * MB
const attached = { image: 10 * MB, video: 200 * MB, audio: 50 * MB, document: 50 * MB, archive: 50 * MB }
/** Scenes, and what learners may attach to answers in place of `editor` and `attachment`. */
export type Rules = Scene | 'answer'
const allowed: Record<Rules, { extensions: string[]; caps: Partial<Record<Kind['group'], number>> }> = {
  image: { extensions: [...photo, 'gif', 'webp'], caps: { image: 10 * MB } },
  identity: { extensions: photo, caps: { image: 5 * MB } },
  invoice: { extensions: [...photo, 'pdf', 'zip'], caps: { image: 10 * MB, document: 20 * MB, archive: 20 * MB } },
  avatar: { extensions: photo, caps: { image: 5 * MB } },
  logo: { extensions: photo, caps: { image: 5 * MB } },
  editor: { extensions: played, caps: attached },
  attachment: { extensions: played, caps: attached },
  answer: {
    extensions: played.filter((one) => one !== 'psd'),
    caps: { ...attached, video: 50 * MB, audio: 20 * MB, document: 20 * MB, archive: 20 * MB },
  },
  // a telephone films in its own format
  work: { extensions: [...played.filter((one) => one !== 'psd'), 'mov'], caps: attached },
  course: {
    extensions: Object.keys(kinds).filter((one) => one !== 'psd' && one !== 'gif'),
    // a SCORM package contains its videos
    caps: { image: 10 * MB, video: MOST_BYTES, audio: 200 * MB, document: 200 * MB, archive: 500 * MB },
  },
}

/** Scenes whose files are opened by signed addresses only. */
export const isPrivateScene = (scene: Scene) => scene === 'course' || scene === 'identity' || scene === 'invoice' || scene === 'work'

/** The rules for a file of this scene. */
export const rulesOf = (scene: Scene, isStaff: boolean): Rules =>
  !isStaff && (scene === 'editor' || scene === 'attachment') ? 'answer' : scene

/** The highest size in bytes and all extensions that any scene accepts; a scene may accept less. */
export const uploadLimits = () => ({
  maxSize: Math.max(...Object.values(allowed).flatMap(({ caps }) => Object.values(caps))),
  accept: Object.keys(kinds),
})

export type Verdict =
  | { extension: string; type: string; isImage: boolean }
  | { refused: 'fileKind' | 'fileTooLarge' | 'fileMissing'; message: Message }

/**
 * Checks a file by name alone, before it is sent. @returns the extension it is stored with and its size limit in bytes, or why it is
 * refused
 */
export function judgeName(
  scene: Rules,
  name: string,
): { extension: string; kind: Kind; cap: number } | Extract<Verdict, { refused: unknown }> {
  const extension = /\.([a-z\d]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const { extensions, caps } = allowed[scene]
  const kind = extensions.includes(extension) ? kinds[extension] : undefined
  if (!kind) return { refused: 'fileKind', message: say('fileKindOf', { kinds: extensions.join('、') }) }
  return { extension: extension === 'jpeg' ? 'jpg' : extension, kind, cap: caps[kind.group] ?? 0 }
}

/** Checks a file by name, first bytes and size in bytes. @returns its type, or why it is refused */
export function judgeFile(scene: Rules, name: string, head: Buffer, size: number): Verdict {
  const named = judgeName(scene, name)
  if ('refused' in named) return named
  const { extension, kind, cap } = named
  if (size === 0) return { refused: 'fileMissing', message: say('fileChosenEmpty') }
  if (size > cap) return { refused: 'fileTooLarge', message: say('fileOver', { mb: cap / MB }) }
  if (!kind.starts(head)) return { refused: 'fileKind', message: say('fileContentUnfit', { extension }) }
  return { extension, type: kind.type, isImage: kind.group === 'image' }
}

/** The name to display: without folders and control characters, at most 120 characters. */
export function shownName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const clean = last.replaceAll(/\p{Cc}|\p{Cs}|[\u202a-\u202e\u2066-\u2069]/gu, '').trim()
  return clean.length > 120 ? `${clean.slice(0, 100).toWellFormed()}…${clean.slice(-15).toWellFormed()}` : clean
}
