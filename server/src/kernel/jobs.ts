// Deferred work with pg-boss. A job can be queued in a command's transaction and then exists only if it commits.
import { CompiledQuery } from 'kysely'
import { PgBoss } from 'pg-boss'
import type { Database } from './database.ts'
import { HostClient } from './postgres/host-client.ts'
import type { Tracing } from './trace/trace.ts'

/** `cron` is in the site's time zone unless `timeZone` names another. */
export type Job = { name: string; run: (payload: unknown) => Promise<void>; cron?: string; timeZone?: string }
type Log = { error: (detail: object, message: string) => void }

export type Jobs = {
  /** Queues a job; with a transaction it commits with it. `startAfter` delays it. */
  send: (db: Database, name: string, payload: object, options?: { startAfter?: Date; singletonKey?: string }) => Promise<void>
  start: (jobs: Job[], tracing?: Tracing) => Promise<void>
  close: () => Promise<void>
}

const EACH_MINUTE = '* * * * *'

/**
 * Seconds between two looks at the queue of a job. Each look is a statement, so that with looks of two seconds at sixty queues an idle site spends
 * much of its processor time on them. A job of the clock that runs more rarely than each minute may begin 20 seconds later.
 */
export const secondsBetweenLooks = ({ cron }: Pick<Job, 'cron'>): number => (cron === undefined || cron === EACH_MINUTE ? 2 : 20)

/** @param zone the time zone of the site */
export function openJobs(url: string, log: Log, zone: string): Jobs {
  // the queue opens its pool with what it is given
  const pool = { connectionString: url, max: 4, application_name: 'shuyuan jobs', Client: HostClient }
  const boss = new PgBoss({ ...pool, schema: 'pgboss' })
  boss.on('error', (error: Error) => log.error({ err: error }, 'job queue'))
  let started = false
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
        await boss.work(job.name, { pollingIntervalSeconds: secondsBetweenLooks(job), batchSize: 1 }, async ([one]) => {
          if (one) await (tracing ? tracing.within(`job ${job.name}`, () => job.run(one.data)) : job.run(one.data))
        })
        if (job.cron !== undefined) await boss.schedule(job.name, job.cron, {}, { tz: job.timeZone ?? zone })
      }
    },
    async close() {
      if (started) await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}
