// Tries of an activity: begun, answered and handed in by the server's clock.
import { type activity, RunState } from '@shuyuan/contract/activity/activity.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Answer, PaperQuestion, QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { json } from '../../kernel/database.ts'
import { fail, must } from '../../kernel/fail.ts'
import { refuseAnswer, shownKey } from '../paper/attempt/entry/practice.service.ts'
import { openQuestions } from '../qu/bank/open.service.ts'
import { mustNotBeClosed } from '../train/bank.service.ts'
import { drawQuestions, sitsOn } from '../train/draw.service.ts'
import { wantedOf } from './activity.service.ts'
import { deadlineOf, isOver, isSameDay, triesLeft } from './activity.rules.ts'
import { handRun } from './hand.service.ts'
import { mustBeInvited } from './mine.service.ts'

export type Stored = Record<string, { a: Answer | null; s: number }>

/**
 * Begins a try or continues the open one.
 * Fails as mustBeInvited, trainClosed; activityNotBegun, activityEnded, activityNoTries, activityNoTriesToday, activityStockShort; activityExam while
 * a question of the bank is on the caller's open paper.
 */
export async function startRun(ctx: Ctx, { id }: Input<typeof activity.start>): Promise<Output<typeof activity.start>> {
  const row = await mustBeInvited(ctx, id)
  if (row.phase === 'waiting') fail('activityNotBegun')
  if (row.phase === 'closed' || row.settled) fail('activityEnded')
  await sql`select pg_advisory_xact_lock(hashtextextended(${`activity ${id} ${ctx.user.id}`}, 0))`.execute(ctx.db)
  const runs = await ctx.db
    .selectFrom('activityRun')
    .where('activityId', '=', id)
    .where('userId', '=', ctx.user.id)
    .orderBy('no', 'desc')
    .select(['id', 'no', 'state', 'beginTime', 'deadline'])
    .execute()
  const open = runs.find((one) => one.state === RunState.open)
  if (open && ctx.now < open.deadline) return { runId: open.id }
  if (open) await handRun(ctx, open.id)
  const today = runs.filter((one) => isSameDay(one.beginTime, ctx.now)).length
  if (triesLeft(row, runs.length, today) === 0)
    fail(row.triesTotal > 0 && runs.length >= row.triesTotal ? 'activityNoTries' : 'activityNoTriesToday')
  await mustNotBeClosed(ctx, row.repoId)
  if (await sitsOn(ctx, row.repoId, ['paper', 'battle'])) fail('activityExam')
  const questions = await drawQuestions(ctx, row.repoId, wantedOf(row), String(randomInt(2 ** 47)))
  if (!questions) return fail('activityStockShort')
  const made = await ctx.db
    .insertInto('activityRun')
    .values({
      activityId: id,
      userId: ctx.user.id,
      no: (runs[0]?.no ?? 0) + 1,
      questions: json(questions.map((one) => one.shown)),
      keys: json(questions.map((one) => one.key)),
      beginTime: ctx.now,
      deadline: deadlineOf(row, ctx.now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { runId: made.id }
}

/** An own try with its stored answers; keys only after the end of the activity, and none of questions that are open for the caller. Fails notFound. */
export async function findRun(ctx: Ctx, { runId }: Input<typeof activity.run>): Promise<Output<typeof activity.run>> {
  const row = must(
    await ctx.db
      .selectFrom('activityRun')
      .innerJoin('activity', 'activity.id', 'activityId')
      .where('activityRun.id', '=', runId)
      .where('userId', '=', ctx.user.id)
      .select(['activityRun.id', 'activityId', 'title', 'endTime', 'activityRun.state', 'questions', 'keys', 'answers', 'deadline'])
      .select(['score', 'rightCount', 'ms'])
      .executeTakeFirst(),
  )
  const answers = row.answers as unknown as Stored
  const keys = row.keys as unknown as QuestionKey[]
  const [sat, open] = [await openQuestions(ctx, ['paper']), await openQuestions(ctx)]
  const isClosed = row.state === RunState.handed && ctx.now >= row.endTime
  return {
    runId,
    activityId: row.activityId,
    title: row.title,
    state: row.state,
    leftMs: row.state === RunState.open ? Math.max(0, row.deadline.getTime() - ctx.now.getTime()) : 0,
    questions: (row.questions as unknown as PaperQuestion[]).flatMap((question, at) => {
      const quId = keys[at]?.quId ?? question.quId
      if (sat.has(quId)) return []
      const stored = answers[question.quId]
      const key = isClosed && keys[at] && !open.has(quId) ? shownKey(keys[at]) : null
      return [{ question, answer: stored?.a ?? null, seq: stored?.s ?? 0, key }]
    }),
    result: row.score === null ? null : { score: row.score, rightCount: row.rightCount ?? 0, ms: row.ms ?? 0 },
  }
}

/**
 * Stores an answer; an older `seq` changes nothing. Fails notFound, activityRunOver after the deadline or the hand-in, answerForeign.
 */
export async function fillRun(ctx: Ctx, { runId, quId, answer, seq }: Input<typeof activity.fill>): Promise<Output<typeof activity.fill>> {
  const { db } = ctx.app
  const row = must(
    await db
      .selectFrom('activityRun')
      .where('id', '=', runId)
      .where('userId', '=', ctx.user.id)
      .select(['state', 'deadline'])
      .select(
        sql<PaperQuestion | null>`jsonb_path_query_first(questions, '$[*] ? (@.quId == $id)', jsonb_build_object('id', ${quId}::text))`.as(
          'question',
        ),
      )
      .executeTakeFirst(),
  )
  if (!row.question) return fail('notFound')
  if (row.state !== RunState.open || isOver(row.deadline, ctx.now)) fail('activityRunOver')
  const refused = refuseAnswer({ shown: row.question } as Parameters<typeof refuseAnswer>[0], answer)
  if (refused) fail('answerForeign', refused)
  const stored = await db
    .updateTable('activityRun')
    .set({
      answers: sql`case when coalesce((answers -> ${quId}::text ->> 's')::int, 0) < ${seq}::int
        then answers || jsonb_build_object(${quId}::text, ${json({ a: answer, s: seq })}::jsonb) else answers end`,
    })
    .where('id', '=', runId)
    .where('state', '=', RunState.open)
    .returning('deadline')
    .executeTakeFirst()
  // handed in between the two statements
  if (!stored) return fail('activityRunOver')
  return { leftMs: Math.max(0, stored.deadline.getTime() - ctx.now.getTime()) }
}
