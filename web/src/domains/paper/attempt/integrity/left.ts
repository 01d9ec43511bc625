// Leaving by closing the page, or for another page of the house: noted on the way out, seen when the page is back.
const keyOf = (paperId: string) => `exam-left:${paperId}`

export function noteLeft(paperId: string): void {
  try {
    localStorage.setItem(keyOf(paperId), String(Date.now()))
  } catch {
    // a full storage costs this one sign, and nothing of what else happens on the way out
  }
}

export const forgetLeft = (paperId: string): void => localStorage.removeItem(keyOf(paperId))

/** Seconds since the page was left, asked once; undefined where it was not, or its end came without a sign. */
export function takeLeft(paperId: string): number | undefined {
  const left = localStorage.getItem(keyOf(paperId))
  forgetLeft(paperId)
  return left === null ? undefined : Math.max(0, (Date.now() - Number(left)) / 1_000)
}
