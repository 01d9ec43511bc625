// Time limits of requests. Node's own limit applies to a whole request, which an upload of 200 MB on a slow line needs hours for.
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

/** Headers must arrive within 20 s, a whole request within three hours: 200 MB at 150 kbit/s. */
export const requestTimes = {
  requestTimeout: 3 * 3_600_000,
  http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
}

/** A body must bring at least this many bytes in each window: 24 kbit/s, or its rest. */
const LEAST_BYTES = 90_000
const WINDOW_MS = 30_000

const mark = Symbol('mark')
type Marked = IncomingMessage & { [mark]?: Mark | undefined }
type Mark = { request: Marked; at: number; bytes: number; place: number }

/** A request of `inject` has no socket and is never complete. */
const hasBody = ({ headers, socket }: IncomingMessage) =>
  socket instanceof Socket && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

/**
 * Closes connections whose body arrives too slowly.
 * @returns looks at all open bodies at a time in ms of performance.now(); called by a timer, and by tests
 */
export function cutSlowBodies(http: FastifyInstance): (now: number) => void {
  // no map or set: docs/decisions/0274
  const open: Mark[] = []
  function forget(one: Mark) {
    one.request[mark] = undefined
    const last = open.pop()!
    if (last !== one) open[(last.place = one.place)] = last
  }
  http.addHook('onRequest', ({ raw }: { raw: Marked }, _reply, done) => {
    if (!raw.complete && hasBody(raw))
      open.push((raw[mark] = { request: raw, at: performance.now(), bytes: raw.socket.bytesRead, place: open.length }))
    done()
  })
  // the body of a call that was refused early is still being received
  http.addHook('onResponse', ({ raw }: { raw: Marked }, _reply, done) => {
    if (raw.complete && raw[mark]) forget(raw[mark])
    done()
  })
  function look(now: number) {
    for (const one of open.toReversed()) {
      const { request } = one
      const bytes = request.socket.bytesRead
      if (request.complete || request.destroyed) forget(one)
      else if (now - one.at < WINDOW_MS) continue
      else if (bytes - one.bytes >= LEAST_BYTES) Object.assign(one, { at: now, bytes })
      else request.socket.destroy()
    }
  }
  const timer = setInterval(() => look(performance.now()), WINDOW_MS / 6).unref()
  http.addHook('onClose', async () => clearInterval(timer))
  return look
}
