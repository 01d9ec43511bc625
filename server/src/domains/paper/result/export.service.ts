// Background exports of papers: request, progress and download, each visible to the requesting user only.
import { say } from '@shuyuan/contract/paper/paper.server.texts.ts'
import type { FileReply, Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { ExportState } from '@shuyuan/contract/kernel/export-state.ts'
import { type exportKind, exportLimits, type paperExport, type paperExportKind } from '@shuyuan/contract/paper/result/export.ts'
import { sayError } from '@shuyuan/contract/kernel/error.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql, type SqlBool } from 'kysely'
import { createReadStream } from 'node:fs'
import { access, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type App, can, type Ctx } from '../../../kernel/ctx.ts'
import { fail, failField, must } from '../../../kernel/fail.ts'
import { xlsxType } from '../../../kernel/sheet/spreadsheet.ts'
import { closePrivate } from '../../../kernel/storage.ts'
import { blindTo, withinPaperScope } from '../grade/paper-scope.service.ts'
import { matchingPapers } from './score-list.service.ts'
import { among, json } from '../../../kernel/database.ts'

type Calls = typeof paperExport
export const EXPORT = 'paper.export'
export const KEEP_MS = 24 * 3_600_000
const OPEN_AT_ONCE = 3

/** Reports progress. Returns false when the server is closing or another process has taken the task over. */
export type Report = (done: number) => Promise<boolean>

/** The path of a finished file, outside the public upload folder. */
export async function exportPath(app: App, file: string): Promise<string> {
  const folder = join(app.config.dataDir, 'exports')
  await closePrivate(folder)
  return join(folder, file)
}

/**
 * Queues an export of the named papers, or of all that match the filters, within the caller's data scope, best scores first.
 * Fails notFound for a named paper outside the scope, exportBusy beyond three open exports, exportTooMany above the limit of one
 * file, and at `ids` if no paper matches.
 */
export async function saveExport(ctx: Ctx, { kind, ids, params = {} }: Input<Calls['save']>) {
  const most = exportLimits[kind]
  await mustHaveTurn(ctx)
  const found = await papersFor(ctx, kind, ids, params, most)
  if (ids && found.length < new Set(ids).size) fail('notFound')
  if (found.length === 0) failField('ids', say('exportNothing'))
  if (found.length > most) fail('exportTooMany', sayError('exportTooMany', { n: String(most) }))
  const titles = new Set(found.map((row) => row.title))
  const paperIds = found.map((row) => row.id)
  return queueExport(ctx, { kind, title: titles.size === 1 ? found[0]!.title : '成绩', paperIds })
}

/** Fails exportBusy beyond three open exports of the caller. */
export async function mustHaveTurn({ db, user }: Ctx): Promise<void> {
  // serializes concurrent requests of one user, so that the limit holds
  await db.selectFrom('sysUser').where('id', '=', user.id).select('id').forUpdate().execute()
  const open = await db.selectFrom('paperExport').where('userId', '=', user.id).where('state', '<', ExportState.done).select('id').execute()
  if (open.length >= OPEN_AT_ONCE) fail('exportBusy')
}

type NewExport = {
  kind: keyof typeof exportKind
  title: string
  paperIds: readonly string[]
  total?: number
  options?: Record<string, unknown>
}

/** Adds an export of the caller and wakes the job. @param total steps of its progress, else the number of papers */
export async function queueExport(
  { app, db, user, now, log }: Ctx,
  { kind, title, paperIds, total = paperIds.length, options }: NewExport,
): Promise<{ id: string; total: number }> {
  const { id } = await db
    .insertInto('paperExport')
    .values({
      userId: user.id,
      kind,
      title,
      paperIds: sql<string[]>`${paperIds}::bigint[]`,
      total,
      options: options === undefined ? null : json(options),
      createTime: now,
      expireTime: new Date(now.getTime() + KEEP_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.jobs.send(db, EXPORT, {}).catch((error: unknown) => log.debug({ err: error }, 'an export waits for the next scheduled run'))
  return { id, total }
}

async function papersFor(
  ctx: Ctx,
  kind: keyof typeof paperExportKind,
  ids: string[] | undefined,
  params: Input<Calls['save']>['params'],
  most: number,
) {
  const { query } = await matchingPapers(ctx, { ...params, mine: false })
  return (
    query
      .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
      .where(await withinPaperScope(ctx))
      .$if(ids !== undefined, (q) => q.where(among('paper.id', ids ?? [])))
      .$if(kind === 'zip', (q) => q.where('paper.state', '>', PaperState.open))
      // papers that the caller marks blind stay out of the file, because it contains names
      .$if(can(ctx, 'paper:review'), (q) => q.where(sql<SqlBool>`not ${blindTo(ctx)}`))
      .select(['paper.id', 'paper.title'])
      .orderBy('paper.examId', 'desc')
      .orderBy('paper.score', (o) => o.desc().nullsLast())
      .orderBy('paper.id')
      .limit(most + 1)
      .execute()
  )
}

const columns = ['id', 'kind', 'title', 'state', 'done', 'total', 'bytes', 'createTime', 'expireTime'] as const
const own = ({ db, user, now }: Ctx) =>
  db
    .selectFrom('paperExport')
    .where('userId', '=', user.id)
    .where('expireTime', '>', now)
    .select(columns)
    .$narrowType<{ kind: keyof typeof exportKind }>()

const shown = <T extends { bytes: string }>(row: T) => ({ ...row, bytes: Number(row.bytes) })

/** The progress of an own export. Fails notFound for another user's export. */
export const findExport = async (ctx: Ctx, { id }: Input<Calls['detail']>) =>
  shown(must(await own(ctx).where('id', '=', id).executeTakeFirst()))

/** Own exports that have not expired, newest first. */
export const listExports = async (ctx: Ctx) => (await own(ctx).orderBy('id', 'desc').limit(50).execute()).map(shown)

/** The file of an own finished export. Fails notFound for another user's export, exportNotReady while it is not finished. */
export async function downloadExport(ctx: Ctx, { id }: Input<Calls['download']>): Promise<FileReply> {
  const row = must(await own(ctx).where('id', '=', id).select('file').executeTakeFirst())
  if (row.state !== ExportState.done) fail('exportNotReady')
  const path = await exportPath(ctx.app, row.file)
  await access(path).catch(() => fail('exportNotReady'))
  const [ending, type, what] = files[row.kind]
  return { name: `${row.title}_${what}_${toWallClock(row.createTime).slice(0, 10)}.${ending}`, type, body: createReadStream(path) }
}

const files = {
  zip: ['zip', 'application/zip', '答卷'],
  sheet: ['xlsx', xlsxType, '成绩表'],
  answers: ['xlsx', xlsxType, '逐题作答'],
  evidence: ['zip', 'application/zip', '考试录像'],
} as const

/** Deletes expired exports and their files. */
export async function dropExpired(app: App): Promise<void> {
  const rows = await app.db.deleteFrom('paperExport').where('expireTime', '<=', app.clock()).returning('file').execute()
  for (const { file } of rows) if (file !== '') await rm(await exportPath(app, file), { force: true })
}
