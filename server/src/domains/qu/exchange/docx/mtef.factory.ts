// Writes equations as MathType and the old equation editor do, and the compound file in which Word keeps them. For tests.

export type Bytes = readonly (number | Bytes)[]
const flat = (bytes: Bytes): number[] => bytes.flatMap((one) => (typeof one === 'number' ? [one] : flat(one)))
const word = (value: number) => [value & 255, value >> 8]
const text = (value: string) => [...Buffer.from(value), 0]

const FACE = 3
const END = 0

/** Records of MTEF 5. */
export const v5 = {
  char: (sign: string | number, face = FACE, marks: readonly number[] = []) => {
    const code = typeof sign === 'number' ? sign : sign.codePointAt(0)!
    return [2, marks.length > 0 ? 1 : 0, face + 128, word(code), marks.length > 0 ? [marks.map((mark) => [6, 0, mark]), END] : []]
  },
  word: (name: string, face = FACE) =>
    Array.from(name, (sign, at) => (face === 2 && at === 0 ? [2, 2, face + 128, word(sign.codePointAt(0)!)] : v5.char(sign, face))),
  line: (...items: Bytes) => [1, 0, items, END],
  none: [1, 1],
  tmpl: (selector: number, variation: number, ...inside: Bytes) => [3, 0, selector, variation, 0, inside, END],
  pile: (...lines: Bytes) => [4, 0, 1, 0, lines, END],
  matrix: (rows: number, columns: number, ...cells: Bytes) => [
    [5, 0, 0, 2, 0, rows, columns],
    Array.from({ length: Math.ceil((rows + 1) / 4) + Math.ceil((columns + 1) / 4) }, () => 0),
    cells,
    END,
  ],
  /** fonts, colours and preferences as MathType 6 writes them in front */
  equation: (...items: Bytes) => [
    [5, 1, 0, 6, 9, text('DSMT6'), 0],
    [
      19,
      text('WinAllBasicCodePages'),
      17,
      5,
      text('Times New Roman'),
      17,
      3,
      text('Symbol'),
      19,
      text('WinAllCodePages'),
      17,
      6,
      text('宋体'),
    ],
    [
      18, 0, 8, 0x21, 0x2f, 0x45, 0x8f, 0x44, 0x2f, 0x41, 0x50, 0xf4, 0x10, 0x0f, 0x47, 0x5f, 0x41, 0x50, 0xf2, 0x1f, 1, 0x41, 0xf0, 2, 1,
      0, 0,
    ],
    [16, 0, word(0), word(0), word(0), 15, 0, 100, 2, 9, 9, 10],
    v5.line(items),
    END,
  ],
}

/** Records of MTEF 3, whose options stand in the tag. */
export const v3 = {
  char: (sign: string | number, face = FACE, marks: readonly number[] = []) => [
    2 | (marks.length > 0 ? 0x20 : 0),
    face + 128,
    word(typeof sign === 'number' ? sign : sign.codePointAt(0)!),
    marks.length > 0 ? [marks.map((mark) => [6, mark]), END] : [],
  ],
  line: (...items: Bytes) => [1, items, END],
  none: [0x11],
  tmpl: (selector: number, variation: number, ...inside: Bytes) => [3, selector, variation, 0, inside, END],
  equation: (...items: Bytes) => [3, 1, 1, 3, 0, 10, v3.line(items), END],
}

const SECTOR = 512
const NONE = 0xffffffff
const LAST = 0xfffffffe
const FAT = 0xfffffffd
const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((SECTOR - (bytes.length % SECTOR)) % SECTOR)])
const longs = (values: readonly number[], size = SECTOR) => {
  const bytes = Buffer.alloc(size, 255)
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, 4 * at)
  return bytes
}
const entry = (name: string, type: number, first: number, size: number) => {
  const bytes = Buffer.alloc(128)
  bytes.write(name, 'utf16le')
  bytes.writeUInt16LE(2 * name.length + 2, 64)
  bytes[66] = type
  for (const at of [68, 72, 76]) bytes.writeUInt32LE(NONE, at)
  bytes.writeUInt32LE(first, 116)
  bytes.writeUInt32LE(size, 120)
  return bytes
}

/** A compound file with this equation, small ones in the stream of small parts. @param spare bytes after the equation */
export function oleFile(equation: Bytes, { spare = 0, name = 'Equation Native' } = {}): Buffer {
  const mtef = Buffer.from(flat(equation))
  const head = Buffer.alloc(28)
  head.writeUInt16LE(28, 0)
  head.writeUInt32LE(mtef.length, 8)
  const native = Buffer.concat([head, mtef, Buffer.alloc(spare)])
  const isSmall = native.length < 4_096
  const content = padded(native)
  const sectors = content.length / SECTOR
  const parts = Math.ceil(native.length / 64)
  const chain = (count: number, from: number) => Array.from({ length: count }, (_, at) => (at === count - 1 ? LAST : from + at + 1))
  const header = Buffer.alloc(SECTOR, 0)
  header.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  for (const [at, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    header.writeUInt16LE(value, at)
  // table of sectors in 0, folder in 1, table of small parts in 2, content from 3 on
  for (const [at, value] of [
    [44, 1],
    [48, 1],
    [56, 4_096],
    [60, 2],
    [64, 1],
    [68, LAST],
  ] as const)
    header.writeUInt32LE(value, at)
  longs([0], 436).copy(header, 76)
  return Buffer.concat([
    header,
    longs([FAT, LAST, LAST, ...chain(sectors, 3)]),
    Buffer.concat([
      entry('Root Entry', 5, isSmall ? 3 : LAST, isSmall ? content.length : 0),
      entry(name, 2, isSmall ? 0 : 3, native.length),
      Buffer.alloc(256),
    ]),
    longs(isSmall ? chain(parts, 0) : []),
    content,
  ])
}
