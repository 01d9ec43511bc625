// Reads a tar archive as it comes: plain files with their contents, names of GNU and POSIX (pax) archives.
const BLOCK = 512
const NAME = 100
const LINK_NAME = 'L'
const PAX = 'x'

export class TarBroken extends Error {}

/** `read` gives the content piece by piece; what is not read is skipped. */
export type TarFile = { name: string; size: number; read: () => AsyncGenerator<Uint8Array> }

/** Bytes of a stream in portions of the wanted length. */
class Source {
  readonly #chunks: AsyncIterator<Uint8Array>
  #held: Uint8Array = new Uint8Array()

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** At most `most` bytes; undefined at the end. */
  async some(most: number): Promise<Uint8Array | undefined> {
    while (this.#held.length === 0) {
      const next = await this.#chunks.next()
      if (next.done) return undefined
      this.#held = next.value
    }
    const part = this.#held.subarray(0, most)
    this.#held = this.#held.subarray(part.length)
    return part
  }

  /** Exactly `length` bytes; undefined at the end. Throws TarBroken where it ends before. */
  async exactly(length: number): Promise<Uint8Array | undefined> {
    const bytes = new Uint8Array(length)
    let done = 0
    while (done < length) {
      const part = await this.some(length - done)
      if (!part && done === 0) return undefined
      if (!part) throw new TarBroken('the archive ends within a file')
      bytes.set(part, done)
      done += part.length
    }
    return bytes
  }
}

const textIn = (block: Uint8Array, from: number, length: number): string => {
  const field = block.subarray(from, from + length)
  const end = field.indexOf(0)
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end))
}

/** The size in octal digits, or with the first bit set in 256s. */
function sizeIn(block: Uint8Array): number {
  const [at, length] = [124, 12]
  if (((block[at] ?? 0) & 0x80) !== 0) return block.subarray(at + 1, at + length).reduce((sum, one) => sum * 256 + one, 0)
  const size = Number.parseInt(textIn(block, at, length).trim() || '0', 8)
  if (!Number.isSafeInteger(size) || size < 0) throw new TarBroken('a size is no number')
  return size
}

/** `sum`: the bytes of the header, its own field as blanks. */
function mustBeHeader(block: Uint8Array) {
  const [at, length] = [148, 8]
  const sum = block.reduce((total, one, place) => total + (place >= at && place < at + length ? 32 : one), 0)
  if (Number.parseInt(textIn(block, at, length).trim(), 8) !== sum) throw new TarBroken('this is no tar archive, or it is damaged')
}

const paxPath = (text: string) => /(?:^|\n)\d+ path=([^\n]*)\n/.exec(text)?.[1]
const PLAIN = new Set(['0', '\0', ''])
/** More than a name would need. */
const MOST_NAME = 65_536

/** The plain files of an archive. Throws TarBroken. */
export async function* tarFiles(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TarFile> {
  const source = new Source(chunks)
  let named: string | undefined
  for (;;) {
    const header = await source.exactly(BLOCK)
    if (!header || header.every((one) => one === 0)) return
    mustBeHeader(header)
    const size = sizeIn(header)
    const kind = textIn(header, 156, 1)
    /** bytes of the content, and with what fills its last block */
    const left = { content: size, all: size + ((BLOCK - (size % BLOCK)) % BLOCK) }
    if (kind === LINK_NAME || kind === PAX) {
      if (size > MOST_NAME) throw new TarBroken('a name is too long')
      const text = new TextDecoder().decode((await source.exactly(left.all))?.subarray(0, size))
      named = kind === PAX ? (paxPath(text) ?? named) : text.replace(/\0+$/, '')
      continue
    }
    const isPosix = textIn(header, 257, 5) === 'ustar'
    const prefix = isPosix ? textIn(header, 345, 155) : ''
    const name: string = named ?? `${prefix === '' ? '' : `${prefix}/`}${textIn(header, 0, NAME)}`
    named = undefined
    const take = async (most: number) => {
      const part = await source.some(Math.min(most, left.all))
      if (!part) throw new TarBroken('the archive ends within a file')
      left.all -= part.length
      return part
    }
    async function* read() {
      while (left.content > 0) {
        const part = await take(left.content)
        left.content -= part.length
        yield part
      }
    }
    if (PLAIN.has(kind)) yield { name, size, read }
    while (left.all > 0) await take(left.all)
  }
}
