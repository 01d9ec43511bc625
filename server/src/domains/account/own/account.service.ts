// The caller's own account: information, and changes to the own profile.
import { say } from '@shuyuan/contract/account/account.server.texts.ts'
import { say as sayPeople } from '@shuyuan/contract/people/people.server.texts.ts'
import { derivedOfHotel, HotelBlock, ProfileForm } from '@shuyuan/contract/people/user/user-profile.ts'
import { userState } from '@shuyuan/contract/people/user/user-row.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, failField, failFields, issuesOf } from '../../../kernel/fail.ts'
import { addressHours, fileAddresses } from '../../../kernel/files/signed-file.ts'
import { site } from '../../site/config/config.service.ts'
import { dicRevision, dicTree } from '../../site/setting/dic.service.ts'
import { leadsTeam } from '../../people/org/depart.service.ts'
import { mustFindHotel } from '../../people/hotel/hotel.service.ts'
import { recorded } from '../../site/log/log.service.ts'
import { firstViews } from '../../operation/list-view.service.ts'
import { countUnread } from '../../message/msg.service.ts'
import { mustOwnPicture } from '../../site/provider/picture.service.ts'
import { endOfPath, isPathOf } from '../../people/user/user.service.ts'
import { invalidateUsers } from '../../session/session.service.ts'
import { idCardOfUser, openIdCard } from '../../people/user/id-card.service.ts'
import { among } from '../../../kernel/database.ts'

const own = ({ db, user: { id } }: Pick<Ctx, 'db' | 'user'>) => db.selectFrom('sysUser').where('sysUser.id', '=', id)
const blockColumns = ['hotelCode', 'businessLicense', 'signageName', 'legalPerson', 'businessAddress', 'policeStation2'] as const

/** The signed-in user, with roles and permission tags. */
export async function myInfo(ctx: Ctx): Promise<Output<typeof user.info>> {
  const { id, roleType, roles, permissions } = ctx.user
  const { deptName, mobile, ...row } = await own(ctx)
    .innerJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .select(['userName', 'realName', 'avatar', 'mobile', 'sysUser.deptCode', 'deptName', 'points', leadsTeam])
    .executeTakeFirstOrThrow()
  return {
    ...row,
    id,
    roleType,
    mobile: mobile ?? '',
    roles: [...roles],
    permissions: [...permissions].sort(),
    deptCode_dictText: deptName,
    unreadMsg: await countUnread(ctx, id),
    dicRevision: await dicRevision(ctx),
    firstViews: await firstViews(ctx),
  }
}

/** The signed-in user's own row, without secrets; includes the identity number. */
export async function myUser(ctx: Ctx): Promise<Output<typeof user.currentUser>> {
  const { deptName, mobile, ...row } = await own(ctx)
    .innerJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .select(['sysUser.id', 'userName', 'realName', 'mobile', 'sysUser.deptCode', 'deptName', 'state', 'roleType', 'avatar', 'createTime'])
    .select(['email', 'points', 'sex', 'idCard', 'face', 'realPerson', 'expireTime', 'branch', 'policeStation', ...blockColumns])
    .executeTakeFirstOrThrow()
  const state = row.state
  return {
    ...row,
    face: (await fileAddresses(ctx.app, addressHours.personal))(row.face),
    idCard: openIdCard(ctx.app, idCardOfUser, row.id, row.idCard),
    mobile: mobile ?? '',
    deptCode_dictText: deptName,
    state,
    state_dictText: userState[state],
    roleType: row.roleType as typeof RoleType.learner | typeof RoleType.staff,
    needsHotel: await needsHotel(ctx),
  }
}

/** The hotel block applies to learners, while the site has it enabled (decisions.md 29). */
const needsHotel = async (ctx: Ctx) => ctx.user.roleType === RoleType.learner && (await site(ctx)).props.hotelProfile

/** Code 9 when the session is invalid or the user disabled; else whether the required profile fields are filled (api.md). */
export async function isComplete(ctx: Ctx): Promise<Output<typeof user.isComplete>> {
  const { id, realName, deptCode } = ctx.user
  if (id === '0') return { code: 9 }
  if (realName.trim() === '' || deptCode === '') return { code: 0, complete: false }
  if (!(await needsHotel(ctx))) return { code: 0, complete: true }
  const row = await own(ctx).select(blockColumns).executeTakeFirstOrThrow()
  return { code: 0, complete: HotelBlock.safeParse(row).success }
}

type Change = Input<typeof user.update>
type Block = Pick<Change, (typeof blockColumns)[number]>

