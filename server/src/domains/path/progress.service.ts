// How far people are on learning paths: entering, what they have done, and what that makes of their progress (docs/decisions/0205).
import { PathState } from '@shuyuan/contract/path/path.ts'
import type { PathItemKind } from '@shuyuan/contract/path/stage.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { among } from '../../kernel/database.ts'
import { ownTransaction } from '../../kernel/own-transaction.ts'
import { sendMsg } from '../message/msg.service.ts'
import { passShown } from '../paper/result/own-result.service.ts'
import { pathAudience } from './audience.service.ts'
import { rewardFinished } from './reward.service.ts'
import { isLesson, isThere } from './stage.service.ts'

export type Due = Pick<Ctx, 'app' | 'db' | 'now' | 'afterCommit'>
/** Whose progress is looked at; undefined: everybody's on the path. */
type Who = readonly string[] | undefined

const isAmong = (who: Who) => (who === undefined ? sql<boolean>`true` : among('u.userId', who))

/** Common table expressions: `item` (what counts), `member` (who has not finished), `round_exam` (root, id): exams with their make-up exams. */
const parts = (pathId: string, who: Who) => sql`recursive
  item as materialized (select i.* from path_item i where i.path_id = ${pathId}::bigint and ${isThere}),
  member as materialized (select u.user_id, u.round, u.start_time from path_user u
    where u.path_id = ${pathId}::bigint and u.finish_time is null and ${isAmong(who)}),
  round_exam (root, id) as (select ref_id, ref_id from item where kind = 'exam'
    union select r.root, e.id from exam e join round_exam r on e.make_up_of = r.id)`

/** After a renewal only papers and trainings of the present round count; courses, their files and surveys are done once. */
const found = (now: Date) => sql`
  select m.user_id, i.kind, i.ref_id, l.finish_time as done_time from member m join item i on i.kind = 'course'
    join course_learn l on l.user_id = m.user_id and l.course_id = i.ref_id where l.finish_time is not null
  union all
  select m.user_id, 'exam', r.root, coalesce(paper.finish_time, paper.hand_time) from member m cross join round_exam r
    join paper on paper.exam_id = r.id and paper.user_id = m.user_id join exam on exam.id = paper.exam_id
    where paper.state = ${sql.lit(PaperState.done)} and paper.passed and ${passShown(now)} and (m.round = 1 or paper.hand_time >= m.start_time)
  union all
  select m.user_id, i.kind, i.ref_id, max(t.update_time) from member m join item i on i.kind = 'repo'
    join train t on t.user_id = m.user_id and t.repo_id = i.ref_id where m.round = 1 or t.create_time >= m.start_time
    group by m.user_id, i.kind, i.ref_id, i.amount having sum(t.answer_count) >= i.amount
  union all
  select m.user_id, i.kind, i.ref_id, a.create_time from member m join item i on i.kind = 'survey'
    join survey_receipt r on r.survey_id = i.ref_id and r.user_id = m.user_id
    left join survey_answer a on a.survey_id = i.ref_id and a.user_id = m.user_id
  union all
  select m.user_id, i.kind, i.ref_id, l.finish_time from member m join item i on ${isLesson}
    join course_file_learn l on l.user_id = m.user_id and l.file_id = i.ref_id where l.finish_time is not null`

/** A day's end in the site's time zone, so many days after an expression; as dueOf. */
const dueAfter = ({ app }: Due, start: RawBuilder<unknown>, days: RawBuilder<unknown>) =>
  sql`case when ${days} > 0 then (((${start} at time zone ${app.config.timeZone})::date + ${days} + 1)::timestamp at time zone ${app.config.timeZone})
    - interval '1 second' end`

/** Counts the stored rows of people who have not finished, and moves their dates with the number of days. */
export async function recount(ctx: Due, pathId: string, who?: Who): Promise<void> {
  await sql`with ${parts(pathId, who)},
    stage as (select s.id, (count(*) filter (where i.required))::int as must, least(s.need, count(*) filter (where not i.required))::int as need
      from path_stage s join item i on i.stage_id = s.id group by s.id),
    got as (select d.user_id, i.stage_id, (count(*) filter (where i.required))::int as must, (count(*) filter (where not i.required))::int as free
      from path_done d join item i on i.kind = d.kind and i.ref_id = d.ref_id join member m on m.user_id = d.user_id
      where d.path_id = ${pathId}::bigint group by d.user_id, i.stage_id),
    counted as (select m.user_id, coalesce(sum(g.must + least(g.free, s.need)), 0)::int as done
      from member m left join got g on g.user_id = m.user_id left join stage s on s.id = g.stage_id group by m.user_id),
    wanted as (select counted.user_id, counted.done, (select coalesce(sum(must + need), 0)::int from stage) as total,
      ${dueAfter(ctx, sql`m.start_time`, sql`p.days`)} as due_time
      from counted join member m on m.user_id = counted.user_id join path p on p.id = ${pathId}::bigint)
    update path_user u set done = w.done, total = w.total, due_time = w.due_time from wanted w
    where u.path_id = ${pathId}::bigint and u.user_id = w.user_id and u.finish_time is null
      and (u.done, u.total, u.due_time) is distinct from (w.done, w.total, w.due_time)`.execute(ctx.db)
}

