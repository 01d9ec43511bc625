// The categories of answers that are compared: those that several people gave.

/** An answer that fewer people gave says too little about its chance. */
const LEAST = 3
const MOST = 12

/**
 * Numbers the answers of each item by how often they were given; −1: blank, void, rare, or not on the paper.
 * @param answers by person, one text for each item; empty: not compared
 */
export function categoriesOf(answers: readonly (readonly string[])[], items: number): Int8Array {
  const picks = new Int8Array(answers.length * items).fill(-1)
  for (let item = 0; item < items; item++) {
    const counts = new Map<string, number>()
    for (const own of answers) {
      const text = own[item] ?? ''
      if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1)
    }
    const kept = [...counts].filter(([, n]) => n >= LEAST).toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    const numbers = new Map(kept.slice(0, MOST).map(([text], at) => [text, at]))
    for (const [person, own] of answers.entries()) picks[person * items + item] = numbers.get(own[item] ?? '') ?? -1
  }
  return picks
}
