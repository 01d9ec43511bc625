// Password reset with a code sent to the account's phone.
import { user } from '@shuyuan/contract/account/user.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { accountOfMobile, asSigningIn, mustBeUsable } from './enter.service.ts'
import { deleteUserFailures } from '../../session/device-mark.service.ts'
import { recorded } from '../../site/log/log.service.ts'
import { hashPassword, mustBeUncommon } from '../../session/password.service.ts'
import { endSessions } from '../../session/session.service.ts'
import { proveByMobile } from './sign-in.service.ts'

/**
 * Sets a new password with an SMS code; ends every session of the user and clears the count of wrong passwords. Fails smsWrong, tooOften,
 * mobileUnknown, or as login for the account's state.
 */
export async function resetForgotten(ctx: Ctx, { mobile, smsCode, password }: Input<typeof user.forgot>): Promise<true> {
  await proveByMobile(ctx, mobile, 'forgot', smsCode)
  const account = (await accountOfMobile(ctx, mobile)) ?? fail('mobileUnknown')
  mustBeUsable(account, ctx.now)
  mustBeUncommon(password, account.userName)
  const passwordHash = await hashPassword(password)
  await recorded(asSigningIn(ctx, account), user.forgot, { mobile }, async (inner) => {
    await inner.db
      .updateTable('sysUser')
      .set({ passwordHash, mustChangePass: false, updateTime: ctx.now })
      .where('id', '=', account.id)
      .execute()
    await endSessions(inner, [account.id], 'password')
  })
  await deleteUserFailures(ctx.app, [account])
  return true
}
