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

/** A class: an object literal with accessors has a hidden class of its own for each call, which keeps the call in memory (docs/decisions/0274). */
class CallRequest {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  #closed: AbortSignal | undefined
  readonly id: string
  readonly ip: string
  readonly userAgent: string
  readonly token: string
  readonly path: string

  constructor(request: FastifyRequest, reply: FastifyReply) {
    const { token } = request.headers
    this.#request = request
    this.#reply = reply
    this.id = request.id
    this.ip = request.ip
    this.userAgent = request.headers['user-agent'] ?? ''
    this.token = typeof token === 'string' ? token : ''
    this.path = request.url
  }

  /** Computed on access, because few calls use it; a proxy hands on the host itself, X-Forwarded-Host may be the caller's. */
  get origin(): string {
    return `${this.#request.protocol}://${this.#request.headers.host ?? ''}`
  }

  /** A property of its own, because handlers take the request apart. */
  readonly header = (name: string): string => String(this.#request.headers[name] ?? '')

  /** Most calls never ask. */
  get closed(): AbortSignal {
    return (this.#closed ??= closedSignal(this.#reply))
  }
}

/** @returns the context, and what its handler asked to run after the commit */
export function callCtx(app: App, request: FastifyRequest, reply: FastifyReply, user: CurrentUser): { ctx: Ctx; after: After } {
  const after: After = []
  const ctx: Ctx = {
    app,
    db: app.db,
    now: app.clock(),
    user,
    log: request.log,
    request: new CallRequest(request, reply),
    answerHeader: (name, value) => void reply.header(name, value),
    file: undefined,
    afterCommit: (act) => void after.push(act),
    change: {},
  }
  return { ctx, after }
}
