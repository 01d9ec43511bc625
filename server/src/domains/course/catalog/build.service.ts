// Building a course step by step: one change of its sections or files, against the version that the editor saw.
import { say as sayInput } from '@shuyuan/contract/course/course.texts.ts'
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import { MOST_ITEMS, MOST_SECTIONS } from '@shuyuan/contract/course/catalog/course-parts.ts'
import type { courseBuild } from '@shuyuan/contract/course/catalog/build.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { among } from '../../../kernel/database.ts'
import { fail, failField, must } from '../../../kernel/fail.ts'
import { restoreFromBin } from '../../operation/bin.service.ts'
import { finishCompleted } from '../progress/finish.service.ts'
import { itemsOf } from './item.service.ts'
import { forgetItems, keepItems, listRemoved } from './item-bin.service.ts'
import { addItems, changeItems, mustOpenBeforeDue } from './item-save.service.ts'
import { addSection, orderSections, renumberItems, sectionsOf } from './section.service.ts'

type Calls = typeof courseBuild
type Place = { courseId: string; version: number }

/** Locks the course. Fails notFound, and conflict for an outdated version. */
async function mustLock({ db }: Ctx, { courseId, version }: Place) {
  const stored = must(
    await db.selectFrom('course').where('id', '=', courseId).forUpdate().select(['id', 'title', 'draft', 'version']).executeTakeFirst(),
  )
  if (stored.version !== version) fail('conflict')
  return stored
}

/** @returns the version that the next change names */
async function stepped({ db, now }: Ctx, { courseId, version }: Place): Promise<number> {
  await db
    .updateTable('course')
    .set({ version: version + 1, updateTime: now })
    .where('id', '=', courseId)
    .execute()
  return version + 1
}

/** A course that was published keeps a required file: without one it could not be finished. Fails at `field`. */
async function mustStayLearnable({ db }: Ctx, { id, draft }: { id: string; draft: boolean }, field: string) {
  if (draft) return
  const left = await db.selectFrom('courseItem').where('courseId', '=', id).where('required', '=', true).select('fileId').limit(1).execute()
  if (left.length === 0) failField(field, sayInput('courseFileRequired'))
}

/** Adds a section at the end, or renames one. Fails notFound, conflict, and at `title` for one too many. */
export async function saveSection(ctx: Ctx, { id, title, ...place }: Input<Calls['section-save']>): Promise<Output<Calls['section-save']>> {
  const { courseId } = place
  const stored = await mustLock(ctx, place)
  const sections = await sectionsOf(ctx, courseId)
  ctx.change.before = { title: stored.title, section: sections.find((one) => one.id === id)?.title ?? '' }
  if (id === undefined) {
    if (sections.length >= MOST_SECTIONS) failField('title', say('sectionsTooMany', { n: MOST_SECTIONS }))
    return { id: await addSection(ctx, courseId, title), version: await stepped(ctx, place) }
  }
  must(sections.find((one) => one.id === id))
  await ctx.db.updateTable('courseSection').set({ title }).where('id', '=', id).execute()
  await ctx.db.updateTable('courseItem').set({ chapter: title }).where('courseId', '=', courseId).where('sectionId', '=', id).execute()
  return { id, version: await stepped(ctx, place) }
}

/** Orders the sections, with their files, and removes empty ones that are left out. Fails notFound, conflict, and at `ids` for one with files. */
export async function sortSections(ctx: Ctx, { ids, ...place }: Input<Calls['section-sort']>): Promise<Output<Calls['section-sort']>> {
  const { courseId } = place
  await mustLock(ctx, place)
  const stored = await sectionsOf(ctx, courseId)
  ctx.change.before = stored.map((one) => one.title)
  const known = new Set(stored.map((one) => one.id))
  if (new Set(ids).size < ids.length || ids.some((id) => !known.has(id))) fail('conflict')
  const gone = stored.filter((one) => !ids.includes(one.id))
  const filled = await ctx.db
    .selectFrom('courseItem')
    .where('courseId', '=', courseId)
    .where(
      among(
        'sectionId',
        gone.map((one) => one.id),
      ),
    )
    .select('sectionId')
    .executeTakeFirst()
  if (filled) failField('ids', say('sectionFull', { title: gone.find((one) => one.id === filled.sectionId)?.title ?? '' }))
  await ctx.db
    .deleteFrom('courseSection')
    .where(
      among(
        'id',
        gone.map((one) => one.id),
      ),
    )
    .execute()
  await orderSections(ctx, courseId, ids)
  await renumberItems(ctx, courseId)
  return { version: await stepped(ctx, place) }
}

/**
 * Adds files to a course and changes those that are in it; learning progress stays. Fails notFound, conflict, and at the file's place in `items`
 * for an unknown section, for a file that does not exist, cannot be learnt or is due before it opens, for questions that do not fit, and for a name that may not change.
 */
