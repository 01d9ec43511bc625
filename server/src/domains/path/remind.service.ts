// Reminders of learning paths that are not finished.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { PathState } from '@shuyuan/contract/path/path.ts'
import { say } from '@shuyuan/contract/path/path.server.texts.ts'
import type { pathStat } from '@shuyuan/contract/path/stat.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail, failField } from '../../kernel/fail.ts'
import { peopleWithin } from '../course/records/reach.service.ts'
import { sendMsgs } from '../message/msg.service.ts'
import { inProgress, mustFindPath } from './stat.service.ts'

const AGAIN_HOURS = 24
const HOUR_MS = 3_600_000

/**
 * Sends one message to people within the caller's data scope who have not finished; at most one within 24 hours. Callers who remind at the
 * same moment send one. Fails notFound, pathDraft for a path that is not open, and at `userIds` without a person to remind.
 */
export async function remindPath(
  ctx: Ctx,
  { id, deptCode, progress, userIds }: Input<(typeof pathStat)['remind']>,
): Promise<Output<(typeof pathStat)['remind']>> {
  const { title, state } = await mustFindPath(ctx, id)
  if (state !== PathState.open) fail('pathDraft')
  const before = new Date(ctx.now.getTime() - AGAIN_HOURS * HOUR_MS)
  const { rows } = await sql<{ total: number; told: string[] }>`
    with wanted as materialized (select u.user_id from path_user u join sys_user on sys_user.id = u.user_id
      where u.path_id = ${id}::bigint and ${inProgress(progress, ctx.now)} and u.finish_time is null
        and sys_user.state = ${sql.lit(UserState.active)} and ${await peopleWithin(ctx, { deptCode })}
        and (${userIds ?? null}::bigint[] is null or u.user_id = any(${userIds ?? null}::bigint[]))),
    told as (update path_user u set remind_time = ${ctx.now}::timestamptz from wanted w
      where u.path_id = ${id}::bigint and u.user_id = w.user_id and (u.remind_time is null or u.remind_time <= ${before}::timestamptz)
      returning u.user_id)
    select (select count(*)::int from wanted) as total, array(select user_id::text from told) as told`.execute(ctx.db)
  const { total = 0, told = [] } = rows[0] ?? {}
  if (total === 0) failField('userIds', say('pathRemindNobody'))
  if (told.length > 0) await send(ctx, { id, title }, told)
  ctx.change.after = { sent: told.length, skipped: total - told.length }
  return { sent: told.length, skipped: total - told.length }
}

const send = (ctx: Ctx, { id, title }: { id: string; title: string }, told: readonly string[]) =>
  sendMsgs(
    ctx,
    sql`select s.id as user_id, '培养提醒：' || ${title}::text as title,
      s.real_name || '，您好！' || E'\n' || '您还没有完成培养方案“' || ${title}::text || '”'
        || coalesce('，截止 ' || to_char(u.due_time at time zone ${ctx.app.config.timeZone}, 'YYYY-MM-DD'), '')
        || '，进度 ' || u.done || ' / ' || u.total || '。' as content
      from unnest(${told}::bigint[]) given (id) join sys_user s on s.id = given.id
      join path_user u on u.user_id = given.id and u.path_id = ${id}::bigint`,
    { refType: 'path', refId: id },
  )
