// What holds along a row: the classes of its signs, and lines that are broken with `\\`.
import { piece, type Piece, rowOf } from './piece.ts'
import type { Setting } from './setting.ts'

const classes: Record<string, string> = {
  ord: 'normal', inner: 'normal', op: 'large', bin: 'binary', rel: 'relation', open: 'opening', close: 'closing', punct: 'punctuation',
} // prettier-ignore

/** A piece with the distances of a class, named as TeX does: ord, op, bin, rel, open, close, punct, inner. */
export const classed = (family: string, inside: Piece) => piece('class', [inside], { v: classes[family] ?? 'normal' })

const classOf = (one: Piece | undefined) => {
  if (!one) return 'none'
  if (one.kind === 'operator') return 'large'
  if (one.kind === 'scripts') return classOf(one.inside[0])
  return one.kind === 'class' ? (one.with?.v ?? 'normal') : 'normal'
}
const before = new Set(['none', 'binary', 'opening', 'relation', 'large', 'punctuation'])
const after = new Set(['none', 'relation', 'closing', 'punctuation'])

/** Makes ordinary signs of binary operators that have nothing to stand between (The TeXbook, appendix G, rules 5 and 6). */
export function settleBinary(pieces: Piece[]) {
  const seen = pieces.flatMap((one, at) => (one.kind === 'space' || (one.kind === 'row' && one.inside.length === 0 && at > 0) ? [] : [at]))
  for (const [place, at] of seen.entries()) {
    const one = pieces[at]!
    if (classOf(one) !== 'binary' || one.kind !== 'class') continue
    const previous = place === 0 ? undefined : pieces[seen[place - 1]!]
    const next = seen[place + 1] === undefined ? undefined : pieces[seen[place + 1]!]
    if (before.has(classOf(previous)) || after.has(classOf(next))) pieces[at] = piece('class', one.inside, { v: 'normal' })
  }
}

/** The pieces as one row, or as rows one below the other where they are broken. */
export function inLines(pieces: readonly Piece[], { style }: Setting): Piece {
  const lines: Piece[][] = [[]]
  for (const one of pieces) {
    if (one.kind === 'break') lines.push([])
    else lines.at(-1)!.push(one)
  }
  return lines.length === 1 ? rowOf(pieces) : piece('lines', lines.map(rowOf), { style })
}
