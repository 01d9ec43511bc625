// Position and flagged questions of a paper, stored in this browser only.
export type RoomPosition = { flagged: string[]; at: number }

const keyOf = (userId: string, paperId: string) => `exam-place:${userId}:${paperId}`

/** Reads the stored place; missing or invalid text yields the first question without flags. */
export function readPlace(userId: string, paperId: string): RoomPosition {
  try {
    const found = JSON.parse(localStorage.getItem(keyOf(userId, paperId)) ?? '{}') as Partial<RoomPosition>
    return { flagged: Array.isArray(found.flagged) ? found.flagged : [], at: Number.isInteger(found.at) ? Number(found.at) : 0 }
  } catch {
    return { flagged: [], at: 0 }
  }
}

/** Whether this browser has shown the paper. */
export const hasPlace = (userId: string, paperId: string) => localStorage.getItem(keyOf(userId, paperId)) !== null

export function writePlace(userId: string, paperId: string, place: RoomPosition) {
  try {
    localStorage.setItem(keyOf(userId, paperId), JSON.stringify(place))
  } catch {
    // when storage is full or forbidden, only flags and position are lost on reload
  }
}

export const clearPlace = (userId: string, paperId: string) => localStorage.removeItem(keyOf(userId, paperId))
