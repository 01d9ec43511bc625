// The questions in the files of a course, as editors set them.
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import type { course } from '@shuyuan/contract/course/catalog/course.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { failField } from '../../../kernel/fail.ts'
import { isMedia } from '../progress/learn.rules.ts'

type Item = Input<typeof course.save>['files'][number]
type Stop = NonNullable<Item['stops']>[number]

/** The questions of a course by file, in the order of their seconds. */
export async function stopsOf({ db }: Pick<Ctx, 'db'>, courseId: string): Promise<Map<string, Stop[]>> {
  const rows = await db
    .selectFrom('courseStop')
    .where('courseId', '=', courseId)
    .orderBy('atSec')
    .select(['fileId', 'atSec', 'quId', 'title'])
    .execute()
  return Map.groupBy(rows, (row) => row.fileId)
}

/**
 * Stores the questions of the files that name any; answers to unchanged ones stay. Fails at `files` for a question in a document or beyond
 * the end of its file, and for a new one of a caller without the right to the question bank.
 */
export async function saveStops(ctx: Ctx, courseId: string, items: readonly Item[]): Promise<void> {
  const fileIds = items.map((one) => one.fileId)
  await ctx.db
    .deleteFrom('courseStop')
    .where('courseId', '=', courseId)
    .where('fileId', '!=', sql<string>`all(${fileIds}::bigint[])`)
    .execute()
  const stored = await stopsOf(ctx, courseId)
  for (const { fileId, stops } of items) if (stops) await replaceStops(ctx, { courseId, fileId }, stops, stored.get(fileId) ?? [])
}

const keyOf = ({ atSec, quId }: Stop) => `${atSec} ${quId}`

async function replaceStops(ctx: Ctx, place: { courseId: string; fileId: string }, stops: readonly Stop[], stored: readonly Stop[]) {
  const [kept, wanted] = [new Set(stored.map(keyOf)), new Set(stops.map(keyOf))]
  const fresh = stops.filter((one) => !kept.has(keyOf(one)))
  if (fresh.length > 0) await mustFit(ctx, place.fileId, fresh)
  for (const { atSec } of stored.filter((one) => !wanted.has(keyOf(one))))
    await ctx.db
      .deleteFrom('courseStop')
      .where('courseId', '=', place.courseId)
      .where('fileId', '=', place.fileId)
      .where('atSec', '=', atSec)
      .execute()
  if (fresh.length > 0)
    await ctx.db
      .insertInto('courseStop')
      .values(fresh.map((one) => ({ ...place, ...one })))
      .execute()
}

async function mustFit(ctx: Ctx, fileId: string, fresh: readonly Stop[]) {
  if (!can(ctx, 'qu:list')) failField('files', say('stopForbidden'))
  const file = await ctx.db.selectFrom('courseFile').where('id', '=', fileId).select(['title', 'fileType', 'duration']).executeTakeFirst()
  if (!file) return
  if (!isMedia(file)) failField('files', say('stopInDocument', { title: file.title }))
  if (file.duration > 0 && fresh.some((one) => one.atSec >= file.duration)) failField('files', say('stopBeyondEnd', { title: file.title }))
}