export async function saveCourseItems(ctx: Ctx, { items, ...place }: Input<Calls['item-save']>): Promise<Output<Calls['item-save']>> {
  const { courseId } = place
  const stored = await mustLock(ctx, place)
  const before = await itemsOf(ctx, courseId)
  const held = new Set(before.map((one) => one.fileId))
  const fresh = new Set(items.filter((one) => !held.has(one.fileId)).map((one) => one.fileId))
  if (held.size + fresh.size > MOST_ITEMS) failField('items', sayInput('courseFilesTooMany'))
  if (new Set(items.map((one) => one.fileId)).size < items.length) failField('items', sayInput('courseFileTwice'))
  ctx.change.before = { title: stored.title, files: before.filter((one) => items.some((item) => item.fileId === one.fileId)) }
  mustOpenBeforeDue(items, new Map(before.map((one) => [one.fileId, one])))
  const titles = new Map((await sectionsOf(ctx, courseId)).map((one) => [one.id, one.title]))
  await addItems(ctx, courseId, items, { fresh, titles, last: before.length })
  await changeItems(ctx, courseId, items, { fresh, titles })
  await forgetItems(ctx, courseId, fresh)
  await renumberItems(ctx, courseId)
  await mustStayLearnable(ctx, stored, 'items')
  if (items.some((one) => one.required === false)) await finishCompleted(ctx, [courseId])
  const named = new Set(items.map((one) => one.fileId))
  return { version: await stepped(ctx, place), files: (await itemsOf(ctx, courseId)).filter((one) => named.has(one.fileId)) }
}

/** Moves files within and between sections. Fails notFound, and conflict also where `items` are not the files of the course. */
export async function sortItems(ctx: Ctx, { items, ...place }: Input<Calls['item-sort']>): Promise<Output<Calls['item-sort']>> {
  const { courseId } = place
  const stored = await mustLock(ctx, place)
  ctx.change.before = { title: stored.title }
  const held = new Set(
    (await ctx.db.selectFrom('courseItem').where('courseId', '=', courseId).select('fileId').execute()).map((one) => one.fileId),
  )
  const named = new Set(items.map((one) => one.fileId))
  const titles = new Map((await sectionsOf(ctx, courseId)).map((one) => [one.id, one.title]))
  if (named.size < items.length || named.size !== held.size || items.some((one) => !held.has(one.fileId))) fail('conflict')
  if (items.some((one) => one.sectionId !== null && !titles.has(one.sectionId))) fail('conflict')
  const columns = {
    fileIds: items.map((one) => one.fileId),
    sectionIds: items.map((one) => one.sectionId),
    chapters: items.map((one) => (one.sectionId === null ? '' : (titles.get(one.sectionId) ?? ''))),
  }
  await sql`update course_item set sort = own.at, section_id = own.section_id, chapter = own.chapter
    from unnest(${columns.fileIds}::bigint[], ${columns.sectionIds}::bigint[], ${columns.chapters}::text[])
      with ordinality own (file_id, section_id, chapter, at)
    where course_item.course_id = ${courseId}::bigint and course_item.file_id = own.file_id
      and (course_item.sort, course_item.section_id, course_item.chapter) is distinct from (own.at, own.section_id, own.chapter)`.execute(
    ctx.db,
  )
  await renumberItems(ctx, courseId)
  return { version: await stepped(ctx, place) }
}

/**
 * Takes files out of a course, into the recycle bin. Learners who have finished all others have finished the course. Fails notFound, conflict,
 * and at `fileIds` where a course that was published would have no required file.
 */
export async function deleteItems(ctx: Ctx, { fileIds, ...place }: Input<Calls['item-delete']>): Promise<Output<Calls['item-delete']>> {
  const { courseId } = place
  const stored = await mustLock(ctx, place)
  const items = await itemsOf(ctx, courseId)
  const gone = items.filter((one) => fileIds.includes(one.fileId))
  if (gone.length < new Set(fileIds).size) fail('conflict')
  ctx.change.before = { title: stored.title, files: gone }
  await keepItems(ctx, courseId, items, gone)
  await ctx.db.deleteFrom('courseItem').where('courseId', '=', courseId).where(among('fileId', fileIds)).execute()
  await renumberItems(ctx, courseId)
  await mustStayLearnable(ctx, stored, 'fileIds')
  await finishCompleted(ctx, [courseId])
  return { version: await stepped(ctx, place) }
}

/**
 * Puts files that were taken out back into the course, from the recycle bin. Fails notFound for one that was not taken out of this course or is out
 * of reach, conflict, binPartGone for one that left the library, and at `ids` for one too many.
 */
export async function restoreRemoved(ctx: Ctx, { ids, ...place }: Input<Calls['item-restore']>): Promise<Output<Calls['item-restore']>> {
  const { courseId } = place
  await mustLock(ctx, place)
  const before = await itemsOf(ctx, courseId)
  const removed = new Set((await listRemoved(ctx, { courseId })).map((one) => one.id))
  if (ids.some((one) => !removed.has(one))) fail('notFound')
  await restoreFromBin(ctx, { ids })
  const held = new Set(before.map((one) => one.fileId))
  // for the history of the course
  ctx.change.after = { fileIds: (await itemsOf(ctx, courseId)).flatMap((one) => (held.has(one.fileId) ? [] : [one.fileId])) }
  const { version } = await ctx.db.selectFrom('course').where('id', '=', courseId).select('version').executeTakeFirstOrThrow()
  return { version }
}
