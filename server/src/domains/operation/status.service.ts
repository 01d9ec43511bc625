// The state of the site and its machines.
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { status } from '@shuyuan/contract/operation/status.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { diskOf } from '../../kernel/files/disk.ts'
import { missingHere } from '../../kernel/native.ts'
import { briefly } from '../../kernel/memo/briefly.ts'
import { appPart } from '../../kernel/part.ts'
import { TaskState } from '../common/task.service.ts'
import { diskDetail } from '../site/config/disk.service.ts'
import { backupAge, isLate, lastGood } from './backup-age.service.ts'
import { aliveNodes, buildDate, programVersion } from './node.service.ts'
import { sentFacts } from './sent-figures.service.ts'
import { failingOf, warningsOf } from './status.rules.ts'

type Status = Output<typeof status.detail>
const DAY_MS = 86_400_000
/** The page asks again and again, and several people may look at it. */
const KEPT_MS = 5_000

/** The encoder of this process; replaced by the domain that has one. */
export const encoderFacts = appPart(() => async (): Promise<Status['encoder']> => ({ source: 'none', version: '' }))

async function databaseFacts({ config, db }: App): Promise<Status['database']> {
  const { rows } = await sql<{ version: string; bytes: string; connections: number; most: number; migration: string; time: Date | null }>`
    select current_setting('server_version') as version, pg_database_size(current_database())::text as bytes,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as most, coalesce(m.name, '') as migration, m.applied_at as time
    from (select 1) as one left join lateral (select name, applied_at from schema_migration order by name desc limit 1) m on true`.execute(
    db,
  )
  const [{ version, bytes, connections, most, migration, time }] = rows as [(typeof rows)[number]]
  return {
    version: version.split(' ')[0] ?? '',
    isBuiltIn: config.databaseUrl === undefined,
    bytes: Number(bytes),
    connections,
    mostConnections: most,
    migration: migration.replace(/\.sql$/, ''),
    migrationTime: time,
  }
}

/** `failed`: since `since`. A job that is to begin later does not wait. Without background work there is no such table. */
async function jobFacts({ db, clock }: App, since: Date): Promise<Status['jobs']> {
  const { rows: found } = await sql<{ there: boolean }>`select to_regclass('pgboss.job') is not null as there`.execute(db)
  if (!found[0]?.there) return positive(undefined)
  const { rows } = await sql<Status['jobs']>`
    select (count(*) filter (where state in ('created', 'retry') and start_after <= now()))::int as waiting,
      (count(*) filter (where state = 'active'))::int as running,
      (count(*) filter (where state = 'failed' and completed_on > ${since}))::int as failed,
      coalesce(extract(epoch from ${clock()}::timestamptz - min(start_after) filter (where state in ('created', 'retry') and start_after <= now())), 0)::int as "oldestSeconds"
    from pgboss.job where state in ('created', 'retry', 'active', 'failed')`.execute(db)
  return positive(rows[0])
}

async function taskFacts({ db, clock }: App, since: Date): Promise<Status['tasks']> {
  const now = clock()
  const { rows } = await sql<Status['tasks']>`
    select (count(*) filter (where state = ${sql.lit(TaskState.waiting)} and start_after <= ${now}))::int as waiting,
      (count(*) filter (where state = ${sql.lit(TaskState.running)}))::int as running,
      (count(*) filter (where state = ${sql.lit(TaskState.failed)} and finish_time > ${since}))::int as failed,
      coalesce(extract(epoch from ${now}::timestamptz - min(start_after) filter (where state = ${sql.lit(TaskState.waiting)} and start_after <= ${now})), 0)::int as "oldestSeconds"
    from common_task where state <> ${sql.lit(TaskState.done)}`.execute(db)
  return positive(rows[0])
}

const positive = (work: Status['jobs'] | undefined): Status['jobs'] => {
  const { waiting = 0, running = 0, failed = 0, oldestSeconds = 0 } = work ?? {}
  return { waiting, running, failed, oldestSeconds: Math.max(0, oldestSeconds) }
}

async function backupFacts(app: App) {
  const isOn = app.config.backup !== undefined
  return { isOn, lastGood: (await lastGood(app))?.endTime ?? null, late: isOn && isLate(await backupAge(app)) }
}

async function read(ctx: Ctx): Promise<Status> {
  const { app } = ctx
  const since = new Date(app.clock().getTime() - DAY_MS)
  const [database, { disks }, level, jobs, tasks, { sms, mail }, { late, ...backup }, encoder, nodes] = await Promise.all([
    databaseFacts(app),
    diskDetail(ctx),
    diskOf(app).level(),
    jobFacts(app, since),
    taskFacts(app, since),
    sentFacts(app, since),
    backupFacts(app),
    encoderFacts(app)(),
    aliveNodes(app),
  ])
  const services = failingOf(app.outgoing.recent())
  const bus = { kind: app.bus.kind, isConnected: app.bus.isConnected() }
  const warnings = warningsOf({ disk: level, bus, backup: { ...backup, late }, database, jobs, tasks, services, sms, mail, nodes })
  return {
    warnings,
    version: programVersion(app),
    buildDate: buildDate(app),
    database,
    disks,
    bus,
    jobs,
    tasks,
    sms,
    mail,
    services,
    backup,
    encoder,
    missing: missingHere(app),
    nodes,
  }
}

/** The state as of the last five seconds. */
export const statusDetail = (ctx: Ctx): Promise<Status> => briefly(ctx, 'sys.status', () => read(ctx), { forMs: KEPT_MS })
