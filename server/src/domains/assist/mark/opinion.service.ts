// Opinions as markers see them: after their own mark, unless the leader of the marking decided otherwise for a question that agrees well.
import { type Agreement, type assistMark, LEAST_PAIRS } from '@shuyuan/contract/assist/mark/mark.ts'
import { say } from '@shuyuan/contract/assist/assist.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { type ErrorName, errors } from '@shuyuan/contract/kernel/error.ts'
import { TaskRole, TaskState } from '@shuyuan/contract/paper/review/review.ts'
import { sql } from 'kysely'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { fail, fixedText, must } from '../../../kernel/fail.ts'
import { wording } from '../../../kernel/localized.ts'
import { findProgress } from '../../paper/review/review-allot.service.ts'
import { openTask, visibleTasks } from '../../paper/review/review-task.service.ts'
import { TaskState as TaskRun } from '../../common/task.service.ts'
import { settingsOf } from '../ledger/settings.service.ts'
import { mustBeOn } from '../ledger/state.service.ts'
import { type Figures, barTo, figuresOf, type Pair } from './agreement.rules.ts'
import { rubricOf } from './answers.service.ts'
import { subjectOf } from './mark-run.service.ts'
import type { Said } from './opinion.rules.ts'

type Calls = typeof assistMark
const MOST_PAIRS = 20_000
const least = LEAST_PAIRS

const nothing = { score: null, own: null, lines: [], flagged: '' }

/** The opinion on an answer for its marker. Fails notFound for another marker's task. */
export async function findOpinion(ctx: Ctx, { taskId }: Input<Calls['of']>): Promise<Output<Calls['of']>> {
  const { db } = ctx
  if (!(await settingsOf(ctx.app)).mark) return { state: 'off', ...nothing }
  const task = await openTask(ctx, { taskId })
  const row = await db
    .selectFrom('assistMark')
    .where('paperId', '=', task.paperId)
    .where('leaf', '=', task.leaf)
    .selectAll()
    .executeTakeFirst()
  if (!row) return { state: 'none', ...nothing }
  const { lines, hash } = await rubricOf(db, task)
  if (row.rubricHash !== hash) return { state: 'stale', ...nothing }
  const marks = await db
    .selectFrom('paperReviewTask')
    .where('paperId', '=', task.paperId)
    .where('leaf', '=', task.leaf)
    .select(['role', 'state'])
    .execute()
  const isAwaited = marks.some((one) => one.role !== TaskRole.chief && one.state === TaskState.waiting)
  if (isAwaited && !(await isEarly(ctx, task, marks.length))) return { state: 'later', ...nothing }
  if (isAwaited && row.shownTime === null)
    await db
      .updateTable('assistMark')
      .where('paperId', '=', task.paperId)
      .where('leaf', '=', task.leaf)
      .set({ shownTime: ctx.now })
      .execute()
  const said = row.said as unknown as Said[]
  return {
    state: 'ready',
    score: row.score,
    own: task.score,
    lines: lines.map(({ id, text, points }) => {
      const found = said.find((one) => one.line === id)
      return {
        line: id,
        text,
        points: points / 100,
        met: found !== undefined,
        quote: found?.quote ?? '',
        reason: found?.reason ?? '',
        own: task.lines.includes(id),
      }
    }),
    flagged: row.flagged,
  }
}

/** Two markers of an answer see nothing until both have marked. */
async function isEarly({ db }: Ctx, { examId, leaf }: { examId: string; leaf: string }, marks: number): Promise<boolean> {
  if (marks > 1) return false
  const row = await db.selectFrom('assistMarkEarly').where('examId', '=', examId).where('leaf', '=', leaf).select('leaf').executeTakeFirst()
  return row !== undefined
}

