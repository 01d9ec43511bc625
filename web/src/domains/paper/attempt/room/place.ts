// What only this browser knows of a sitting: the flagged questions and where the candidate was.
export type Place = { flagged: string[]; at: number }

const keyOf = (userId: string, paperId: string) => `exam-place:${userId}:${paperId}`

/** Takes anything for a place that once was one; broken or missing text gives the beginning. */
export function readPlace(userId: string, paperId: string): Place {
  try {
    const found = JSON.parse(localStorage.getItem(keyOf(userId, paperId)) ?? '{}') as Partial<Place>
    return { flagged: Array.isArray(found.flagged) ? found.flagged : [], at: Number.isInteger(found.at) ? Number(found.at) : 0 }
  } catch {
    return { flagged: [], at: 0 }
  }
}

export function writePlace(userId: string, paperId: string, place: Place) {
  try {
    localStorage.setItem(keyOf(userId, paperId), JSON.stringify(place))
  } catch {
    // a full or forbidden storage costs the flags after a reload, nothing else
  }
}

export const forgetPlace = (userId: string, paperId: string) => localStorage.removeItem(keyOf(userId, paperId))
