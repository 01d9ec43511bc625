// Counts the messages of each user over their sockets, per second.
import { socketLimits } from '@shuyuan/contract/kernel/socket-limits.ts'

const SECOND_MS = 1_000

export class MessageCounts {
  readonly #byUser = new Map<string, { since: number; count: number }>()
  readonly #now: () => number

  /** @param now a clock in ms */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Counts a message. @returns whether it is read, ignored, or closes the socket */
  add(userId: string): 'read' | 'ignore' | 'close' {
    const now = this.#now()
    const stored = this.#byUser.get(userId)
    const current = stored && now - stored.since < SECOND_MS ? stored : { since: now, count: 0 }
    current.count++
    this.#byUser.set(userId, current)
    if (current.count > socketLimits.flood) return 'close'
    return current.count > socketLimits.messages ? 'ignore' : 'read'
  }

  clear(userId: string) {
    this.#byUser.delete(userId)
  }
}
