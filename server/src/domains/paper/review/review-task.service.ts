// One answer as its marker sees it: question, answer, model answer and rubric, without the candidate and without another marker's mark.
import { type review, TaskState, TaskRole } from '@shuyuan/contract/paper/review/review.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { type RawBuilder, sql } from 'kysely'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { must } from '../../../kernel/fail.ts'
import { shownKey } from '../question/marked.rules.ts'
import { frozenColumns, storedContent, storedKeys } from '../question/stored.service.ts'
import { suggestScore } from '../marking/marking-manual.rules.ts'
import { ofPapersOfExam, ofPapersWithinScope, withinPaperScope } from '../grade/paper-scope.service.ts'
import { leafOf, splitLeaf } from './review-mark.service.ts'

/** The chief marker decides between marks, allots tasks and sees the progress. */
export const isChief = (ctx: Pick<Ctx, 'user'>): boolean => can(ctx, 'paper:update')

type Caller = Pick<Ctx, 'user' | 'now'>

/** A condition on a task `o`: the caller has marked it, has it allotted, or is marking it now. */
const isOwn = ({ user, now }: Caller) => {
  const me = sql`${user.id}::bigint`
  return sql<boolean>`o.role < ${TaskRole.chief} and (o.mark_by = ${me} or o.marker = ${me} or o.claimed_by = ${me} and o.lease_until > ${now})`
}

const ownElsewhere = (ctx: Caller) => sql<boolean>`exists (
  select from paper_review_task o where o.paper_id = t.paper_id and o.leaf = t.leaf and o.id <> t.id and ${isOwn(ctx)})`

/** The caller's tasks of an exam by answer, to be joined as `own` where many tasks are counted: `openTo(ctx, amongOwn)`. */
export const ownTasks = (ctx: Caller, examId: string) => sql<{ paperId: string; leaf: string; ids: string[] }>`(
  select o.paper_id, o.leaf, array_agg(o.id) as ids from paper_review_task o where o.exam_id = ${examId}::bigint and ${isOwn(ctx)}
  group by o.paper_id, o.leaf)`
export const amongOwn = sql<boolean>`not coalesce(own.ids <@ array[t.id], true)`

/** A condition on a task `t`: it waits, and the caller may claim it now. */
export function openTo(ctx: Caller, elsewhere: RawBuilder<boolean> = ownElsewhere(ctx)): RawBuilder<boolean> {
  const { user, now } = ctx
  const me = sql`${user.id}::bigint`
  return sql<boolean>`(
    t.state = ${sql.lit(TaskState.waiting)} and coalesce(t.marker, ${me}) = ${me}
    and (t.claimed_by is null or t.claimed_by = ${me} or t.lease_until <= ${now})
    and (t.role < ${TaskRole.chief} or ${isChief(ctx)})
    and (t.role = ${TaskRole.chief} or not ${elsewhere}))`
}

/**
 * Tasks of papers in the caller's data scope, joined as `t`, `paper` and `sysUser`.
 * @param many whether the tasks of whole exams are read: then the people in scope are found once
 */
export async function visibleTasks(ctx: Ctx, db: Database = ctx.db, many = false) {
  return (
    db
      .selectFrom('paperReviewTask as t')
      .innerJoin('paper', 'paper.id', 't.paperId')
      // every paper has a user: an outer join is left out where the data scope asks nothing about them
      .leftJoin('sysUser', 'sysUser.id', 'paper.userId')
      .where(await (many ? ofPapersWithinScope(ctx) : withinPaperScope(ctx)))
  )
}

/** All tasks of one exam in the caller's data scope, as `t` and `paper`. */
export async function tasksOfExam(ctx: Ctx, examId: string) {
  return ctx.db
    .selectFrom('paperReviewTask as t')
    .innerJoin('paper', 'paper.id', 't.paperId')
    .where('t.examId', '=', examId)
    .where('paper.examId', '=', examId)
    .where(await ofPapersOfExam(ctx, examId))
}

type Shown = Output<typeof review.open>

