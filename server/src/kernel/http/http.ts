// Common parts of all answers: headers, access log, errors, health checks.
import { errors, sayError } from '@shuyuan/contract/kernel/error.ts'
import { sayKernel } from '@shuyuan/contract/kernel/kernel.texts.ts'
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import { type FieldProblem, isMessage, type Message, stated, type Stated } from '@shuyuan/contract/kernel/message.ts'
import { translate } from '@shuyuan/contract/kernel/translate.ts'
import { english } from '@shuyuan/contract/texts.en.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { App } from '../ctx.ts'
import { diskOf, type DiskLevel } from '../files/disk.ts'
import { Failure } from '../fail.ts'
import type { Drain } from './drain.ts'
import { prefersEnglish } from './language.ts'
import { contentPolicy, type RuntimeSettings } from '../runtime-settings.ts'
import { tokenRefusal } from '../postgres/token-bound.ts'

const OK = 200

const ofParts = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

const fixed = {
  ...ofParts,
  'x-frame-options': 'SAMEORIGIN',
  'permissions-policy': 'camera=(self), microphone=(self), display-capture=(self), fullscreen=(self), geolocation=()',
}

/** A page of another site that opened ours gets no hold of its window; providers of sign-in and payment may come in a window that we open. */
const ofPages = { 'cross-origin-opener-policy': 'same-origin-allow-popups' }

const ofCalls = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** A built script or style; a worker has a policy of its own. */
const isPart = (url: string) => /^\/assets\/[\w.-]+\.(?:js|css)$/.test(url) && !/worker/i.test(url)

/** The worker that follows faces: the only script that runs WebAssembly, under the policy of its own answer. */
const isFaceWorker = (url: string) => /^\/assets\/face-track\.worker-[\w-]+\.js$/.test(url)

/** For answers over TLS. */
export const TLS_ONLY = { 'strict-transport-security': 'max-age=31536000' }

/**
 * The security headers of answers that belong to no call, by address.
 * @returns the same object for the same kind of address, until a setting changes
 */
export function siteHeaders(app: Pick<App, 'runtime' | 'config'>): (url: string) => Record<string, string> {
  const frames = app.config.contentHost === undefined ? [] : [app.config.contentHost]
  const withPolicy = (runsWasm: boolean) => ({ ...fixed, 'content-security-policy': contentPolicy(app.runtime, { frames, runsWasm }) })
  let known: { runtime: RuntimeSettings; page: Record<string, string>; faceWorker: Record<string, string> } | undefined
  return (url) => {
    // a script or style is no document; the policy of the page that loads it applies, and its headers cost a first page some 700 bytes a file
    if (isPart(url)) return ofParts
    // a changed setting is a new object
    if (known?.runtime !== app.runtime)
      known = { runtime: app.runtime, page: { ...withPolicy(false), ...ofPages }, faceWorker: withPolicy(true) }
    return isFaceWorker(url) ? known.faceWorker : known.page
  }
}

/** Security headers and the request's id on every answer of a handler; API answers are never cached. */
export function guardHeaders(http: FastifyInstance, app: Pick<App, 'runtime' | 'config'>) {
  const headersOf = siteHeaders(app)
  // with a callback, as all hooks that every call passes: a promise for each adds up in a burst of saves
  http.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    // a browser shows JSON as text: nothing is loaded, and no page frames it
    reply.headers(request.url.startsWith('/api/') ? ofCalls : headersOf(request.url))
    if (request.protocol === 'https') reply.headers(TLS_ONLY)
    done()
  })
}

/** Logs one line per API call, without bodies, tokens and query strings. */
export function logAccess(http: FastifyInstance) {
  const isVerbose = ['debug', 'trace'].includes(http.log.level)
  http.addHook('onResponse', (request, reply, done) => {
    const isSlow = reply.elapsedTime > 1_000
    if ((isSlow || isVerbose) && request.url.startsWith('/api/')) {
      const path = request.url.split('?', 1)[0]
      const ms = Math.round(reply.elapsedTime * 10) / 10
      request.log[isSlow ? 'info' : 'debug']({ path, status: reply.statusCode, ms, ip: request.ip }, 'call')
    }
    done()
  })
}

const httpFailures: Record<number, Message> = {
  400: sayKernel('parametersWrong'),
  404: sayServer('unknownPath'),
  413: sayError('fileTooLarge'),
  415: sayKernel('parametersWrong'),
  429: sayError('tooOften'),
}

/** Translates messages into the language of the request. */
const inLanguageOf =
  ({ headers }: FastifyRequest) =>
  (message: Message): Stated => {
    const { msg, key, params } = stated(message)
    return { msg: prefersEnglish(headers) ? translate(message, english) : msg, key, params }
  }

type InLanguage = ReturnType<typeof inLanguageOf>
const refused = (code: number, data: object, { msg, key, params }: Stated) => ({ code, msg, data: { ...data, key, params } })

