// The learner's open paper, known before a page of the learner's layout is shown, so that nothing moves when its bar comes.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { ongoing } from '@shuyuan/contract/paper/attempt/ongoing.ts'
import { onSignedOut } from '../../kernel/call/api.ts'
import { callQuery, queryClient } from '../../kernel/call/query.ts'

const POLL_MS = 30_000
/** A page does not wait longer for it. */
const WAIT_MS = 2_000

export type RunningPaper = NonNullable<Data<(typeof ongoing)['check-process']>>

/** Navigations read it. As long as a paper runs, its page asks again: it may be handed in elsewhere, or get more time. */
export const runningQuery = callQuery(
  ongoing['check-process'],
  {},
  { quiet: true, refetchOnMount: false, refetchOnWindowFocus: true, refetchInterval: (query) => (query.state.data ? POLL_MS : false) },
)

/** Asks whether a paper runs. Never fails: without an answer the last one stays, and a lost session is told by the call that reads it. */
export async function readRunning(): Promise<void> {
  const release = onSignedOut(() => undefined)
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, WAIT_MS)
  await Promise.race([queryClient.prefetchQuery({ ...runningQuery, staleTime: 0 }).finally(release), late.promise])
  clearTimeout(timer)
}
