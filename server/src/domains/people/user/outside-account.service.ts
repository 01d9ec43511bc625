// Accounts that other systems vouch for: learners without a password, who sign in through those systems only.
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { report } from '../../site/log/happening.service.ts'
import { builtInRole } from '../role-menu/role.rules.ts'
import { mustFitLicense } from '../../site/config/license.service.ts'

/** Adds a learner in the caller's transaction. Fails licenseSeats. @returns the id */
export async function addOutsideAccount(ctx: Ctx, given: { userName: string; realName: string; deptCode: string }): Promise<string> {
  const { id } = await ctx.db
    .insertInto('sysUser')
    .values({ ...given, roleType: RoleType.learner, passwordHash: '', createTime: ctx.now, updateTime: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('sysUserRole')
    .columns(['userId', 'roleId'])
    .expression((eb) =>
      eb
        .selectFrom('sysRole')
        .where('id', '=', builtInRole.learner)
        .select([eb.val(id).as('userId'), 'id']),
    )
    .execute()
  await mustFitLicense(ctx)
  await report(ctx, 'user.created', [{ userId: id, data: {} }])
  return id
}