/** The task for its marker. Fails notFound. @param waiting the number of tasks left in the same queue */
export async function readTask(ctx: Ctx, taskId: string, waiting: number): Promise<Shown> {
  const { db } = ctx
  const task = must(
    await db
      .selectFrom('paperReviewTask as t')
      .innerJoin('paper', 'paper.id', 't.paperId')
      .innerJoin('exam', 'exam.id', 't.examId')
      .where('t.id', '=', taskId)
      .select(['t.id as taskId', 't.version', 't.role', 't.state', 't.examId', 't.paperId', 't.leaf', 't.score', 't.comment', 't.lines'])
      .select(['t.leaseUntil', 't.markTime', 'exam.title', 'exam.markStep as step', ...frozenColumns])
      .executeTakeFirst(),
  )
  const { content: _content, keys: _keys, layout: _layout, questionIds: _questions, refs: _refs, markTime, ...rest } = task
  const keys = await storedKeys(ctx, task)
  const content = await storedContent(ctx, task)
  const { quId, subId } = splitLeaf(task.leaf)
  const key = must(leafOf(keys, quId, subId))
  const asked = must(content.flatMap((group) => group.quList).find((one) => one.quId === quId))
  const part = subId === undefined ? asked : must(asked.subList.find((one) => one.quId === subId))
  const answer = await answerOf(db, task.paperId, quId, subId)
  const { quType, content: stem, answerList, blankCount, left, right } = part
  return {
    ...rest,
    stem: subId === undefined ? '' : asked.content,
    question: { quId: part.quId, quType, content: stem, answerList, blankCount, left, right, answer, key: shownKey(key) },
    maxScore: key.score,
    suggested: suggestScore(key, answer),
    others: task.role === TaskRole.chief && isChief(ctx) ? await othersOf(db, task) : [],
    previousId: await previousOf(ctx, task.examId, markTime),
    waiting,
  }
}

async function answerOf(db: Database, paperId: string, quId: string, subId: string | undefined): Promise<Answer | null> {
  const row = await db.selectFrom('paperAnswer').where('paperId', '=', paperId).where('quId', '=', quId).select('answer').executeTakeFirst()
  const answer = (row?.answer ?? null) as unknown as Answer | null
  if (subId === undefined) return answer
  return answer && 'subs' in answer ? (answer.subs[subId] ?? null) : null
}

async function othersOf(db: Database, { paperId, leaf, taskId }: { paperId: string; leaf: string; taskId: string }) {
  const rows = await db
    .selectFrom('paperReviewTask')
    .innerJoin('sysUser', 'sysUser.id', 'markBy')
    .where('paperId', '=', paperId)
    .where('leaf', '=', leaf)
    .where('paperReviewTask.id', '!=', taskId)
    .where('paperReviewTask.state', '>', TaskState.waiting)
    .orderBy('role')
    .select(['role', 'score', 'comment', 'lines', 'realName as by', 'markTime as at'])
    .execute()
  return rows.map((row) => ({ ...row, at: must(row.at) }))
}

/** The task that the caller marked last, or last before `before`. */
async function previousOf({ db, user }: Ctx, examId: string, before: Date | null): Promise<string | null> {
  const row = await db
    .selectFrom('paperReviewTask')
    .where('markBy', '=', user.id)
    .where('examId', '=', examId)
    .where('state', '>', TaskState.waiting)
    .$if(before !== null, (q) => q.where('markTime', '<', before))
    .orderBy('markTime', 'desc')
    .limit(1)
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** A task allotted to, claimed or marked by the caller; a chief marker may open any task. Fails notFound for other callers. */
export async function openTask(ctx: Ctx, { taskId }: Input<typeof review.open>): Promise<Shown> {
  const { user, now } = ctx
  const me = sql`${user.id}::bigint`
  const held = sql<boolean>`(t.mark_by = ${me} or t.marker = ${me} or t.claimed_by = ${me} and t.lease_until > ${now} or ${isChief(ctx)})`
  const found = must(await (await visibleTasks(ctx)).where('t.id', '=', taskId).where(held).select('t.examId').executeTakeFirst())
  return readTask(ctx, taskId, await countOpen(ctx, found.examId))
}

/** The number of waiting answers that the caller may mark now; an answer with double marking counts once. */
export async function countOpen(ctx: Ctx, examId: string, leaf?: string): Promise<number> {
  const { count } = await (
    await visibleTasks(ctx)
  )
    .where('t.examId', '=', examId)
    .where('paper.state', '=', PaperState.marking)
    .where(openTo(ctx))
    .$if(leaf !== undefined, (q) => q.where('t.leaf', '=', leaf ?? ''))
    .select(sql<number>`count(distinct (t.paper_id, t.leaf))::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
