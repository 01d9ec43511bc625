// Registers declared endpoints as HTTP routes: authenticate, check permission, validate, run, answer.
import type { Endpoint, Input, Output, Permit } from '@shuyuan/contract/kernel/endpoint.ts'
import type { FileReply } from '@shuyuan/contract/kernel/endpoint.ts'
import { made } from '@shuyuan/contract/kernel/z.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { Readable } from 'node:stream'
import type * as z from 'zod'
import { type App, type Ctx, type CurrentUser, nobody, type SlowCtx } from './ctx.ts'
import { refuseForm, validated } from './body.ts'
import { callCtx } from './call-ctx.ts'
import { registerCallbacks } from './callback.ts'
import { fail, Failure } from './fail.ts'
import { mustHaveRoom } from './files/disk.ts'
import { inTurns } from './in-turns.ts'
import { compileOutput, type Project } from './output.ts'
import { countedAddress } from './http/address.rules.ts'
import { afterBody, isLarge, SMALL_BODY } from './http/large-body.ts'
import { checkPermit } from './permit.ts'
import { servedPermits } from './served-permit.ts'
import { boundBy } from './postgres/token-bound.ts'
import { receiveUpload } from './upload.ts'
import { runEffects } from './effect.ts'
import { movedTimesNote } from './moved-times.ts'

export type Handler<E extends Endpoint = Endpoint> = (ctx: E extends { slow: true } ? SlowCtx : Ctx, input: Input<E>) => Promise<Output<E>>
/** `never`: the type of the context depends on the endpoint's declaration, which only the runner below evaluates. */
export type Served = { endpoint: Endpoint; handler: (ctx: never, input: unknown) => Promise<unknown> }

/** Binds a table of endpoints to handlers; a missing handler or one with a wrong type does not compile. */
export function serve<T extends Record<string, Endpoint>>(table: T, handlers: { [K in keyof T]: Handler<T[K]> }): Served[] {
  return Object.keys(table).map((key) => ({ endpoint: table[key] as Endpoint, handler: handlers[key] as Served['handler'] }))
}

/** The schema of the input of this body, on sites where it is stricter than the endpoint's. */
type InputOf = (ctx: Ctx, body: unknown) => Promise<z.ZodType>

/** A handler whose input is read with `inputOf`, so that all its problems are listed at once. */
export const withInput = <H extends (...args: never) => unknown>(handler: H, inputOf: InputOf): H =>
  Object.assign(((...args: never) => handler(...args)) as H, { inputOf })

const schemaFor = async (ctx: Ctx, { endpoint, handler }: Served, body: unknown) =>
  (await (handler as { inputOf?: InputOf }).inputOf?.(ctx, body)) ?? made(endpoint.input)

/** A call before its caller is known. `idle`: the client's header with the seconds since the user's last input, '' without one. */
export type Asked = { endpoint: Pick<Endpoint, 'permit' | 'beforeFactor' | 'beforeChange' | 'apiToken'>; idle: string }
/** `leftMs`: the rest of a session with an idle limit. */
export type Authenticated = { user: CurrentUser; leftMs?: number }

/** Functions of the domain `sys` that the kernel calls. */
export type Gate = {
  /** the user of a token; fails signedOut, kickedOut, sessionOver, secondFactor or mustChangePass */
  authenticate: (app: App, token: string, asked: Asked) => Promise<Authenticated>
  /** the owner of an API token, with the rights that both have; never for a public call */
  bearer: (app: App, token: string, asked: Asked, ip: string) => Promise<Authenticated>
  /** may refuse a call despite its permit, because of the licence or a disabled module */
  admit: (app: App, endpoint: Endpoint, user: CurrentUser) => Promise<void>
  /** called after the handler, in the transaction of a command */
  audit: (ctx: Ctx, endpoint: Endpoint, input: unknown) => Promise<void>
}

/** Registers all endpoints. */
export function registerEndpoints(http: FastifyInstance, app: App, gate: Gate, served: Served[]) {
  const routed = served.map((one) => ({ ...one, config: rateOf(one.endpoint) }))
  for (const { config, ...one } of routed) {
    const { endpoint } = one
    servedPermits(app).set(endpoint.path, endpoint.permit)
    if (endpoint.kind === 'callback') continue
    const run = withStatus(endpoint, runner(app, gate, one))
    for (const method of endpoint.get ? (['GET', 'POST'] as const) : (['POST'] as const))
      http.route({ method, url: endpoint.path, config, ...bodyOptions(app, gate, endpoint), handler: run })
  }
  registerCallbacks(
    http,
    app,
    routed.filter((one) => one.endpoint.kind === 'callback'),
  )
}

