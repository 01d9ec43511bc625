// Certificates of people who got their money back: what they earned since the payment is revoked, and comes back when they buy again.
import { GrantState } from '@shuyuan/contract/cert/grant.ts'
import type { CertVariable } from '@shuyuan/contract/cert/layout.ts'
import { type Due, grantEarned, type Ref } from './grant.service.ts'
import { revoke } from './revoke.service.ts'

const REASON = '购买已退款'

/** Revokes what goods granted to a buyer by themselves since the payment. Earlier certificates were earned without the purchase. */
export async function revokeRefunded(ctx: Due, { refType, refId, userId, since }: Ref & { userId: string; since: Date }): Promise<void> {
  const rows = await ctx.db
    .selectFrom('certGrant')
    .where('refType', '=', refType)
    .where('refId', '=', refId)
    .where('userId', '=', userId)
    .where('state', '!=', GrantState.revoked)
    .where('createTime', '>=', since)
    .select(['id', 'userId', 'title', 'grantNo'])
    .forUpdate()
    .execute()
  await revoke(ctx, rows, REASON, null)
}

/** Grants again what a refund has revoked, with a new number. Nothing where the latest certificate was revoked for another reason. */
export async function restoreRefunded(ctx: Due, { refType, refId, userId }: Ref & { userId: string }): Promise<void> {
  const last = await ctx.db
    .selectFrom('certGrant')
    .where('refType', '=', refType)
    .where('refId', '=', refId)
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .select(['certId', 'state', 'revokeReason', 'revokeBy', 'vars'])
    .limit(1)
    .executeTakeFirst()
  if (last?.state !== GrantState.revoked || last.revokeReason !== REASON || last.revokeBy !== null) return
  const { courseTitle = '', examTitle = '', score = '' } = last.vars as Partial<Record<CertVariable, string>>
  await grantEarned(ctx, { certId: last.certId, userId, refType, refId, vars: { courseTitle, examTitle, score } })
}
