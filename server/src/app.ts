// Builds one server: the kernel first, then all domains. Used by main.ts and by the tests.
import { fieldNames } from '@shuyuan/contract/kernel/field-names.ts'
import { issueMessage } from '@shuyuan/contract/kernel/issue-message.ts'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import websocket from '@fastify/websocket'
import { socketLimits } from '@shuyuan/contract/kernel/socket-limits.ts'
import { setTimeZone } from '@shuyuan/contract/kernel/moment.ts'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { openPostgresBus } from './kernel/bus.ts'
import { openRedisBus } from './kernel/redis-bus.ts'
import { type Config, trustOf } from './kernel/config.ts'
import type { App } from './kernel/ctx.ts'
import { openDatabase } from './kernel/database.ts'
import { registerEndpoints } from './kernel/endpoint.ts'
import { newErrorFacts } from './kernel/error-facts.ts'
import { closeContentHost } from './kernel/http/content-host.ts'
import { Faults } from './kernel/fault.ts'
import { openDrain } from './kernel/http/drain.ts'
import { answerErrors, guardHeaders, healthRoutes, logAccess } from './kernel/http/http.ts'
import { every } from './kernel/every.ts'
import { LOOK_MS, openJobs } from './kernel/jobs.ts'
import { guardSockets, keepEarlyMessages, openSockets } from './kernel/http/socket.ts'
import { initialRuntimeSettings } from './kernel/runtime-settings.ts'
import { serveReference } from './kernel/reference.ts'
import { metricsRoute } from './kernel/metrics/metrics.ts'
import { readJson } from './kernel/http/large-body.ts'
import { openOutgoing } from './kernel/http/outgoing.ts'
import { openSeal } from './kernel/sealed/seal-keys.ts'
import { closePrivate, openStorage } from './kernel/storage.ts'
import { openReplica } from './kernel/postgres/replica.ts'
import { openTracing, type Tracing } from './kernel/trace/trace.ts'
import { cutSlowBodies, requestTimes } from './kernel/http/slow-body.ts'
import { serveBuilt } from './kernel/http/serve-built.ts'
import { serveWeb } from './kernel/http/static.ts'
import { contentPaths, gate, isReferenceOpen, prepare, served, startDomains, type Started } from './domains.ts'

const MAX_UPLOAD = 1_024 * 1024 * 1024
const MAX_BODY = 8 * 1024 * 1024

export type Deps = {
  config: Config
  databaseUrl: string
  /** the server's clock, for tests */
  clock?: () => Date
  /** folder of the built web application; undefined in API tests */
  webRoot?: string
  /** whether this process runs background work: makes the queues now, and starts with `begin` */
  background?: boolean
}

const endpoints = served.map((one) => one.endpoint)

export type Built = {
  http: FastifyInstance
  app: App
  /** what the domains registered */
  started: Started
  /** begins the background work; for a server with `background`, when it answers calls */
  begin: () => void
  /** lets the calls under way end, for some seconds at most, then closes everything */
  close: () => Promise<void>
  /** lets proxies know that the server will stop */
  announceStop: () => void
}

function openHttp(config: Config) {
  return fastify({
    logger: {
      level: config.logLevel,
      serializers: { err: newErrorFacts() },
      redact: ['req.headers.token', 'req.headers.authorization', 'req.headers.cookie'],
    },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOf(config),
    bodyLimit: MAX_BODY,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    routerOptions: { maxParamLength: 320 },
    forceCloseConnections: true,
    // answered, with the connection closed after it
    return503OnClosing: false,
    ...requestTimes,
  })
}

