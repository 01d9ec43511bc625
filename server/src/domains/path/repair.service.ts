// Work of the night and of the hour: who has joined an audience enters, who has to starts again, and what an event has missed is noted.
import { GrantState } from '@shuyuan/contract/cert/grant.ts'
import { repeatedKinds } from '@shuyuan/contract/path/stage.ts'
import { PathState } from '@shuyuan/contract/path/path.ts'
import { sql } from 'kysely'
import type { App } from '../../kernel/ctx.ts'
import { ownTransaction } from '../../kernel/own-transaction.ts'
import { sendMsg } from '../message/msg.service.ts'
import { pathAudience } from './audience.service.ts'
import { catchUp, type Due, enter } from './progress.service.ts'

const openPaths = async ({ db }: App) =>
  (await db.selectFrom('path').where('state', '=', PathState.open).orderBy('id').select('id').execute()).map((row) => row.id)

/** Every hour: new people of the audiences, and the renewals that are due; with `all` every noted progress is compared with its sources, too. */
export async function repairPaths(app: App, { all }: { all: boolean }): Promise<void> {
  for (const id of await openPaths(app)) {
    await ownTransaction(app, async (ctx) => {
      await enter(ctx, id, { tell: true })
      await renewDue(ctx, id)
      const answered = all ? undefined : await anonymouslyAnswered(ctx, id)
      if (answered === undefined || answered.length > 0) await catchUp(ctx, id, answered)
    })
  }
}

/**
 * Who has answered an anonymous survey of the path since. They are noted together, and not when they answer: a row that is written beside one
 * answer would say whose it is.
 */
async function anonymouslyAnswered({ db }: Due, pathId: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct u.user_id from path_item i join survey s on s.id = i.ref_id and s.anonymous
    join survey_receipt r on r.survey_id = i.ref_id join path_user u on u.path_id = i.path_id and u.user_id = r.user_id and u.finish_time is null
    where i.path_id = ${pathId}::bigint and i.kind = 'survey'
      and not exists (select from path_done d where d.path_id = i.path_id and d.user_id = u.user_id and d.kind = i.kind and d.ref_id = i.ref_id)
    order by u.user_id`.execute(db)
  return rows.map((row) => row.userId)
}

/** Starts the path again for those whose time has come and who still belong to it. A certificate that was renewed by hand puts it off. */
async function renewDue(ctx: Due, pathId: string): Promise<void> {
  const { db, now } = ctx
  await sql`update path_user u set renew_time = g.until from (
      select user_id, max(expire_time) as until from cert_grant where ref_type = 'path' and ref_id = ${pathId}::bigint
        and state = ${sql.lit(GrantState.valid)} and expire_time > ${now}::timestamptz group by user_id) g
    where u.path_id = ${pathId}::bigint and u.user_id = g.user_id and u.renew_time <= ${now}::timestamptz
      and exists (select from path p where p.id = u.path_id and p.renewal = 'cert')`.execute(db)
  const { rows } = await sql<{ userId: string; title: string }>`
    update path_user u set round = u.round + 1, start_time = ${now}::timestamptz, finish_time = null, renew_time = null, remind_time = null, done = 0
    from path where path.id = u.path_id and u.path_id = ${pathId}::bigint and u.renew_time <= ${now}::timestamptz and path.renewal <> 'none'
      and u.user_id in (select c.user_id from (${pathAudience.concerned(pathId)}) c)
    returning u.user_id, path.title`.execute(db)
  if (rows.length === 0) return
  const userIds = rows.map((row) => row.userId)
  await sql`delete from path_done where path_id = ${pathId}::bigint and user_id = any(${userIds}::bigint[])
    and kind = any(${repeatedKinds}::text[])`.execute(db)
  await catchUp(ctx, pathId, userIds)
  const title = rows[0]?.title ?? ''
  const content = `培养方案“${title}”需要重新完成：考试和题库训练请再做一遍，可以在“我的培养”中查看。`
  await sendMsg(ctx, userIds, { title: `培养方案重新开始：${title}`, content, refType: 'path', refId: pathId })
}
