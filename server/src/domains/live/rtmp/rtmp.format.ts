// RTMP as a publisher speaks it (Adobe's specification 1.0): chunks into messages, AMF0 values, and messages into an FLV file.

export const RtmpType = {
  chunkSize: 1,
  abort: 2,
  ack: 3,
  windowSize: 5,
  peerBandwidth: 6,
  audio: 8,
  video: 9,
  command: 20,
} as const
export const HANDSHAKE = 1_536
/** No frame of a broadcast is as large. */
const MOST_MESSAGE = 8 * 1_024 * 1_024
/** Byte limit before the stream key was accepted. */
const MOST_UNKNOWN = 65_536
/** Messages that are begun at the same time; a publisher uses about six. */
const MOST_STREAMS = 32
const EXTENDED = 0xffffff

export class RtmpError extends Error {}

export type RtmpMessage = { type: number; time: number; body: Buffer }
type Stream = { type: number; length: number; time: number; delta: number; extended: boolean; parts: Buffer[]; have: number }

/** Collects the chunks of a connection, after the handshake. */
export class ChunkReader {
  #rest: Buffer = Buffer.alloc(0)
  #size = 128
  #most = MOST_UNKNOWN
  readonly #streams = new Map<number, Stream>()

  /** The publisher has shown a key. */
  admit() {
    this.#most = MOST_MESSAGE
  }

  /** @returns the messages that became complete. Throws RtmpError for what no publisher sends. */
  read(bytes: Buffer): RtmpMessage[] {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    const messages: RtmpMessage[] = []
    for (;;) {
      const taken = this.#chunk(messages)
      if (taken === 0) return messages
      this.#rest = this.#rest.subarray(taken)
    }
  }

  /** @returns the length of the first chunk; 0 when it is not complete */
  #chunk(messages: RtmpMessage[]): number {
    const rest = this.#rest
    if (rest.length < 1) return 0
    const [format, short] = [rest[0]! >> 6, rest[0]! & 63]
    let at = short === 0 ? 2 : short === 1 ? 3 : 1
    const header = [11, 7, 3, 0][format]!
    if (rest.length < at + header) return 0
    const id = short === 0 ? rest[1]! + 64 : short === 1 ? rest.readUInt16LE(1) + 64 : short
    const stream = this.#streams.get(id) ?? { type: 0, length: 0, time: 0, delta: 0, extended: false, parts: [], have: 0 }
    const begins = stream.have === 0
    let stamp = format < 3 ? rest.readUIntBE(at, 3) : 0
    const extended = format < 3 ? stamp === EXTENDED : stream.extended
    const [length, type] = format < 2 ? [rest.readUIntBE(at + 3, 3), rest[at + 6]!] : [stream.length, stream.type]
    at += header
    if (extended) {
      if (rest.length < at + 4) return 0
      stamp = format < 3 ? rest.readUInt32BE(at) : 0
      at += 4
    }
    if (length > this.#most || (!this.#streams.has(id) && this.#streams.size >= MOST_STREAMS)) throw new RtmpError('too large')
    const portion = Math.min(this.#size, length - stream.have)
    if (rest.length < at + portion) return 0
    Object.assign(stream, { length, type, extended })
    if (format === 0) Object.assign(stream, { time: stamp, delta: 0 })
    else if (format < 3) stream.delta = stamp
    if (begins && format !== 0) stream.time += stream.delta
    stream.parts.push(Buffer.from(rest.subarray(at, at + portion)))
    stream.have += portion
    this.#streams.set(id, stream)
    if (stream.have >= length) this.#complete(stream, messages)
    return at + portion
  }

  #complete(stream: Stream, messages: RtmpMessage[]) {
    const body = Buffer.concat(stream.parts)
    Object.assign(stream, { parts: [], have: 0 })
    if (stream.type === RtmpType.chunkSize) {
      const size = body.length < 4 ? 0 : body.readUInt32BE(0)
      if (size < 1 || size > 0x7fffffff) throw new RtmpError('chunk size')
      this.#size = Math.min(size, MOST_MESSAGE)
    } else if (stream.type === RtmpType.abort && body.length >= 4) {
      const other = this.#streams.get(body.readUInt32BE(0))
      if (other) Object.assign(other, { parts: [], have: 0 })
    } else messages.push({ type: stream.type, time: stream.time >>> 0, body })
  }
}

