// Allots marking tasks of an exam to markers, and reports their progress.
import { type review, TaskState, TaskRole } from '@shuyuan/contract/paper/review/review.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { must } from '../../../kernel/fail.ts'
import { briefly } from '../../../kernel/memo/briefly.ts'
import { allot, type Unit } from '../marking/marking-allot.rules.ts'
import { scopeOf } from '../../people/role-menu/scope.service.ts'
import { ofPapersOfExam } from '../grade/paper-scope.service.ts'
import { createTasks } from './review-create.service.ts'
import { mustMark } from './review-marker.service.ts'
import { COUNTED_MS, LARGE, titled } from './review-queue.service.ts'
import { mustNotBeArchived } from '../../exam/entry/archived.service.ts'

type Form = Input<typeof review.allocate>
type Untouched = { id: string; leaf: string; paperId: string; role: number }

/**
 * Spreads the untouched marking tasks of an exam evenly over the given markers. A repeated call spreads all untouched tasks anew; if the exam's
 * setting for double marking has changed, untouched tasks follow it first.
 * Fails notFound, and at `markers` for a user without the right to mark.
 */
export async function allocate(ctx: Ctx, form: Form): Promise<Output<typeof review.allocate>> {
  const { db } = ctx
  const { examId, by, quIds } = form
  const people = await mustMark(ctx, [...new Set(form.markers)])
  must(await db.selectFrom('exam').where('id', '=', examId).select('id').forUpdate().executeTakeFirst())
  await mustNotBeArchived(ctx, [examId])
  await createTasks(ctx, examId)
  await followSetting(ctx, examId)
  const inScope = quIds === undefined ? sql<boolean>`true` : sql<boolean>`t.leaf = any(${quIds}::text[])`
  const tasks = await untouched(ctx, examId, inScope)
  const found = allot(
    unitsOf(tasks, by),
    people.map((one) => one.id),
    await heldMarks(ctx, examId),
  )
  const ids = [...found.keys()]
  await sql`
    update paper_review_task t set marker = given.marker, claimed_by = null, lease_until = null
    from unnest(${ids}::bigint[], ${[...found.values()]}::bigint[]) as given (id, marker) where t.id = given.id`.execute(db)
  const given = [...found.values()]
  const markers = people.map(({ id, realName }) => ({ userId: id, realName, count: given.filter((one) => one === id).length }))
  const left = given.filter((one) => one === null).length
  ctx.change.after = { markers, left }
  return { allotted: given.length - left, left, markers }
}

/** Adds a second task to every untouched answer, or deletes the untouched second tasks. */
async function followSetting({ db, now }: Ctx, examId: string) {
  const idle = sql`t.exam_id = ${examId}::bigint and t.state = ${sql.lit(TaskState.waiting)} and (t.lease_until is null or t.lease_until <= ${now})`
  const { markDouble } = await db.selectFrom('exam').where('id', '=', examId).select('markDouble').executeTakeFirstOrThrow()
  if (markDouble)
    await sql`
      insert into paper_review_task (exam_id, paper_id, leaf, role)
      select t.exam_id, t.paper_id, t.leaf, ${TaskRole.second}::smallint from paper_review_task t
      where ${idle} and t.role = ${TaskRole.first} on conflict do nothing`.execute(db)
  else
    await sql`
      delete from paper_review_task t where ${idle} and t.role = ${TaskRole.second}
        and exists (select from paper_review_task f
          where f.paper_id = t.paper_id and f.leaf = t.leaf and f.role = ${TaskRole.first} and f.state = ${sql.lit(TaskState.waiting)})`.execute(
      db,
    )
}

async function untouched({ db, now }: Ctx, examId: string, inScope: RawBuilder<boolean>): Promise<Untouched[]> {
  return db
    .selectFrom('paperReviewTask as t')
    .innerJoin('paper', 'paper.id', 't.paperId')
    .where('t.examId', '=', examId)
    .where('paper.state', '=', PaperState.marking)
    .where('t.state', '=', TaskState.waiting)
    .where('t.role', '<', TaskRole.chief)
    .where((e) => e.or([e('leaseUntil', 'is', null), e('leaseUntil', '<=', now)]))
    .where(inScope)
    .orderBy('t.id')
    .select(['t.id', 't.leaf', 't.paperId', 't.role'])
    .forUpdate('t')
    .execute()
}

const answerOf = ({ paperId, leaf }: { paperId: string; leaf: string }) => `${paperId} ${leaf}`

/**
 * The units to spread: by question one task each, in the order of questions; by paper all tasks of a paper with the same role. First marks come
 * before second ones.
 */
function unitsOf(tasks: readonly Untouched[], by: Form['by']): Unit[] {
  const inOrder = tasks.toSorted(
    (a, b) => a.role - b.role || (by === 'question' ? a.leaf.localeCompare(b.leaf) : 0) || Number(a.paperId) - Number(b.paperId),
  )
  if (by === 'question') return inOrder.map((one) => ({ tasks: [one.id], answers: [answerOf(one)] }))
  const papers = Map.groupBy(inOrder, (one) => `${one.role} ${one.paperId}`)
  return [...papers.values()].map((list) => ({ tasks: list.map((one) => one.id), answers: list.map(answerOf) }))
}

