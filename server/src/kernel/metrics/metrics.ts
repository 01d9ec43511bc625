// GET /metrics in the text format of Prometheus, for callers who send METRICS_TOKEN as a bearer token.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { App } from '../ctx.ts'
import { diskOf } from '../files/disk.ts'
import { addFigure, allFigures, type Figure } from './figure.ts'

const PREFIX = 'shuyuan_'
/** Seconds; the limits of docs/performance/exam-day.md lie between them. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

const digest = (text: string) => createHash('sha256').update(text).digest()
const isBearer = ({ headers }: FastifyRequest, token: string) =>
  timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))

/** What the pool of database connections tells. */
type Pool = { totalCount: number; idleCount: number; waitingCount: number }

/** Registers /metrics and what it measures; nothing without a token. */
export async function metricsRoute(http: FastifyInstance, app: App, pool: Pool): Promise<void> {
  const { metricsToken } = app.config
  if (metricsToken === undefined) return
  const { collectDefaultMetrics, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // gauges with the name of a counter, each of which has one without it
  for (const kind of ['resources', 'handles', 'requests']) registry.removeSingleMetric(`nodejs_active_${kind}_total`)
  const seconds = new Histogram({
    name: `${PREFIX}http_request_seconds`,
    help: 'Duration of calls by endpoint and HTTP status.',
    labelNames: ['path', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  http.addHook('onResponse', (request, reply, done) => {
    // the declared path: addresses of clients are without number
    const path = request.routeOptions.url
    if (path?.startsWith('/api/')) seconds.observe({ path, status: String(reply.statusCode) }, reply.elapsedTime / 1_000)
    done()
  })
  addOwnFigures(app, pool)
  http.get('/metrics', async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isBearer(request, metricsToken))
      return reply.code(401).header('www-authenticate', 'Bearer').send({ status: 'token missing or wrong' })
    const parts = await Promise.all([registry.metrics(), ...allFigures(app).map((figure) => textOf(app, figure))])
    return reply.type(registry.contentType).send(`${parts.filter((one) => one !== '').join('\n')}\n`)
  })
}

/** A figure that cannot be read is left out: the others are wanted most when something fails. */
async function textOf(app: App, { name, help, kind, read }: Figure): Promise<string> {
  try {
    const samples = await read()
    const lines = samples.map(({ value, labels = {} }) => `${PREFIX}${name}${labelsOf(labels)} ${value}`)
    return [`# HELP ${PREFIX}${name} ${help}`, `# TYPE ${PREFIX}${name} ${kind}`, ...lines].join('\n')
  } catch (error) {
    app.log.warn({ err: error, figure: name }, 'a figure could not be read')
    return ''
  }
}

function labelsOf(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replaceAll(/[\\"\n]/g, (one) => (one === '\n' ? String.raw`\n` : `\\${one}`))}"`,
  )
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function addOwnFigures(app: App, pool: Pool) {
  const gauge = (name: string, help: string, read: Figure['read']) => addFigure(app, { name, help, kind: 'gauge', read })
  gauge('database_connections', 'Connections of this process to the database.', () => [
    { value: pool.totalCount - pool.idleCount, labels: { state: 'busy' } },
    { value: pool.idleCount, labels: { state: 'idle' } },
    { value: pool.waitingCount, labels: { state: 'waited_for' } },
  ])
  gauge('sockets', 'Sockets of this process, counted in each room.', () => [
    { value: app.sockets.rooms('').reduce((sum, room) => sum + app.sockets.count(room), 0) },
  ])
  gauge('bus_connected', '1 while messages of this process reach the other ones.', () => [
    { value: app.bus.isConnected() ? 1 : 0, labels: { kind: app.bus.kind } },
  ])
  gauge('disk_free_bytes', 'Free space where the server writes.', async () =>
    (await diskOf(app).rooms()).map(({ places, free }) => ({ value: free, labels: { places: places.join(',') } })),
  )
  gauge('disk_writable', '1 while the server can write, 0 while it cannot or there is no room.', async () => [
    { value: ['ok', 'low'].includes(await diskOf(app).level()) ? 1 : 0 },
  ])
  // with 0 for what has not been, so that the first failure is a change
  gauge('jobs', 'Background jobs of the site by queue and state; finished ones are left out.', async () => {
    const { rows } = await sql<{ name: string; state: string; jobs: number }>`
      select queue.name, state.name as state, count(job.id)::int as jobs
      from pgboss.queue cross join (values ('created'), ('retry'), ('active'), ('failed')) as state (name)
      left join pgboss.job on job.name = queue.name and job.state::text = state.name
      group by 1, 2`.execute(app.db)
    return rows.map(({ name, state, jobs }) => ({ value: jobs, labels: { name, state } }))
  })
  addFigure(app, {
    name: 'faults_total',
    help: 'Faults that the process survived: effects of committed changes, repeated work, unexpected ones.',
    kind: 'counter',
    read: () => Object.entries(app.faults.counts()).map(([kind, value]) => ({ value, labels: { kind } })),
  })
  addFigure(app, {
    name: 'outgoing_calls_total',
    help: 'Calls to services of others by host and outcome: the class of the HTTP status, or failed.',
    kind: 'counter',
    read: () => app.outgoing.counts(),
  })
}
