// A session that has timed out: its calls wait until the user has proved who they are, and are sent again.
import { store } from '../state/store.ts'
import { getToken } from './token.ts'

/** When the session of the present token ends, in milliseconds of this browser's clock; undefined without a limit. */
export const sessionEnds = store<number | undefined>(undefined)

/** Takes the rest of the session from the header of an answer. */
export function readSessionLeft(token: string, header: string | null) {
  if (header !== null && token === getToken()) sessionEnds.set(Date.now() + Number(header) * 1_000)
}

type Reopen = (timedOut: boolean) => Promise<boolean> | undefined
let reopen: Reopen | undefined
const timedOut = new Set<string>()

/**
 * Registers what happens when a call was refused without a session: the promise resolves with whether it is to be sent again. Undefined
 * where no page waits for a new session. @returns a function that unregisters it
 */
export function onTimedOut(act: Reopen): () => void {
  reopen = act
  return () => {
    if (reopen === act) reopen = undefined
  }
}

/** Waits for a new session. @returns undefined for a failure of another kind, or where no page waits */
export function reopened(token: string, key: string): Promise<boolean> | undefined {
  if (key === 'sessionOver') timedOut.add(token)
  // a newer sign-in may have replaced a session that timed out
  return reopen?.(timedOut.has(token))
}
