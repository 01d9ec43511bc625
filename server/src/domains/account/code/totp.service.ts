// The caller's own second factor: set up, confirm, pass at the sign-in, turn off.
import { say } from '@shuyuan/contract/account/account.server.texts.ts'
import { FactorStep } from '@shuyuan/contract/account/code/user-totp.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, failField } from '../../../kernel/fail.ts'
import { recorded } from '../../site/log/log.service.ts'
import { trackSignIn } from '../../site/log/login-log.service.ts'
import { countFailure, failuresOf } from '../../site/log/failure.service.ts'
import { verifyPassword } from '../../session/password.service.ts'
import { invalidateUsers } from '../../session/session.service.ts'
import { site } from '../../site/config/config.service.ts'
import { findTotp, proveCode, consumeCode } from './totp-code.service.ts'
import { openSecret, sealSecret } from './totp-seal.service.ts'
import { fromBase32, hashOfRecovery, newRecoveryCodes, newSecret, stepOfCode, totpUri } from './totp.rules.ts'

const SET_UP_MS = 30 * 60_000
const LOCKED_AFTER = 10
const WINDOW_MS = 15 * 60_000

const mustBeStaff = ({ user: { roleType } }: Ctx) => {
  if (roleType !== RoleType.staff) fail('totpStaff')
}

async function isRequired({ app, user: { id, roleType } }: Ctx): Promise<boolean> {
  if (roleType !== RoleType.staff) return false
  const row = await app.db
    .selectFrom('sysUserRole')
    .innerJoin('sysRole', 'sysRole.id', 'sysUserRole.roleId')
    .where('userId', '=', id)
    .where('needTotp', '=', true)
    .select('roleId')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the caller has a second factor, whether a role requires one, and what this session has to do. */
export async function totpState(ctx: Ctx): Promise<Output<(typeof user)['totp-state']>> {
  const { id, factorStep } = ctx.user
  const row = await findTotp(ctx, id)
  const codes = await ctx.app.db.selectFrom('sysTotpRecovery').where('userId', '=', id).select('codeHash').execute()
  const enabledTime = row?.enabledTime ?? null
  return {
    enabledTime,
    recoveryLeft: enabledTime === null ? 0 : codes.length,
    required: await isRequired(ctx),
    step: factorStep ?? null,
  }
}

/** A new key, sealed in the database until a code confirms it within 30 minutes. Fails totpStaff, totpOn. */
export async function beginTotp(ctx: Ctx): Promise<Output<(typeof user)['totp-begin']>> {
  mustBeStaff(ctx)
  const { app, now, user: caller } = ctx
  const secret = newSecret()
  const fresh = { secret: sealSecret(app, caller.id, secret), lastStep: '0', createTime: now }
  const begun = await app.db
    .insertInto('sysTotp')
    .values({ userId: caller.id, ...fresh })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(fresh).where('sysTotp.enabledTime', 'is', null))
    .returning('userId')
    .executeTakeFirst()
  if (!begun) fail('totpOn')
  return { secret, uri: totpUri((await site(ctx)).siteName, caller.userName, secret) }
}

/**
 * Turns the second factor on with its first code; this session has passed it, others of the user have to. Fails totpOn, totpStale without
 * a recent key, and as proveCode.
 */
export async function enableTotp(ctx: Ctx, { code }: Input<(typeof user)['totp-enable']>): Promise<Output<(typeof user)['totp-enable']>> {
  mustBeStaff(ctx)
  const { app, now, user: caller } = ctx
  const row = await findTotp(ctx, caller.id)
  if (row?.enabledTime) fail('totpOn')
  if (!row || now.getTime() - row.createTime.getTime() > SET_UP_MS) return fail('totpStale')
  let step: number | undefined
  await proveCode(ctx, async () => {
    step = stepOfCode(fromBase32(openSecret(app, caller.id, row.secret)), code, now)
    return step !== undefined
  })
  return recorded(ctx, user['totp-enable'], {}, async (inner) => {
    const { numUpdatedRows } = await inner.db
      .updateTable('sysTotp')
      .set({ enabledTime: now, lastStep: String(step) })
      .where('userId', '=', caller.id)
      .where('enabledTime', 'is', null)
      .where('secret', '=', row.secret)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) fail('conflict')
    await passFactor(inner)
    return replaceCodes(inner)
  }).finally(() => invalidateUsers(app, [caller.id]))
}

