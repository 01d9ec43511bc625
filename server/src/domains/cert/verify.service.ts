// The public check of a certificate by its number.
import type { certVerify } from '@shuyuan/contract/cert/grant.ts'
import { say } from '@shuyuan/contract/cert/cert.server.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { maskedName, normalNo, statusOf } from './grant.rules.ts'

/** The name is masked; nothing else about the person is told. Fails notFound in the same way for every unknown number. */
export async function verifyGrant(ctx: Ctx, { certGrantNo }: Input<typeof certVerify.verify>): Promise<Output<typeof certVerify.verify>> {
  const row = await ctx.db
    .selectFrom('certGrant')
    .where('grantNo', '=', normalNo(certGrantNo))
    .select(['grantNo', 'realName', 'title', 'authority', 'createTime', 'expireTime', 'state'])
    .executeTakeFirst()
  if (!row) return fail('notFound', say('certUnknown'))
  const { grantNo, realName, state, ...told } = row
  return { ...told, certGrantNo: grantNo, realName: maskedName(realName), state: statusOf({ state, expireTime: row.expireTime }, ctx.now) }
}
