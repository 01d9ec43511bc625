// Users of other systems, for npm run migrate: known ones are found and stay as they are, others are added.
import { type Message, messageOf } from '@shuyuan/contract/kernel/message.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { email as emailRule, mobile as mobileRule } from '@shuyuan/contract/kernel/rule.ts'
import { realName as nameRule, userName as userNameRule } from '@shuyuan/contract/people/user/user-admin.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { sql } from 'kysely'
import type { Ctx, CurrentUser } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { among } from '../../../kernel/database.ts'
import { rightsOf } from '../../session/session-read.service.ts'
import { mustFitLicense } from '../../site/config/license.service.ts'
import { builtInRole } from '../role-menu/role.rules.ts'
import { storePeople } from './user-import-store.service.ts'

export type CarriedUser = {
  userName: string
  realName: string
  mobile: string
  email: string
  deptCode: string
  role: 'learner' | 'teacher' | 'academic'
  isDisabled: boolean
  password: string
}

/** Why a user cannot be stored; undefined where nothing is in the way. */
export function whyNotCarry({ userName, realName }: Pick<CarriedUser, 'userName' | 'realName'>): Message | undefined {
  const [issue] = [userNameRule.safeParse(userName), nameRule.safeParse(realName)].flatMap((read) => read.error?.issues ?? [])
  return issue && messageOf(issue.message)
}

export const isMobile = (text: string): boolean => mobileRule.safeParse(text).success
export const isEmail = (text: string): boolean => emailRule.safeParse(text).success

/** Ids of the users who exist, by name in lower case and by mobile number. */
export async function peopleKnown({ db }: Pick<Ctx, 'db'>, userNames: readonly string[], mobiles: readonly string[]) {
  const rows = await db
    .selectFrom('sysUser')
    .where((eb) =>
      eb.or([
        sql<boolean>`lower(user_name) = any(${userNames.map((one) => one.toLowerCase())}::text[])`,
        sql<boolean>`mobile = any(${mobiles.filter((one) => one !== '')}::text[])`,
      ]),
    )
    .select(['id', 'userName', 'mobile'])
    .execute()
  return {
    byName: new Map(rows.map((row) => [row.userName.toLowerCase(), row.id])),
    byMobile: new Map(rows.flatMap((row) => (row.mobile === null ? [] : [[row.mobile, row.id] as const]))),
  }
}

/**
 * Adds users, who choose an own password at their first sign-in. Fails licenseSeats.
 * @param hashes by password
 * @returns ids by name in lower case
 */
export async function carryPeople(
  ctx: Ctx,
  people: readonly CarriedUser[],
  hashes: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const rows = people.map((one, row) => ({
    draft: { ...one, row, depart: '', roleNames: [], roleType: undefined, idCard: '', expireTime: '' },
    id: undefined,
    deptCode: one.deptCode,
    roleIds: [builtInRole[one.role]],
    roleType: one.role === 'learner' ? RoleType.learner : RoleType.staff,
  }))
  await storePeople(ctx, rows, { hashes, mustChange: true }, () => undefined)
  const { byName } = await peopleKnown(
    ctx,
    people.map((one) => one.userName),
    [],
  )
  const disabled = people.filter((one) => one.isDisabled).map((one) => byName.get(one.userName.toLowerCase()) ?? '0')
  if (disabled.length > 0) await ctx.db.updateTable('sysUser').set({ state: UserState.disabled }).where(among('id', disabled)).execute()
  await mustFitLicense(ctx)
  return byName
}

/** An administrator as the caller of what a command of the machine does. Throws for a name that is no administrator's. */
export async function administratorNamed(db: Database, userName: string): Promise<CurrentUser> {
  const row = await db
    .selectFrom('sysUser')
    .where(sql<boolean>`lower(user_name) = lower(${userName})`)
    .where('state', '=', UserState.active)
    .select(['id', 'userName', 'realName', 'roleType', 'deptCode'])
    .executeTakeFirst()
  const rights = row && (await rightsOf(db, row.id))
  if (!row || !rights?.roles.includes(builtInRole.administrator)) throw new Error(`${userName} is no administrator of this site`)
  return { ...row, sessionId: '', roles: rights.roles, permissions: rights.permissions }
}
