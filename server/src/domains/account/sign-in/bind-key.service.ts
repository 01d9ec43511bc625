// Binds third-party accounts to users: directly, or with a key valid for ten minutes.
import type { LoginType } from '@shuyuan/contract/site/provider/prop-login.ts'
import { createHash, randomBytes } from 'node:crypto'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'

const LIFE_MS = 10 * 60_000
export type ThirdAccount = { loginType: LoginType; openId: string; nickName: string }
const hashOf = (key: string) => createHash('sha256').update(key).digest()

/** Stores a third-party account that no user has bound yet. @returns the key that binds it; only its hash is stored */
export async function storePending({ app, now }: Pick<Ctx, 'app' | 'now'>, account: ThirdAccount): Promise<string> {
  const key = randomBytes(24).toString('base64url')
  await app.db
    .insertInto('sysThirdPending')
    .values({ keyHash: hashOf(key), ...account, expireTime: new Date(now.getTime() + LIFE_MS) })
    .execute()
  return key
}

/** Consumes a key and binds its account, in the caller's transaction. Fails bindKeyWrong, or as bindElsewhere. */
export async function bindPending({ db, now }: Pick<Ctx, 'db' | 'now'>, userId: string, key: string): Promise<void> {
  const row = await db
    .deleteFrom('sysThirdPending')
    .where('keyHash', '=', hashOf(key))
    .returning(['loginType', 'openId', 'nickName', 'expireTime'])
    .executeTakeFirst()
  if (!row || row.expireTime <= now) fail('bindKeyWrong')
  const { openId, nickName } = row
  await bindElsewhere({ db, now }, userId, { loginType: row.loginType as LoginType, openId, nickName })
}

/** Consumes the key of an account that was proved on a page of this site; undefined for an unknown or expired one. */
export async function takePending(
  { db, clock }: App,
  loginType: LoginType,
  key: string,
): Promise<Omit<ThirdAccount, 'loginType'> | undefined> {
  const row = await db
    .deleteFrom('sysThirdPending')
    .where('keyHash', '=', hashOf(key))
    .where('loginType', '=', loginType)
    .returning(['openId', 'nickName', 'expireTime'])
    .executeTakeFirst()
  return row && row.expireTime > clock() ? { openId: row.openId, nickName: row.nickName } : undefined
}

/** Fails thirdTaken where another user has bound the account, thirdHeld where this user has one of the same kind. */
export async function bindElsewhere({ db, now }: Pick<Ctx, 'db' | 'now'>, userId: string, account: ThirdAccount): Promise<void> {
  const bound = await db
    .insertInto('sysUserBind')
    .values({ userId, ...account, createTime: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (bound) return
  const holder = await db
    .selectFrom('sysUserBind')
    .where('loginType', '=', account.loginType)
    .where('openId', '=', account.openId)
    .select('userId')
    .executeTakeFirst()
  fail(holder && holder.userId !== userId ? 'thirdTaken' : 'thirdHeld')
}

/** Deletes expired states and keys. */
export async function sweepThird({ db, clock }: App): Promise<void> {
  await db.deleteFrom('sysThirdState').where('expireTime', '<=', clock()).execute()
  await db.deleteFrom('sysThirdPending').where('expireTime', '<=', clock()).execute()
}
