// Papers whose letters follow a pattern: they resemble each other without saying anything of the candidates.

const PERIODS = [1, 2, 3, 4, 5]
const REPEATS = 12
/** A run that is mostly right follows the key, not a pattern. */
const RIGHT = 0.75

/** One answer in the order of the paper: its letters in the bank, empty when blank, and whether it is right. */
export type Ordered = { letters: string; right: boolean }

/** Whether at least `REPEATS` answers in a row repeat the one that is one to five places before. Only questions with three options and more. */
export function isPatterned(answers: readonly Ordered[]): boolean {
  return PERIODS.some((period) => {
    let run = 0
    for (const [at, { letters }] of answers.entries()) {
      const earlier = answers[at - period]
      run = earlier !== undefined && letters !== '' && earlier.letters === letters ? run + 1 : 0
      if (run < REPEATS) continue
      const part = answers.slice(at - run - period + 1, at + 1)
      if (part.filter((one) => one.right).length < RIGHT * part.length) return true
    }
    return false
  })
}
