// Makes backups as tasks: one at a time on all nodes, each with its row.
import { BackupOrigin, BackupStage, BackupState } from '@shuyuan/contract/operation/backup.ts'
import { basename, join } from 'node:path'
import type { Source } from '../../kernel/backup/backup.ts'
import { backupApart, type Order, type Written } from '../../kernel/backup/own-process.ts'
import { cleanArchive } from '../../kernel/backup/wal-archive.ts'
import { type App, type Ctx, ctxOf } from '../../kernel/ctx.ts'
import type { Database } from '../../kernel/database.ts'
import type { Job } from '../../kernel/jobs.ts'
import { appPart } from '../../kernel/part.ts'
import { findPostmaster } from '../../kernel/postgres/postgres-cluster.ts'
import { addTask, addTaskKind, type Task, type TaskControl, type TaskEnd, TaskRefused } from '../common/task.service.ts'
import { programVersion } from './node.service.ts'

const KIND = 'sys.backup'
const SUBJECT = 'backup'
const NOTE_MS = 1_000
const MOST_TEXT = 500
const INTERRUPTED = '备份时服务器停止了'

type Origin = (typeof BackupOrigin)[keyof typeof BackupOrigin]

/** Queues a backup in the caller's transaction. @returns false when one is waiting or running */
export const queueBackup = (ctx: Ctx, origin: Origin): Promise<boolean> => addTask(ctx, KIND, SUBJECT, { origin })

/** What is to be backed up, as this process reaches it. */
function sourceOf(app: App): Source {
  const { dataDir } = app.config
  // a dump holds a snapshot of its session
  const databaseUrl = app.config.sessionUrl ?? app.config.databaseUrl
  const version = programVersion(app)
  if (databaseUrl !== undefined) return { databaseUrl, cluster: undefined, dataDir, version }
  const cluster = join(dataDir, 'postgres')
  const running = findPostmaster(cluster)
  if (!running) throw new TaskRefused(`没有在 ${cluster} 找到运行中的数据库`)
  const url = `postgres://postgres@localhost:5432/postgres?host=${encodeURIComponent(running.socketDir)}`
  return { databaseUrl: url, cluster, dataDir, version }
}

/** Writes a backup; replaced in tests. */
export const backupMaker = appPart(
  (app) =>
    async (order: Omit<Order, 'source'>, onBytes: Parameters<typeof backupApart>[1], signal: AbortSignal): Promise<Written> =>
      backupApart({ source: sourceOf(app), ...order }, onBytes, signal),
)

const failOpen = (db: Database, now: Date, error: string) =>
  db
    .updateTable('sysBackup')
    .where('state', '=', BackupState.running)
    .set({ state: BackupState.failed, endTime: now, error: error.slice(0, MOST_TEXT).toWellFormed() })
    .execute()

async function begin(app: App, { params, createBy }: Task): Promise<string> {
  // of a process that was killed
  await failOpen(app.db, app.clock(), INTERRUPTED)
  const { origin } = params as { origin: Origin }
  const row = app.db.insertInto('sysBackup').values({ origin, createBy, startTime: app.clock() })
  return (await row.returning('id').executeTakeFirstOrThrow()).id
}

/** Stores the progress at most once a second. @returns the function that backups call, and the end of the last store */
function progressOf(app: App, id: string) {
  let storing: Promise<unknown> = Promise.resolve()
  let storedAt = -Infinity
  return {
    onBytes: (stage: keyof typeof BackupStage, bytes: number) => {
      if (performance.now() - storedAt < NOTE_MS) return
      storedAt = performance.now()
      const set = { stage: BackupStage[stage], ...(stage === 'copy' ? { contentBytes: bytes } : {}) }
      const stored = app.db.updateTable('sysBackup').where('id', '=', id).set(set).execute()
      storing = stored.catch((error: unknown) => app.log.warn({ err: error }, 'the progress of a backup was not stored'))
    },
    rest: () => storing,
  }
}

async function run(app: App, task: Task, { signal }: TaskControl): Promise<TaskEnd> {
  const { backup } = app.config
  if (!backup) throw new TaskRefused('这台服务器没有设置 BACKUP_DIR')
  const id = await begin(app, task)
  const { onBytes, rest } = progressOf(app, id)
  const isNightly = (task.params as { origin: Origin }).origin === BackupOrigin.night
  try {
    const { dir: out, keep, passphrase } = backup
    const made = await backupMaker(app)({ options: { out, keep, passphrase }, awaited: !isNightly }, onBytes, signal)
    await rest()
    await clean(app, out)
    return (db) => end(app, db, id, made)
  } catch (error) {
    await rest()
    const reason = signal.aborted ? INTERRUPTED : error instanceof Error ? error.message : String(error)
    await failOpen(app.db, app.clock(), reason)
    // who started it sees the reason and decides; the nightly one is tried again
    throw isNightly ? error : new TaskRefused(reason, { cause: error })
  }
}

/** The archived log is of use only with the backups that are kept. */
async function clean({ config, log }: App, out: string): Promise<void> {
  if (config.walArchiveDir === undefined) return
  await cleanArchive(config.walArchiveDir, out).catch((error: unknown) => log.warn({ err: error }, 'old archived log was not removed'))
}

async function end(app: App, db: Database, id: string, { file, bytes, contentBytes, removed }: Written) {
  await db
    .updateTable('sysBackup')
    .where('id', '=', id)
    .set({ state: BackupState.good, verified: true, endTime: app.clock(), file: basename(file), bytes, contentBytes, error: '' })
    .execute()
  if (removed.length > 0) await db.updateTable('sysBackup').where('file', 'in', removed).set({ removed: true }).execute()
}

/** Registers the task. */
export function makeBackups(app: App): void {
  if (!app.config.backup) return
  const failed = async (db: Database, _task: Task, reason: string) => void (await failOpen(db, app.clock(), reason))
  addTaskKind(app, { kind: KIND, atOnce: 1, heavy: false, run: (task, control) => run(app, task, control), failed })
}

/** The nightly backup, at the site's time of day. */
export function nightlyBackup(app: App): Job {
  const [hours = 0, minutes = 0] = (app.config.backup?.at ?? '02:30').split(':').map(Number)
  return {
    name: 'sys.backup.nightly',
    cron: `${minutes} ${hours} * * *`,
    async run() {
      if (app.config.backup) await queueBackup(ctxOf(app), BackupOrigin.night)
    },
  }
}