/** The markers who have given, or have claimed, a mark of each answer. */
async function heldMarks({ db, now }: Ctx, examId: string) {
  const rows = await db
    .selectFrom('paperReviewTask')
    .where('examId', '=', examId)
    .where('role', '<', TaskRole.chief)
    .where((e) => e.or([e('state', '>', TaskState.waiting), e('leaseUntil', '>', now)]))
    .select(['paperId', 'leaf', sql<string>`coalesce(mark_by, claimed_by)`.as('person')])
    .execute()
  const held = new Map<string, Set<string>>()
  for (const row of rows) held.set(answerOf(row), (held.get(answerOf(row)) ?? new Set()).add(row.person))
  return held
}

/** Marking progress of an exam by question and by marker. Fails notFound. */
export async function findProgress(ctx: Ctx, { examId }: Input<typeof review.progress>): Promise<Output<typeof review.progress>> {
  const { app, db } = ctx
  const { title } = must(await db.selectFrom('exam').where('id', '=', examId).select('title').executeTakeFirst())
  await createTasks(app, examId)
  const key = JSON.stringify(['progress', examId, ctx.user.id, (await scopeOf(ctx)).key])
  const isDear = ({ rows }: Counted) => rows.reduce((sum, row) => sum + row.waiting + row.marked, 0) >= LARGE
  const { papers, rows, marks } = await briefly(ctx, key, () => countProgress(ctx, examId), { forMs: COUNTED_MS, isDear })
  const questions = await titled(ctx, examId, rows)
  const most = new Map(questions.map((one) => [one.leaf, one.maxScore]))
  return { title, papers, questions, markers: await markersOf(marks, most, db) }
}

type Counted = Awaited<ReturnType<typeof countProgress>>

type TaskCount = { leaf: string; userId: string | null; waiting: number; marked: number } & {
  settled: number
  differences: number
  mean: number | null
  sum: number
  lastTime: Date | null
}

/** The papers that the caller sees are found once, and their tasks by them. */
async function countProgress(ctx: Ctx, examId: string) {
  const visible = await ofPapersOfExam(ctx, examId)
  const papers = await ctx.db
    .selectFrom('paper')
    .where('examId', '=', examId)
    .where(visible)
    .select(sql<number>`count(*) filter (where paper.state = ${sql.lit(PaperState.marking)})::int`.as('waiting'))
    .select(sql<number>`count(*) filter (where paper.state = ${sql.lit(PaperState.done)})::int`.as('finished'))
    .executeTakeFirstOrThrow()
  const waits = sql`t.state = ${sql.lit(TaskState.waiting)}`
  const { rows } = await sql<TaskCount & { ofAll: boolean }>`
    with seen as materialized (select paper.id from paper where paper.exam_id = ${examId}::bigint
        and paper.state in (${sql.lit(PaperState.marking)}, ${sql.lit(PaperState.done)}) and ${visible}),
    task as (select t.*, coalesce(t.mark_by, t.marker) as person from paper_review_task t join seen on seen.id = t.paper_id
      where t.exam_id = ${examId}::bigint)
    select leaf, person as user_id, grouping(person) = 1 as of_all, count(*) filter (where ${waits})::int as waiting, count(*) filter (where not ${waits})::int as marked,
      count(distinct paper_id) filter (where t.state = ${sql.lit(TaskState.settled)})::int as settled,
      count(*) filter (where ${waits} and t.role > ${sql.lit(TaskRole.second)})::int as differences,
      round(avg(t.score) filter (where not ${waits}))::int as mean, coalesce(sum(t.score) filter (where not ${waits}), 0)::int as sum, max(t.mark_time) as last_time
    from task t group by grouping sets ((leaf), (leaf, person))`.execute(ctx.db)
  return { papers, rows: rows.filter((row) => row.ofAll), marks: rows.flatMap((row) => (row.ofAll ? [] : ofMarker(row))) }
}

const ofMarker = ({ userId, ...row }: TaskCount) => (userId === null ? [] : [{ userId, ...row }])

async function markersOf(rows: Counted['marks'], most: ReadonlyMap<string, number>, db: Ctx['db']) {
  const byPerson = Map.groupBy(rows, (row) => row.userId)
  if (byPerson.size === 0) return []
  const people = await db
    .selectFrom('sysUser')
    .where('id', 'in', [...byPerson.keys()])
    .orderBy('realName')
    .select(['id', 'realName'])
    .execute()
  return people.map(({ id, realName }) => {
    const own = byPerson.get(id) ?? []
    const possible = own.reduce((sum, row) => sum + row.marked * (most.get(row.leaf) ?? 0), 0)
    const gained = own.reduce((sum, row) => sum + row.sum, 0)
    const times = own.flatMap((row) => (row.lastTime ? [row.lastTime.getTime()] : []))
    return {
      userId: id,
      realName,
      waiting: own.reduce((sum, row) => sum + row.waiting, 0),
      marked: own.reduce((sum, row) => sum + row.marked, 0),
      meanShare: possible === 0 ? null : Math.round((gained * 1_000) / possible) / 10,
      lastTime: times.length === 0 ? null : new Date(Math.max(...times)),
    }
  })
}
