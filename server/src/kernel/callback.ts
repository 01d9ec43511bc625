// Registers the endpoints that other services call: the body's bytes as they came, no envelope, no sign-in.
import type { CallbackInput, CallbackReply } from '@shuyuan/contract/kernel/endpoint.ts'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { callCtx } from './call-ctx.ts'
import { type App, type Ctx, nobody } from './ctx.ts'
import type { Served } from './endpoint.ts'
import { Failure } from './fail.ts'
import { runEffects } from './effect.ts'

const MAX_CALLBACK = 256 * 1024
const types = [
  'application/json',
  'application/x-www-form-urlencoded',
  'application/xml',
  'text/xml',
  'text/plain',
  // scores of LTI tools
  'application/vnd.ims.lis.v1.score+json',
]

type Act = (ctx: Ctx, input: CallbackInput) => Promise<CallbackReply>

/** Registers callbacks in a scope of their own, whose bodies are not parsed and have at most 256 kB. */
export function registerCallbacks(http: FastifyInstance, app: App, callbacks: (Served & { config: object })[]) {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(types, { parseAs: 'buffer', bodyLimit: MAX_CALLBACK }, (_request, body, done) => done(null, body))
    const answerError = scope.errorHandler
    // 200 would tell the other service that the message was taken
    scope.setErrorHandler((error: FastifyError, request, reply) =>
      answerError.call(
        scope,
        error instanceof Failure ? Object.assign(new Error(error.message), { statusCode: 400 }) : error,
        request,
        reply,
      ),
    )
    for (const { endpoint, handler, config } of callbacks)
      for (const method of endpoint.get ? (['GET', 'POST'] as const) : (['POST'] as const))
        scope.route({
          method,
          url: endpoint.path,
          config,
          bodyLimit: MAX_CALLBACK,
          handler: async (request, reply) => {
            const { ctx, after } = callCtx(app, request, reply, nobody)
            const { status, type, body } = await (handler as unknown as Act)(ctx, inputOf(request))
            await runEffects(app, after)
            return reply.code(status).type(type).send(body)
          },
        })
  })
}

function inputOf({ body, headers, query }: FastifyRequest): CallbackInput {
  const single = (values: object) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(Array.isArray(value) ? value[0] : (value ?? ''))]))
  return { raw: Buffer.isBuffer(body) ? body : new Uint8Array(), headers: single(headers), query: single(query as object) }
}