const passFactor = ({ db, user: { sessionId } }: Ctx) =>
  db.updateTable('sysSession').set({ factorPassed: true }).where('id', '=', sessionId).execute()

async function replaceCodes({ db, user: { id } }: Ctx): Promise<{ recoveryCodes: string[] }> {
  const recoveryCodes = newRecoveryCodes()
  await db.deleteFrom('sysTotpRecovery').where('userId', '=', id).execute()
  await db
    .insertInto('sysTotpRecovery')
    .values(recoveryCodes.map((code) => ({ userId: id, codeHash: hashOfRecovery(code) })))
    .execute()
  return { recoveryCodes }
}

/** The second step of a sign-in: with it the session may do what its user may. Fails as proveCode. */
export async function verifyTotp(ctx: Ctx, { code }: Input<(typeof user)['totp-verify']>): Promise<true> {
  const { app, user: caller } = ctx
  if (caller.factorStep !== FactorStep.code) return fail('conflict')
  await trackSignIn(ctx, 'totp', caller.userName, async (attempt) => {
    await proveCode(ctx, () => consumeCode(ctx, code))
    attempt.id = caller.id
  })
  await recorded(ctx, user['totp-verify'], {}, passFactor)
  await invalidateUsers(app, [caller.id])
  return true
}

type Proof = Input<(typeof user)['totp-disable']>

/** Fails totpOff, passwordUnset, at `password`, tooOften, and as proveCode. */
async function prove(ctx: Ctx, { password, code }: Proof) {
  const { app, user: caller } = ctx
  if (!(await findTotp(ctx, caller.id))?.enabledTime) fail('totpOff')
  const key = `pass:${caller.id}`
  if ((await failuresOf(app, key)).failures >= LOCKED_AFTER) fail('tooOften')
  const { passwordHash } = await app.db.selectFrom('sysUser').where('id', '=', caller.id).select('passwordHash').executeTakeFirstOrThrow()
  if (!passwordHash.startsWith('$argon2')) fail('passwordUnset')
  if (!(await verifyPassword(app, passwordHash, password))) {
    await countFailure(app, key, WINDOW_MS)
    failField('password', say('totpPasswordWrong'))
  }
  await proveCode(ctx, () => consumeCode(ctx, code))
}

/** Ten new recovery codes; the earlier ones are void. Fails as prove. */
export async function renewRecovery(ctx: Ctx, proof: Proof): Promise<Output<(typeof user)['totp-recovery']>> {
  await prove(ctx, proof)
  return recorded(ctx, user['totp-recovery'], {}, replaceCodes)
}

/** Turns the caller's second factor off. Fails totpForced where a role requires it, and as prove. */
export async function disableTotp(ctx: Ctx, proof: Proof): Promise<true> {
  if (await isRequired(ctx)) fail('totpForced')
  await prove(ctx, proof)
  await recorded(ctx, user['totp-disable'], {}, (inner) => deleteTotp(inner, [inner.user.id]))
  await invalidateUsers(ctx.app, [ctx.user.id])
  return true
}

/** Deletes key and recovery codes of users, in the caller's transaction. */
export async function deleteTotp({ db }: Pick<Ctx, 'db'>, userIds: string[]): Promise<void> {
  await db.deleteFrom('sysTotp').where('userId', 'in', userIds).execute()
  await db.deleteFrom('sysTotpRecovery').where('userId', 'in', userIds).execute()
}
