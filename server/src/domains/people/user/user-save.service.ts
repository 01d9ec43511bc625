// Adds or changes one user in the back office.
import { say } from '@shuyuan/contract/people/people.server.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { among, violates } from '../../../kernel/database.ts'
import { fail, failField, must } from '../../../kernel/fail.ts'
import { plainAddress } from '../../../kernel/files/signed-file.ts'
import { report } from '../../site/log/happening.service.ts'
import { mustFitLicense, withinUserLimit } from '../../site/config/license.service.ts'
import { recorded } from '../../site/log/log.service.ts'
import { backOfficeRoles } from '../role-menu/role.service.ts'
import { hashPassword, mustBeUncommon } from '../../session/password.service.ts'
import { endSessions, invalidateUsers } from '../../session/session.service.ts'
import { hotelBlockOf, type StoredBlock } from './user-hotel.service.ts'
import { idCardOfUser, sealedIdCard } from './id-card.service.ts'
import { keepingAdministrator, mustManage, mustGrant, mustReachDepart } from './data-scope.service.ts'

type Form = Input<typeof user.save>
type AccountType = NonNullable<Form['roleType']>
/** Input of the transaction, and results that take time and are computed before it. */
type Prepared = { form: Form & { roleType: AccountType }; block: StoredBlock; passwordHash: string | undefined }

/**
 * Adds a user, or changes one; a blank password leaves the stored one. A new password or state disabled ends the user's sessions. Fails
 * badInput at the field (names in use, roles and departments beyond the caller's, the hotel block, a learner with a role of the back office), notFound, conflict, userBeyond,
 * userIsSelf, lastAdministrator, and as mustFitLicense and withinUserLimit.
 */
export async function saveUser(ctx: Ctx, given: Form): Promise<Output<typeof user.save>> {
  if (given.password !== '') mustBeUncommon(given.password, given.userName)
  const form = { ...given, roleType: await roleTypeOf(ctx, given) }
  const block = await hotelBlockOf(ctx, form)
  const passwordHash = form.password === '' ? undefined : await hashPassword(form.password)
  try {
    return await recorded(ctx, user.save, given, (inner) => (form.id === undefined ? add : change)(inner, { form, block, passwordHash }))
  } catch (error) {
    if (!violates(error, 'unique')) throw error
    if ((error as { constraint?: string }).constraint === 'sys_user_mobile') failField('mobile', say('mobileTaken'))
    return failField('userName', say('userNameTaken'))
  }
}

/** The type that the form names; else back office for a role that needs it, else the stored one. */
async function roleTypeOf(ctx: Ctx, { id, roleType, roles }: Form): Promise<AccountType> {
  if (roleType !== undefined) return roleType
  if ((await backOfficeRoles(ctx, roles)).length > 0) return RoleType.staff
  const stored = id && (await ctx.db.selectFrom('sysUser').where('id', '=', id).select('roleType').executeTakeFirst())
  return stored ? (stored.roleType as AccountType) : RoleType.learner
}

async function mustFitRoles(ctx: Ctx, { roleType, roles }: Prepared['form']) {
  if (roleType === RoleType.staff) return
  const [role] = await backOfficeRoles(ctx, roles)
  if (role !== undefined) failField('roleType', say('roleNeedsStaff', { role }))
}

const columnsOf = ({ form, block }: Prepared) => {
  const { userName, realName, roleType, deptCode, mobile, email, expireTime, avatar, face } = form
  return {
    userName,
    realName,
    roleType,
    deptCode,
    mobile: mobile || null,
    email,
    expireTime,
    avatar,
    face: plainAddress(face),
    ...block,
  }
}

const idCardColumns = ({ app }: Ctx, { form }: Prepared, id: string) => sealedIdCard(app, idCardOfUser, id, form.idCard)

async function add(ctx: Ctx, prepared: Prepared) {
  const { roles, deptCode, state = UserState.active } = prepared.form
  if (state === UserState.pending) failField('state', say('newUserPending'))
  await mustGrant(ctx, roles)
  await mustReachDepart(ctx, deptCode)
  await mustFitRoles(ctx, prepared.form)
  const { id } = await ctx.db
    .insertInto('sysUser')
    .values({ ...columnsOf(prepared), state, passwordHash: prepared.passwordHash ?? '', createTime: ctx.now, updateTime: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  // the number is sealed for its row
  await ctx.db
    .updateTable('sysUser')
    .set(idCardColumns(ctx, prepared, id))
    .where('id', '=', id)
    .execute()
  await mustFitLicense(ctx)
  await storeRoles(ctx, id, roles)
  await report(ctx, 'user.created', [{ userId: id, data: {} }])
  ctx.change.after = { id }
  return { id }
}

async function change(ctx: Ctx, prepared: Prepared) {
  const { form, passwordHash } = prepared
  const [stored] = await mustManage(ctx, [form.id ?? ''])
  const { id, version, deptCode, roles } = must(stored)
  if (form.version !== undefined && form.version !== version) fail('conflict')
  const { state = must(stored).state } = form
  if (state !== must(stored).state && state === UserState.pending) failField('state', say('userToPending'))
  if (state === UserState.disabled && id === ctx.user.id) fail('userIsSelf', say('disableSelf'))
  await mustGrant(ctx, form.roles, roles)
  if (form.deptCode !== deptCode) await mustReachDepart(ctx, form.deptCode)
  const { passwordHash: _secret, ...before } = await ctx.db.selectFrom('sysUser').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  ctx.change.before = { ...before, roles }
  const store = async () => {
    await ctx.db
      .updateTable('sysUser')
      .set({ ...columnsOf(prepared), ...idCardColumns(ctx, prepared, id), state, version: sql`version + 1`, updateTime: ctx.now })
      .$if(passwordHash !== undefined, (query) => query.set({ passwordHash: passwordHash ?? '' }))
      .where('id', '=', id)
      .execute()
    const removed = roles.filter((one) => !form.roles.includes(one))
    await ctx.db.deleteFrom('sysUserRole').where('userId', '=', id).where(among('roleId', removed)).execute()
    await storeRoles(
      ctx,
      id,
      form.roles.filter((one) => !roles.includes(one)),
    )
  }
  await withinUserLimit(ctx, () => keepingAdministrator(ctx, [{ roles }], store))
  await mustFitRoles(ctx, form)
  if (state === UserState.disabled && before.state !== state) await report(ctx, 'user.disabled', [{ userId: id, data: {} }])
  if (state !== UserState.active || passwordHash !== undefined)
    await endSessions(ctx, [id], state === UserState.active ? 'password' : 'disabled')
  else ctx.afterCommit(() => invalidateUsers(ctx.app, [id]))
  return { id }
}

const storeRoles = ({ db }: Ctx, userId: string, roles: string[]) =>
  sql`insert into sys_user_role (user_id, role_id) select ${userId}::bigint, unnest(${[...new Set(roles)]}::bigint[])`.execute(db)
