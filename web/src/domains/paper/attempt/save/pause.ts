// Delay before a retry.

const FIRST_MS = 1_000
const LONGEST_MS = 30_000

/** @param failures consecutive failures, from 1. @returns milliseconds: 1 to 30 s doubling, half of it random, so that candidates do not retry in step */
export function pauseMs(failures: number, random: () => number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1))
  return longest * (0.5 + random() / 2)
}
