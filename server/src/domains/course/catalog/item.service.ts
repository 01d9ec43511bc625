// The files of a course, in order.
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import { courseFileType, CourseFileState } from '@shuyuan/contract/course/file/file.ts'
import type { course } from '@shuyuan/contract/course/catalog/course.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, failField } from '../../../kernel/fail.ts'
import { forgetItems, keepItems } from './item-bin.service.ts'
import { isDueEarly } from './item-dates.rules.ts'
import { sectionsFor } from './section.service.ts'
import { saveStops, stopsOf } from './stop.service.ts'
import { among } from '../../../kernel/database.ts'

type Item = NonNullable<Input<typeof course.save>['files']>[number]

/** Columns on table course: number of enabled files, and the total of known lengths in seconds. */
export const itemTotals = [
  sql<number>`(select count(*)::int from course_item i join course_file f on f.id = i.file_id
    where i.course_id = course.id and f.enabled)`.as('fileCount'),
  sql<number>`(select coalesce(sum(f.duration), 0)::int from course_item i join course_file f on f.id = i.file_id
    where i.course_id = course.id and f.enabled)`.as('duration'),
] as const

/** The files of a course, including disabled ones. */
export async function itemsOf({ db }: Pick<Ctx, 'db'>, courseId: string): Promise<Output<(typeof course)['admin/detail']>['files']> {
  const rows = await db
    .selectFrom('courseItem')
    .innerJoin('courseFile', 'courseFile.id', 'courseItem.fileId')
    .where('courseId', '=', courseId)
    .orderBy('sort')
    .select([
      'fileId',
      'sectionId',
      'chapter',
      'required',
      'minSec',
      'openTime',
      'dueTime',
      'title',
      'fileType',
      'duration',
      'fileSize',
      'enabled',
      'state',
    ])
    .$narrowType<{ state: CourseFileState }>()
    .execute()
  const stops = await stopsOf({ db }, courseId)
  return rows.map((row) => ({
    ...row,
    fileSize: Number(row.fileSize),
    fileType_dictText: courseFileType[row.fileType],
    stops: stops.get(row.fileId) ?? [],
  }))
}

/**
 * Replaces the files of a course; dates that are not named stay, and files that leave go to the recycle bin. Fails at `files` for a file that
 * does not exist, is not ready, or is disabled and not yet in the course, and for one that would be due before it opens.
 */
export async function saveItems(ctx: Ctx, courseId: string, items: readonly Item[]): Promise<void> {
  const fileIds = items.map((one) => one.fileId)
  const found = await ctx.db
    .selectFrom('courseFile')
    .where(among('id', fileIds))
    .select(['id', 'title', 'enabled', 'state'])
    .select(sql<boolean>`exists (select from course_item i where i.course_id = ${courseId} and i.file_id = course_file.id)`.as('held'))
    .forKeyShare()
    .execute()
  if (found.length < fileIds.length) failField('files', say('courseFileGone'))
  const unfit = found.find((one) => !one.held && (!one.enabled || one.state !== CourseFileState.ready))
  if (unfit) failField('files', say(unfit.enabled ? 'courseFileTranscoding' : 'courseFileDisabled', { title: unfit.title }))
  // before sections leave, with which the files lose theirs
  const held = await itemsOf(ctx, courseId)
  const sections = await sectionsFor(ctx, courseId, items)
  const dates = new Map(held.map(({ fileId, openTime, dueTime }) => [fileId, { openTime, dueTime }]))
  if (items.some((one) => isDueEarly(one, dates))) failField('files', say('fileDueEarly'))
  const gone = held.filter((one) => !fileIds.includes(one.fileId))
  await keepItems(ctx, courseId, held, gone)
  await forgetItems(
    ctx,
    courseId,
    fileIds.filter((one) => !dates.has(one)),
  )
  await ctx.db.deleteFrom('courseItem').where('courseId', '=', courseId).execute()
  if (items.length > 0)
    await ctx.db
      .insertInto('courseItem')
      .values(
        items.map(({ stops: _stops, ...one }, at) => ({
          ...dates.get(one.fileId),
          ...one,
          courseId,
          sectionId: sections[at]!,
          sort: at + 1,
        })),
      )
      .execute()
  await saveStops(ctx, courseId, items, () => 'files')
}

/** Fails courseEmpty if one of these drafts has no enabled required file, so that no learner could finish it. A course that was published before stays as it is. */
export async function mustHaveFiles({ db }: Pick<Ctx, 'db'>, courseIds: readonly string[]): Promise<void> {
  const empty = await db
    .selectFrom('course')
    .where(among('id', courseIds))
    .where('draft', '=', true)
    .where(
      sql<boolean>`not exists (select from course_item i join course_file f on f.id = i.file_id
        where i.course_id = course.id and i.required and f.enabled)`,
    )
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (empty) fail('courseEmpty')
}
