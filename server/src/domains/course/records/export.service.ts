// The list of a course's people as a workbook: at once, or in the background for more people.
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import { learned } from '@shuyuan/contract/course/catalog/course.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { scormStatus } from '@shuyuan/contract/course/scorm/scorm.ts'
import { learntLimits, type statCourse } from '@shuyuan/contract/course/records/stat-course.ts'
import { ExportState } from '@shuyuan/contract/kernel/export-state.ts'
import type { FileReply, Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { sql } from 'kysely'
import { createReadStream } from 'node:fs'
import { access, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { fail, failField, must } from '../../../kernel/fail.ts'
import { type SheetCell, type SheetColumn, streamSheet, xlsxType } from '../../../kernel/sheet/spreadsheet.ts'
import { closePrivate } from '../../../kernel/storage.ts'
import { learnerIds, learnerRows, studiedFiles } from './learner-list.service.ts'
import { mustFindStudied, type Studied } from './reach.service.ts'

type Calls = typeof statCourse
export const LEARNT_EXPORT = 'course.export'
export const KEEP_MS = 24 * 3_600_000
const OPEN_AT_ONCE = 3
const PORTION = 500

const nameOf = (title: string, at: Date) => `学习名单_${title}_${toWallClock(at).slice(0, 10)}.xlsx`

/** Fails notFound, and exportTooMany for more than learntLimits.now people. */
export async function exportLearners(ctx: Ctx, filters: Input<Calls['export']>): Promise<FileReply> {
  const course = await mustFindStudied(ctx, filters.courseId)
  const ids = await learnerIds(ctx, course, filters, learntLimits.now)
  if (ids.length > learntLimits.now) fail('exportTooMany', say('learnersTooMany', { n: learntLimits.now }))
  return { name: nameOf(course.title, ctx.now), type: xlsxType, body: await learnerSheet(ctx, course, ids) }
}

const fixedColumns: SheetColumn[] = [
  ...['账号', '姓名', '部门', '学习状态'].map((header) => ({ header, width: 14 })),
  { header: '学习进度', width: 10, kind: 'percent' },
  { header: '学习时长（分钟）', width: 16, kind: 'number' },
  ...['首次学习', '最近学习', '完成时间', '截止时间'].map((header) => ({ header, width: 20, kind: 'time' as const })),
  { header: '是否逾期', width: 10 },
]

type Studying = Awaited<ReturnType<typeof studiedFiles>>[number]
type FileState = Awaited<ReturnType<typeof learnerRows>>[number]['files'][string]

/** Of a SCORM package also what it reported. */
const fileColumns = ({ title, fileType }: Studying): SheetColumn[] => [
  { header: title, width: 16, kind: 'percent' },
  ...(fileType === CourseFileType.scorm
    ? [
        { header: `${title}（状态）`, width: 14 },
        { header: `${title}（得分）`, width: 14, kind: 'number' as const },
      ]
    : []),
]
const fileCells = (fileType: CourseFileType, state: FileState | undefined): SheetCell[] => [
  (state?.process ?? 0) / 100,
  ...(fileType === CourseFileType.scorm ? [state?.outcome === undefined ? '' : scormStatus[state.outcome], state?.score ?? ''] : []),
]

/** A row for each of these people, in this order; `report` gets the number of rows so far and ends the sheet with false. */
export async function learnerSheet(
  ctx: Pick<Ctx, 'db' | 'now'>,
  course: Studied,
  ids: readonly string[],
  report: (done: number) => Promise<boolean> = () => Promise.resolve(true),
): Promise<AsyncGenerator<Uint8Array>> {
  const files = await studiedFiles(ctx, course.id)
  const columns = [...fixedColumns, ...files.flatMap(fileColumns)]
  const rows = async function* (): AsyncGenerator<SheetCell[]> {
    for (let at = 0; at < ids.length; at += PORTION) {
      if (!(await report(at))) return
      for (const row of await learnerRows(ctx, course, ids.slice(at, at + PORTION)))
        yield [
          row.userName,
          row.realName,
          row.deptName,
          learned[row.learned],
          row.process / 100,
          Math.round(row.learnSec / 6) / 10,
          ...[row.startTime, row.lastTime, row.finishTime, row.dueTime].map((time) => time ?? ''),
          row.overdue ? '逾期' : '',
          ...files.flatMap(({ fileId, fileType }) => fileCells(fileType, row.files[fileId])),
        ]
    }
  }
  return streamSheet('学习名单', columns, rows())
}

/** Queues an export. Fails notFound, exportBusy beyond three open ones, exportTooMany, and at `learned` without a match. */
export async function saveLearnerExport(ctx: Ctx, filters: Input<Calls['export-save']>): Promise<{ id: string; total: number }> {
  const { app, db, user, now } = ctx
  const course = await mustFindStudied(ctx, filters.courseId)
  // serializes concurrent requests of one user, so that the limit holds
  await db.selectFrom('sysUser').where('id', '=', user.id).select('id').forUpdate().execute()
  const open = await db
    .selectFrom('courseExport')
    .where('userId', '=', user.id)
    .where('state', '<', ExportState.done)
    .select('id')
    .execute()
  if (open.length >= OPEN_AT_ONCE) fail('exportBusy')
  const ids = await learnerIds(ctx, course, filters, learntLimits.later)
  if (ids.length === 0) failField('learned', say('remindNobody'))
  if (ids.length > learntLimits.later) fail('exportTooMany', say('learnersTooMany', { n: learntLimits.later }))
  const row = {
    userId: user.id,
    courseId: course.id,
    title: course.title,
    total: ids.length,
    createTime: now,
    expireTime: new Date(now.getTime() + KEEP_MS),
    userIds: sql<string[]>`${ids}::bigint[]`,
  }
  const { id } = await db.insertInto('courseExport').values(row).returning('id').executeTakeFirstOrThrow()
  await app.jobs.send(db, LEARNT_EXPORT, {}).catch((error: unknown) => ctx.log.debug({ err: error }, 'an export waits for the next run'))
  return { id, total: ids.length }
}

const own = ({ db, user, now }: Ctx) =>
  db
    .selectFrom('courseExport')
    .where('userId', '=', user.id)
    .where('expireTime', '>', now)
    .select(['id', 'title', 'state', 'done', 'total', 'bytes', 'createTime', 'expireTime'])

/** Own exports that have not expired, newest first. */
export async function listLearnerExports(ctx: Ctx) {
  const rows = await own(ctx).orderBy('id', 'desc').limit(50).execute()
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }))
}

/** The file of an own finished export. Fails notFound for another user's, exportNotReady while it is not finished. */
export async function downloadLearnerExport(ctx: Ctx, { id }: Input<Calls['export-download']>): Promise<FileReply> {
  const row = must(await own(ctx).where('id', '=', id).select('file').executeTakeFirst())
  if (row.state !== ExportState.done) fail('exportNotReady')
  const path = await learntExportPath(ctx.app, row.file)
  await access(path).catch(() => fail('exportNotReady'))
  return { name: nameOf(row.title, row.createTime), type: xlsxType, body: createReadStream(path) }
}

/** The path of a finished file, outside the public upload folder. */
export async function learntExportPath(app: App, file: string): Promise<string> {
  const folder = join(app.config.dataDir, 'exports')
  await closePrivate(folder)
  return join(folder, `course-${file}`)
}

/** Deletes expired exports and their files. */
export async function dropExpiredExports(app: App): Promise<void> {
  const rows = await app.db.deleteFrom('courseExport').where('expireTime', '<=', app.clock()).returning('file').execute()
  for (const { file } of rows) if (file !== '') await rm(await learntExportPath(app, file), { force: true })
}
