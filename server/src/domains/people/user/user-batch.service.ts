// Batch operations of an administrator on several users.
import { say } from '@shuyuan/contract/people/people.server.texts.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { user } from '@shuyuan/contract/account/user.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { UserVerdict } from '@shuyuan/contract/people/user/user-admin.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { violates, among } from '../../../kernel/database.ts'
import { report } from '../../site/log/happening.service.ts'
import { fail } from '../../../kernel/fail.ts'
import type { SysUser, SysUserRole } from '../../../kernel/tables.ts'
import { withinUserLimit } from '../../site/config/license.service.ts'
import { sendMsg } from '../../message/msg.service.ts'
import { deleteUserFailures } from '../../session/device-mark.service.ts'
import { backOfficeRoles } from '../role-menu/role.service.ts'
import { hashPassword, mustBeUncommon } from '../../session/password.service.ts'
import { endSessions, invalidateUsers } from '../../session/session.service.ts'
import { type ManagedUser, keepingAdministrator, mustManage, mustGrant, mustReachDepart } from './data-scope.service.ts'

const idsOf = (people: readonly ManagedUser[]) => people.map((one) => one.id)

/** Changes these rows and increases their versions. */
async function update({ db, now }: Ctx, ids: string[], change: Updateable<SysUser>) {
  await db
    .updateTable('sysUser')
    .set({ ...change, version: sql`version + 1`, updateTime: now })
    .where(among('id', ids))
    .execute()
}

/** The users of a batch, locked and recorded for the audit row. Fails as mustManage. */
async function lockUsers(ctx: Ctx, ids: string[], auditFacts: (one: ManagedUser) => object = () => ({})): Promise<ManagedUser[]> {
  const people = await mustManage(ctx, ids)
  ctx.change.before = people.map((one) => ({ id: one.id, userName: one.userName, realName: one.realName, ...auditFacts(one) }))
  return people
}

/**
 * Removes users with their sessions, messages and memberships. Fails userIsSelf, lastAdministrator, as mustManage, and userInUse for a user
 * whom papers or other records reference.
 */
export async function deleteUsers(ctx: Ctx, { ids }: Input<typeof user.delete>): Promise<true> {
  if (ids.includes(ctx.user.id)) fail('userIsSelf', say('deleteSelf'))
  const people = await lockUsers(ctx, ids)
  await keepingAdministrator(ctx, people, async () => {
    await endSessions(ctx, ids, 'deleted')
    try {
      await ctx.db.deleteFrom('sysUser').where(among('id', ids)).execute()
    } catch (error) {
      if (!violates(error, 'reference')) throw error
      // Key (id)=(7) is still referenced from table …
      const id = /\(id\)=\((\d+)\)/.exec((error as { detail?: string }).detail ?? '')?.[1]
      const name = people.find((one) => one.id === id)?.realName
      fail('userInUse', name === undefined ? undefined : say('userInUseNamed', { name }))
    }
  })
  return true
}

/** `disabled` also ends the users' sessions on every node. Fails userIsSelf, lastAdministrator, as mustManage and withinUserLimit. */
export async function setUserState(ctx: Ctx, { ids, state }: Input<typeof user.state>): Promise<true> {
  if (state === UserState.disabled && ids.includes(ctx.user.id)) fail('userIsSelf', say('disableSelf'))
  const people = await lockUsers(ctx, ids, (one) => ({ state: one.state }))
  await withinUserLimit(ctx, () => keepingAdministrator(ctx, people, () => update(ctx, ids, { state })))
  if (state === UserState.disabled) {
    await endSessions(ctx, ids, 'disabled')
    await reportDisabled(ctx, people)
  } else ctx.afterCommit(() => invalidateUsers(ctx.app, ids))
  return true
}

const reportDisabled = (ctx: Ctx, people: readonly { id: string; state: number }[]) =>
  report(
    ctx,
    'user.disabled',
    people.filter((one) => one.state !== UserState.disabled).map(({ id }) => ({ userId: id, data: {} })),
  )

/**
 * Approves or rejects pending registrations; a rejected user is disabled. Each user gets a message. Fails userNotPending for a user who is
 * not pending any more, and as mustManage and withinUserLimit.
 */