/** One message in chunks of at most 128 bytes, which is what every reader begins with. */
export function writeMessage(type: number, body: Buffer, messageStream = 0): Buffer {
  const channel = type === RtmpType.command ? 3 : 2
  const header = Buffer.alloc(12)
  header[0] = channel
  header.writeUIntBE(body.length, 4, 3)
  header[7] = type
  header.writeUInt32LE(messageStream, 8)
  const chunks: Buffer[] = [header]
  for (let at = 0; at < body.length; at += 128) {
    if (at > 0) chunks.push(Buffer.of(0xc0 | channel))
    chunks.push(body.subarray(at, at + 128))
  }
  return Buffer.concat(chunks)
}

export type Amf = string | number | boolean | null | { [name: string]: Amf }
const MOST_DEPTH = 8

const named = (name: string) => {
  const bytes = Buffer.from(name)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** Values in AMF0. */
export function writeAmf(...values: Amf[]): Buffer {
  return Buffer.concat(
    values.map((value) => {
      if (value === null) return Buffer.of(5)
      if (typeof value === 'boolean') return Buffer.of(1, Number(value))
      if (typeof value === 'string') return Buffer.concat([Buffer.of(2), named(value)])
      if (typeof value === 'object')
        return Buffer.concat([Buffer.of(3), ...Object.entries(value).flatMap(([name, one]) => [named(name), writeAmf(one)]), END])
      const number = Buffer.alloc(9)
      number.writeDoubleBE(value, 1)
      return number
    }),
  )
}
const END = Buffer.of(0, 0, 9)

/** The values of a command. Throws RtmpError where it is cut off or of a kind that no publisher sends. */
export function readAmf(bytes: Buffer): Amf[] {
  let at = 0
  const take = (length: number) => {
    if (at + length > bytes.length) throw new RtmpError('cut off')
    return bytes.subarray(at, (at += length))
  }
  const text = (length: number) => take(length).toString()
  const object = (depth: number): Amf => {
    const found: { [name: string]: Amf } = Object.create(null) as { [name: string]: Amf }
    for (;;) {
      const name = text(take(2).readUInt16BE())
      if (name === '' && bytes[at] === 9) {
        at += 1
        return found
      }
      found[name] = value(depth + 1)
    }
  }
  const value = (depth: number): Amf => {
    if (depth > MOST_DEPTH) throw new RtmpError('too deep')
    switch (take(1)[0]) {
      case 0:
        return take(8).readDoubleBE()
      case 1:
        return take(1)[0] !== 0
      case 2:
        return text(take(2).readUInt16BE())
      case 3:
        return object(depth)
      case 5:
      case 6:
        return null
      case 8:
        take(4)
        return object(depth)
      case 12:
        return text(take(4).readUInt32BE())
      default:
        throw new RtmpError('kind')
    }
  }
  const values: Amf[] = []
  while (at < bytes.length) values.push(value(0))
  return values
}

/** The beginning of an FLV file with pictures and sound. */
export const FLV_HEADER = Buffer.of(0x46, 0x4c, 0x56, 1, 5, 0, 0, 0, 9, 0, 0, 0, 0)

/** A message as a part of the file. */
export function flvTag({ type, time, body }: RtmpMessage): Buffer {
  const head = Buffer.alloc(11)
  head[0] = type
  head.writeUIntBE(body.length, 1, 3)
  head.writeUIntBE(time & 0xffffff, 4, 3)
  head[7] = time >>> 24
  const size = Buffer.alloc(4)
  size.writeUInt32BE(head.length + body.length)
  return Buffer.concat([head, body, size])
}

const AVC = 7
/** Pictures that are copied: H.264, as OBS sends it by default. Sound of any kind is encoded again. */
export const isPlayable = ({ type, body }: RtmpMessage): boolean =>
  type !== RtmpType.video || body.length === 0 || (body[0]! & 0x8f) === AVC
/** What a decoder needs before the first frame: the AVC or AAC configuration. */
export const isConfig = ({ type, body }: RtmpMessage): boolean =>
  type === RtmpType.video ? (body[0]! & 15) === AVC && body[1] === 0 : body[0]! >> 4 === 10 && body[1] === 0
export const isKeyFrame = ({ type, body }: RtmpMessage): boolean => type === RtmpType.video && body[0]! >> 4 === 1
