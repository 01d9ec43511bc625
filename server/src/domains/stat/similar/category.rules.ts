// The categories of answers that are compared: those that several people gave.

/** An answer that fewer people gave says too little about its chance. */
const LEAST = 3
const MOST = 12

/** Numbers the texts that are given to each item, from 1 on; 0: an empty text, which is not compared. */
export function answerNumbers(items: number): (item: number, text: string) => number {
  const known = Array.from({ length: items }, () => new Map<string, number>())
  return (item, text) => {
    if (text === '') return 0
    const own = known[item]!
    const number = own.get(text) ?? own.size + 1
    own.set(text, number)
    return number
  }
}

/**
 * Numbers the answers of each item by how often they were given; −1: blank, void, rare, or not on the paper.
 * @param answers `answerNumbers` by person and item
 */
export function categoriesOf(answers: Int32Array, items: number): Int8Array {
  const picks = new Int8Array(answers.length).fill(-1)
  for (let item = 0; item < items; item++) {
    const counts = new Map<number, number>()
    for (let at = item; at < answers.length; at += items) {
      const one = answers[at]!
      if (one > 0) counts.set(one, (counts.get(one) ?? 0) + 1)
    }
    const kept = [...counts].filter(([, n]) => n >= LEAST).toSorted(([a, n], [b, m]) => m - n || a - b)
    const numbers = new Map(kept.slice(0, MOST).map(([one], at) => [one, at]))
    for (let at = item; at < answers.length; at += items) picks[at] = numbers.get(answers[at]!) ?? -1
  }
  return picks
}
