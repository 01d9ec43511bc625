// Extra time for candidates who have not started, stored by exam and user until they open a paper.
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'

/** The user id of a grant for all candidates who start later. */
const EVERYBODY = '0'
type Grant = { examId: string; minutes: number; closeMinutes: number; reason: string }

/** Adds minutes to earlier grants. `userIds` null: a grant for all candidates. */
export async function rememberExtra({ db, now, user }: Pick<Ctx, 'db' | 'now' | 'user'>, grant: Grant, userIds: readonly string[] | null) {
  const { examId, minutes, closeMinutes, reason } = grant
  const ids = userIds ?? [EVERYBODY]
  if (ids.length === 0) return
  await db
    .insertInto('examExtra')
    .values(ids.map((userId) => ({ examId, userId, minutes, closeMinutes, reason, updateBy: user.id, updateTime: now })))
    .onConflict((conflict) =>
      conflict.columns(['examId', 'userId']).doUpdateSet({
        minutes: sql`exam_extra.minutes + excluded.minutes`,
        closeMinutes: sql`exam_extra.close_minutes + excluded.close_minutes`,
        reason,
        updateBy: user.id,
        updateTime: now,
      }),
    )
    .execute()
}

/** Minutes granted to this user and to all candidates, added: two columns for a query on table exam. */
export const extraColumns = (userId: RawBuilder<string>) =>
  [
    sql<number>`(select coalesce(sum(x.minutes), 0)::int from exam_extra x where x.exam_id = exam.id and x.user_id in (0, ${userId}))`.as(
      'extraMinutes',
    ),
    sql<number>`(select coalesce(sum(x.close_minutes), 0)::int from exam_extra x where x.exam_id = exam.id and x.user_id in (0, ${userId}))`.as(
      'extraCloseMinutes',
    ),
  ] as const
