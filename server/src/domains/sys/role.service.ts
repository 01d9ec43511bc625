// Roles: what a person may do is the sum of the menus of his roles.
import type { role } from '@shuyuan/contract/sys/role.ts'
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../kernel/ctx.ts'

export function listRoles({ db }: Ctx): Promise<Output<typeof role.list>> {
  return db.selectFrom('sysRole').select(['id', 'roleName', 'roleLevel']).orderBy('roleLevel').orderBy('id').execute()
}

/** How far a person's lists of people reach: the widest of his roles. 1 all, 2 own branch, 3 himself. */
export async function dataScope({ db, user }: Ctx): Promise<1 | 2 | 3> {
  const row = await db
    .selectFrom('sysUserRole')
    .innerJoin('sysRole', 'sysRole.id', 'sysUserRole.roleId')
    .where('userId', '=', user.id)
    .select((eb) => eb.fn.min<number | null>('sysRole.dataScope').as('scope'))
    .executeTakeFirst()
  return row?.scope === 1 ? 1 : row?.scope === 2 ? 2 : 3
}