type Run = ReturnType<typeof runner>
/** Refusals of an endpoint with a status of its own. */
const withStatus = ({ status }: Endpoint, run: Run): Run =>
  status === undefined
    ? run
    : (request, reply) =>
        run(request, reply).catch((error: unknown) => {
          if (error instanceof Failure) error.status = status
          throw error
        })

/** A large body is read for callers with the permission, and for a public call up to what the endpoint needs. */
function bodyOptions(app: App, gate: Gate, endpoint: Endpoint): RouteShorthandOptions {
  if (endpoint.permit === '-') return { bodyLimit: endpoint.mostBytes ?? SMALL_BODY }
  // the handler itself receives it
  if (endpoint.kind === 'upload') return {}
  return {
    preParsing(request, reply, payload, done) {
      if (!isLarge(request)) return done(null, payload)
      const refused = (refusal: Error) => afterBody(request, reply, payload, () => done(refusal))
      // oxlint-disable-next-line promise/no-callback-in-promise -- a hook that is a promise for each call would cost a burst of saves
      void refusalOf(app, gate, request, endpoint).then((refusal) => (refusal ? refused(refusal) : done(null, payload)))
    },
  }
}

/** Why the caller may not make the call. */
async function refusalOf(app: App, gate: Gate, request: FastifyRequest, endpoint: Endpoint): Promise<Error | null> {
  try {
    const { user } = await callerOf(app, gate, request, endpoint)
    checkLogged(request, endpoint, endpoint.permit, user)
    return null
  } catch (error) {
    return error as Error
  }
}

const rateOf = (endpoint: Endpoint) =>
  endpoint.rate ? { rateLimit: { max: endpoint.rate.max, timeWindow: endpoint.rate.seconds * 1_000, keyGenerator: rateKey(endpoint) } } : {}
const textOf = (header: string | string[] | undefined) => (typeof header === 'string' ? header : '')
const tokenOf = (request: FastifyRequest) => textOf(request.headers.token)
const bearerOf = ({ headers }: FastifyRequest) => /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
const visitor: Authenticated = { user: nobody }
const rateKey = (endpoint: Endpoint) => (request: FastifyRequest) =>
  `${endpoint.path} ${(endpoint.rate?.by === 'user' && (tokenOf(request) || bearerOf(request))) || countedAddress(request.ip)}`

/** Compiled with the first answer: to compile all of them costs a second of the start. */
function projection({ output }: Endpoint): Project {
  let compiled: Project | undefined
  return (value) => (compiled ??= compileOutput(made(output)))(value)
}

function runner(app: App, gate: Gate, one: Served) {
  const { endpoint, handler } = one
  // a download answers with a file
  const project = endpoint.kind === 'download' ? undefined : projection(endpoint)
  const act = async (request: FastifyRequest, reply: FastifyReply, { user, leftMs }: Authenticated) => {
    if (leftMs !== undefined) reply.header('session-left', String(Math.floor(leftMs / 1_000)))
    checkLogged(request, endpoint, endpoint.permit, user)
    await gate.admit(app, endpoint, user)
    refuseForm(endpoint, request)
    const { ctx, after } = callCtx(app, request, reply, user)
    const received =
      endpoint.kind === 'upload'
        ? await receiveUpload(request, app.runtime.tmpDir, user.roleType, (bytes) => mustHaveRoom(app, bytes))
        : undefined
    ctx.file = received?.file
    try {
      const body = received ? received.fields : bodyOf(endpoint, request)
      // a hot call checks its texts itself, because it must not lose an answer
      const input = validated(await schemaFor(ctx, one, body), body, {
        storable: endpoint.kind !== 'hot',
        firstOnly: !received && isLarge(request),
      })
      if (endpoint.addOrUpdate) checkLogged(request, endpoint, neededTag(endpoint, input), user)
      if (isRehearsal(endpoint, request))
        return await reply.send({ code: 0, msg: '', data: project?.(await rehearsed(ctx, input, handler as Act)) })
      const value = await inTransaction(ctx, endpoint, input, gate, handler as Act)
      await runEffects(app, after)
      if (!project) return sendFile(reply, value as FileReply)
      // reading stores no time
      const msg = endpoint.kind === 'query' || endpoint.kind === 'hot' ? '' : movedTimesNote(ctx, body)
      return await reply.send({ code: 0, msg, data: project(value) })
    } finally {
      await received?.discard()
    }
  }
  const call = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await callerOf(app, gate, request, endpoint)
    const run = () => act(request, reply, caller)
    return caller.user.apiToken ? boundBy(caller.user.permissions, run) : run()
  }
  if (endpoint.atOnce === undefined) return call
  const turn = inTurns(endpoint.atOnce)
  return (request: FastifyRequest, reply: FastifyReply) => turn(() => call(request, reply))
}

