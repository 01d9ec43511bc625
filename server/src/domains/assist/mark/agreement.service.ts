// How well opinions agree with the marks of people, for the leaders of a marking, who can let markers see them first.
import { type Agreement, type assistMark, LEAST_PAIRS } from '@shuyuan/contract/assist/mark/mark.ts'
import { say } from '@shuyuan/contract/assist/assist.texts.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { type ErrorName, errors } from '@shuyuan/contract/kernel/error.ts'
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { TaskRole, TaskState } from '@shuyuan/contract/paper/review/review.ts'
import { sql } from 'kysely'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { fail, fixedText, must } from '../../../kernel/fail.ts'
import { wording } from '../../../kernel/localized.ts'
import { TaskState as TaskRun } from '../../common/task.service.ts'
import { questionsSeen } from '../../paper/review/review-queue.service.ts'
import { splitLeaf } from '../../paper/review/review-mark.service.ts'
import { tasksOfExam } from '../../paper/review/review-task.service.ts'
import { keptQuestions } from '../ledger/bank.service.ts'
import { mustBeOn } from '../ledger/state.service.ts'
import { barTo, figuresOf, type Scale } from './agreement.rules.ts'
import { type Question, type Rubric, rubricOf } from './answers.service.ts'
import { subjectOf } from './mark-run.service.ts'

type Calls = typeof assistMark
const MOST_PAIRS = 20_000
const least = LEAST_PAIRS

/** Shows the opinions of a question before the own mark, or no longer. Fails forbidden, assistOff, assistEarly without enough agreement. */
export async function setEarly(ctx: Ctx, { examId, leaf, early }: Input<Calls['early']>): Promise<true> {
  if (!can(ctx, 'paper:update')) fail('forbidden')
  await mustBeOn(ctx, 'mark')
  const { db, now, user } = ctx
  const { bar, hash } = must((await comparisonsIn(ctx, examId)).find((one) => one.question.leaf === leaf))
  if (!early) await db.deleteFrom('assistMarkEarly').where('examId', '=', examId).where('leaf', '=', leaf).execute()
  else {
    if (bar) fail('assistEarly', bar)
    const chosen = { rubricHash: hash, createBy: user.id, createTime: now }
    await db
      .insertInto('assistMarkEarly')
      .values({ examId, leaf, ...chosen })
      .onConflict((conflict) => conflict.columns(['examId', 'leaf']).doUpdateSet(chosen))
      .execute()
  }
  ctx.change.after = { examId, leaf, early }
  return true
}

/** The questions of an exam that people mark, with their opinions and how well these agree. */
export async function agreementOf(ctx: Ctx, { examId }: { examId: string }): Promise<Agreement[]> {
  const compared = await comparisonsIn(ctx, examId)
  const kept = await keptQuestions(
    ctx.db,
    compared.map((one) => splitLeaf(one.question.leaf).quId),
  )
  return compared.map(({ question, bar }) => ({
    ...question,
    isKept: kept.has(splitLeaf(question.leaf).quId),
    notEarly: bar ? wording(ctx, bar) : '',
  }))
}

type Comparison = { question: Omit<Agreement, 'notEarly' | 'isKept'>; bar: Message | undefined; hash: string }

async function comparisonsIn(ctx: Ctx, examId: string): Promise<Comparison[]> {
  const questions = await questionsSeen(ctx, examId)
  const { markStep: step } = must(await ctx.db.selectFrom('exam').where('id', '=', examId).select('markStep').executeTakeFirst())
  const compared = await comparedIn(ctx, examId)
  const early = await ctx.db.selectFrom('assistMarkEarly').where('examId', '=', examId).select(['leaf', 'rubricHash']).execute()
  const rubrics = new Map<string, Rubric>()
  for (const { leaf } of questions) rubrics.set(leaf, await rubricOf(ctx.db, { examId, leaf }))
  const counted = await countOpinions(ctx, examId, new Map([...rubrics].map(([leaf, { hash }]) => [leaf, hash])))
  const found: Comparison[] = []
  for (const { leaf, title, maxScore } of questions) {
    const { lines, hash } = must(rubrics.get(leaf))
    const scale: Scale = { step, max: maxScore, least }
    // an opinion by another rubric says nothing about this one
    const own = compared.filter((one) => one.leaf === leaf && one.hash === hash)
    const first = own.filter((one) => !one.seen)
    const figures = figuresOf(first, scale)
    const why = barTo(first, scale)
    const counts = (said: boolean, given: boolean, id: string) =>
      first.filter((one) => one.said.includes(id) === said && one.own.includes(id) === given).length
    found.push({
      question: {
        leaf,
        title,
        maxScore,
        hasRubric: lines.length > 0,
        ...(counted.get(leaf) ?? none),
        ...(await runOf(ctx, { examId, leaf })),
        early: early.some((one) => one.leaf === leaf && one.rubricHash === hash),
        ...figures,
        anchored: own.length - first.length,
        lines: lines.map(({ id, text }) => ({
          line: id,
          text,
          both: counts(true, true, id),
          model: counts(true, false, id),
          person: counts(false, true, id),
        })),
      },
      bar: why && barText(why, figures),
      hash,
    })
  }
  return found
}

