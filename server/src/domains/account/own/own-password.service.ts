// Password change by the signed-in user, and the first password that they choose themselves.
import { say } from '@shuyuan/contract/account/account.texts.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, failField } from '../../../kernel/fail.ts'
import { countFailure, failuresOf, deleteFailures } from '../../site/log/failure.service.ts'
import { recorded } from '../../site/log/log.service.ts'
import { hashPassword, mustBeUncommon, verifyPassword } from '../../session/password.service.ts'
import { endOtherSessions } from '../../session/session.service.ts'

const LOCKED_AFTER = 10
const WINDOW_MS = 15 * 60_000

/**
 * Sets a new password for a caller who knows the old one, and ends every other session. Fails badInput at oldPassword, tooOften after ten
 * wrong ones within 15 minutes, passwordUnset for an account that has none, conflict where another change came first.
 */
export async function changePassword(ctx: Ctx, { oldPassword, password }: Input<(typeof user)['update-pass']>): Promise<true> {
  const { app } = ctx
  const { id } = ctx.user
  const key = `pass:${id}`
  if ((await failuresOf(app, key)).failures >= LOCKED_AFTER) fail('tooOften')
  const { passwordHash } = await app.db.selectFrom('sysUser').where('id', '=', id).select('passwordHash').executeTakeFirstOrThrow()
  if (!passwordHash.startsWith('$argon2')) fail('passwordUnset')
  if (!(await verifyPassword(app, passwordHash, oldPassword))) {
    await countFailure(app, key, WINDOW_MS)
    failField('oldPassword', say('oldPasswordWrong'))
  }
  mustBeUncommon(password, ctx.user.userName)
  const newHash = await hashPassword(password)
  await recorded(ctx, user['update-pass'], { oldPassword, password }, async (inner) => {
    const { numUpdatedRows } = await inner.db
      .updateTable('sysUser')
      .set({ passwordHash: newHash, mustChangePass: false, updateTime: ctx.now })
      .where('id', '=', id)
      .where('passwordHash', '=', passwordHash)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) fail('conflict')
    await endOtherSessions(inner, 'password')
  })
  await deleteFailures(app, key)
  return true
}

/**
 * Sets the password of a caller whose account was given one in a list, and ends every other session. Fails conflict where none has to be
 * chosen, badInput at password for the one that was given, and for a common one.
 */
export async function chooseFirstPassword(ctx: Ctx, { password }: Input<(typeof user)['first-pass']>): Promise<true> {
  const { app } = ctx
  const { id, userName } = ctx.user
  const stored = await app.db
    .selectFrom('sysUser')
    .where('id', '=', id)
    .select(['passwordHash', 'mustChangePass'])
    .executeTakeFirstOrThrow()
  if (!stored.mustChangePass) fail('conflict')
  mustBeUncommon(password, userName)
  if (await verifyPassword(app, stored.passwordHash, password)) failField('password', say('passwordSame'))
  const passwordHash = await hashPassword(password)
  await recorded(ctx, user['first-pass'], { password }, async (inner) => {
    const { numUpdatedRows } = await inner.db
      .updateTable('sysUser')
      .set({ passwordHash, mustChangePass: false, updateTime: ctx.now })
      .where('id', '=', id)
      .where('passwordHash', '=', stored.passwordHash)
      .where('mustChangePass', '=', true)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) fail('conflict')
    await endOtherSessions(inner, 'password')
  })
  return true
}
