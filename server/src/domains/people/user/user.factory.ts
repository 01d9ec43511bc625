// Users for tests and demo data.
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import type { Database } from '../../../kernel/database.ts'
import { type HotelColumns, someHotel } from '../hotel/hotel.factory.ts'

export type NewUser = {
  userName: string
  realName?: string
  roleType?: typeof RoleType.learner | typeof RoleType.staff
  roles?: string[]
  deptCode?: string
  passwordHash?: string
  mobile?: string
  state?: UserState
  expireTime?: Date
  /** the hotel block of the profile; false leaves it empty. A learner has one by default */
  hotel?: HotelColumns | false
}

/** Inserts a user with a complete profile. `roles` are role names; the default department is the root. @returns the user's id */
export async function makeUser(db: Database, given: NewUser): Promise<string> {
  const {
    userName,
    realName = userName,
    roleType = RoleType.learner,
    roles = [],
    passwordHash = '',
    mobile,
    state = UserState.active,
    expireTime = null,
  } = given
  const { hotel = roleType === RoleType.learner && someHotel } = given
  const deptCode =
    given.deptCode ??
    (await db.selectFrom('sysDepart').where('parentId', 'is', null).orderBy('sort').select('deptCode').executeTakeFirstOrThrow()).deptCode
  const { id } = await db
    .insertInto('sysUser')
    .values({ userName, realName, roleType, deptCode, passwordHash, mobile: mobile ?? null, state, expireTime, ...hotel })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (roles.length > 0) {
    const found = await db.selectFrom('sysRole').where('roleName', 'in', roles).select('id').execute()
    await db
      .insertInto('sysUserRole')
      .values(found.map((role) => ({ userId: id, roleId: role.id })))
      .execute()
  }
  return id
}