/** As checkPermit; a signed-in caller without the permission leaves a line in the log (ASVS 16.3.2). */
function checkLogged(request: FastifyRequest, { path }: Endpoint, permit: Permit, user: CurrentUser) {
  try {
    checkPermit(permit, user)
  } catch (error) {
    if (user.id !== '0') request.log.warn({ path, userId: user.id, ip: request.ip }, 'permission refused')
    throw error
  }
}

/** A session's token counts before an API token. A public call is answered to an API token as to everybody. */
async function callerOf(app: App, gate: Gate, request: FastifyRequest, endpoint: Endpoint): Promise<Authenticated> {
  const asked = { endpoint, idle: textOf(request.headers.idle) }
  const token = tokenOf(request)
  if (token !== '') return personOf(app, gate, token, asked)
  const bearer = endpoint.permit === '-' ? '' : bearerOf(request)
  return bearer === '' ? visitor : gate.bearer(app, bearer, asked, request.ip)
}

/** A public call is not refused because of an expired token. */
async function personOf(app: App, gate: Gate, token: string, asked: Asked): Promise<Authenticated> {
  try {
    return await gate.authenticate(app, token, asked)
  } catch (error) {
    if (asked.endpoint.permit === '-') return visitor
    throw error
  }
}

/** An endpoint that also answers GET accepts query parameters in a POST too (`POST …/queryHotelInfo?hotelCode=`). */
function bodyOf({ get }: Endpoint, { method, query, body }: FastifyRequest): unknown {
  if (method === 'GET') return query
  return get ? { ...(query as object), ...(body as object | null) } : (body ?? {})
}

const neededTag = ({ permit }: Endpoint, input: unknown) => permit[(input as { id?: string }).id === undefined ? 0 : 1] ?? ''

/** Whether the client only asks if the call would be refused. Fails badInput where that is not possible: the call must not be made instead. */
function isRehearsal({ rehearsable }: Endpoint, { headers }: FastifyRequest): boolean {
  if (headers.rehearsal === undefined) return false
  if (!rehearsable) fail('badInput')
  return true
}

/** Runs the handler in a transaction that is rolled back. @returns what the handler answered */
async function rehearsed(ctx: Ctx, input: unknown, act: Act): Promise<unknown> {
  const transaction = await ctx.app.db.startTransaction().execute()
  try {
    return await act({ ...ctx, db: transaction }, input)
  } finally {
    await transaction.rollback().execute()
  }
}

const transactional = new Set(['command', 'upload'])

type Act = (ctx: Ctx | SlowCtx, input: unknown) => Promise<unknown>

/** Commits a command's changes together with its audit row, or neither. */
async function inTransaction(ctx: Ctx, endpoint: Endpoint, input: unknown, gate: Gate, act: Act) {
  if (!transactional.has(endpoint.kind)) return act(ctx, input)
  const { app } = ctx
  const audited = async <T>(work: (inner: Ctx) => Promise<T>): Promise<T> => {
    const inner = { ...ctx }
    try {
      return await app.db.transaction().execute(async (transaction) => {
        inner.db = transaction
        const value = await work(inner)
        await gate.audit(inner, endpoint, input)
        return value
      })
    } finally {
      // afterCommit callbacks use the pool
      inner.db = app.db
    }
  }
  if (!endpoint.slow) return audited((inner) => act(inner, input))
  let opened = 0
  const { db: _pool, ...outer } = ctx
  const value = await act(
    {
      ...outer,
      read: (work) =>
        app.db
          .transaction()
          .setAccessMode('read only')
          .execute((db) => work({ ...ctx, db })),
      transaction: (work) => {
        opened += 1
        return audited(work)
      },
    },
    input,
  )
  if (opened !== 1) throw new Error(`${endpoint.path} must open its transaction once, not ${opened} times`)
  return value
}

function sendFile(reply: FastifyReply, file: FileReply) {
  const body = file.body instanceof Uint8Array ? Buffer.from(file.body) : Readable.from(file.body)
  return reply
    .header('content-type', file.type)
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    .send(body)
}