/**
 * Notes what people have done and is not noted yet, counts it, and finishes those who are through. Nothing is taken back. In the caller's
 * transaction; for a path that is not open, nothing. @returns how many have finished
 */
export async function catchUp(ctx: Due, pathId: string, who?: Who): Promise<number> {
  const path = await ctx.db
    .selectFrom('path')
    .where('id', '=', pathId)
    .where('state', '=', PathState.open)
    .select(['id', 'title', 'points', 'certId', 'renewal', 'renewMonths'])
    // neither edited nor stopped meanwhile
    .forShare()
    .executeTakeFirst()
  if (!path) return 0
  await sql`with ${parts(pathId, who)}
    insert into path_done (path_id, user_id, kind, ref_id, done_time)
    select ${pathId}::bigint, user_id, kind, ref_id, min(done_time) from (${found(ctx.now)}) f
    group by user_id, kind, ref_id order by user_id on conflict do nothing`.execute(ctx.db)
  await recount(ctx, pathId, who)
  const { rows } = await sql<{ userId: string; round: number; startTime: Date }>`
    update path_user u set finish_time = ${ctx.now}::timestamptz
    where u.path_id = ${pathId}::bigint and u.finish_time is null and u.total > 0 and u.done >= u.total and ${isAmong(who)}
    returning u.user_id, u.round, u.start_time`.execute(ctx.db)
  await rewardFinished(ctx, path, rows)
  return rows.length
}

/**
 * Lets people of the audience enter an open path who are not on it yet, from now on; what they have done before counts. Those who enter after the
 * path was published get a message. In the caller's transaction. @returns how many entered
 */
export async function enter(ctx: Due, pathId: string, { userId, tell = false }: { userId?: string; tell?: boolean } = {}): Promise<number> {
  const path = await ctx.db
    .selectFrom('path')
    .where('id', '=', pathId)
    .where('state', '=', PathState.open)
    .select(['id', 'title', 'openType'])
    .forShare()
    .executeTakeFirst()
  if (!path) return 0
  const { rows } = await sql<{ userId: string }>`
    insert into path_user (path_id, user_id, start_time)
    select ${pathId}::bigint, sys_user.id, ${ctx.now}::timestamptz from sys_user
    where ${pathAudience.members(pathId, path.openType)} ${userId === undefined ? sql`` : sql`and sys_user.id = ${userId}::bigint`}
      and not exists (select from path_user u where u.path_id = ${pathId}::bigint and u.user_id = sys_user.id)
    order by sys_user.id on conflict do nothing returning user_id`.execute(ctx.db)
  const entered = rows.map((row) => row.userId)
  if (entered.length === 0) return 0
  await catchUp(ctx, pathId, entered)
  if (tell) await sendMsg(ctx, entered, { ...welcomeOf(path.title), refType: 'path', refId: pathId })
  return entered.length
}

const welcomeOf = (title: string) => ({ title: `新的培养方案：${title}`, content: `您已加入培养方案“${title}”，可以在“我的培养”中查看。` })

/** Lets the caller enter the paths that have become theirs since the last hour. */
export async function enterOwn(ctx: Ctx): Promise<void> {
  const isLearner = ctx.user.roleType === RoleType.learner
  const rows = await ctx.db
    .selectFrom('path')
    .where('state', '=', PathState.open)
    .where(await pathAudience.inScope(ctx))
    .$if(!isLearner, (q) => q.where('openType', '=', OpenType.persons))
    .where(sql<boolean>`not exists (select from path_user u where u.path_id = path.id and u.user_id = ${ctx.user.id}::bigint)`)
    .orderBy('id')
    .select('id')
    .execute()
  if (rows.length === 0) return
  await ownTransaction(
    ctx.app,
    async (inner) => {
      for (const { id } of rows) await enter(inner, id, { userId: ctx.user.id, tell: true })
    },
    { now: ctx.now },
  )
}

type Thing = { kind: PathItemKind; userId: string }

/** After a person may have done one of these things: in the caller's transaction, path by path. */
export async function settle(ctx: Due, { kind, userId }: Thing, refIds: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ pathId: string }>`
    select distinct i.path_id from path_item i join path_user u on u.path_id = i.path_id and u.user_id = ${userId}::bigint and u.finish_time is null
    where i.kind = ${kind} and i.ref_id in (${refIds})
      and not exists (select from path_done d where d.path_id = i.path_id and d.user_id = u.user_id and d.kind = i.kind and d.ref_id = i.ref_id)
    order by 1`.execute(ctx.db)
  for (const { pathId } of rows) await catchUp(ctx, pathId, [userId])
}
