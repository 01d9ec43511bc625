// Two texts compared word by word.

/** `kind`: same in both, only in the first, only in the second. */
export type Piece = { kind: 'same' | 'gone' | 'new'; text: string }

const words = new Intl.Segmenter('zh', { granularity: 'word' })
/** Beyond this many words the texts are shown as a whole: the table of the comparison grows with the square. */
const MOST_WORDS = 1_200
const wordsOf = (text: string) => Array.from(words.segment(text), (one) => one.segment)

/** The pieces of both texts in order, by the longest common subsequence of their words. */
export function diffOf(before: string, after: string): Piece[] {
  const [one, other] = [wordsOf(before), wordsOf(after)]
  if (one.length > MOST_WORDS || other.length > MOST_WORDS)
    return joined([
      { kind: 'gone', text: before },
      { kind: 'new', text: after },
    ])
  const pieces: Piece[] = []
  const common = tableOf(one, other)
  let [at, to] = [0, 0]
  while (at < one.length || to < other.length) {
    const [left, right] = [one[at], other[to]]
    if (left !== undefined && left === right) {
      pieces.push({ kind: 'same', text: left })
      at++
      to++
    } else if (right === undefined || (left !== undefined && common[at + 1]![to]! >= common[at]![to + 1]!)) {
      pieces.push({ kind: 'gone', text: left ?? '' })
      at++
    } else {
      pieces.push({ kind: 'new', text: right })
      to++
    }
  }
  return joined(pieces)
}

/** How many words the rests from each pair of places have in common. */
function tableOf(one: readonly string[], other: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1))
  for (let at = one.length - 1; at >= 0; at--)
    for (let to = other.length - 1; to >= 0; to--)
      table[at]![to] = one[at] === other[to] ? table[at + 1]![to + 1]! + 1 : Math.max(table[at + 1]![to]!, table[at]![to + 1]!)
  return table
}

/** Neighbours of one kind as one piece. */
function joined(pieces: readonly Piece[]): Piece[] {
  const found: Piece[] = []
  for (const piece of pieces) {
    if (piece.text === '') continue
    const last = found.at(-1)
    if (last?.kind === piece.kind) last.text += piece.text
    else found.push({ ...piece })
  }
  return found
}
