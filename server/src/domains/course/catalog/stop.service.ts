// The questions in the files of a course, as editors set them.
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import type { Stop as StopSchema } from '@shuyuan/contract/course/catalog/player.ts'
import type * as z from 'zod'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { failField } from '../../../kernel/fail.ts'
import { isMedia } from '../progress/learn.rules.ts'

type Stop = z.output<typeof StopSchema>
type Item = { fileId: string; stops?: readonly Stop[] | undefined }

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
 * Stores the questions of the files that name any; answers to unchanged ones stay, and so do the questions of files that left the course. Fails at
 * `fieldOf` the file's place for a question in a document or beyond the end of its file, and for a new one of a caller without the right to the
 * question bank.
 */
export async function saveStops(ctx: Ctx, courseId: string, items: readonly Item[], fieldOf: (at: number) => string): Promise<void> {
  if (!items.some((one) => one.stops)) return
  const stored = await stopsOf(ctx, courseId)
  for (const [at, { fileId, stops }] of items.entries())
    if (stops) await replaceStops(ctx, { courseId, fileId }, stops, { stored: stored.get(fileId) ?? [], field: fieldOf(at) })
}

const keyOf = ({ atSec, quId }: Stop) => `${atSec} ${quId}`

type Replaced = { stored: readonly Stop[]; field: string }

async function replaceStops(ctx: Ctx, place: { courseId: string; fileId: string }, stops: readonly Stop[], { stored, field }: Replaced) {
  const [kept, wanted] = [new Set(stored.map(keyOf)), new Set(stops.map(keyOf))]
  const fresh = stops.filter((one) => !kept.has(keyOf(one)))
  if (fresh.length > 0) await mustFit(ctx, place.fileId, fresh, field)
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

async function mustFit(ctx: Ctx, fileId: string, fresh: readonly Stop[], field: string) {
  if (!can(ctx, 'qu:list')) failField(field, say('stopForbidden'))
  const file = await ctx.db.selectFrom('courseFile').where('id', '=', fileId).select(['title', 'fileType', 'duration']).executeTakeFirst()
  if (!file) return
  if (!isMedia(file)) failField(field, say('stopInDocument', { title: file.title }))
  if (file.duration > 0 && fresh.some((one) => one.atSec >= file.duration)) failField(field, say('stopBeyondEnd', { title: file.title }))
}
