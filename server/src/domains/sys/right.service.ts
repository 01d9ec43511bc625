// What a person may do, asked where there is no call with a session: sockets come with a ticket.
import type { App } from '../../kernel/ctx.ts'

/** Whether a person who is not locked out works in the back office and holds the tag. */
export async function mayAct({ db }: App, userId: string, tag: string): Promise<boolean> {
  const row = await db
    .selectFrom('sysUser')
    .innerJoin('sysUserRole', 'sysUserRole.userId', 'sysUser.id')
    .innerJoin('sysRoleMenu', 'sysRoleMenu.roleId', 'sysUserRole.roleId')
    .innerJoin('sysMenu', 'sysMenu.id', 'sysRoleMenu.menuId')
    .where('sysUser.id', '=', userId)
    .where('sysUser.state', '=', 0)
    .where('roleType', '=', 2)
    .where('permissionTag', '=', tag)
    .select('sysUser.id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
