// Lets the calls under way end before a server stops.
import type { FastifyInstance } from 'fastify'

/** How long calls under way may still take, in milliseconds; what takes longer is cut, and its transaction rolled back. */
const CALLS_MS = 5_000

export type Drain = {
  /** From now on each answer closes its connection, and `isStopping` holds, so that a proxy turns to another server. */
  announce: () => void
  readonly isStopping: boolean
  /** Takes no further connections. @returns when no call is under way, or after `maxMs` milliseconds */
  finish: (maxMs?: number) => Promise<void>
}

/** Counts the calls of a server that is not ready yet. Sockets are not counted: who closes the server closes them. */
export function openDrain(http: FastifyInstance): Drain {
  let calls = 0
  let isStopping = false
  let ended: (() => void) | undefined
  http.addHook('onRequest', (request, reply, done) => {
    if (isStopping) reply.header('connection', 'close')
    if (!request.ws) {
      calls++
      reply.raw.once('close', () => {
        if (--calls === 0) ended?.()
      })
    }
    done()
  })
  return {
    announce: () => void (isStopping = true),
    get isStopping() {
      return isStopping
    },
    async finish(maxMs = CALLS_MS) {
      isStopping = true
      // the connections that wait for their next call are closed with it
      if (http.server.listening) http.server.close()
      if (calls === 0) return
      const late = new Promise<void>((resolve) => void setTimeout(resolve, maxMs).unref())
      await Promise.race([late, new Promise<void>((resolve) => void (ended = resolve))])
    },
  }
}