/** The data of a refusal: field problems and messages are translated, other values are unchanged. */
function besides({ data, fields }: Failure, inLanguage: InLanguage): object {
  const translated = Object.entries(data).map(([name, value]) => [name, isMessage(value) ? inLanguage(value).msg : value])
  return {
    ...Object.fromEntries(translated),
    ...(fields.length > 0 ? { fields: fields.map(({ field, message }): FieldProblem => ({ field, ...inLanguage(message) })) } : {}),
  }
}

/** Lines about refused input in a minute: a client that sends nonsense must not fill the disk with logs. */
const MOST_LINES = 60
const LINES_MS = 60_000

/** Counts lines; `left` says how many were left out in the minute before. */
function lineLimit(clock: () => Date) {
  let minute = { began: -Infinity, lines: 0 }
  return () => {
    const now = clock().getTime()
    const left = now - minute.began < LINES_MS ? 0 : Math.max(0, minute.lines - MOST_LINES)
    if (now - minute.began >= LINES_MS) minute = { began: now, lines: 0 }
    minute.lines++
    return { isOpen: minute.lines <= MOST_LINES, left }
  }
}

/** Pages check their forms first: refused input comes from another client more often than from a person (ASVS 16.3.3). */
function noteRefusal(request: FastifyRequest, { code, fields }: Failure, next: ReturnType<typeof lineLimit>) {
  if (code !== errors.badInput[0]) return
  const { isOpen, left } = next()
  if (left > 0) request.log.warn({ lines: left }, 'lines about refused input were left out')
  if (!isOpen) return
  const named = fields.slice(0, 5).map(({ field }) => field.slice(0, 80))
  request.log.info({ path: request.url.split('?', 1)[0], ip: request.ip, fields: named }, 'input refused')
}

/** Refusals of handlers are HTTP 200 with a code; refusals before the handler keep their HTTP status; other errors are logged and answered without details. */
export function answerErrors(http: FastifyInstance, app: App) {
  const limit = lineLimit(app.clock)
  http.setErrorHandler((error: FastifyError | Failure, request, reply) => {
    const answer = reply.serializer(JSON.stringify).type('application/json; charset=utf-8')
    const inLanguage = inLanguageOf(request)
    const beyondToken = tokenRefusal(error)
    if (beyondToken) return answer.code(OK).send(refused(errors.forbidden[0], {}, inLanguage(beyondToken)))
    if (error instanceof Failure) {
      noteRefusal(request, error, limit)
      return answer.code(error.status).send(refused(error.code, besides(error, inLanguage), inLanguage(error.refusal)))
    }
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500) {
      const name = status === 429 ? errors.tooOften : status === 413 ? errors.fileTooLarge : errors.badInput
      return answer.code(status).send(refused(name[0], {}, inLanguage(httpFailures[status] ?? sayError('badInput'))))
    }
    diskOf(app).note(error)
    request.log.error({ err: error, path: request.url.split('?', 1)[0] }, 'fault')
    return answer.code(500).send(refused(errors.fault[0], {}, inLanguage(sayError('fault'))))
  })
}

/** The answer to an unknown path. */
export const unknownPathAnswer = (request: FastifyRequest) =>
  refused(errors.notFound[0], {}, inLanguageOf(request)(sayServer('unknownPath')))

/** Not `full`: the reserve that is left takes answers, and a balancer would take all servers of the disk away. */
const notReady: Partial<Record<DiskLevel, string>> = { failing: 'disk not writable' }

/** Health checks of balancers wait for two seconds, too. */
const SLOW_MS = 2_000

/** Runs `ask` for two seconds at most; while one run goes on, no second one begins. @returns undefined: it takes longer */
function within<T extends object>(ask: () => Promise<T>): () => Promise<T | undefined> {
  let asking: Promise<T> | undefined
  return async () => {
    asking ??= ask().finally(() => (asking = undefined))
    const late = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => late.resolve(undefined), SLOW_MS)
    return Promise.race([asking, late.promise]).finally(() => clearTimeout(timer))
  }
}

/** /healthz: the process runs. /readyz: it can serve calls, because the database answers, there is room to write and it is not stopping. */
export function healthRoutes(http: FastifyInstance, app: App, drain: Drain) {
  const database = within(() => sql`select 1`.execute(app.db))
  const level = within(async () => ({ disk: await diskOf(app).level() }))
  http.get('/healthz', async () => ({ status: 'ok' }))
  http.get('/readyz', async (_request: FastifyRequest, reply: FastifyReply) => {
    if (drain.isStopping) return reply.code(503).send({ status: 'stopping' })
    try {
      if (!(await database())) return await reply.code(503).send({ status: 'database slow' })
      const found = await level()
      if (!found) return await reply.code(503).send({ status: 'disk slow' })
      const { disk } = found
      const status = notReady[disk]
      if (status !== undefined) return await reply.code(503).send({ status, disk })
      return { status: 'ready', disk, ...Object.fromEntries([...app.health].map(([name, read]) => [name, read()])) }
    } catch {
      return reply.code(503).send({ status: 'database unreachable' })
    }
  })
}
