// Users to whom a notification can be sent: its audience, limited to the sender's data scope.
import type { Audience } from '@shuyuan/contract/notify/notify.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { inDepartBranches } from '../people/org/depart.service.ts'
import { withinDataScope } from '../people/user/data-scope.service.ts'
import { among } from '../../kernel/database.ts'

/** A condition on sys_user: active users of the audience, within the caller's data scope. `concerned` selects those of audience.ref. */
export async function reachableUsers(
  ctx: Ctx,
  { all, ref, deptCodes = [], groupIds = [], userIds = [] }: Audience,
  concerned: RawBuilder<{ userId: string }> | undefined,
): Promise<RawBuilder<boolean>> {
  const named: RawBuilder<boolean>[] = [
    ...(all === true ? [sql<boolean>`true`] : []),
    ...(ref === true && concerned ? [sql<boolean>`sys_user.id in (select user_id from (${concerned}) as concerned)`] : []),
    ...(deptCodes.length > 0 ? [sql<boolean>`${inDepartBranches('sysUser.deptCode', deptCodes)}`] : []),
    ...(groupIds.length > 0
      ? [sql<boolean>`sys_user.id in (select g.user_id from sys_group_user g where g.group_id = any(${groupIds}::bigint[]))`]
      : []),
    ...(userIds.length > 0 ? [among('sysUser.id', userIds)] : []),
  ]
  if (named.length === 0) return sql<boolean>`false`
  return sql<boolean>`sys_user.state = ${sql.lit(UserState.active)} and (sys_user.expire_time is null or sys_user.expire_time > ${ctx.now})
    and (${await withinDataScope(ctx)}) and (${sql.join(named, sql` or `)})`
}

/** Number of users to whom the notification would be sent. */
export async function countReachableUsers(ctx: Ctx, audience: Audience, concerned?: RawBuilder<{ userId: string }>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sys_user where ${await reachableUsers(ctx, audience, concerned)}`.execute(ctx.db)
  return rows[0]?.count ?? 0
}
