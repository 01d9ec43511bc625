// Seconds that were learnt and not yet reported, stored in the browser over a reload.
export type Kept = {
  learnSec: number
  position: number
  session: string
  /** the seconds that the server had counted before these */
  counted: number
}
export type KeptSeconds = { read: () => Kept | undefined; write: (kept: Kept | undefined) => void }

const isKept = (value: unknown): value is Kept => {
  const { learnSec, position, session, counted } = (value ?? {}) as Partial<Kept>
  return typeof learnSec === 'number' && typeof position === 'number' && typeof session === 'string' && typeof counted === 'number'
}

/** The stored seconds of one user, course and file. */
export function keptSeconds(userId: string, courseId: string, fileId: string): KeptSeconds {
  const key = `learn:${userId}:${courseId}:${fileId}`
  return {
    read() {
      try {
        const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
        return isKept(value) ? value : undefined
      } catch {
        return undefined
      }
    },
    write(kept) {
      if (kept) localStorage.setItem(key, JSON.stringify(kept))
      else localStorage.removeItem(key)
    },
  }
}
