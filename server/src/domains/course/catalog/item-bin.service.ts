// Files that were taken out of a course stand in the recycle bin: with their settings and their place, to come back into the course.
import { say } from '@shuyuan/contract/course/course.texts.ts'
import { type courseBuild, MOST_REMOVED } from '@shuyuan/contract/course/catalog/build.ts'
import type { course } from '@shuyuan/contract/course/catalog/course.ts'
import { MOST_ITEMS } from '@shuyuan/contract/course/catalog/course-parts.ts'
import { courseFileType } from '@shuyuan/contract/course/file/file.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { BIN_KEEP_DAYS, BinKind } from '@shuyuan/contract/operation/bin.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { among } from '../../../kernel/database.ts'
import { failField } from '../../../kernel/fail.ts'
import { listInBin, notedInBin, outOfBin, restorersOf } from '../../operation/bin.service.ts'
import { renumberItems, sectionsOf } from './section.service.ts'

type Item = Output<(typeof course)['admin/detail']>['files'][number]
type Settings = Pick<Item, 'sectionId' | 'required' | 'minSec'>
/** `above`: the files that stood before it in its section, the nearest first */
type Kept = Settings & { courseId: string; openTime: string | null; dueTime: string | null; above: string[] }

const DAY_MS = 86_400_000

/** The bin keeps the settings and the places of files that are about to leave a course. `items`: all its files in their order. */
export async function keepItems(ctx: Ctx, courseId: string, items: readonly Item[], gone: readonly Item[]): Promise<void> {
  if (gone.length === 0) return
  const { title } = await ctx.db.selectFrom('course').where('id', '=', courseId).select('title').executeTakeFirstOrThrow()
  const keptOf = ({ fileId, sectionId, required, minSec, openTime, dueTime }: Item): Kept => {
    const section = items.filter((one) => one.sectionId === sectionId).map((one) => one.fileId)
    const above = section.slice(0, section.indexOf(fileId)).toReversed()
    const dates = { openTime: openTime?.toISOString() ?? null, dueTime: dueTime?.toISOString() ?? null }
    return { courseId, sectionId, required, minSec, ...dates, above }
  }
  await notedInBin(
    ctx,
    BinKind.course_item,
    gone.map((one) => ({ id: one.fileId, title: `${one.title} · ${title}`, data: keptOf(one) })),
  )
}

/** Files that are in a course again by another way leave the bin. */
export const forgetItems = (ctx: Ctx, courseId: string, fileIds: Iterable<string>): Promise<void> =>
  outOfBin(ctx, BinKind.course_item, { ids: [...fileIds], within: { courseId } })

/** Files that were taken out of a course and can be restored, the newest first. */
export async function listRemoved(
  ctx: Ctx,
  { courseId }: Input<(typeof courseBuild)['item-removed']>,
): Promise<Output<(typeof courseBuild)['item-removed']>> {
  const entries = await listInBin(ctx, BinKind.course_item, { within: { courseId }, most: MOST_REMOVED })
  const files = await ctx.db
    .selectFrom('courseFile')
    .where(
      among(
        'id',
        entries.map((one) => one.objectId),
      ),
    )
    .select(['id', 'title', 'fileType'])
    .execute()
  const byId = new Map(files.map((one) => [one.id, one]))
  return entries.flatMap(({ id, objectId, createTime, realName }) => {
    const file = byId.get(objectId)
    if (!file) return []
    const { title, fileType } = file
    const endTime = new Date(createTime.getTime() + BIN_KEEP_DAYS * DAY_MS)
    return [{ id, title, fileType, fileType_dictText: courseFileType[fileType], createTime, endTime, realName }]
  })
}

/** Where a file comes back: its section with the number of the file above it, or the end of the course where its section is gone. */
async function placeOf(ctx: Ctx, { courseId, sectionId, above }: Kept) {
  const sections = await sectionsOf(ctx, courseId)
  const own = sections.find((one) => one.id === sectionId)
  const section = own ?? (sectionId === null ? undefined : sections.at(-1))
  const inside = await ctx.db
    .selectFrom('courseItem')
    .where('courseId', '=', courseId)
    .where('sectionId', section ? '=' : 'is', section?.id ?? null)
    .orderBy('sort', 'desc')
    .select(['fileId', 'sort'])
    .execute()
  const isOwn = own !== undefined || sectionId === null
  const sorts = new Map(inside.map((one) => [one.fileId, one.sort]))
  const nearest = above.find((fileId) => sorts.has(fileId))
  const after = isOwn ? (nearest === undefined ? 0 : sorts.get(nearest)!) : (inside[0]?.sort ?? 0)
  return { sectionId: section?.id ?? null, chapter: section?.title ?? '', after }
}

/** Lets the recycle bin put files back into their course. Learning records, questions, notes and answers stayed with the course. */
export function restoreItems(app: App): void {
  restorersOf(app).set(BinKind.course_item, async (ctx, { objectId: fileId, data }) => {
    const kept = data as Kept
    const { courseId, required, minSec, openTime, dueTime } = kept
    const stored = await ctx.db.selectFrom('course').where('id', '=', courseId).forUpdate().select('version').executeTakeFirst()
    const file = stored && (await ctx.db.selectFrom('courseFile').where('id', '=', fileId).forKeyShare().select('id').executeTakeFirst())
    if (!file) return false
    const held = await ctx.db.selectFrom('courseItem').where('courseId', '=', courseId).select('fileId').execute()
    if (held.some((one) => one.fileId === fileId)) return true
    if (held.length >= MOST_ITEMS) failField('ids', say('courseFilesTooMany'))
    const { after, ...place } = await placeOf(ctx, kept)
    await ctx.db
      .updateTable('courseItem')
      .set({ sort: sql`sort + 1` })
      .where('courseId', '=', courseId)
      .where('sort', '>', after)
      .execute()
    const dates = { openTime: openTime === null ? null : new Date(openTime), dueTime: dueTime === null ? null : new Date(dueTime) }
    await ctx.db
      .insertInto('courseItem')
      .values({ courseId, fileId, ...place, sort: after + 1, required, minSec, ...dates })
      .execute()
    await renumberItems(ctx, courseId)
    await ctx.db
      .updateTable('course')
      .set({ version: stored.version + 1, updateTime: ctx.now })
      .where('id', '=', courseId)
      .execute()
    return true
  })
}
