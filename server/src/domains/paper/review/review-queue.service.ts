// Marking queues: waiting papers by exam, and within an exam by question.
import { type review, TaskState, TaskRole } from '@shuyuan/contract/paper/review/review.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { containing } from '../../../kernel/database.ts'
import { must } from '../../../kernel/fail.ts'
import { pageOf } from '../../../kernel/page.ts'
import { plainText } from '../../../kernel/richtext.ts'
import type { FrozenGroup } from '../question/freeze.rules.ts'
import { withinPaperScope } from '../grade/paper-scope.service.ts'
import { createTasks } from './review-create.service.ts'
import { leafOf, splitLeaf } from './review-mark.service.ts'
import { countStuck, isStuck } from './review-stuck.service.ts'
import { isChief, openTo, visibleTasks } from './review-task.service.ts'

const TITLE = 80

/** One page of exams with waiting papers, the exam with most papers first. Counts only papers in the caller's data scope. */
export async function pageReview(ctx: Ctx, { params, ...paging }: Input<typeof review.paging>): Promise<Output<typeof review.paging>> {
  const { app, db, user } = ctx
  await createTasks(app)
  const visible = await withinPaperScope(ctx)
  const papers = db
    .selectFrom('paper')
    .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
    .where(visible)
    .where('paper.state', '=', PaperState.marking)
    .groupBy('examId')
    .select(['examId', sql<number>`count(*)::int`.as('papers')])
  const me = sql`${user.id}::bigint`
  const stuck = await isStuck(ctx)
  const tasks = db
    .selectFrom('paperReviewTask as t')
    .innerJoin('paper', 'paper.id', 't.paperId')
    .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
    .where(visible)
    .where('paper.state', '=', PaperState.marking)
    .groupBy('t.examId')
    .select('t.examId')
    .select(sql<number>`count(*) filter (where t.state = ${sql.lit(TaskState.waiting)})::int`.as('waiting'))
    .select(sql<number>`count(*) filter (where t.state = ${sql.lit(TaskState.waiting)} and t.marker = ${me})::int`.as('mine'))
    .select(sql<number>`count(*) filter (where t.state > ${sql.lit(TaskState.waiting)})::int`.as('marked'))
    .select(
      sql<number>`count(*) filter (where t.state = ${sql.lit(TaskState.waiting)} and t.role > ${TaskRole.second})::int`.as('differences'),
    )
    .select(sql<number>`count(distinct (t.paper_id, t.leaf)) filter (where ${stuck})::int`.as('stuck'))
  const query = db
    .selectFrom('exam')
    .innerJoin(papers.as('p'), 'p.examId', 'exam.id')
    .leftJoin(tasks.as('t'), 't.examId', 'exam.id')
    .$if(!!params.title, (q) => q.where('exam.title', 'ilike', containing(params.title ?? '')))
    .select(['exam.id', 'exam.title', 'markBlind', 'markDouble', 'p.papers'])
    .select(
      (['waiting', 'mine', 'marked', 'differences', 'stuck'] as const).map((name) =>
        sql<number>`coalesce(${sql.ref(`t.${name}`)}, 0)`.as(name),
      ),
    )
  return pageOf(query, paging, { title: 'exam.title', papers: 'p.papers' }, [
    ['p.papers', 'desc'],
    ['exam.id', 'desc'],
  ])
}

/** The tasks of an exam that the caller may mark, by question; an answer with double marking counts once. Fails notFound. */
export async function findQueue(ctx: Ctx, { examId }: Input<typeof review.queue>): Promise<Output<typeof review.queue>> {
  const { app, db, user } = ctx
  const exam = must(
    await db.selectFrom('exam').where('id', '=', examId).select(['title', 'markBlind', 'markDouble', 'markStep']).executeTakeFirst(),
  )
  await createTasks(app, examId)
  const me = sql`${user.id}::bigint`
  // a caller who may allot but not mark has no open tasks
  const open = can(ctx, 'paper:review') ? openTo(ctx) : sql<boolean>`false`
  const base = (await visibleTasks(ctx)).where('t.examId', '=', examId)
  const rows = await base
    .groupBy('t.leaf')
    .orderBy('t.leaf')
    .select('t.leaf')
    .select(
      sql<number>`count(distinct t.paper_id) filter (where paper.state = ${sql.lit(PaperState.marking)} and ${open})::int`.as('waiting'),
    )
    .select(
      sql<number>`count(distinct t.paper_id) filter (where paper.state = ${sql.lit(PaperState.marking)} and ${open} and t.marker = ${me})::int`.as(
        'mine',
      ),
    )
    .select(sql<number>`count(*) filter (where t.state > ${sql.lit(TaskState.waiting)} and t.mark_by = ${me})::int`.as('marked'))
    .execute()
  const { papers } = await base
    .where('paper.state', '=', PaperState.marking)
    .where(open)
    .select(sql<number>`count(distinct t.paper_id)::int`.as('papers'))
    .executeTakeFirstOrThrow()
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

/** Adds the beginning of each question's text and its points, in the order of the papers. */
export async function titled<R extends { leaf: string }>({ db }: Pick<Ctx, 'db'>, examId: string, rows: readonly R[]) {
  if (rows.length === 0) return []
  const samples = await db
    .selectFrom('paperReviewTask')
    .where('examId', '=', examId)
    .groupBy('leaf')
    .select(['leaf', sql<string>`min(paper_id)`.as('paperId')])
    .execute()
  const papers = await db
    .selectFrom('paper')
    .where('id', 'in', [...new Set(samples.map((one) => one.paperId))])
    .select(['id', 'content', 'keys'])
    .execute()
  const sampleOf = new Map(samples.map((one) => [one.leaf, papers.find((paper) => paper.id === one.paperId)]))
  return rows
    .map((row) => ({ ...row, ...describe(row.leaf, sampleOf.get(row.leaf)) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ at: _at, ...row }) => row)
}

function describe(leaf: string, paper: { content: unknown; keys: unknown } | undefined) {
  if (!paper) return { title: '', maxScore: 0, at: 0 }
  const { quId, subId } = splitLeaf(leaf)
  const asked = (paper.content as FrozenGroup[]).flatMap((group) => group.quList)
  const place = asked.findIndex((one) => one.quId === quId)
  const part = asked[place]?.subList.findIndex((one) => one.quId === subId) ?? -1
  const stem =
    part >= 0
      ? `${plainText(asked[place]!.content)} (${part + 1}) ${plainText(asked[place]!.subList[part]!.content)}`
      : plainText(asked[place]?.content ?? '')
  const title = stem.length > TITLE ? `${stem.slice(0, TITLE)}…` : stem
  return { title, maxScore: leafOf(paper.keys as QuestionKey[], quId, subId)?.score ?? 0, at: place * 100 + part }
}
