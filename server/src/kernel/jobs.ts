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

/** @param zone the time zone of the site */
export function openJobs(url: string, log: Log, zone: string): Jobs {
  // the queue opens its pool with what it is given
  const pool = { connectionString: url, max: 4, application_name: 'shuyuan jobs', Client: HostClient, idleTimeoutMillis: IDLE_MS }
  const boss = new PgBoss({ ...pool, schema: 'pgboss' })
  boss.on('error', (error: Error) => log.error({ err: error }, 'job queue'))
  let started = false
  const workers = new Map<string, string>()
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
      for (const job of jobs) {
        await boss.createQueue(job.name)
        const worker = await boss.work(job.name, { pollingIntervalSeconds: OWN_LOOK_SECONDS, batchSize: 1 }, async ([one]) => {
          if (one) await (tracing ? tracing.within(`job ${job.name}`, () => job.run(one.data)) : job.run(one.data))
        })
        workers.set(job.name, worker)
        if (job.cron !== undefined) await boss.schedule(job.name, job.cron, {}, { tz: job.timeZone ?? zone })
      }
    },
    async look() {
      const { rows } = await boss.getDb().executeSql(dueStatement, [[...workers.keys()]])
      for (const { name } of rows as { name: string }[]) boss.notifyWorker(workers.get(name)!)
    },
    async close() {
      if (started) await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}
