// Assignments as teachers set them: a course file with what it asks for and how it is marked.
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import { CourseFileState, CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import type { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { HandState, type WorkKind } from '@shuyuan/contract/course/work/work-codes.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { among, containing, json } from '../../../kernel/database.ts'
import { fail, failField, must } from '../../../kernel/fail.ts'
import { cleanHtml, shownFrom } from '../../../kernel/richtext.ts'
import { usersWithTag } from '../../people/role-menu/right.service.ts'
import { filesOf, saveAttachments } from './work-file.service.ts'

type Calls = typeof courseWork
type Setting = Output<Calls['setting']>
/** A line of a rubric as it is stored: 1/100 point. */
export type Line = Setting['rubric'][number]
const MOST_LISTED = 50

const MARK = 'course:work'

async function mustNameMarkers(ctx: Ctx, markerIds: readonly string[], before: readonly string[]) {
  const fresh = markerIds.filter((one) => !before.includes(one))
  if (fresh.length === 0) return
  const able = new Set(await usersWithTag(ctx, MARK))
  if (fresh.some((one) => !able.has(one))) failField('markerIds', say('workMarkerUnable'))
}

/**
 * Adds an assignment to the library of course files, or changes one; hand-ins and their marks stay as they are. Fails notFound, conflict for an
 * outdated version, at `markerIds`, and at `attachments`.
 */
export async function saveWork(
  ctx: Ctx,
  { id, version, title, content, attachments, markerIds, rubric, ...form }: Input<Calls['save']>,
): Promise<{ id: string }> {
  const stored =
    id === undefined
      ? undefined
      : must(await ctx.db.selectFrom('courseWork').where('fileId', '=', id).forUpdate().selectAll().executeTakeFirst())
  if (stored && version !== undefined && stored.version !== version) fail('conflict')
  await mustNameMarkers(ctx, markerIds, stored?.markerIds ?? [])
  const row = { ...form, content: cleanHtml(content, shownFrom(ctx)), markerIds, rubric: json(rubric) }
  if (stored) {
    ctx.change.before = stored
    await ctx.db.updateTable('courseFile').set({ title, updateTime: ctx.now }).where('id', '=', stored.fileId).execute()
    await ctx.db
      .updateTable('courseWork')
      .set({ ...row, version: stored.version + 1 })
      .where('fileId', '=', stored.fileId)
      .execute()
    await saveAttachments(ctx, stored.fileId, attachments)
    return { id: stored.fileId }
  }
  const { id: fileId } = await ctx.db
    .insertInto('courseFile')
    .values({ title, fileUrl: '', fileType: CourseFileType.work, state: CourseFileState.ready, createBy: ctx.user.id, createTime: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('courseWork')
    .values({ ...row, fileId })
    .execute()
  await saveAttachments(ctx, fileId, attachments)
  return { id: fileId }
}

/** Fails notFound. */
export async function findSetting(ctx: Ctx, { id }: Input<Calls['setting']>): Promise<Setting> {
  const { fileId, kinds, rubric, ...row } = must(
    await ctx.db
      .selectFrom('courseWork as work')
      .innerJoin('courseFile as file', 'file.id', 'work.fileId')
      .where('work.fileId', '=', id)
      .selectAll('work')
      .select('file.title')
      .select(
        sql<number>`(select count(*)::int from course_work_hand h where h.file_id = work.file_id and h.state > ${sql.lit(HandState.draft)})`.as(
          'hands',
        ),
      )
      .executeTakeFirst(),
  )
  return {
    ...row,
    id: fileId,
    kinds: kinds as WorkKind[],
    rubric: rubric as Line[],
    attachments: (await filesOf(ctx, 'workId', [fileId])).get(fileId) ?? [],
  }
}

/** Users who can be named as markers, by name, with those of `ids` first. */
export async function listMarkers(ctx: Ctx, { name = '', ids = [] }: Input<Calls['markers']>): Promise<Output<Calls['markers']>> {
  const able = await usersWithTag(ctx, MARK)
  const pattern = containing(name)
  return ctx.db
    .selectFrom('sysUser')
    .where(among('id', [...new Set([...able, ...ids])]))
    .where((eb) =>
      eb.or([
        among('id', ids),
        name === '' ? sql<boolean>`true` : eb.or([eb('realName', 'ilike', pattern), eb('userName', 'ilike', pattern)]),
      ]),
    )
    .orderBy(sql`id = any(${ids}::bigint[])`, 'desc')
    .orderBy('realName')
    .orderBy('id')
    .limit(MOST_LISTED)
    .select(['id', 'realName', 'userName'])
    .execute()
}
