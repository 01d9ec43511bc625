// Decodes the bytes of a text file.

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

/** Text in UTF-16, UTF-8, or else GB18030, the encoding of editors on Chinese Windows. No byte order mark remains. */
export function decodeText(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes)
  if (wide !== null) return new TextDecoder(wide).decode(bytes)
  return decoded(bytes, 'utf-8') ?? new TextDecoder('gb18030').decode(bytes)
}

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
