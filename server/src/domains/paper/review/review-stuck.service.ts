// Second and third marks that no marker may give, because all suitable markers have marked the answer already. The chief marker decides such answers.
import { type review, TaskState, TaskRole } from '@shuyuan/contract/paper/review/review.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { must } from '../../../kernel/fail.ts'
import { createTasks } from './review-create.service.ts'
import { scopesOfMarkers } from './review-marker.service.ts'
import { visibleTasks } from './review-task.service.ts'
import { among } from '../../../kernel/database.ts'
import { mustNotBeArchived } from '../../exam/entry/archived.service.ts'

/**
 * A condition on a task `t` of a paper of `sys_user`: its answer has a mark and waits for another one that no account may give, considering rights,
 * data scope, marks already given and allotment.
 */
export async function isStuck(ctx: Pick<Ctx, 'db' | 'now'>): Promise<RawBuilder<boolean>> {
  const people = await scopesOfMarkers(ctx)
  const ids = people.map((one) => one.id)
  const all = people.map((one) => one.seesAll)
  const tops = people.flatMap((one) => one.tops.map((path) => ({ id: one.id, path })))
  const [reaching, paths] = [tops.map((one) => one.id), tops.map((one) => one.path)]
  return sql<boolean>`(
    t.state = ${sql.lit(TaskState.waiting)} and t.role in (${TaskRole.second}, ${TaskRole.third})
    and exists (select from paper_review_task g where g.paper_id = t.paper_id and g.leaf = t.leaf and g.state > ${sql.lit(TaskState.waiting)})
    and not exists (
      select from unnest(${ids}::bigint[], ${all}::boolean[]) as m (id, sees_all)
      where coalesce(t.marker, m.id) = m.id
        and (m.sees_all or m.id = sys_user.id or exists (
          select from unnest(${reaching}::bigint[], ${paths}::text[]) as top (id, path) join sys_depart d on starts_with(d.path, top.path)
          where top.id = m.id and d.dept_code = sys_user.dept_code))
        and not exists (
          select from paper_review_task o
          where o.paper_id = t.paper_id and o.leaf = t.leaf and o.id <> t.id and o.role < ${TaskRole.chief}
            and (o.mark_by = m.id or o.marker = m.id))))`
}

/** The number of answers of an exam, within the caller's data scope, that wait for a mark no marker may give. */
export const countStuck = async (ctx: Ctx, examId: string): Promise<number> => (await countStuckOf(ctx, [{ id: examId }]))[0]?.stuck ?? 0

/** As countStuck, by exam; exams without such answers are missing. */
export async function countStuckOf(ctx: Ctx, exams: readonly { id: string }[]): Promise<{ examId: string; stuck: number }[]> {
  const ids = exams.map((exam) => exam.id)
  // most exams have no second marks: these are found before rights and scopes of markers are read
  const examIds = await ctx.db
    .selectFrom('paperReviewTask')
    .where(among('examId', ids))
    .where('state', '=', TaskState.waiting)
    .where('role', 'in', [TaskRole.second, TaskRole.third])
    .groupBy('examId')
    .select('examId')
    .execute()
  if (examIds.length === 0) return []
  const stuck = await isStuck(ctx)
  return (await visibleTasks(ctx))
    .where(
      among(
        't.examId',
        examIds.map((one) => one.examId),
      ),
    )
    .where('paper.state', '=', PaperState.marking)
    .where(stuck)
    .groupBy('t.examId')
    .select(['t.examId', sql<number>`count(distinct (t.paper_id, t.leaf))::int`.as('stuck')])
    .execute()
}

const stuckTasks = async (ctx: Ctx, examId: string) =>
  (await visibleTasks(ctx))
    .where('t.examId', '=', examId)
    .where('paper.state', '=', PaperState.marking)
    .where(await isStuck(ctx))

/**
 * Turns the tasks of an exam that no marker may do into tasks of the chief marker, who then finds these answers in the queue with the marks already
 * given. Fails notFound.
 * @returns the number of answers
 */
export async function decideStuck(ctx: Ctx, { examId }: Input<typeof review.decide>): Promise<Output<typeof review.decide>> {
  const { db } = ctx
  must(await db.selectFrom('exam').where('id', '=', examId).select('id').executeTakeFirst())
  await mustNotBeArchived(ctx, [examId])
  await createTasks(ctx, examId)
  const found = await stuckTasks(ctx, examId)
  const papers = await found.select('t.paperId').distinct().orderBy('t.paperId').execute()
  // lock papers before tasks, as a save does; then exclude answers settled in the meantime
  await db
    .selectFrom('paper')
    .where(
      among(
        'id',
        papers.map((one) => one.paperId),
      ),
    )
    .orderBy('id')
    .select('id')
    .forUpdate()
    .execute()
  const tasks = await found.select(['t.id', 't.paperId', 't.leaf']).execute()
  await db
    .updateTable('paperReviewTask')
    .set({ role: TaskRole.chief, marker: null, claimedBy: null, leaseUntil: null })
    .where(
      among(
        'id',
        tasks.map((one) => one.id),
      ),
    )
    .execute()
  ctx.change.after = { examId, answers: tasks.map(({ paperId, leaf }) => `${paperId} ${leaf}`) }
  return { answers: tasks.length }
}
