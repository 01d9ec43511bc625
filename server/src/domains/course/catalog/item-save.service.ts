// Files that come into a course one by one, and what is set for each of them.
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import type { courseBuild } from '@shuyuan/contract/course/catalog/build.ts'
import { CourseFileState, CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { among } from '../../../kernel/database.ts'
import { failFields } from '../../../kernel/fail.ts'
import { type Dates, isDueEarly } from './item-dates.rules.ts'
import { saveStops } from './stop.service.ts'

type Items = Input<(typeof courseBuild)['item-save']>['items']
/** `fresh`: the files that come in; `titles`: of the sections by id */
type Known = { fresh: ReadonlySet<string>; titles: ReadonlyMap<string, string> }

const fieldOf = (at: number, name = 'fileId') => `items.${at}.${name}`

/** Fails at the place of each file that would be due before it opens; as isDueEarly. */
export function mustOpenBeforeDue(items: Items, stored: ReadonlyMap<string, Dates>): void {
  mustBeFit(items, (one) => (isDueEarly(one, stored) ? { name: 'dueTime', message: say('fileDueEarly') } : undefined))
}

/** Refuses with the problem of each item that has one. */
function mustBeFit<T>(items: readonly T[], problemOf: (item: T) => { name?: string; message: Message } | undefined) {
  const problems = items.flatMap((one, at) => {
    const problem = problemOf(one)
    return problem ? [{ field: fieldOf(at, problem.name), message: problem.message }] : []
  })
  if (problems.length > 0) failFields(problems)
}

/**
 * Adds the new files after the `last` one of the course. A file that is being converted may come in; learners can play it once it is ready. Fails
 * at the place of each file that does not exist, is disabled, or could not be converted.
 */
export async function addItems(ctx: Ctx, courseId: string, items: Items, { fresh, titles, last }: Known & { last: number }): Promise<void> {
  const found = await ctx.db
    .selectFrom('courseFile')
    .where(among('id', [...fresh]))
    .select(['id', 'title', 'enabled', 'state'])
    .forKeyShare()
    .execute()
  const byId = new Map(found.map((one) => [one.id, one]))
  mustBeFit(items, ({ fileId, sectionId }) => {
    if (sectionId && !titles.has(sectionId)) return { name: 'sectionId', message: say('sectionGone') }
    if (!fresh.has(fileId)) return undefined
    const file = byId.get(fileId)
    if (!file) return { message: say('courseFileGone') }
    if (!file.enabled) return { message: say('courseFileDisabled', { title: file.title }) }
    return file.state === CourseFileState.failed ? { message: say('courseFileTranscoding', { title: file.title }) } : undefined
  })
  const rows = items
    .filter((one) => fresh.has(one.fileId))
    .map(({ fileId, sectionId = null, required = true, minSec = 0, openTime = null, dueTime = null }, at) => ({
      courseId,
      fileId,
      sectionId,
      chapter: sectionId === null ? '' : (titles.get(sectionId) ?? ''),
      required,
      minSec,
      openTime,
      dueTime,
      sort: last + 1 + at,
    }))
  if (rows.length > 0) await ctx.db.insertInto('courseItem').values(rows).execute()
}

/** Settings, questions and names of the files. Fails at the place of each file whose name may not change here, and as saveStops. */
export async function changeItems(ctx: Ctx, courseId: string, items: Items, { fresh, titles }: Known): Promise<void> {
  await rename(ctx, items)
  for (const { fileId, sectionId, required, minSec, openTime, dueTime } of items.filter((one) => !fresh.has(one.fileId))) {
    const set = {
      ...(sectionId === undefined ? {} : { sectionId, chapter: sectionId === null ? '' : (titles.get(sectionId) ?? '') }),
      ...(required === undefined ? {} : { required }),
      ...(minSec === undefined ? {} : { minSec }),
      ...(openTime === undefined ? {} : { openTime }),
      ...(dueTime === undefined ? {} : { dueTime }),
    }
    if (Object.keys(set).length > 0)
      await ctx.db.updateTable('courseItem').set(set).where('courseId', '=', courseId).where('fileId', '=', fileId).execute()
  }
  await saveStops(ctx, courseId, items, (at) => fieldOf(at, 'stops'))
}

async function rename(ctx: Ctx, items: Items) {
  const named = items.filter((one) => one.title !== undefined)
  if (named.length === 0) return
  const files = await ctx.db
    .selectFrom('courseFile')
    .where(
      among(
        'id',
        named.map((one) => one.fileId),
      ),
    )
    .select(['id', 'title', 'fileType'])
    .execute()
  const byId = new Map(files.map((one) => [one.id, one]))
  mustBeFit(items, ({ fileId, title }) => {
    const file = byId.get(fileId)
    if (title === undefined || title === file?.title) return undefined
    if (!can(ctx, 'course:file:update')) return { name: 'title', message: say('itemNameForbidden') }
    // its name is that of the room
    return file?.fileType === CourseFileType.live ? { name: 'title', message: say('itemNameFixed') } : undefined
  })
  for (const { fileId, title = '' } of named)
    if (title !== byId.get(fileId)?.title)
      await ctx.db.updateTable('courseFile').set({ title, updateTime: ctx.now }).where('id', '=', fileId).execute()
}
