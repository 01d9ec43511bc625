// Calls of a paper that also keep it in this browser. Without a network the kept paper is opened: the page load before goes on, with its
// write lock, its answers and its numbers (docs/decisions/0126).
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { Reading } from '../room/clock.ts'
import type { Kept } from './kept.ts'
import type { Op } from './ops.ts'
import type { PaperSessionPorts } from './paper-session-view.ts'
import { type Verdict, verdictOf } from './verdict.ts'

type Calls = Pick<PaperSessionPorts, 'open' | 'save' | 'hand' | 'leftTime'>
/** The page load that kept the paper may not answer it any more. */
const ends: readonly Verdict[] = ['elsewhere', 'locked', 'closed', 'hidden', 'lost']

export function keeping(calls: Calls, kept: Kept): Calls {
  let rev: number | undefined
  const quietly = (done: Promise<unknown>) => done.catch(() => undefined)
  const drop = (session?: string) => void quietly(kept.drop(session))
  const update = (session: string, ops: readonly Op[], { leftMs, timeRev }: Reading) => {
    const isNew = timeRev !== rev
    rev = timeRev
    if (ops.length === 0 && !isNew) return undefined
    const saved = ops.map(({ quId, answer, seq }) => ({ quId, answer, seq, session }))
    return quietly(kept.update(session, saved, isNew ? { leftMs, timeRev } : undefined))
  }
  /** Rejects as the call does. */
  const watched = async <T>(session: string, call: Promise<T>): Promise<T> => {
    try {
      return await call
    } catch (error) {
      if (ends.includes(verdictOf(error))) drop(session)
      throw error
    }
  }
  return {
    async open(takeover) {
      try {
        const detail = await calls.open(takeover)
        rev = detail.timeRev
        // a paper of single questions shows none of them twice
        const isKept = detail.state === PaperState.open && !detail.heldElsewhere && !detail.rules.stepMode
        if (isKept) void quietly(kept.keep(detail))
        else drop()
        return detail
      } catch (error) {
        const verdict = verdictOf(error)
        if (ends.includes(verdict)) drop()
        const found = verdict === 'again' && !takeover ? await kept.read().catch(() => undefined) : undefined
        if (found) return found
        throw error
      }
    },
    async save(session, ops, keepalive) {
      const reply = await watched(session, calls.save(session, ops, keepalive))
      // before the buffer drops it: one of both has the answer at any time
      await update(
        session,
        ops.filter((op) => reply.saved.some(({ quId }) => quId === op.quId)),
        reply,
      )
      return reply
    },
    async hand(session, ops) {
      const receipt = await watched(session, calls.hand(session, ops))
      drop()
      return receipt
    },
    async leftTime(session, acked) {
      const reading = await watched(session, calls.leftTime(session, acked))
      if (reading.state === PaperState.open) void update(session, [], reading)
      else drop(session)
      return reading
    },
  }
}
