// Codes on a demonstration without an SMS provider: decision record 48 says whose are shown.
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { isPublished } from '../../site/config/demo.service.ts'
import type { SmsType } from './sms.service.ts'

/**
 * Whether the page may show the code: for a number without an account, and for a learner whose password is published, so that the code
 * opens nothing that is not open. Never to or for a back-office user. For unbinding, only the own number of a learner.
 */
export async function mayShowCode(ctx: Ctx, mobile: string, smsType: SmsType): Promise<boolean> {
  if (ctx.user.roleType === RoleType.staff) return false
  const owner = await ctx.app.db
    .selectFrom('sysUser')
    .where('mobile', '=', mobile)
    .select(['id', 'roleType', 'passwordHash'])
    .executeTakeFirst()
  if (smsType === 'unbind') return owner?.id === ctx.user.id
  if (!owner) return true
  return smsType !== 'bind' && owner.roleType === RoleType.learner && isPublished(ctx, owner.passwordHash)
}
