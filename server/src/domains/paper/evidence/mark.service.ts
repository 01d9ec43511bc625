// Places of a recording that reviewers have marked.
import { say } from '@shuyuan/contract/paper/paper.server.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { evidenceReview } from '@shuyuan/contract/paper/evidence/review.ts'
import { RecordState } from '@shuyuan/contract/paper/record/record-codes.ts'
import { sql } from 'kysely'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { fail, failField, must } from '../../../kernel/fail.ts'
import { mustReview } from './replay-scope.service.ts'

const MOST_MARKS = 200
type Calls = typeof evidenceReview
type Shown = Output<Calls['mark-save']>

const shownMarks = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .selectFrom('paperMark as m')
    .leftJoin('sysUser as reviewer', 'reviewer.id', 'm.createBy')
    .select(['m.id', 'track', 'fromMs', 'toMs', 'label', 'note', 'm.createBy', 'm.createTime'])
    .select(sql<string>`coalesce(reviewer.real_name, '')`.as('byName'))

const withOwn = (ctx: Ctx, { createBy, ...row }: Omit<Shown, 'own'> & { createBy: string }): Shown => ({
  ...row,
  own: can(ctx, 'paper:evidence:verdict') || (createBy === ctx.user.id && can(ctx, 'paper:evidence:mark')),
})

/** The marks of a recording by their place. */
export async function marksOf(ctx: Ctx, paperId: string): Promise<Shown[]> {
  const rows = await shownMarks(ctx).where('m.paperId', '=', paperId).orderBy('fromMs').orderBy('m.id').execute()
  return rows.map((row) => withOwn(ctx, row))
}

/** Fails notFound, recordGone for a deleted recording, and at `toMs` for an empty span. */
export async function saveMark(ctx: Ctx, { paperId, track, ...form }: Input<Calls['mark-save']>): Promise<Shown> {
  const { db, user, now } = ctx
  const { state } = await mustReview(ctx, paperId)
  if (state === RecordState.deleted) fail('recordGone')
  if (form.toMs < form.fromMs) failField('toMs', say('spanEmpty'))
  const { marks } = await db
    .selectFrom('paperMark')
    .where('paperId', '=', paperId)
    .select((q) => q.fn.countAll<number>().as('marks'))
    .executeTakeFirstOrThrow()
  if (marks >= MOST_MARKS) failField('label', say('marksTooMany', { n: MOST_MARKS }))
  const { id } = await db
    .insertInto('paperMark')
    .values({ paperId, track: track ?? null, ...form, createBy: user.id, createTime: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  ctx.change.after = { id, paperId, track: track ?? null, ...form }
  return withOwn(ctx, await shownMarks(ctx).where('m.id', '=', id).executeTakeFirstOrThrow())
}

/** Removes a mark; the audit row keeps it. Fails notFound, forbidden for the mark of another reviewer. */
export async function deleteMark(ctx: Ctx, { id }: Input<Calls['mark-delete']>): Promise<true> {
  const row = must(await ctx.db.selectFrom('paperMark').where('id', '=', id).selectAll().executeTakeFirst())
  await mustReview(ctx, row.paperId)
  if (row.createBy !== ctx.user.id && !can(ctx, 'paper:evidence:verdict')) fail('forbidden')
  await ctx.db.deleteFrom('paperMark').where('id', '=', id).execute()
  ctx.change.before = row
  return true
}
