// Rubric lines of a question of an exam, and the effect of a changed line on given marks.
import { type review, TaskState } from '@shuyuan/contract/paper/review/review.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { changeLine } from './review-recount.service.ts'
import { mustNotBeArchived } from '../../exam/entry/archived.service.ts'

/** The lines of a question in their order. */
export async function listLines(
  { db }: Ctx,
  { examId, leaf }: Input<(typeof review)['rubric-list']>,
): Promise<Output<(typeof review)['rubric-list']>> {
  return db
    .selectFrom('paperRubric')
    .where('examId', '=', examId)
    .where('leaf', '=', leaf)
    .orderBy('sort')
    .orderBy('id')
    .select(['id', 'text', 'points', 'version'])
    .select(
      sql<number>`(select count(*)::int from paper_review_task t
        where t.exam_id = paper_rubric.exam_id and t.leaf = paper_rubric.leaf and t.state > ${sql.lit(TaskState.waiting)} and paper_rubric.id = any(t.lines))`.as(
        'used',
      ),
    )
    .execute()
}

const mustFindLine = async ({ db }: Pick<Ctx, 'db'>, id: string) =>
  must(await db.selectFrom('paperRubric').where('id', '=', id).selectAll().executeTakeFirst())

/** The effect on given marks if the line had `points`; without `points`, if the line were deleted. Writes nothing. Fails notFound. */
export async function previewLine(
  ctx: Ctx,
  { id, points }: Input<(typeof review)['rubric-preview']>,
): Promise<Output<(typeof review)['rubric-preview']>> {
  const line = await mustFindLine(ctx, id)
  return changeLine(ctx, line, { points: points ?? null, follow: true, write: false })
}

/** Adds a line at the end, or changes one. Fails notFound, and conflict if it was changed after the caller read it. */
export async function saveLine(ctx: Ctx, form: Input<(typeof review)['rubric-save']>): Promise<Output<(typeof review)['rubric-save']>> {
  const { db, now, user } = ctx
  const { id, version, examId, leaf, text, points, sort, follow } = form
  await mustNotBeArchived(ctx, [examId])
  if (id === undefined) {
    must(
      await db.selectFrom('paperReviewTask').where('examId', '=', examId).where('leaf', '=', leaf).limit(1).select('id').executeTakeFirst(),
    )
    const end = sql<number>`(select coalesce(max(sort), 0) + 1 from paper_rubric where exam_id = ${examId}::bigint and leaf = ${leaf})`
    const added = await db
      .insertInto('paperRubric')
      .values({ examId, leaf, text, points, sort: sort ?? end, createBy: user.id, createTime: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id: added.id, changed: 0 }
  }
  const line = must(
    await db.selectFrom('paperRubric').where('id', '=', id).where('examId', '=', examId).selectAll().forUpdate().executeTakeFirst(),
  )
  if (version !== undefined && version !== line.version) fail('conflict')
  const effect = points === line.points ? undefined : await changeLine(ctx, line, { points, follow, write: true })
  await db
    .updateTable('paperRubric')
    .set({ text, points, ...(sort === undefined ? {} : { sort }), version: line.version + 1 })
    .where('id', '=', id)
    .execute()
  ctx.change.before = line
  ctx.change.after = { text, points, follow, effect }
  return { id, changed: follow && effect ? effect.raised + effect.lowered : 0 }
}

/** Deletes a line; marks in which it was chosen keep their score unless `follow` is set. Fails notFound. */
export async function deleteLine(
  ctx: Ctx,
  { id, follow }: Input<(typeof review)['rubric-delete']>,
): Promise<Output<(typeof review)['rubric-delete']>> {
  const line = await mustFindLine(ctx, id)
  await mustNotBeArchived(ctx, [line.examId])
  const effect = await changeLine(ctx, line, { points: null, follow, write: true })
  await ctx.db.deleteFrom('paperRubric').where('id', '=', id).execute()
  ctx.change.before = line
  ctx.change.after = { follow, effect }
  return { changed: follow ? effect.raised + effect.lowered : 0 }
}
