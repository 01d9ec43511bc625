// Compound files (MS-CFB), in which Word keeps objects of other programs: the bytes of one stream.

const MAGIC = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
const ENTRY = 128
const HEADER_FATS = 109
const STREAM = 2
const ROOT = 5
/** From here on numbers of sectors mean something else: end of a chain, free, part of the table. */
const SPECIAL = 0xfffffffa

class Compound {
  readonly #bytes: Buffer
  readonly #size: number
  readonly #fat: number[]

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#size = 2 ** bytes.readUInt16LE(30)
    this.#fat = this.#tables().flatMap((at) => numbers(this.#sector(at)))
  }

  #sector(at: number): Buffer {
    const from = (at + 1) * this.#size
    if (at >= SPECIAL || from >= this.#bytes.length) throw new RangeError('sector')
    return this.#bytes.subarray(from, from + this.#size)
  }

  /** The sectors of the sector table: 109 in the header, further ones in a chain. */
  #tables(): number[] {
    const found: number[] = []
    for (let at = 0; at < HEADER_FATS; at++) found.push(this.#bytes.readUInt32LE(76 + 4 * at))
    let next = this.#bytes.readUInt32LE(68)
    for (let turn = 0; next < SPECIAL && turn < this.#bytes.length / this.#size; turn++) {
      const more = numbers(this.#sector(next))
      next = more.pop() ?? SPECIAL
      found.push(...more)
    }
    return found.filter((at) => at < SPECIAL)
  }

  chain(first: number): Buffer {
    return Buffer.concat(follow(this.#fat, first).map((at) => this.#sector(at)))
  }

  stream(name: string): Buffer | undefined {
    const folder = this.chain(this.#bytes.readUInt32LE(48))
    const entries = Array.from({ length: Math.floor(folder.length / ENTRY) }, (_, at) =>
      entryOf(folder.subarray(at * ENTRY, (at + 1) * ENTRY)),
    )
    const found = entries.find((one) => one.type === STREAM && one.name === name)
    if (!found) return undefined
    if (found.size >= this.#bytes.readUInt32LE(56)) return this.chain(found.first).subarray(0, found.size)
    const root = entries.find((one) => one.type === ROOT)
    if (!root) return undefined
    const [small, table] = [this.chain(root.first), numbers(this.chain(this.#bytes.readUInt32LE(60)))]
    const part = 2 ** this.#bytes.readUInt16LE(32)
    return Buffer.concat(follow(table, found.first).map((at) => small.subarray(at * part, (at + 1) * part))).subarray(0, found.size)
  }
}

const numbers = (bytes: Buffer): number[] => Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readUInt32LE(4 * at))

function follow(table: readonly number[], first: number): number[] {
  const chain: number[] = []
  for (let at = first; at < SPECIAL; at = table[at] ?? SPECIAL) {
    if (chain.length > table.length) throw new RangeError('circle')
    chain.push(at)
  }
  return chain
}

const entryOf = (bytes: Buffer) => ({
  name: bytes.toString('utf16le', 0, Math.max(0, Math.min(64, bytes.readUInt16LE(64)) - 2)),
  type: bytes[66],
  first: bytes.readUInt32LE(116),
  size: bytes.readUInt32LE(120),
})

/** The bytes of a stream of a compound file; undefined where there is none, or the file is none. */
export function oleStream(bytes: Uint8Array, name: string): Buffer | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.length < 512 || !file.subarray(0, 8).equals(MAGIC)) return undefined
  try {
    return new Compound(file).stream(name)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
