// The width of the quick cards of the start page (admin.md, Dashboard).

const COLUMNS = 24

/** Columns of 24 that each of `count` cards takes: fewer than three share the row; three, four or two cards in a row, whichever divides first. */
export function cardWidth(count: number): number {
  if (count < 1) return COLUMNS
  if (count < 3) return COLUMNS / count
  if (count % 3 === 0) return 8
  if (count % 4 === 0) return 6
  return count % 2 === 0 ? 12 : 8
}

/** Whether the filler is added to this many cards: an odd number, or fewer than three. */
export const needsFiller = (count: number): boolean => count % 2 === 1 || count < 3
