// Saves as they stand in the buffer, and what to do with those that an earlier page load has left behind.
import type { Answer } from '@shuyuan/contract/qu/content.ts'

/** Which save the server held when a change was made; null: none. */
export type Base = { session: string; seq: number } | null
export type Op = { quId: string; answer: Answer | null; session: string; seq: number; base: Base }
export type Saved = { quId: string; answer: Answer | null; session: string; seq: number }

/** What has been typed and is not acknowledged yet, beyond this page's life. */
export type Buffer = {
  /** keeps the newest op of its question */
  put: (op: Op) => Promise<void>
  /** forgets this op; a newer one of the same question stays */
  drop: (op: Pick<Op, 'quId' | 'session' | 'seq'>) => Promise<void>
  all: () => Promise<Op[]>
  wipe: () => Promise<void>
}

export type Sorted = {
  /** to be saved anew, under the session of this page load */
  resend: Op[]
  /** another page has answered since: offered under the old session, so that the server keeps the text in its late store */
  overtaken: Op[]
  /** the server has it already */
  done: Op[]
}

const isBase = (saved: Saved | undefined, base: Base) =>
  saved === undefined ? base === null : base !== null && saved.session === base.session && saved.seq === base.seq

/** Compares the ops of a buffer with what the server holds. */
export function sortOps(ops: readonly Op[], saved: readonly Saved[]): Sorted {
  const held = new Map(saved.map((one) => [one.quId, one]))
  const sorted: Sorted = { resend: [], overtaken: [], done: [] }
  for (const op of ops) {
    const there = held.get(op.quId)
    if (there && there.session === op.session && there.seq >= op.seq) sorted.done.push(op)
    else if (there?.session === op.session || isBase(there, op.base)) sorted.resend.push(op)
    else sorted.overtaken.push(op)
  }
  return sorted
}

const KEEPALIVE_BYTES = 60_000
const BATCH = 100

/** Cuts ops into requests: at most 100 each and, for `keepalive`, what a browser lets through while a page goes (64 kB); the rest stays buffered. */
export function cut(ops: readonly Op[], keepalive: boolean): Op[][] {
  if (!keepalive) return Array.from({ length: Math.ceil(ops.length / BATCH) }, (_, at) => ops.slice(at * BATCH, (at + 1) * BATCH))
  let bytes = 0
  const fitting = ops.filter((op) => {
    const size = new TextEncoder().encode(JSON.stringify(op)).length
    if (bytes + size > KEEPALIVE_BYTES) return false
    bytes += size
    return true
  })
  return fitting.length > 0 ? [fitting] : []
}