/** Throws when the database cannot be reached, or was sealed with keys that this server does not have. */
async function openSealedDatabase(config: Config, url: string, log: App['log'], tracing: Tracing | undefined) {
  const onError = (err: Error) => log.warn({ err }, 'database connection lost')
  const { sessionUrl } = config
  const { pool, db } = openDatabase(url, { max: config.dbPool, onError, tracing, sessionUrl })
  try {
    return { pool, db, seal: await openSeal(db, config), cacheDb: openDatabase(url, { max: 1, onError, tracing, sessionUrl }).db }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** What every call passes, and the calls that belong to no domain. */
async function layGround(
  http: ReturnType<typeof openHttp>,
  app: App,
  { pool, webRoot }: { pool: ReturnType<typeof openDatabase>['pool']; webRoot: string | undefined },
) {
  cutSlowBodies(http)
  await registerPlugins(http)
  const drain = openDrain(http)
  closeContentHost(http, app.config, contentPaths)
  const sendPage = serveBuilt(http, app, webRoot)
  guardHeaders(http, app)
  guardSockets(http)
  logAccess(http)
  answerErrors(http, app)
  healthRoutes(http, app, drain)
  await metricsRoute(http, app, pool)
  return { drain, sendPage }
}

/** What a process keeps for itself. */
const ownState = (): Pick<App, 'parts' | 'faults' | 'health'> => ({ parts: new Map(), faults: new Faults(), health: new Map() })

function begin(app: App, { background }: Started) {
  every(app, LOOK_MS, 'look for jobs', app.jobs.look)
  for (const start of background) start(app)
}

/** Builds a server that is ready to listen or for `inject`. Throws when the database or the bus cannot be reached. */
export async function buildApp({ config, databaseUrl, clock = () => new Date(), webRoot, background = true }: Deps): Promise<Built> {
  z.config({ customError: issueMessage(fieldNames) })
  setTimeZone(config.timeZone)
  const http = openHttp(config)
  const { log } = http
  const tracing = await openTracing(config.traces, log)
  tracing?.serve(http)
  const filesRoot = join(config.dataDir, 'files')
  const privateRoot = join(config.dataDir, 'private')
  await mkdir(filesRoot, { recursive: true })
  await closePrivate(privateRoot)
  const { pool, db, seal, cacheDb } = await openSealedDatabase(config, databaseUrl, log, tracing)
  // the bus listens, which is a matter of its session
  const sessionUrl = config.sessionUrl ?? databaseUrl
  const bus = config.redisUrl === undefined ? await openPostgresBus(sessionUrl, log) : await openRedisBus(config.redisUrl, log)
  const closers: (() => Promise<void> | void)[] = []
  const app: App = {
    config,
    db,
    cacheDb,
    bus,
    jobs: openJobs(sessionUrl, log, config.timeZone),
    storage: openStorage(filesRoot, privateRoot),
    seal,
    outgoing: openOutgoing({ allow: config.outgoingAllow, log }),
    outgoingOfUsers: openOutgoing({ allow: { hosts: [], ranges: [] }, log }),
    runtime: initialRuntimeSettings(),
    sockets: openSockets(),
    log,
    clock,
    ...ownState(),
    onClose: (close) => void closers.push(close),
  }
  const { drain, sendPage } = await layGround(http, app, { pool, webRoot })
  openReplica(app, tracing)
  await prepare(app)
  const started = startDomains(app)
  registerEndpoints(http, app, gate, served)
  for (const register of started.pages) register(http, app)
  serveReference(http, endpoints, (query) => isReferenceOpen(app, query))
  await serveWeb(http, { filesRoot, otherFiles: async () => (await app.storage.activeProvider())?.folder, sendPage, signed: app })
  await http.ready()
  if (background) await app.jobs.start(started.jobs, tracing)

  async function close() {
    app.sockets.closeAll()
    await drain.finish()
    await http.close()
    for (const one of closers.toReversed()) await one()
    await app.jobs.close()
    app.outgoing.close()
    app.outgoingOfUsers.close()
    await bus.close()
    await cacheDb.destroy()
    await db.destroy()
    if (!pool.ended) await pool.end()
    await tracing?.close()
  }
  return { http, app, started, begin: () => begin(app, started), close, announceStop: drain.announce }
}

async function registerPlugins(http: ReturnType<typeof openHttp>) {
  await http.register(compress, { threshold: 2_048, encodings: ['gzip', 'identity'] })
  await http.register(rateLimit, { global: false })
  // JSON and forms only: other bodies are answered with 415
  http.removeContentTypeParser('text/plain')
  readJson(http)
  await http.register(multipart, { limits: { fileSize: MAX_UPLOAD, files: 1, fields: 20, fieldSize: 100_000 } })
  await http.register(websocket, { options: { maxPayload: socketLimits.bytes } })
  http.websocketServer.on('connection', keepEarlyMessages)
}
