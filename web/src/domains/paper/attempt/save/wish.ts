// The wish to hand in, stored in this browser until the server has answered: a page that is opened again hands in.
import type { Wish } from './paper-session-view.ts'

function read(key: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return Array.isArray(value) ? value.map(String) : undefined
  } catch {
    return undefined
  }
}

export function openWish(userId: string, paperId: string): Wish {
  const key = `exam-hand:${userId}:${paperId}`
  return {
    keep(sessions) {
      try {
        localStorage.setItem(key, JSON.stringify([...new Set(sessions)]))
      } catch {
        // when storage is full, only a page that is closed meanwhile forgets the wish
      }
    },
    drop: () => localStorage.removeItem(key),
    sessions: () => read(key),
  }
}
