// Leaves by closing the page or navigating within the site: stored on unload, read when the page is back.
const keyOf = (paperId: string) => `exam-left:${paperId}`

export function recordLeft(paperId: string): void {
  try {
    localStorage.setItem(keyOf(paperId), String(Date.now()))
  } catch {
    // when storage is full this leave is not counted; the unload continues
  }
}

export const clearLeft = (paperId: string): void => localStorage.removeItem(keyOf(paperId))

/** Seconds since the page was left, and removes the entry; undefined when it was not left or no unload event was seen. */
export function takeLeft(paperId: string): number | undefined {
  const left = localStorage.getItem(keyOf(paperId))
  clearLeft(paperId)
  return left === null ? undefined : Math.max(0, (Date.now() - Number(left)) / 1_000)
}
