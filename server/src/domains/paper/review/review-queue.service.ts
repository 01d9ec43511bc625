// Marking queues: waiting papers by exam, and within an exam by question.
import { type review, TaskState, TaskRole } from '@shuyuan/contract/paper/review/review.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { containing, among } from '../../../kernel/database.ts'
import { must } from '../../../kernel/fail.ts'
import { briefly } from '../../../kernel/memo/briefly.ts'
import { orderedBy } from '../../../kernel/page.ts'
import { plainText } from '../../../kernel/richtext.ts'
import type { FrozenGroup } from '../question/freeze.rules.ts'
import { frozenColumns, storedContents, storedKeysOf } from '../question/stored.service.ts'
import { scopeOf } from '../../people/role-menu/scope.service.ts'
import { ofPapersWithinScope } from '../grade/paper-scope.service.ts'
import { createTasks } from './review-create.service.ts'
import { leafOf, splitLeaf } from './review-mark.service.ts'
import { countStuck, countStuckOf } from './review-stuck.service.ts'
import { amongOwn, isChief, openTo, ownTasks, tasksOfExam, visibleTasks } from './review-task.service.ts'

const TITLE = 80

/** One page of exams with waiting papers, the exam with most papers first. Counts only papers in the caller's data scope. */
export async function pageReview(ctx: Ctx, { params, ...paging }: Input<typeof review.paging>): Promise<Output<typeof review.paging>> {
  const { app, db } = ctx
  await createTasks(app)
  const visible = await ofPapersWithinScope(ctx)
  const exams = await db
    .selectFrom('paper')
    .innerJoin('exam', 'exam.id', 'paper.examId')
    .where(visible)
    .where('paper.state', '=', PaperState.marking)
    .$if(!!params.title, (q) => q.where('exam.title', 'ilike', containing(params.title ?? '')))
    .groupBy('exam.id')
    .select(['exam.id', 'exam.title', 'markBlind', 'markDouble', sql<number>`count(*)::int`.as('papers')])
    .$call((q) => orderedBy(q, paging, { title: 'exam.title', papers: 'papers' }))
    .orderBy('papers', 'desc')
    .orderBy('exam.id', 'desc')
    .execute()
  const { current, size } = paging
  const shown = exams.slice((current - 1) * size, current * size)
  const figures = new Map((await countTasks(ctx, shown)).map((row) => [row.examId, row]))
  const stuck = new Map((await countStuckOf(ctx, shown)).map((row) => [row.examId, row.stuck]))
  const none = { waiting: 0, mine: 0, marked: 0, differences: 0 }
  const records = shown.map((exam) => {
    const { examId: _, ...counted } = figures.get(exam.id) ?? { ...none, examId: exam.id }
    return { ...exam, ...counted, stuck: stuck.get(exam.id) ?? 0 }
  })
  return { records, total: exams.length, pages: Math.ceil(exams.length / size), current, size }
}

async function countTasks(ctx: Ctx, exams: readonly { id: string }[]) {
  const me = sql`${ctx.user.id}::bigint`
  const waits = sql<boolean>`t.state = ${sql.lit(TaskState.waiting)}`
  const ids = exams.map((exam) => exam.id)
  return (await visibleTasks(ctx, ctx.db, true))
    .where(among('t.examId', ids))
    .where(among('paper.examId', ids))
    .where('paper.state', '=', PaperState.marking)
    .groupBy('t.examId')
    .select('t.examId')
    .select(sql<number>`count(*) filter (where ${waits})::int`.as('waiting'))
    .select(sql<number>`count(*) filter (where ${waits} and t.marker = ${me})::int`.as('mine'))
    .select(sql<number>`count(*) filter (where not ${waits})::int`.as('marked'))
    .select(sql<number>`count(*) filter (where ${waits} and t.role > ${TaskRole.second})::int`.as('differences'))
    .execute()
}

/** The tasks of an exam that the caller may mark, by question; an answer with double marking counts once. Fails notFound. */
export async function findQueue(ctx: Ctx, { examId }: Input<typeof review.queue>): Promise<Output<typeof review.queue>> {
  const { app, db, user } = ctx
  const exam = must(
    await db.selectFrom('exam').where('id', '=', examId).select(['title', 'markBlind', 'markDouble', 'markStep']).executeTakeFirst(),
  )
  await createTasks(app, examId)
  const key = JSON.stringify(['queue', examId, user.id, (await scopeOf(ctx)).key, isChief(ctx), can(ctx, 'paper:review')])
  const counted = await briefly(ctx, key, () => countQueue(ctx, examId), { forMs: COUNTED_MS, isDear: ({ tasks }) => tasks >= LARGE })
  const rows = counted.rows.flatMap(({ leaf, ...row }) => (leaf === null ? [] : [{ leaf, ...row }]))
  const papers = counted.rows.find((row) => row.leaf === null)?.waiting ?? 0
  const sum = (name: 'waiting' | 'mine' | 'marked') => rows.reduce((all, row) => all + row[name], 0)
  const { markStep: step, ...facts } = exam
  return {
    ...facts,
    examId,
    step,
    chief: isChief(ctx),
    waiting: sum('waiting'),
    mine: sum('mine'),
    marked: sum('marked'),
    papers,
    stuck: await countStuck(ctx, examId),
    questions: await titled(ctx, examId, rows),
  }
}

