// Decodes the bytes of a text file.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'

const head = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 200)).toString('latin1')
const declaredEncoding = /^(?:ï»¿)?\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/

function decoderOf(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label, { fatal: true })
  } catch {
    return null
  }
}

function decoded(bytes: Uint8Array, label: string): string | null {
  try {
    return decoderOf(label)?.decode(bytes) ?? null
  } catch {
    return null
  }
}

/** UTF-16 by its byte order mark, or by the zero byte beside the first sign. */
function wideEncoding(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (second === 0 && first !== 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : null
}

/** Whether bytes beyond ASCII stand alone between letters, as in texts of Western Europe, not in pairs as in Chinese ones. */
function isWestern(bytes: Uint8Array): boolean {
  let alone = 0
  let paired = 0
  for (let at = 0; at < bytes.length; at++) {
    if ((bytes[at] ?? 0) < 0x80) continue
    const [next = 0, third = 0] = [bytes[at + 1], bytes[at + 2]]
    const isPair = next >= 0x80 || (next >= 0x30 && next <= 0x39 && third >= 0x81)
    if (isPair) paired += 1
    else alone += 1
    // a sign of GBK may end with a byte of ASCII; a few of them are no sign of anything
    if (isPair || (next >= 0x40 && next < 0x7f)) at += 1
  }
  return alone > paired
}

/** Text in UTF-16, UTF-8, Windows-1252, or else GB18030, the encoding of editors on Chinese Windows. No byte order mark remains. */
export function readText(bytes: Uint8Array): { text: string; encoding: string } {
  const wide = wideEncoding(bytes)
  if (wide !== null) return { text: new TextDecoder(wide).decode(bytes), encoding: wide.toUpperCase() }
  const plain = decoded(bytes, 'utf-8')
  if (plain !== null) return { text: plain, encoding: 'UTF-8' }
  const encoding = isWestern(bytes) ? 'Windows-1252' : 'GB18030'
  return { text: new TextDecoder(encoding).decode(bytes), encoding }
}

const decodeText = (bytes: Uint8Array): string => readText(bytes).text

/** That a text was not UTF-8, so that a person looks at it; none for UTF-16, which says so itself. */
export const encodingNotes = (encoding: string): Message[] => (encoding.startsWith('UTF') ? [] : [say('encodingTaken', { encoding })])

/** XML in the encoding that it declares; without a usable declaration as decodeText. */
export function decodeXml(bytes: Uint8Array): string {
  const label = declaredEncoding.exec(head(bytes))?.[1] ?? 'utf-8'
  // the declaration was read as single bytes, so the file is not UTF-16, whatever it says
  return wideEncoding(bytes) !== null || /^utf-?16/i.test(label) ? decodeText(bytes) : (decoded(bytes, label) ?? decodeText(bytes))
}

/** A typed answer as Moodle compares it: there `*` stands for any text, and `\*` is the sign itself. */
export const escapeWildcards = (answer: string): string => answer.replaceAll('*', String.raw`\*`)

/** The inverse of escapeWildcards; `isWild`: a sign without a backslash is taken as it stands. */
export const literalAnswer = (text: string): { answer: string; isWild: boolean } => ({
  answer: text.replaceAll(String.raw`\*`, '*'),
  isWild: /(?<!\\)\*/.test(text),
})
