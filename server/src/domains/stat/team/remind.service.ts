// Leaders remind their people, by one message a person with everything that they were not reminded of within a day.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { team } from '@shuyuan/contract/stat/team.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { AGAIN_HOURS, claimReminders } from '../../course/records/remind.service.ts'
import { sendMsgs } from '../../message/msg.service.ts'
import { site } from '../../site/config/config.service.ts'
import { teamOf } from './scope.service.ts'
import { thingsOf } from './things.service.ts'

type Remind = (typeof team)['remind']

/** The claims of exams and certificates; those of courses are shared with reminders of the back office. */
const claimOthers = (now: Date) => sql`
  insert into stat_team_remind (user_id, kind, ref_id, sent_time)
  select user_id, kind, ref_id, ${now}::timestamptz from wanted where kind <> 'course' order by user_id, kind, ref_id
  on conflict (user_id, kind, ref_id) do update set sent_time = excluded.sent_time
    where stat_team_remind.sent_time <= ${new Date(now.getTime() - AGAIN_HOURS * 3_600_000)}::timestamptz
  returning user_id, kind, ref_id`

/** Names of things in a message, of many the first. */
const MOST_NAMED = 10

/**
 * Reminds people of what is open for them. Two leaders of one person who remind at the same moment send one message. Fails notFound where
 * one of the named people is not the caller's.
 */
export async function remindTeam(ctx: Ctx, { userIds, kinds, wide }: Input<Remind>): Promise<Output<Remind>> {
  const { people } = await teamOf(ctx, wide)
  const chosen = userIds && [...new Set(userIds)]
  const who = chosen ? sql<SqlBool>`(${people} and sys_user.id = any(${chosen}::bigint[]))` : people
  if (chosen) await mustAllBe(ctx, who, chosen.length)
  const { rows } = await sql<{ wanted: number; things: number; told: string[] | null; texts: string[] | null; counts: number[] | null }>`
    with ${await thingsOf(ctx.app, ctx.now, who)},
    wanted as materialized (select * from thing where is_open and kind = any(${kinds}::text[])),
    claimed_course as (${claimReminders(sql`select ref_id as course_id, user_id from wanted where kind = 'course'`, ctx.now)}),
    claimed_other as (${claimOthers(ctx.now)}),
    claimed as (select user_id, 'course' as kind, course_id as ref_id from claimed_course union all select user_id, kind, ref_id from claimed_other),
    line as (select w.user_id, ${lineOf(ctx)} as text,
        row_number() over (partition by w.user_id order by array_position(array['course', 'exam', 'cert'], w.kind), w.due_time nulls last, w.ref_id) as at
      from wanted w join claimed using (user_id, kind, ref_id)),
    told as (select user_id, count(*)::int as things, string_agg(text, E'\n' order by at) filter (where at <= ${MOST_NAMED}::int) as text from line group by user_id)
    select (select count(*)::int from wanted) as wanted, coalesce(sum(things), 0)::int as things,
      array_agg(user_id::text order by user_id) as told, array_agg(text order by user_id) as texts, array_agg(things order by user_id) as counts
    from told`.execute(ctx.db)
  const { wanted = 0, things = 0, told, texts, counts } = rows[0] ?? {}
  await send(ctx, told ?? [], texts ?? [], counts ?? [])
  const answer = { people: told?.length ?? 0, things, skipped: wanted - things }
  ctx.change.after = answer
  return answer
}

async function mustAllBe({ db }: Ctx, who: RawBuilder<SqlBool>, wanted: number) {
  const { rows } = await sql<{ found: number }>`select count(*)::int as found from sys_user where ${who}`.execute(db)
  if (rows[0]?.found !== wanted) fail('notFound')
}

/** A thing as one line of the message. */
const lineOf = ({ app }: Ctx) => {
  const time = (column: string, form: string) => sql`to_char(${sql.ref(column)} at time zone ${app.config.timeZone}, ${form})`
  return sql`case w.kind
    when 'course' then '· 课程“' || w.title || '”，截止 ' || ${time('w.due_time', 'YYYY-MM-DD')}
    when 'exam' then '· 考试“' || w.title || '”'
      || case when w.start_time > ${app.clock()}::timestamptz then '，开始 ' || ${time('w.start_time', 'YYYY-MM-DD HH24:MI')}
        when w.due_time is not null then '，截止 ' || ${time('w.due_time', 'YYYY-MM-DD HH24:MI')} else '' end
    else '· 证书“' || w.title || '”，到期 ' || ${time('w.due_time', 'YYYY-MM-DD')} end`
}

/** @param texts the lines of each person, @param counts how many things each has; more than the lines name are counted in a last one */
async function send(ctx: Ctx, userIds: string[], texts: string[], counts: number[]) {
  if (userIds.length === 0) return
  const { siteName } = await site(ctx)
  await sendMsgs(
    ctx,
    sql`select u.id as user_id, '学习提醒：' || given.things || ' 项待完成' as title,
      u.real_name || '，您好！' || ${ctx.user.realName}::text || '提醒您：' || E'\n' || given.text
        || case when given.things > ${MOST_NAMED}::int then E'\n……共 ' || given.things || ' 项' else '' end
        || E'\n请登录' || ${siteName}::text || '完成。' as content
      from unnest(${userIds}::bigint[], ${texts}::text[], ${counts}::int[]) as given (user_id, text, things) join sys_user u on u.id = given.user_id`,
  )
}
