// Finds what two written answers have in common, to mark it where they stand beside each other.

const GRAM = 4
/** Shorter runs are words of the subject. */
const LEAST = 6
/** Shorter answers are read at a glance. */
const WRITTEN = 20

export type Piece = { text: string; common: boolean }
type Bare = { characters: string[]; places: number[]; letters: string[] }

/** Letters and digits in one form, with the place of each in the text. */
function bareOf(text: string): Bare {
  const characters = Array.from(text)
  const places: number[] = []
  const letters: string[] = []
  for (const [place, one] of characters.entries())
    for (const letter of one.normalize('NFKC').toLowerCase())
      if (/[\p{L}\p{N}]/u.test(letter)) {
        places.push(place)
        letters.push(letter)
      }
  return { characters, places, letters }
}

const gramsOf = ({ letters }: Bare) =>
  letters.slice(0, Math.max(0, letters.length - GRAM + 1)).map((_, at) => letters.slice(at, at + GRAM).join(''))

export const isWritten = (...texts: string[]) => texts.every((text) => Array.from(text).length >= WRITTEN)

/**
 * Both texts in pieces. Sequences of four characters that both have, but not the question, make runs; punctuation within a run belongs to it.
 * @param question its sequences are everybody's
 */
export function commonPieces(a: string, b: string, question: string): [Piece[], Piece[]] {
  const known = new Set(gramsOf(bareOf(question)))
  const [one, other] = [bareOf(a), bareOf(b)]
  const shared = (grams: string[], own: Set<string>) => grams.map((gram) => own.has(gram) && !known.has(gram))
  const [gramsA, gramsB] = [gramsOf(one), gramsOf(other)]
  return [piecesOf(one, shared(gramsA, new Set(gramsB))), piecesOf(other, shared(gramsB, new Set(gramsA)))]
}

function piecesOf({ characters, places }: Bare, shared: readonly boolean[]): Piece[] {
  const marked = new Set<number>()
  for (let at = 0; at < shared.length; at++) {
    if (!shared[at]) continue
    let end = at
    while (shared[end + 1]) end++
    const last = end + GRAM - 1
    if (last - at + 1 >= LEAST) for (let place = places[at]!; place <= places[last]!; place++) marked.add(place)
    at = end
  }
  const pieces: Piece[] = []
  for (const [place, text] of characters.entries()) {
    const common = marked.has(place)
    const before = pieces.at(-1)
    if (before?.common === common) before.text += text
    else pieces.push({ text, common })
  }
  return pieces
}
