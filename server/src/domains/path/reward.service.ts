// What the end of a learning path earns, once for each round: points, a certificate, a message; and when it starts again.
import { GrantState } from '@shuyuan/contract/cert/grant.ts'
import type { PathRenewal } from '@shuyuan/contract/path/path.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { grantEarnedTo } from '../cert/grant.service.ts'
import { sendMsg } from '../message/msg.service.ts'
import { addPointsToAll } from '../points/points.service.ts'
import { report } from '../site/log/happening.service.ts'

type Due = Pick<Ctx, 'app' | 'db' | 'now' | 'afterCommit'>
type Path = { id: string; title: string; points: number; certId: string | null; renewal: string; renewMonths: number }
type Finished = { userId: string; round: number; startTime: Date }

/** In the transaction that marks these people as finished. */
export async function rewardFinished(ctx: Due, path: Path, finished: readonly Finished[]): Promise<void> {
  if (finished.length === 0) return
  const column = <K extends keyof Finished>(name: K) => finished.map((one) => one[name])
  const { rows } = await sql<{ userId: string; round: number }>`
    insert into path_finish (path_id, user_id, round, start_time, finish_time)
    select ${path.id}::bigint, given.*, ${ctx.now}::timestamptz
    from unnest(${column('userId')}::bigint[], ${column('round')}::int[], ${column('startTime')}::timestamptz[]) given
    on conflict do nothing returning user_id, round`.execute(ctx.db)
  const people = rows.map((row) => row.userId)
  if (people.length > 0) await give(ctx, path, rows)
  await planRenewal(ctx, path, column('userId'))
}

async function give(ctx: Due, { id, title, points, certId }: Path, rows: readonly { userId: string; round: number }[]) {
  const userIds = rows.map((row) => row.userId)
  if (points > 0) {
    const remark = `完成培养方案：${title}`
    await addPointsToAll(
      ctx,
      userIds.map((userId) => ({ userId, points, remark, refId: id })),
      'path',
    )
  }
  const vars = { pathTitle: `《${title}》` }
  if (certId !== null)
    await grantEarnedTo(ctx, { certId, refType: 'path', refId: id, people: userIds.map((userId) => ({ userId, vars })), renew: true })
  await report(
    ctx,
    'path.finished',
    rows.map(({ userId, round }) => ({ userId, data: { pathId: id, title, round, finishTime: ctx.now.toISOString() } })),
  )
  await sendMsg(ctx, userIds, {
    title: `已完成培养方案：${title}`,
    content: `恭喜！您已完成培养方案“${title}”。`,
    refType: 'path',
    refId: id,
  })
}

async function planRenewal({ db, now }: Due, { id, renewal, renewMonths }: Path, userIds: readonly string[]) {
  if ((renewal as PathRenewal) === 'none') return
  const at =
    renewal === 'months'
      ? sql`${now}::timestamptz + make_interval(months => ${renewMonths}::int)`
      : sql`(select max(g.expire_time) from cert_grant g where g.ref_type = 'path' and g.ref_id = u.path_id and g.user_id = u.user_id
          and g.state = ${sql.lit(GrantState.valid)})`
  await sql`update path_user u set renew_time = ${at} where u.path_id = ${id}::bigint and u.user_id = any(${userIds}::bigint[])`.execute(db)
}
