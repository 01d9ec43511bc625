// The records of an equation of MathType (MTEF 5) or the old equation editor (MTEF 3) as a tree.

import {
  type MtefChar,
  type MtefLine,
  type MtefMatrix,
  type MtefNode,
  type MtefPile,
  type MtefTemplate,
  MtefUnread,
} from './mtef-template.format.ts'

const Kind = {
  end: 0,
  line: 1,
  char: 2,
  tmpl: 3,
  pile: 4,
  matrix: 5,
  embell: 6,
  ruler: 7,
  font: 8,
  size: 9,
  full: 10,
  subsym: 14,
  color: 15,
  colorDef: 16,
  fontDef: 17,
  prefs: 18,
  encoding: 19,
  future: 100,
} as const
/** Options of a record; the low ones differ by kind. */
const Option = {
  nudge: 8,
  nullLine: 1,
  ruler: 2,
  spacing: 4,
  marks5: 1,
  function5: 2,
  byte5: 4,
  word5: 16,
  uncoded5: 32,
  marks3: 2,
} as const
const Color = { cmyk: 1, named: 4 } as const
const DEEPEST = 60
const FULL_BYTE = 255
const BIASED = 128

class Reader {
  readonly #bytes: Buffer
  readonly version: number
  #at = 0
  #depth = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.version = this.#byte()
    if (this.version !== 3 && this.version !== 5) throw new MtefUnread('version')
    this.#at += 4
    if (this.version === 5) {
      this.#text()
      this.#byte()
    }
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++]
    if (byte === undefined) throw new MtefUnread('end')
    return byte
  }

  #skip(count: number) {
    this.#at += count
  }

  #word(): number {
    return this.#byte() + 256 * this.#byte()
  }

  /** One byte, or 255 and two. */
  #count(): number {
    const byte = this.#byte()
    return byte === FULL_BYTE ? this.#word() : byte
  }

  #text() {
    while (this.#byte() !== 0);
  }

  #nudge(options: number) {
    if ((options & Option.nudge) === 0) return
    const [x, y] = [this.#byte(), this.#byte()]
    if (x === BIASED && y === BIASED) this.#at += 4
  }

  /** The records up to the end of a list. */
  list(): MtefNode[] {
    if (++this.#depth > DEEPEST) throw new MtefUnread('depth')
    const found: MtefNode[] = []
    for (;;) {
      const tag = this.#byte()
      const kind = this.version === 3 ? tag & 15 : tag
      if (kind === Kind.end) break
      const node = this.#record(kind, this.version === 3 ? tag >> 4 : 0)
      if (node) found.push(node)
    }
    this.#depth--
    return found
  }

  #record(kind: number, tagged: number): MtefNode | undefined {
    // MTEF 5 writes the options of these records into a byte of their own
    const options = this.version === 5 && kind <= Kind.embell ? this.#byte() : tagged
    switch (kind) {
      case Kind.line:
        return this.#line(options)
      case Kind.char:
        return this.#char(options)
      case Kind.tmpl:
        return this.#template(options)
      case Kind.pile:
        return this.#pile(options)
      case Kind.matrix:
        return this.#matrix(options)
      default:
        return this.#look(kind)
    }
  }

  /** What concerns the look is passed over. */
  #look(kind: number): undefined {
    if (kind === Kind.ruler) this.#ruler()
    else if (kind === Kind.font) this.#font()
    else if (kind === Kind.size) this.#size()
    else if (kind === Kind.color) this.#count()
    else if (kind === Kind.colorDef) this.#color()
    else if (kind === Kind.fontDef) {
      this.#count()
      this.#text()
    } else if (kind === Kind.prefs) this.#prefs()
    else if (kind === Kind.encoding) this.#text()
    else if (kind >= Kind.future) this.#skip(this.#count())
    else if (kind < Kind.full || kind > Kind.subsym) throw new MtefUnread(`record ${kind}`)
    return undefined
  }

  #ruler() {
    this.#skip(3 * this.#byte())
  }

  #font() {
    if (this.version === 5) {
      this.#count()
      this.#byte()
    } else {
      this.#at += 2
      this.#text()
    }
  }

  #size() {
    const size = this.#byte()
    this.#at += size === 101 ? 2 : size === 100 ? 3 : 1
  }

  #color() {
    const options = this.#byte()
    this.#at += (options & Color.cmyk) === 0 ? 6 : 8
    if ((options & Color.named) !== 0) this.#text()
  }

  #prefs() {
    this.#byte()
    for (const _array of ['sizes', 'spaces']) this.#dimensions(this.#byte())
    for (let left = this.#byte(); left > 0; left--) if (this.#byte() !== 0) this.#byte()
  }

  /** Each is a unit and digits of four bits up to 15; all follow each other without a gap, to a whole byte. */
  #dimensions(count: number) {
    let left = count
    while (left > 0) {
      const byte = this.#byte()
      for (const nibble of [byte >> 4, byte & 15]) if (left > 0 && nibble === 15) left--
    }
  }

  #line(options: number): MtefLine {
    this.#nudge(options)
    if ((options & Option.spacing) !== 0) this.#word()
    if ((options & Option.ruler) !== 0) this.#ruledList()
    return { kind: 'line', items: (options & Option.nullLine) === 0 ? this.list() : [] }
  }

  /** A ruler is written as a record with its tag. */
  #ruledList() {
    this.#byte()
    this.#ruler()
  }

  #char(options: number): MtefChar {
    this.#nudge(options)
    const typed = this.#byte()
    const face = this.version === 5 && typed === FULL_BYTE ? this.#word() - 32_768 : typed - BIASED
    const isNew = this.version === 5
    if (isNew && (options & Option.uncoded5) !== 0) throw new MtefUnread('a character of a font')
    const code = this.#word()
    if (isNew && (options & Option.byte5) !== 0) this.#byte()
    if (isNew && (options & Option.word5) !== 0) this.#word()
    const hasMarks = (options & (isNew ? Option.marks5 : Option.marks3)) !== 0
    return { kind: 'char', code, face, begins: isNew && (options & Option.function5) !== 0, marks: hasMarks ? this.#marks() : [] }
  }

  #marks(): number[] {
    const found: number[] = []
    for (let tag = this.#byte(); tag !== Kind.end; tag = this.#byte()) {
      if ((this.version === 3 ? tag & 15 : tag) !== Kind.embell) throw new MtefUnread('mark')
      this.#nudge(this.version === 3 ? tag >> 4 : this.#byte())
      found.push(this.#byte())
    }
    return found
  }

  #template(options: number): MtefTemplate {
    this.#nudge(options)
    const selector = this.#byte()
    const first = this.#byte()
    const isLong = this.version === 5 && (first & 0x80) !== 0
    const variation = isLong ? (first & 0x7f) | (this.#byte() << 8) : first
    this.#byte()
    const inside = this.list()
    const signs = inside.filter((one) => one.kind === 'char')
    return { kind: 'tmpl', version: this.version, selector, variation, slots: inside.filter((one) => one.kind !== 'char'), signs }
  }

  #pile(options: number): MtefPile {
    this.#nudge(options)
    const align = this.#byte()
    this.#byte()
    if ((options & Option.ruler) !== 0) this.#ruledList()
    return { kind: 'pile', align, lines: this.list() }
  }

  #matrix(options: number): MtefMatrix {
    this.#nudge(options)
    this.#at += 3
    const [rows, columns] = [this.#byte(), this.#byte()]
    this.#at += Math.ceil((rows + 1) / 4) + Math.ceil((columns + 1) / 4)
    const cells = this.list()
    if (columns === 0 || cells.length !== rows * columns) throw new MtefUnread('matrix')
    return { kind: 'matrix', columns, cells }
  }
}

/** Reads an equation. Throws MtefUnread for another version, and what is broken. */
export const readMtef = (bytes: Buffer): MtefNode[] => new Reader(bytes).list()
