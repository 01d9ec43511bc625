// Hands tries in: marks the stored answers and keeps the best result of every player.
import { type activity, RunState } from '@shuyuan/contract/activity/activity.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { PaperQuestion, QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { judgeAnswer } from '../paper/attempt/entry/practice.service.ts'
import { scoreOf } from './activity.rules.ts'
import type { Stored } from './run.service.ts'

type Handed = Output<typeof activity.hand>
type Inner = Pick<Ctx, 'db' | 'now'>
const BATCH = 500

/** Submits an attempt (idempotent); duration is capped at the deadline. */
export async function handRun({ db, now }: Inner, runId: string, userId?: string): Promise<Handed | undefined> {
  const row = await db
    .selectFrom('activityRun')
    .where('id', '=', runId)
    .$if(userId !== undefined, (q) => q.where('userId', '=', userId!))
    .forUpdate()
    .selectAll()
    .executeTakeFirst()
  if (!row) return undefined
  const keys = row.keys as unknown as QuestionKey[]
  const total = keys.length
  if (row.state === RunState.handed) {
    const best = await db
      .selectFrom('activityBest')
      .where('activityId', '=', row.activityId)
      .where('userId', '=', row.userId)
      .select('runId')
      .executeTakeFirst()
    return { score: row.score ?? 0, rightCount: row.rightCount ?? 0, total, ms: row.ms ?? 0, isBest: best?.runId === row.id }
  }
  const questions = row.questions as unknown as PaperQuestion[]
  const answers = row.answers as unknown as Stored
  const verdicts = keys.map((key, at) => judgeAnswer({ shown: questions[at]!, key }, answers[questions[at]!.quId]?.a ?? null))
  const score = scoreOf(verdicts.map((one) => one.ratio))
  const rightCount = verdicts.filter((one) => one.isRight).length
  const at = now < row.deadline ? now : row.deadline
  const ms = Math.max(0, at.getTime() - row.beginTime.getTime())
  await db
    .updateTable('activityRun')
    .set({ state: RunState.handed, handTime: at, score, rightCount, ms })
    .where('id', '=', row.id)
    .execute()
  const { rows } = await sql<{ runId: string }>`
    insert into activity_best (activity_id, user_id, run_id, score, ms, time)
    values (${row.activityId}::bigint, ${row.userId}::bigint, ${row.id}::bigint, ${score}::int, ${ms}::int, ${at}::timestamptz)
    on conflict (activity_id, user_id) do update set
      tries = activity_best.tries + 1,
      (run_id, score, ms, time) = (select b.run_id, b.score, b.ms, b.time from (values
          (excluded.run_id, excluded.score, excluded.ms, excluded.time),
          (activity_best.run_id, activity_best.score, activity_best.ms, activity_best.time)) b (run_id, score, ms, time)
        order by b.score desc, b.ms, b.time, b.run_id limit 1)
    returning run_id`.execute(db)
  return { score, rightCount, total, ms, isBest: rows[0]?.runId === row.id }
}

/** Hands in the caller's own try. Fails notFound. */
export async function handOwnRun(ctx: Ctx, { runId }: Input<typeof activity.hand>): Promise<Handed> {
  const handed = await ctx.app.db.transaction().execute((db) => handRun({ db, now: ctx.now }, runId, ctx.user.id))
  return handed ?? fail('notFound')
}

/** Hands in the tries whose time is over. @param of only those of one activity @returns how many */
export async function handOverdue(app: App, before: Date, of?: string): Promise<number> {
  let handed = 0
  for (;;) {
    const due = await app.db
      .selectFrom('activityRun')
      .where('state', '=', RunState.open)
      .where('deadline', '<=', before)
      .$if(of !== undefined, (q) => q.where('activityId', '=', of!))
      .orderBy('deadline')
      .limit(BATCH)
      .select('id')
      .execute()
    if (due.length === 0) return handed
    for (const { id } of due) {
      await app.db.transaction().execute((db) => handRun({ db, now: app.clock() }, id))
      handed++
    }
  }
}
