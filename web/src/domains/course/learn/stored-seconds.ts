// Seconds that were learnt and not yet reported, stored in the browser over a reload.
import type { Span } from '@shuyuan/contract/course/learn/film.ts'

export type UnsentSeconds = {
  learnSec: number
  position: number
  session: string
  /** of a video or recording, what was played */
  played?: Span[] | undefined
  /** the seconds that the server had counted before these */
  counted: number
}
export type StoredSeconds = { read: () => UnsentSeconds | undefined; write: (stored: UnsentSeconds | undefined) => void }

const isStored = (value: unknown): value is UnsentSeconds => {
  const { learnSec, position, session, counted } = (value ?? {}) as Partial<UnsentSeconds>
  return typeof learnSec === 'number' && typeof position === 'number' && typeof session === 'string' && typeof counted === 'number'
}

/** The stored seconds of one user, course and file. */
export function storedSeconds(userId: string, courseId: string, fileId: string): StoredSeconds {
  const key = `learn:${userId}:${courseId}:${fileId}`
  return {
    read() {
      try {
        const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
        return isStored(value) ? value : undefined
      } catch {
        return undefined
      }
    },
    write(stored) {
      if (stored) localStorage.setItem(key, JSON.stringify(stored))
      else localStorage.removeItem(key)
    },
  }
}
