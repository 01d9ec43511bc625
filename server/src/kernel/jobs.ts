// Deferred work with pg-boss. A job can be queued in a command's transaction and then exists only if it commits.
import { CompiledQuery } from 'kysely'
import { PgBoss } from 'pg-boss'
import { type Database, IDLE_MS } from './database.ts'
import { HostClient } from './postgres/host-client.ts'
import type { Tracing } from './trace/trace.ts'

/** `cron` is in the site's time zone unless `timeZone` names another. */
export type Job = { name: string; run: (payload: unknown) => Promise<void>; cron?: string; timeZone?: string }
type Log = { error: (detail: object, message: string) => void }

export type Jobs = {
  /** Queues a job; with a transaction it commits with it. `startAfter` delays it. */
  send: (db: Database, name: string, payload: object, options?: { startAfter?: Date; singletonKey?: string }) => Promise<void>
  /** Makes the queues and the schedules that are not there yet. `look` runs the jobs. */
  start: (jobs: Job[], tracing?: Tracing) => Promise<void>
  /** Lets each queue whose next job has its time run it. */
  look: () => Promise<void>
  close: () => Promise<void>
}

/** How often a server calls `look`. */
export const LOOK_MS = 2_000
/** A queue looks for itself only in case `look` is not called. */
const OWN_LOOK_SECONDS = 300

/**
 * The queues that have a job whose time has come. Sixty queues that each look for themselves cost an idle site ten statements a second, which is
 * most of its processor time (decision 272).
 */
const dueStatement = `select name from unnest($1::text[]) as name
  where exists (select from pgboss.job j where j.name = name.name and j.state < 'active' and not j.blocked and j.start_after <= pgboss.job_now())`

const planOf = ({ name, cron, timezone }: { name: string; cron: string; timezone: string }) => `${name} ${cron} ${timezone}`

/** @param zone the time zone of the site */
export function openJobs(url: string, log: Log, zone: string): Jobs {
  // the queue opens its pool with what it is given
  const pool = { connectionString: url, max: 4, application_name: 'shuyuan jobs', Client: HostClient, idleTimeoutMillis: IDLE_MS }
  const boss = new PgBoss({ ...pool, schema: 'pgboss' })
  boss.on('error', (error: Error) => log.error({ err: error }, 'job queue'))
  let started = false
  const known = new Map<string, Job['run']>()
  const workers = new Map<string, string>()
  // looks for a job at once
  const work = (name: string) =>
    boss.work(name, { pollingIntervalSeconds: OWN_LOOK_SECONDS, batchSize: 1 }, async ([one]) => {
      if (one) await known.get(name)?.(one.data)
    })
  return {
    async send(db, name, payload, options = {}) {
      const executor = {
        async executeSql(text: string, values?: unknown[]) {
          const result = await db.executeQuery(CompiledQuery.raw(text, values ?? []))
          return { rows: result.rows }
        },
      }
      await boss.send(name, payload, { ...options, db: executor, retryLimit: 3, retryBackoff: true })
    },
    async start(jobs, tracing) {
      await boss.start()
      started = true
      // candidates wait for a server that was killed: known queues and schedules are not written again
      const queues = new Set((await boss.getQueues()).map((queue) => queue.name))
      const planned = new Set((await boss.getSchedules()).map(planOf))
      for (const { name, run, cron, timeZone: timezone = zone } of jobs) {
        if (!queues.has(name)) await boss.createQueue(name)
        if (cron !== undefined && !planned.has(planOf({ name, cron, timezone }))) await boss.schedule(name, cron, {}, { tz: timezone })
        known.set(name, (payload) => (tracing ? tracing.within(`job ${name}`, () => run(payload)) : run(payload)))
      }
    },
    async look() {
      const { rows } = await boss.getDb().executeSql(dueStatement, [[...known.keys()]])
      for (const { name } of rows as { name: string }[]) {
        const worker = workers.get(name)
        if (worker !== undefined) boss.notifyWorker(worker)
        else workers.set(name, await work(name))
      }
    },
    async close() {
      if (started) await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}
