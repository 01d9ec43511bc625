// Makes the files of learning statistics in the background: one at a time per server process; an abandoned task is taken over by a later run.
import { ExportState } from '@shuyuan/contract/kernel/export-state.ts'
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { App } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import { dropExpiredExports, KEEP_MS, learnerSheet, learntExportPath } from './export.service.ts'
import { mustFindStudied } from './reach.service.ts'

const LEASE_MS = 60_000
const TRIES = 3

type Task = { id: string; courseId: string; userIds: string[]; tries: number }

const runningOf = appPart((app) => {
  const running = { closing: false }
  app.onClose(() => void (running.closing = true))
  return running
})

/** Makes the files of all waiting tasks and of those whose lease has expired, and deletes expired files. @returns the number of finished files */
export async function makeLearnerExports(app: App): Promise<number> {
  await dropExpiredExports(app)
  for (let made = 0; ; made++) {
    const task = runningOf(app).closing ? undefined : await take(app)
    if (!task) return made
    await make(app, task)
  }
}

const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_MS)

async function take(app: App): Promise<Task | undefined> {
  const now = app.clock()
  return app.db.transaction().execute(async (db) => {
    const row = await db
      .selectFrom('courseExport')
      .where('state', '<', ExportState.done)
      .where((e) => e.or([e('state', '=', ExportState.queued), e('leaseUntil', '<', now)]))
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .select(['id', 'courseId', 'userIds', 'tries'])
      .executeTakeFirst()
    if (!row) return undefined
    const tries = row.tries + 1
    await db
      .updateTable('courseExport')
      .set({ state: ExportState.running, tries, done: 0, leaseUntil: leaseFrom(now) })
      .where('id', '=', row.id)
      .execute()
    return { ...row, tries }
  })
}

async function make(app: App, task: Task): Promise<void> {
  const file = `${task.id}-${randomBytes(8).toString('hex')}.xlsx`
  const path = await learntExportPath(app, file)
  let whole = true
  const report = async (done: number) =>
    (whole = !runningOf(app).closing && (await settle(app, task, { done, leaseUntil: leaseFrom(app.clock()) })))
  try {
    if (task.tries > TRIES) throw new Error('tried too often')
    const ctx = { db: app.db, now: app.clock() }
    await pipeline(
      Readable.from(await learnerSheet(ctx, await mustFindStudied(ctx, task.courseId), task.userIds, report)),
      createWriteStream(path),
    )
    const { size } = await stat(path)
    const done = {
      state: ExportState.done,
      done: task.userIds.length,
      file,
      bytes: size,
      expireTime: new Date(app.clock().getTime() + KEEP_MS),
    }
    const kept = await settle(app, task, whole ? done : { state: ExportState.queued, tries: task.tries - 1 })
    if (!whole || !kept) await rm(path, { force: true })
  } catch (error) {
    await rm(path, { force: true })
    app.log.error({ err: error, exportId: task.id }, 'an export of learning could not be made')
    await settle(app, task, { state: task.tries >= TRIES ? ExportState.failed : ExportState.queued })
  }
}

/** Updates the task only if this process still holds it: after a takeover its late results change nothing. @returns whether it did */
async function settle(app: App, { id, tries }: Task, set: Record<string, unknown>): Promise<boolean> {
  const { numUpdatedRows } = await app.db
    .updateTable('courseExport')
    .set(set)
    .where('id', '=', id)
    .where('state', '=', ExportState.running)
    .where('tries', '=', tries)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
