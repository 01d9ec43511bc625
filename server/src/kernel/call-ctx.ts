// The context of one HTTP call.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App, Ctx, CurrentUser } from './ctx.ts'

type After = (() => void | Promise<void>)[]

/** Aborted when the connection ends before the whole answer was written. */
function closedSignal({ raw }: FastifyReply): AbortSignal {
  const ending = new AbortController()
  const look = () => {
    if (!raw.writableFinished) ending.abort()
  }
  if (raw.destroyed) look()
  else raw.once('close', look)
  return ending.signal
}

/** @returns the context, and what its handler asked to run after the commit */
export function callCtx(app: App, request: FastifyRequest, reply: FastifyReply, user: CurrentUser): { ctx: Ctx; after: After } {
  const after: After = []
  let closed: AbortSignal | undefined
  const { token } = request.headers
  const ctx: Ctx = {
    app,
    db: app.db,
    now: app.clock(),
    user,
    log: request.log,
    request: {
      id: request.id,
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      token: typeof token === 'string' ? token : '',
      // computed on access, because few calls use it; a proxy hands on the host itself, X-Forwarded-Host may be the caller's
      get origin() {
        return `${request.protocol}://${request.headers.host ?? ''}`
      },
      path: request.url,
      header: (name) => String(request.headers[name] ?? ''),
      // most calls never ask
      get closed() {
        return (closed ??= closedSignal(reply))
      },
    },
    answerHeader: (name, value) => void reply.header(name, value),
    file: undefined,
    afterCommit: (act) => void after.push(act),
    change: {},
  }
  return { ctx, after }
}
