// Texts of different people that share long runs of characters, by sequences of four characters.

const LENGTH = 4
/** Sequences in more answers than this share belong to the subject, if they are in more than `least` of them. */
const USUAL = 0.02
const LEAST = 2
export const TEXT = { share: 0.4, common: 12, own: 60 }
/** Answers that are alike in a larger cluster have a common source. */
export const CLUSTER = 10

/** Characters and digits alone, in one form. */
export const bareText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const gramsOf = (text: string): Set<string> => {
  const characters = Array.from(bareText(text))
  return new Set(Array.from({ length: Math.max(0, characters.length - LENGTH + 1) }, (_, at) => characters.slice(at, at + LENGTH).join('')))
}

/** `share`: common sequences of the smaller answer. */
export type TextPair = { a: number; b: number; share: number; common: number }

/**
 * Pairs of answers to one question that share much of their text. Sequences of the question and the reference answer, and those that many
 * answers have, do not count; answers with fewer than `TEXT.own` other characters are not compared.
 * @param known the texts of the question and its reference answer
 * @param least in so many answers a sequence may be and still counts, however few answers there are
 */
export function similarTexts(answers: readonly string[], known: readonly string[], least = LEAST): TextPair[] {
  const given = new Set(known.flatMap((text) => [...gramsOf(text)]))
  const numbers = new Map<string, number>()
  const grams = answers.map((text) =>
    Int32Array.from(
      [...gramsOf(text)].filter((gram) => !given.has(gram)),
      (gram) => {
        const number = numbers.get(gram) ?? numbers.size
        numbers.set(gram, number)
        return number
      },
    ),
  )
  const holders: number[][] = Array.from(numbers, () => [])
  for (const [at, own] of grams.entries()) for (const gram of own) holders[gram]!.push(at)
  const most = Math.max(least, answers.length * USUAL)
  const sizes = grams.map((own) => own.filter((gram) => holders[gram]!.length <= most).length)
  const shared = new Map<number, number>()
  for (const people of holders) {
    if (people.length < 2 || people.length > most) continue
    const long = people.filter((one) => grams[one]!.length + LENGTH - 1 >= TEXT.own)
    for (const [at, a] of long.entries())
      for (const b of long.slice(at + 1)) shared.set(a * answers.length + b, (shared.get(a * answers.length + b) ?? 0) + 1)
  }
  return [...shared].flatMap(([pair, common]) => {
    if (common < TEXT.common) return []
    const [a, b] = [Math.floor(pair / answers.length), pair % answers.length]
    const share = common / Math.min(sizes[a]!, sizes[b]!)
    return share >= TEXT.share ? [{ a, b, share, common }] : []
  })
}

/** A shorter common run is marked nowhere: everyday words are as long. */
const MARKED = 8
export type TextPart = { text: string; same: boolean }

/** Letters and digits of a text in one form, each with the place of the character that it stands for. */
function placedOf(text: string): { characters: string[]; places: number[] } {
  const characters: string[] = []
  const places: number[] = []
  let place = 0
  for (const one of text) {
    for (const bare of bareText(one)) {
      characters.push(bare)
      places.push(place)
    }
    place += one.length
  }
  return { characters, places }
}

/** `text` in pieces: those that stand in `other`, too, and are no part of the texts in `known`, and those between them. */
export function markCommon(text: string, other: string, known: readonly string[]): TextPart[] {
  const given = new Set(known.flatMap((one) => [...gramsOf(one)]))
  const theirs = gramsOf(other)
  const { characters, places } = placedOf(text)
  const isCommon = Array.from({ length: characters.length }, () => false)
  for (let at = 0; at + LENGTH <= characters.length; at++) {
    const gram = characters.slice(at, at + LENGTH).join('')
    if (theirs.has(gram) && !given.has(gram)) isCommon.fill(true, at, at + LENGTH)
  }
  const parts: TextPart[] = []
  const add = (from: number, to: number, same: boolean) => {
    if (to > from) parts.push({ text: text.slice(from, to), same })
  }
  let end = 0
  for (let at = 0; at < characters.length; at++) {
    if (!isCommon[at]) continue
    let last = at
    while (isCommon[last + 1]) last++
    if (last - at + 1 >= MARKED) {
      const after = places[last]! + String.fromCodePoint(text.codePointAt(places[last]!)!).length
      add(end, places[at]!, false)
      add(Math.max(end, places[at]!), after, true)
      end = after
    }
    at = last
  }
  add(end, text.length, false)
  return parts
}