/**
 * The input of `user.update` for this body: with the rules of the hotel block where it applies, for the fields that are given and for those
 * that are neither given nor stored as they have to be.
 */
export async function profileInputOf(ctx: Ctx, body: unknown) {
  const given = Object.entries(body ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (!blockColumns.some((name) => given.includes(name)) || !(await needsHotel(ctx))) return user.update.input
  const stored = await own(ctx).select(blockColumns).executeTakeFirstOrThrow()
  const shape = HotelBlock.shape
  const asked = blockColumns.filter((name) => given.includes(name) || !shape[name].safeParse(stored[name]).success)
  return ProfileForm.extend(Object.fromEntries(asked.map((name) => [name, shape[name]])))
}

/**
 * Changes the given fields of the own profile; ignores fields that a user may not change. Where the hotel block applies it must be
 * complete, and the values that follow from the hotel code are looked up again, whatever was sent. Fails badInput at the field, or as
 * mustFindHotel.
 */
export async function changeProfile(ctx: Ctx, { realName, email, avatar, ...block }: Change): Promise<true> {
  const before = await own(ctx)
    .select(['realName', 'realPerson', 'email', 'avatar', ...blockColumns])
    .executeTakeFirstOrThrow()
  if (realName !== undefined && before.realPerson && realName !== before.realName) failField('realName', say('realNameVerified'))
  if (avatar && avatar !== before.avatar) await mustOwnPicture(ctx, avatar, 'avatar')
  const isHotel = Object.values(block).some((one) => one !== undefined) && (await needsHotel(ctx))
  const change = { realName, email, avatar, ...(isHotel ? await wholeBlock(ctx, before, block) : {}) }
  const input = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as typeof change
  if (Object.keys(input).length === 0) return true
  await recorded(ctx, user.update, input, async (inner) => {
    // the name may have been verified since it was read
    const { numUpdatedRows } = await inner.db
      .updateTable('sysUser')
      .set({ ...input, updateTime: ctx.now })
      .where('id', '=', ctx.user.id)
      .$if(realName !== undefined, (query) => query.where('realPerson', '=', before.realPerson))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) fail('conflict')
    inner.change.before = before
  })
  await invalidateUsers(ctx.app, [ctx.user.id])
  return true
}

async function wholeBlock(ctx: Ctx, before: HotelBlock, given: Block) {
  const merged = { ...before, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }
  const read = HotelBlock.safeParse(merged)
  if (!read.success) return failFields(issuesOf(read.error))
  const block = read.data
  const isKnown = block.hotelCode === before.hotelCode && derivedOfHotel.every((name) => block[name] === before[name])
  if (!isKnown) {
    const { zwmc, yyzzmc, fr } = await mustFindHotel(ctx, block.hotelCode)
    Object.assign(block, { signageName: zwmc, businessLicense: yyzzmc, legalPerson: fr })
  }
  if (!isPathOf(await dicTree(ctx, { dicCode: 'police_catalog' }), block.policeStation2))
    failField('policeStation2', sayPeople('stationGone'))
  return { ...block, ...endOfPath(block.policeStation2) }
}

/**
 * Adds to a user's points, or with a negative number deducts them; for the domain that stores their log, in its transaction. Fails
 * pointsShort for an insufficient balance, notFound for an unknown user.
 */
export async function addToPoints({ db }: Pick<Ctx, 'db'>, userId: string, points: number): Promise<void> {
  const row = await db.selectFrom('sysUser').where('id', '=', userId).select('points').forUpdate().executeTakeFirst()
  if (!row) fail('notFound')
  if (row.points + points < 0) fail('pointsShort')
  await db
    .updateTable('sysUser')
    .set({ points: row.points + points })
    .where('id', '=', userId)
    .execute()
}

/** Adds to the points of different users, for the domain that stores their log, in its transaction. Fails notFound for an unknown user. */
export async function addToAllPoints({ db }: Pick<Ctx, 'db'>, given: readonly { userId: string; points: number }[]): Promise<void> {
  const ids = given.map((one) => one.userId)
  const points = given.map((one) => one.points)
  // in one order, so that two transactions do not wait for each other
  const found = await db.selectFrom('sysUser').where(among('id', ids)).orderBy('id').select('id').forNoKeyUpdate().execute()
  if (found.length < ids.length) fail('notFound')
  await sql`update sys_user set points = sys_user.points + given.points
    from unnest(${ids}::bigint[], ${points}::int[]) as given (id, points) where sys_user.id = given.id`.execute(db)
}