/** Shows the opinions of a question before the own mark, or no longer. Fails forbidden, assistOff, assistEarly without enough agreement. */
export async function setEarly(ctx: Ctx, { examId, leaf, early }: Input<Calls['early']>): Promise<true> {
  if (!can(ctx, 'paper:update')) fail('forbidden')
  await mustBeOn(ctx, 'mark')
  const { db, now, user } = ctx
  const questions = await agreementOf(ctx, { examId })
  const question = must(questions.find((one) => one.leaf === leaf))
  if (!early) await db.deleteFrom('assistMarkEarly').where('examId', '=', examId).where('leaf', '=', leaf).execute()
  else {
    const bar = barOf(question, question)
    if (bar) fail('assistEarly', bar)
    await db
      .insertInto('assistMarkEarly')
      .values({ examId, leaf, createBy: user.id, createTime: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  ctx.change.after = { examId, leaf, early }
  return true
}

/** @param maxScore in 1/100 point */
function barOf(figures: Figures, { maxScore }: { maxScore: number }) {
  const bar = barTo(figures, { max: maxScore, least })
  if (bar === undefined) return undefined
  return bar === 'few' ? say('earlyFew', { least, n: figures.n }) : say('earlyApart', { qwk: figures.qwk ?? 0, bias: figures.bias })
}

type Compared = { leaf: string; opinion: number; given: number; seen: boolean; said: string[]; own: string[] }

/** Opinions of an exam beside the settled marks, within the caller's data scope. */
async function comparedIn(ctx: Ctx, examId: string): Promise<Compared[]> {
  return (await visibleTasks(ctx))
    .innerJoin('assistMark as m', (join) => join.onRef('m.paperId', '=', 't.paperId').onRef('m.leaf', '=', 't.leaf'))
    .where('t.examId', '=', examId)
    .where('t.role', '=', TaskRole.first)
    .where('t.state', '=', TaskState.settled)
    .where(sql<boolean>`paper.manual ? t.leaf`)
    .orderBy('t.id')
    .limit(MOST_PAIRS)
    .select(['t.leaf', 'm.score as opinion', 'm.lines as said', 't.lines as own'])
    .select(sql<number>`round((paper.manual->t.leaf->>'score')::numeric)::int`.as('given'))
    .select(sql<boolean>`m.shown_time is not null and m.shown_time < t.mark_time`.as('seen'))
    .execute()
}

/** The questions of an exam that people mark, with their opinions and how well these agree. */
export async function agreementOf(ctx: Ctx, { examId }: { examId: string }): Promise<Agreement[]> {
  const { questions } = await findProgress(ctx, { examId })
  const { markStep } = must(await ctx.db.selectFrom('exam').where('id', '=', examId).select('markStep').executeTakeFirst())
  const compared = await comparedIn(ctx, examId)
  const early = await ctx.db.selectFrom('assistMarkEarly').where('examId', '=', examId).select('leaf').execute()
  const found: Agreement[] = []
  for (const { leaf, title, maxScore } of questions) {
    const { lines, hash } = await rubricOf(ctx.db, { examId, leaf })
    const own = compared.filter((one) => one.leaf === leaf)
    const first = own.filter((one) => !one.seen)
    const figures = figuresOf(first satisfies Pair[], { step: markStep, max: maxScore, least })
    const bar = barOf(figures, { maxScore })
    found.push({
      leaf,
      title,
      maxScore,
      hasRubric: lines.length > 0,
      ...(await countsOf(ctx, { examId, leaf }, hash)),
      ...(await runOf(ctx, { examId, leaf })),
      early: early.some((one) => one.leaf === leaf),
      notEarly: bar ? wording(ctx, bar) : '',
      ...figures,
      anchored: own.length - first.length,
      lines: lines.map(({ id, text }) => {
        const count = (said: boolean, given: boolean) =>
          first.filter((one) => one.said.includes(id) === said && one.own.includes(id) === given).length
        return { line: id, text, both: count(true, true), model: count(true, false), person: count(false, true) }
      }),
    })
  }
  return found
}

const countsOf = async (ctx: Ctx, { examId, leaf }: { examId: string; leaf: string }, hash: string) =>
  (await visibleTasks(ctx))
    .innerJoin('assistMark as m', (join) => join.onRef('m.paperId', '=', 't.paperId').onRef('m.leaf', '=', 't.leaf'))
    .where('t.examId', '=', examId)
    .where('t.leaf', '=', leaf)
    .where('t.role', '=', TaskRole.first)
    .select([
      sql<number>`(count(*) filter (where m.rubric_hash = ${hash}))::int`.as('ready'),
      sql<number>`(count(*) filter (where m.rubric_hash <> ${hash}))::int`.as('stale'),
      sql<number>`(count(*) filter (where m.flagged <> ''))::int`.as('flagged'),
    ])
    .executeTakeFirstOrThrow()

const isError = (name: string): name is ErrorName => Object.hasOwn(errors, name)

/** How far the newest run over a question is, or why it ended early. */
async function runOf(ctx: Ctx, question: { examId: string; leaf: string }): Promise<{ percent: number | null; error: string }> {
  const run = await ctx.db
    .selectFrom('commonTask')
    .where('subject', '=', subjectOf(question))
    .orderBy('id', 'desc')
    .limit(1)
    .select(['state', 'percent', 'error'])
    .executeTakeFirst()
  if (!run) return { percent: null, error: '' }
  const isOpen = run.state === TaskRun.waiting || run.state === TaskRun.running
  return { percent: isOpen ? run.percent : null, error: isError(run.error) ? wording(ctx, fixedText(run.error)) : run.error }
}
