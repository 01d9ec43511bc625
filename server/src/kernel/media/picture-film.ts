// Writes single pictures as a film that players know: Matroska with Motion JPEG, without encoding anything (RFC 9559).

export type Picture = { time: number; jpeg: Uint8Array }

const UNKNOWN_SIZE = Buffer.from('01ffffffffffffff', 'hex')
const APP = 'shuyuan'
/** Milliseconds. */
const TICK_NS = 1_000_000
const KEY_BLOCK = Buffer.from([0x81, 0, 0, 0x80])

const bytesOf = (value: number): Buffer => {
  const body = Buffer.alloc(4)
  body.writeUInt32BE(value)
  return body
}
const double = (value: number): Buffer => {
  const body = Buffer.alloc(8)
  body.writeDoubleBE(value)
  return body
}
function element(id: string, ...parts: readonly (Uint8Array | string | number)[]): Buffer {
  const body = Buffer.concat(
    parts.map((one) => (typeof one === 'string' ? Buffer.from(one) : typeof one === 'number' ? bytesOf(one) : Buffer.from(one))),
  )
  return Buffer.concat([Buffer.from(id, 'hex'), bytesOf(0x10_00_00_00 + body.length), body])
}

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Width and height of a JPEG; undefined for other bytes (ITU-T T.81, B.2). */
export function sizeOfJpeg(jpeg: Uint8Array): { width: number; height: number } | undefined {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)
  for (let at = 2; at + 9 < jpeg.length;) {
    if (view.getUint8(at) !== 0xff) return undefined
    if (isFrame(view.getUint8(at + 1))) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

function headOf({ width, height }: { width: number; height: number }, lengthMs: number): Buffer {
  const numbers = { '4286': 1, '42f7': 1, '42f2': 4, '42f3': 8 }
  const begin = Object.entries(numbers).map(([id, value]) => element(id, value))
  return Buffer.concat([
    element('1a45dfa3', ...begin, element('4282', 'matroska'), element('4287', 4), element('4285', 2)),
    Buffer.from('18538067', 'hex'),
    UNKNOWN_SIZE,
    element('1549a966', element('2ad7b1', TICK_NS), element('4d80', APP), element('5741', APP), element('4489', double(lengthMs))),
    element(
      '1654ae6b',
      element(
        'ae',
        element('d7', 1),
        element('73c5', 1),
        element('83', 1),
        element('9c', 0),
        element('86', 'V_MJPEG'),
        element('e0', element('b0', width), element('ba', height)),
      ),
    ),
  ])
}

/**
 * The bytes of a film that begins at its first picture. Nothing comes of pictures that are no JPEG.
 * @param untilMs the end, on the clock of the pictures: how long the last one is shown
 */
export async function* filmOfPictures(pictures: AsyncIterable<Picture>, untilMs: number): AsyncGenerator<Buffer> {
  let zero: number | undefined
  for await (const { time, jpeg } of pictures) {
    if (zero === undefined) {
      const size = sizeOfJpeg(jpeg)
      if (!size) return
      zero = time
      yield headOf(size, Math.max(0, untilMs - zero))
    }
    yield element('1f43b675', element('e7', time - zero), element('a3', KEY_BLOCK, jpeg))
  }
}