/** Counts of so many tasks are remembered for some seconds. */
export const LARGE = 5_000
export const COUNTED_MS = 5_000

async function countQueue(ctx: Ctx, examId: string) {
  const { db, user } = ctx
  const me = sql`${user.id}::bigint`
  // a caller with the right to allot but not to mark has no open tasks
  const open = can(ctx, 'paper:review') ? openTo(ctx, amongOwn) : sql<boolean>`false`
  const tasks = (await visibleTasks(ctx, db, true))
    .leftJoin(ownTasks(ctx, examId).as('own'), (join) => join.onRef('own.paperId', '=', 't.paperId').onRef('own.leaf', '=', 't.leaf'))
    .where('t.examId', '=', examId)
    .where('paper.examId', '=', examId)
    .select(['t.leaf', 't.paperId', 't.marker', 't.markBy', 't.state'])
    .select(sql<boolean>`paper.state = ${sql.lit(PaperState.marking)} and ${open}`.as('isOpen'))
  const rows = await db
    .selectFrom(tasks.as('t'))
    // the row without a leaf counts the papers
    .groupBy(sql`grouping sets ((leaf), ())`)
    .orderBy('leaf')
    .select('leaf')
    .select(sql<number>`count(distinct paper_id) filter (where is_open)::int`.as('waiting'))
    .select(sql<number>`count(distinct paper_id) filter (where is_open and marker = ${me})::int`.as('mine'))
    .select(sql<number>`count(*) filter (where state > ${sql.lit(TaskState.waiting)} and mark_by = ${me})::int`.as('marked'))
    .select(sql<number>`count(*)::int`.as('tasks'))
    .$castTo<{ leaf: string | null; waiting: number; mine: number; marked: number; tasks: number }>()
    .execute()
  return { rows: rows.map(({ tasks: _tasks, ...row }) => row), tasks: rows.find((row) => row.leaf === null)?.tasks ?? 0 }
}

/** The questions of an exam with tasks in the caller's data scope, with their texts and points, in the order of the papers. Fails notFound. */
export async function questionsSeen(ctx: Ctx, examId: string) {
  must(await ctx.db.selectFrom('exam').where('id', '=', examId).select('id').executeTakeFirst())
  await createTasks(ctx.app, examId)
  const key = JSON.stringify(['questions seen', examId, ctx.user.id, (await scopeOf(ctx)).key])
  const isDear = (rows: readonly { tasks: number }[]) => rows.reduce((sum, row) => sum + row.tasks, 0) >= SEEN
  const samples = await briefly(ctx, key, () => findSamples(ctx, examId), { forMs: COUNTED_MS, isDear })
  return withTitles(ctx, samples, samples)
}

/** A paper of each question, among so many tasks, is remembered as counts are. */
const SEEN = 1_000

const findSamples = async (ctx: Ctx, examId: string) =>
  (await tasksOfExam(ctx, examId))
    .where('paper.state', 'in', [PaperState.marking, PaperState.done])
    .groupBy('t.leaf')
    .select(['t.leaf', sql<string>`min(t.paper_id)`.as('paperId'), sql<number>`count(*)::int`.as('tasks')])
    .execute()

/** Adds the beginning of each question's text and its points, in the order of the papers. */
export async function titled<R extends { leaf: string }>({ db }: Pick<Ctx, 'db'>, examId: string, rows: readonly R[]) {
  if (rows.length === 0) return []
  const samples = await db
    .selectFrom('paperReviewTask')
    .where('examId', '=', examId)
    .groupBy('leaf')
    .select(['leaf', sql<string>`min(paper_id)`.as('paperId')])
    .execute()
  return withTitles({ db }, rows, samples)
}

type Sample = { leaf: string; paperId: string }

/** @param samples a paper with each question */
async function withTitles<R extends { leaf: string }>({ db }: Pick<Ctx, 'db'>, rows: readonly R[], samples: readonly Sample[]) {
  const papers = await db
    .selectFrom('paper')
    .where('id', 'in', [...new Set(samples.map((one) => one.paperId))])
    .select(['id', ...frozenColumns])
    .execute()
  const contents = await storedContents({ db }, papers)
  const keys = await storedKeysOf({ db }, papers)
  const frozen = new Map(papers.map(({ id }, at) => [id, { content: contents[at]!, keys: keys[at]! }]))
  const sampleOf = new Map(samples.map((one) => [one.leaf, frozen.get(one.paperId)]))
  return rows
    .map((row) => ({ ...row, ...describe(row.leaf, sampleOf.get(row.leaf)) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ at: _at, ...row }) => row)
}

function describe(leaf: string, paper: { content: FrozenGroup[]; keys: QuestionKey[] } | undefined) {
  if (!paper) return { title: '', maxScore: 0, at: 0 }
  const { quId, subId } = splitLeaf(leaf)
  const asked = paper.content.flatMap((group) => group.quList)
  const place = asked.findIndex((one) => one.quId === quId)
  const part = asked[place]?.subList.findIndex((one) => one.quId === subId) ?? -1
  const stem =
    part >= 0
      ? `${plainText(asked[place]!.content)} (${part + 1}) ${plainText(asked[place]!.subList[part]!.content)}`
      : plainText(asked[place]?.content ?? '')
  const title = stem.length > TITLE ? `${stem.slice(0, TITLE)}…` : stem
  return { title, maxScore: leafOf(paper.keys, quId, subId)?.score ?? 0, at: place * 100 + part }
}
