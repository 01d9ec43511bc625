// Saves in the buffer, and sorting of those that an earlier page load left unacknowledged.
import type { Answer } from '@shuyuan/contract/qu/content.ts'

/** The save that the server had stored when a change was made; null: none. */
export type Base = { session: string; seq: number } | null
export type Op = { quId: string; answer: Answer | null; session: string; seq: number; base: Base }
export type Saved = { quId: string; answer: Answer | null; session: string; seq: number }

/** Unacknowledged saves, stored beyond a page load. */
export type Buffer = {
  /** replaces an older op of the same question */
  put: (op: Op) => Promise<void>
  /** deletes this op; a newer one of the same question stays */
  drop: (op: Pick<Op, 'quId' | 'session' | 'seq'>) => Promise<void>
  all: () => Promise<Op[]>
  wipe: () => Promise<void>
}

export type Sorted = {
  /** to be sent again under the session of this page load */
  resend: Op[]
  /** another page has saved a newer answer: sent under the old session, so that the server stores the text in the late store */
  overtaken: Op[]
  /** stored by the server already */
  done: Op[]
}

const isBase = (saved: Saved | undefined, base: Base) =>
  saved === undefined ? base === null : base !== null && saved.session === base.session && saved.seq === base.seq

/** Compares buffered ops with the answers stored by the server. */
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

/** Splits ops into requests of at most 100 and, for `keepalive`, 64 kB in total (the browsers' limit); ops beyond that stay buffered. */
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
