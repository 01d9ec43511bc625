// Permission checks without a request session (sockets with a ticket, message targeting).
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { builtInRole } from './role.rules.ts'

/** The id of the built-in role that can do everything. */
export const administratorRole = builtInRole.administrator

const holders = ({ db }: Pick<Ctx, 'db'>, tag: string) =>
  db
    .selectFrom('sysUser')
    .innerJoin('sysUserRole', 'sysUserRole.userId', 'sysUser.id')
    .innerJoin('sysRoleMenu', 'sysRoleMenu.roleId', 'sysUserRole.roleId')
    .innerJoin('sysMenu', 'sysMenu.id', 'sysRoleMenu.menuId')
    .where('sysUser.state', '=', UserState.active)
    .where('roleType', '=', RoleType.staff)
    .where('permissionTag', '=', tag)
    .select('sysUser.id')

/** Whether an active back-office user holds the tag. */
export async function mayAct(ctx: Pick<App, 'db'>, userId: string, tag: string): Promise<boolean> {
  return (await holders(ctx, tag).where('sysUser.id', '=', userId).limit(1).executeTakeFirst()) !== undefined
}

/** All active back-office users who hold the tag. */
export const usersWithTag = async (ctx: Pick<Ctx, 'db'>, tag: string): Promise<string[]> =>
  (await holders(ctx, tag).distinct().execute()).map((row) => row.id)
