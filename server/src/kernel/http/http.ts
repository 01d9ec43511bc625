// What every answer of the server has in common: headers, one log line, errors, health.
import { english } from '@shuyuan/contract/kernel/error-english.ts'
import { type ErrorName, errors } from '@shuyuan/contract/kernel/error.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { App } from '../ctx.ts'
import { Failure } from '../fail.ts'
import { prefersEnglish } from './language.ts'
import { contentPolicy, type Live } from '../live.ts'

const fixed = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(self), fullscreen=(self), geolocation=()',
  'cross-origin-resource-policy': 'same-origin',
}

/** Security headers and the request's id on every answer; API answers are never cached. */
export function guardHeaders(http: FastifyInstance, app: { live: Live }) {
  let known: { live: Live; policy: string } | undefined
  const policy = () => {
    // an administrator's change is a new object
    if (known?.live !== app.live) known = { live: app.live, policy: contentPolicy(app.live) }
    return known.policy
  }
  http.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // JSON that a browser shows as a page is still only text: the long policies are for pages and files
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
    else reply.headers(fixed).header('content-security-policy', policy())
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
  })
}

/** One line per API call; no bodies, no tokens, no query strings. */
export function logAccess(http: FastifyInstance) {
  http.addHook('onResponse', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return
    const path = request.url.split('?', 1)[0]
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log[ms > 1_000 ? 'info' : 'debug']({ path, status: reply.statusCode, ms, ip: request.ip }, 'call')
  })
}

type Texts = readonly [chinese: string, english: string]
const textsOf = (name: ErrorName): Texts => [errors[name][1], english[name]]
const malformed: Texts = ['缺少必要参数或参数类型不正确。', 'A required parameter is missing or has the wrong type.']
const unknownPath: Texts = ['接口地址错误，请联系管理员。', 'Unknown API address, please contact the administrator.']
const httpFailures: Record<number, Texts> = {
  400: malformed,
  404: unknownPath,
  413: textsOf('fileTooLarge'),
  415: malformed,
  429: textsOf('tooOften'),
}
const inLanguageOf = ({ headers }: FastifyRequest, [chinese, other]: Texts) => (prefersEnglish(headers) ? other : chinese)

/** The catalogue's text in the caller's language; a handler's own words stay as they are. */
const messageOf = ({ reason, message }: Failure, request: FastifyRequest) =>
  message === errors[reason][1] ? inLanguageOf(request, textsOf(reason)) : message

/** Refusals are HTTP 200 with a code; what never reached a handler keeps its HTTP status; a fault is logged and answered neutrally. */
export function answerErrors(http: FastifyInstance) {
  http.setErrorHandler((error: FastifyError | Failure, request, reply) => {
    const answer = reply.serializer(JSON.stringify).type('application/json; charset=utf-8')
    if (error instanceof Failure) return answer.code(200).send({ code: error.code, msg: messageOf(error, request), data: error.data })
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500) {
      const name = status === 429 ? errors.tooOften : status === 413 ? errors.fileTooLarge : errors.badInput
      const msg = inLanguageOf(request, httpFailures[status] ?? textsOf('badInput'))
      return answer.code(status).send({ code: name[0], msg, data: null })
    }
    request.log.error({ err: error, path: request.url.split('?', 1)[0] }, 'fault')
    return answer.code(500).send({ code: errors.fault[0], msg: inLanguageOf(request, textsOf('fault')), data: null })
  })
}

/** The answer to an address that nothing serves. */
export const unknownPathAnswer = (request: FastifyRequest) => ({
  code: errors.notFound[0],
  msg: inLanguageOf(request, unknownPath),
  data: null,
})

/** /healthz: the process runs. /readyz: it can also serve, that is, the database answers. */
export function healthRoutes(http: FastifyInstance, app: App) {
  http.get('/healthz', async () => ({ status: 'ok' }))
  http.get('/readyz', async (_request: FastifyRequest, reply: FastifyReply) => {
    try {
      await sql`select 1`.execute(app.db)
      return { status: 'ready', ...Object.fromEntries([...app.health].map(([name, read]) => [name, read()])) }
    } catch {
      return reply.code(503).send({ status: 'database unreachable' })
    }
  })
}
