// Common end of every sign-in: checks the account's state, then opens a session.
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { LoginTick } from '@shuyuan/contract/site/config/switch.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { bindPending } from './bind-key.service.ts'
import { switches } from '../../site/config/config.service.ts'
import { recorded } from '../../site/log/log.service.ts'
import { rememberDevice } from '../../session/device-mark.service.ts'
import { openSession } from '../../session/session.service.ts'

export type Account = { id: string; userName: string; passwordHash: string; roleType: number; state: number; expireTime: Date | null }
export const accountFacts = ['id', 'userName', 'passwordHash', 'roleType', 'state', 'expireTime'] as const
export type SignedIn = { token: string; roleType: number; userId: string }

/** The account with this phone number. */
export const accountOfMobile = ({ app }: Pick<Ctx, 'app'>, mobile: string): Promise<Account | undefined> =>
  app.db.selectFrom('sysUser').where('mobile', '=', mobile).select(accountFacts).executeTakeFirst()

/** Fails accountDisabled, accountPending or accountExpired. Call it only for a caller who has proved that the account is theirs. */
export function mustBeUsable({ state, expireTime }: Pick<Account, 'state' | 'expireTime'>, now: Date): void {
  if (state === UserState.disabled) fail('accountDisabled')
  if (state === UserState.pending) fail('accountPending')
  if (expireTime !== null && expireTime <= now) fail('accountExpired')
}

/** A context whose caller is the user who signs in. */
export const asSigningIn = (ctx: Ctx, { id, userName, roleType }: Pick<Account, 'id' | 'userName' | 'roleType'>): Ctx => ({
  ...ctx,
  user: { ...ctx.user, id, userName, roleType },
})

/**
 * Opens a session for a proven, usable account, with its audit row. The switch loginTick ends the user's other sessions. With a `bindKey`
 * the third-party account behind it is bound in the same transaction; fails as bindPending.
 */
export async function enter(ctx: Ctx, endpoint: Endpoint, input: object, account: Account, bindKey?: string): Promise<SignedIn> {
  const { id, roleType } = account
  const single = (await switches(ctx)).loginTick === LoginTick.newest
  const token = await recorded(asSigningIn(ctx, account), endpoint, input, async (inner) => {
    await inner.db.updateTable('sysUser').set({ lastLogin: ctx.now }).where('id', '=', id).execute()
    if (bindKey !== undefined) await bindPending(inner, id, bindKey)
    await rememberDevice(inner, id)
    return openSession(inner, id, single)
  })
  return { token, roleType, userId: id }
}
