// How much a person may upload: files and bytes in a day, and for learners bytes in all.
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { say } from '@shuyuan/contract/common/common.server.texts.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'

const MB = 1024 * 1024
const DAY_MS = 86_400_000
/** Unfinished uploads of one person. */
const MOST_OPEN = 20

/**
 * Fails tooOften when the caller has uploaded their number of files or bytes within the last 24 hours, and fileTooLarge when the files of a
 * learner exceed their room.
 * @param size bytes of the next file
 * @param isLast in the transaction that records the file: of two uploads at once the second sees the first
 */
export async function mustHaveQuota({ app, db, user, now }: Ctx, size: number, { isLast = false } = {}): Promise<void> {
  const { dayFiles, dayMb, totalMb } = app.config.uploads[user.roleType === RoleType.staff ? 'staff' : 'learner']
  if (isLast) await sql`select pg_advisory_xact_lock(hashtextextended(${`upload ${user.id}`}, 0))`.execute(db)
  const since = new Date(now.getTime() - DAY_MS)
  const used = await db
    .selectFrom('commonFile')
    .where('ownerId', '=', user.id)
    .select([
      sql<number>`(count(*) filter (where create_time > ${since}::timestamptz))::int`.as('files'),
      sql<number>`coalesce(sum(size) filter (where create_time > ${since}::timestamptz), 0)::float8`.as('today'),
      sql<number>`coalesce(sum(size), 0)::float8`.as('total'),
    ])
    .executeTakeFirstOrThrow()
  if (used.files >= dayFiles) fail('tooOften', say('uploadDayFiles', { n: dayFiles }))
  if (used.today + size > dayMb * MB) fail('tooOften', say('uploadDayBytes', { mb: dayMb }))
  if (totalMb !== undefined && used.total + size > totalMb * MB) fail('fileTooLarge', say('uploadTotal', { mb: totalMb }))
}

/**
 * As mustHaveQuota, for a file that is announced: the unfinished uploads of the caller count in their quota, and too many fail tooOften.
 */
export async function mustHaveSpace(ctx: Ctx, size: number, { isLast = false } = {}): Promise<void> {
  const { db, user } = ctx
  if (isLast) await sql`select pg_advisory_xact_lock(hashtextextended(${`upload ${user.id}`}, 0))`.execute(db)
  const open = await db
    .selectFrom('commonUpload')
    .where('ownerId', '=', user.id)
    .where('fileId', 'is', null)
    .select([sql<number>`count(*)::int`.as('files'), sql<number>`coalesce(sum(size), 0)::float8`.as('bytes')])
    .executeTakeFirstOrThrow()
  if (open.files >= MOST_OPEN) fail('tooOften', say('uploadsOpen', { n: MOST_OPEN }))
  await mustHaveQuota(ctx, size + open.bytes)
}
