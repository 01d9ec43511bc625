// How long to wait before something that failed is tried again.

const FIRST_MS = 1_000
const LONGEST_MS = 30_000

/** @param failures failures in a row, from 1. @returns 1 to 30 s doubling, half of it by chance, so that a hall does not come back in step */
export function pauseMs(failures: number, random: () => number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1))
  return longest * (0.5 + random() / 2)
}
