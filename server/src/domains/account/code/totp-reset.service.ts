// An administrator removes the second factor of users who lost theirs.
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { user } from '@shuyuan/contract/account/user.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { mustManage } from '../../people/user/data-scope.service.ts'
import { deleteFailures } from '../../site/log/failure.service.ts'
import { endSessions } from '../../session/session.service.ts'
import { totpKey } from './totp-code.service.ts'
import { deleteTotp } from './totp.service.ts'

/** Also ends their sessions. Fails userIsSelf, and as mustManage. */
export async function resetTotp(ctx: Ctx, { ids }: Input<(typeof user)['totp-reset']>): Promise<true> {
  if (ids.includes(ctx.user.id)) fail('userIsSelf')
  const people = await mustManage(ctx, ids)
  ctx.change.before = people.map(({ id, userName, realName }) => ({ id, userName, realName }))
  await deleteTotp(ctx, ids)
  await endSessions(ctx, ids, 'totp')
  ctx.afterCommit(async () => void (await Promise.all(ids.map((id) => deleteFailures(ctx.app, totpKey(id))))))
  return true
}