const barText = (why: 'few' | 'apart', { n, qwk, bias }: { n: number; qwk: number | null; bias: number }): Message =>
  why === 'few' ? say('earlyFew', { least, n }) : say('earlyApart', { qwk: qwk ?? 0, bias })

type Compared = { leaf: string; hash: string; opinion: number; given: number; seen: boolean; said: string[]; own: string[] }

/** Opinions of an exam beside the settled marks, within the caller's data scope. `seen`: a mark was given or changed after it was shown. */
async function comparedIn(ctx: Ctx, examId: string): Promise<Compared[]> {
  return (await tasksOfExam(ctx, examId))
    .innerJoin('assistMark as m', (join) => join.onRef('m.paperId', '=', 't.paperId').onRef('m.leaf', '=', 't.leaf'))
    .where('t.role', '=', TaskRole.first)
    .where('t.state', '=', TaskState.settled)
    .where(sql<boolean>`paper.manual ? t.leaf`)
    .orderBy('t.id')
    .limit(MOST_PAIRS)
    .select(['t.leaf', 'm.rubricHash as hash', 'm.score as opinion', 'm.lines as said', 't.lines as own'])
    .select(sql<number>`round((paper.manual->t.leaf->>'score')::numeric)::int`.as('given'))
    .select(
      sql<boolean>`m.shown_time is not null and exists (
        select from paper_review_task o where o.paper_id = t.paper_id and o.leaf = t.leaf and o.mark_time > m.shown_time)`.as('seen'),
    )
    .execute()
}

type Counts = { ready: number; stale: number; flagged: number; apart: number; byRules: number }
const none: Counts = { ready: 0, stale: 0, flagged: 0, apart: 0, byRules: 0 }

/** The opinions on the answers that the caller sees, by question. @param hashes the present rubrics, by question */
async function countOpinions(ctx: Ctx, examId: string, hashes: ReadonlyMap<string, string>): Promise<Map<string, Counts>> {
  const asked = sql<{ leaf: string; hash: string }>`unnest(${[...hashes.keys()]}::text[], ${[...hashes.values()]}::text[])`
  const isReady = sql`m.rubric_hash = asked.hash`
  const rows = await (
    await tasksOfExam(ctx, examId)
  )
    .innerJoin('assistMark as m', (join) => join.onRef('m.paperId', '=', 't.paperId').onRef('m.leaf', '=', 't.leaf'))
    .innerJoin(asked.as<'asked'>(sql`asked (leaf, hash)`), 'asked.leaf', 't.leaf')
    .where('t.role', '=', TaskRole.first)
    .groupBy('t.leaf')
    .select([
      't.leaf',
      sql<number>`(count(*) filter (where ${isReady}))::int`.as('ready'),
      sql<number>`(count(*) filter (where not ${isReady}))::int`.as('stale'),
      sql<number>`(count(*) filter (where m.flagged <> ''))::int`.as('flagged'),
      sql<number>`(count(*) filter (where ${isReady} and m.spread > 0))::int`.as('apart'),
      sql<number>`(count(*) filter (where ${isReady} and m.by_rules))::int`.as('byRules'),
    ])
    .execute()
  return new Map(rows.map(({ leaf, ...counts }) => [leaf, counts]))
}

const isError = (name: string): name is ErrorName => Object.hasOwn(errors, name)

/** How far the newest run over a question is, or why it ended early. */
async function runOf(ctx: Ctx, question: Question): Promise<{ percent: number | null; error: string }> {
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
