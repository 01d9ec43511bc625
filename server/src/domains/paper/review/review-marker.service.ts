// Users who can be given marking tasks: back-office users with the right to mark.
import { say } from '@shuyuan/contract/paper/paper.server.texts.ts'
import type { review } from '@shuyuan/contract/paper/review/review.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { containing, among } from '../../../kernel/database.ts'
import { failField } from '../../../kernel/fail.ts'
import { pageOf } from '../../../kernel/page.ts'
import { scopeTops, seesAll } from '../../people/role-menu/scope.service.ts'

/** Active back-office accounts with paper:review. */
const markersIn = ({ db, now }: Pick<Ctx, 'db' | 'now'>) =>
  db
    .selectFrom('sysUser')
    .where('roleType', '=', RoleType.staff)
    .where('sysUser.state', '=', UserState.active)
    .where((e) => e.or([e('expireTime', 'is', null), e('expireTime', '>', now)]))
    .where((e) =>
      e.exists(
        e
          .selectFrom('sysUserRole')
          .innerJoin('sysRoleMenu', 'sysRoleMenu.roleId', 'sysUserRole.roleId')
          .innerJoin('sysMenu', 'sysMenu.id', 'sysRoleMenu.menuId')
          .whereRef('sysUserRole.userId', '=', 'sysUser.id')
          .where('permissionTag', '=', 'paper:review')
          .select('sysMenu.id'),
      ),
    )

/** The users in the given order. Fails at `markers` if one of them may not mark. */
export async function mustMark(ctx: Pick<Ctx, 'db' | 'now'>, ids: readonly string[]): Promise<{ id: string; realName: string }[]> {
  const rows = await markersIn(ctx).where(among('sysUser.id', ids)).select(['sysUser.id', 'realName']).execute()
  if (rows.length < ids.length) failField('markers', say('markersWithoutPermission'))
  return ids.map((id) => rows.find((row) => row.id === id)!)
}

/** One page of markers, not limited by the caller's data scope, because allotting is not either. `name` matches a part of the name or the account. */
export async function pageMarkers(ctx: Ctx, { params, ...paging }: Input<typeof review.markers>): Promise<Output<typeof review.markers>> {
  const pattern = containing(params.name ?? '')
  const query = markersIn(ctx)
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .$if(!!params.name, (q) => q.where((e) => e.or([e('realName', 'ilike', pattern), e('userName', 'ilike', pattern)])))
    .select(['sysUser.id', 'realName', 'userName', 'deptName'])
  const page = await pageOf(query, paging, { realName: 'realName', userName: 'userName' }, [
    ['realName', 'asc'],
    ['sysUser.id', 'asc'],
  ])
  return { ...page, records: page.records.map(({ deptName, ...row }) => ({ ...row, deptCode_dictText: deptName ?? '' })) }
}

/** Every marker with their data scope: whether they see all candidates, and the paths of the departments whose branches they see. */
export const scopesOfMarkers = (ctx: Pick<Ctx, 'db' | 'now'>) =>
  markersIn(ctx)
    .select('sysUser.id')
    .select([seesAll(sql`sys_user.id`).as('seesAll'), sql<string[]>`array(select path from ${scopeTops(sql`sys_user.id`)} top)`.as('tops')])
    .execute()