export async function auditUsers(ctx: Ctx, { ids, state, auditMsg }: Input<typeof user.audit>): Promise<true> {
  const people = await lockUsers(ctx, ids, (one) => ({ state: one.state }))
  if (people.some((one) => one.state !== UserState.pending)) fail('userNotPending')
  await withinUserLimit(ctx, () => update(ctx, ids, { state: state === UserVerdict.approved ? UserState.active : UserState.disabled }))
  if (state !== UserVerdict.approved) await reportDisabled(ctx, people)
  const title = state === UserVerdict.approved ? '您的注册申请已通过审核' : '您的注册申请未通过审核'
  await sendMsg(ctx, idsOf(people), { title, content: auditMsg, refType: 'user' })
  ctx.afterCommit(() => invalidateUsers(ctx.app, ids))
  return true
}

/**
 * Sets the same new password for all of these users, hashed once, and ends their sessions. `mustChange`: they choose another before anything else
 * (decision 219); without it a mark that is set stays, because this password is known to the administrator, too. Fails as mustManage.
 */
export async function resetPasswords(ctx: Ctx, { ids, password, mustChange }: Input<(typeof user)['reset-pass']>): Promise<true> {
  const people = await lockUsers(ctx, ids, () => ({ mustChange }))
  mustBeUncommon(password, ...people.map((one) => one.userName))
  await update(ctx, ids, { passwordHash: await hashPassword(password), ...(mustChange && { mustChangePass: true }) })
  await endSessions(ctx, ids, 'password')
  return true
}

/** Lets users sign in again who are locked after wrong passwords. Fails as mustManage. */
export async function unlockUsers(ctx: Ctx, { ids }: Input<typeof user.unlock>): Promise<true> {
  await deleteUserFailures(ctx, await lockUsers(ctx, ids))
  return true
}

/** Moves users to a department. Fails at deptCode where it does not exist or lies outside the caller's data scope, and as mustManage. */
export async function moveUsers(ctx: Ctx, { ids, deptCode }: Input<(typeof user)['batch-dept']>): Promise<true> {
  await mustReachDepart(ctx, deptCode)
  await lockUsers(ctx, ids, (one) => ({ deptCode: one.deptCode }))
  await update(ctx, ids, { deptCode })
  ctx.afterCommit(() => invalidateUsers(ctx.app, ids))
  return true
}

/**
 * Replaces users' roles; a role of the back office makes learners back-office users, because its permissions have no effect for a learner.
 * Fails at roles where the caller may not grant one, lastAdministrator, and as mustManage.
 */
export async function giveRoles(ctx: Ctx, { ids, roles }: Input<(typeof user)['batch-role']>): Promise<true> {
  await mustGrant(ctx, roles)
  const people = await lockUsers(ctx, ids, (one) => ({ roles: one.roles, roleType: one.roleType }))
  const needsStaff = (await backOfficeRoles(ctx, roles)).length > 0
  await keepingAdministrator(ctx, people, async () => {
    await update(ctx, ids, needsStaff ? { roleType: RoleType.staff } : {})
    await replaceRoles(
      ctx,
      ids,
      [...new Set(roles)].flatMap((roleId) => idsOf(people).map((userId) => ({ userId, roleId }))),
    )
  })
  ctx.afterCommit(() => invalidateUsers(ctx.app, ids))
  return true
}

/** Removes all roles from these users and inserts `rows`. */
export async function replaceRoles({ db }: Pick<Ctx, 'db'>, ids: readonly string[], rows: Insertable<SysUserRole>[]): Promise<void> {
  await sql`delete from sys_user_role where user_id = any(${ids}::bigint[])`.execute(db)
  await sql`insert into sys_user_role (user_id, role_id)
    select * from unnest(${rows.map((row) => row.userId)}::bigint[], ${rows.map((row) => row.roleId)}::bigint[])`.execute(db)
}

/** Sets the expiry of accounts; null for none. Fails lastAdministrator, and as mustManage and withinUserLimit. */
export async function setExpiry(ctx: Ctx, { ids, expireTime }: Input<(typeof user)['batch-expire']>): Promise<true> {
  const people = await lockUsers(ctx, ids)
  await withinUserLimit(ctx, () => keepingAdministrator(ctx, people, () => update(ctx, ids, { expireTime })))
  ctx.afterCommit(() => invalidateUsers(ctx.app, ids))
  return true
}
