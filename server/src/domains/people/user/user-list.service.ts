// Lists of users for administration and pickers, and one user with all details.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { user } from '@shuyuan/contract/account/user.ts'
import type { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { containing, among, lookedUp } from '../../../kernel/database.ts'
import { must } from '../../../kernel/fail.ts'
import { keyedPageOf } from '../../../kernel/page.ts'
import { addressHours, fileAddresses } from '../../../kernel/files/signed-file.ts'
import type { DB } from '../../../kernel/tables.ts'
import { departBranch, inDepartBranches } from '../org/depart.service.ts'
import { withinDataScope } from './data-scope.service.ts'
import { accountHas, isShort, nameHas } from './name-search.service.ts'
import { shown } from './user.service.ts'
import { idCardOfUser, openIdCard } from './id-card.service.ts'
import { nameKey } from '../../session/device-mark.service.ts'
import { LOCKED_AFTER, NAME_LOCKED_AFTER } from '../../site/log/failure.service.ts'

type Filters = Input<typeof user.paging>['params']
type People = SelectQueryBuilder<DB, 'sysUser', object>

const sortable = {
  userName: 'userName',
  realName: 'realName',
  mobile: 'mobile',
  deptCode: 'sysUser.deptCode',
  createTime: 'createTime',
  expireTime: 'expireTime',
}
export const listedUser = [
  ...(['sysUser.id', 'userName', 'realName', 'mobile', 'email', 'sysUser.deptCode', 'deptName', 'state', 'roleType'] as const),
  ...(['avatar', 'createTime', 'expireTime', 'lastLogin'] as const),
]

const people = ({ db }: Pick<Ctx, 'db'>) => db.selectFrom('sysUser').leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')

/** Users within the caller's data scope who match, with their departments. */
export const peopleMatching = async (ctx: Ctx, filters: Filters) =>
  (await usersMatching(ctx, filters)).leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')

/** Without the departments: even a join that is left out keeps the database from reading an index alone. */
async function usersMatching(ctx: Ctx, filters: Filters): Promise<People> {
  const reachable = ctx.db.selectFrom('sysUser').where(await withinDataScope(ctx))
  const branch = filters.deptCode ? await departBranch(ctx, filters.deptCode) : undefined
  return matching(reachable, filters, branch)
}

const DEEPEST = 10_000

/** Users by api.md's filters, newest first, within the caller's data scope. */
export async function pageUsers(ctx: Ctx, { params, ...paging }: Input<typeof user.paging>): Promise<Output<typeof user.paging>> {
  const page = await keyedPageOf(ctx.db, await usersMatching(ctx, params), paging, {
    key: 'sysUser.id',
    sortable,
    fallback: [
      ['createTime', 'desc'],
      ['sysUser.id', 'desc'],
    ],
    // such conditions look at another table for each person, and such orders walk through the whole table in no order of its own
    deepest: params.roleIds?.length || params.excludeGroups?.length || params.deptCode || paging.orders?.length ? DEEPEST : undefined,
    read: (ids) => people(ctx).where(among('sysUser.id', ids)).select(listedUser).execute(),
  })
  return { ...page, records: await withRoles(ctx, page.records) }
}

function matching(query: People, filters: Filters, branch: string[] | undefined): People {
  const { state, roleIds, excludes, excludeDeparts, excludeGroups, userType } = filters
  let found = query
  const text = textConditions(filters)
  // a subquery of its own: the planner misjudges how many users a word matches, and would scan all users, newest first
  if (text.length > 0)
    found = found.where(sql<boolean>`sys_user.id = any(array(select u.id from sys_user u where ${sql.join(text, sql` and `)}))`)
  if (state !== undefined && state !== '') found = found.where('state', '=', Number(state) as UserState)
  if (userType !== undefined) found = found.where('roleType', '=', userType)
  if (branch) found = found.where(sql<boolean>`sys_user.dept_code = any(${branch}::text[])`)
  if (excludeDeparts?.length) found = found.where((eb) => eb.not(inDepartBranches('sysUser.deptCode', excludeDeparts)))
  if (excludes?.length) found = found.where(sql<boolean>`sys_user.id <> all(${excludes}::bigint[])`)
  if (excludeGroups?.length)
    found = found.where(
      lookedUp(
        sql`not exists (select from sys_group_user g where g.user_id = sys_user.id and g.group_id = any(${excludeGroups}::bigint[]))`,
      ),
    )
  if (roleIds?.length)
    found = found.where(
      sql<boolean>`exists (select from sys_user_role r where r.user_id = sys_user.id and r.role_id = any(${roleIds}::bigint[]))`,
    )
  return found
}

function textConditions({ userName, realName, mobile }: Filters) {
  const conditions: RawBuilder<unknown>[] = []
  const add = (word: string | undefined, short: (word: string) => RawBuilder<unknown>, long: (pattern: string) => RawBuilder<unknown>) => {
    if (word) conditions.push(isShort(word) ? short(word) : long(containing(word)))
  }
  if (realName) conditions.push(nameHas('u', realName))
  if (userName) conditions.push(accountHas('u', userName))
  add(
    mobile,
    (word) => sql`strpos(u.mobile, ${word}) > 0`,
    (pattern) => sql`u.mobile like ${pattern}`,
  )
  return conditions
}

type Row = Parameters<typeof shown>[0] & { id: string; userName: string }

/** Adds the labels of codes, and the roles with their names. */
export async function withRoles<T extends Omit<Row, 'deptName'> & { deptName: string | null }>(ctx: Pick<Ctx, 'db' | 'now'>, rows: T[]) {
  const { db } = ctx
  const { rows: held } = await sql<{ id: string; roles: string[]; names: string[] }>`
    select user_id as id, array_agg(role_id::text order by role_level, r.id) as roles, array_agg(role_name order by role_level, r.id) as names
    from sys_user_role join sys_role r on r.id = role_id
    where user_id = any(${rows.map((row) => row.id)}::bigint[]) group by user_id`.execute(db)
  const byUser = new Map(held.map((one) => [one.id, one]))
  const locked = await locksOf(ctx, rows)
  return rows.map((row) => {
    const { roles = [], names = [] } = byUser.get(row.id) ?? {}
    return {
      ...shown({ ...row, deptName: row.deptName ?? '' }),
      roles,
      roles_dictText: names.join('、'),
      lockedUntil: locked.get(row.userName) ?? null,
    }
  })
}

/** Until when wrong passwords lock these accounts, by name. */
async function locksOf({ db, now }: Pick<Ctx, 'db' | 'now'>, rows: { userName: string }[]): Promise<Map<string, Date>> {
  const keys = new Map(rows.map(({ userName }) => [nameKey(userName), userName]))
  const { rows: found } = await sql<{ key: string; expireTime: Date }>`
    select split_part(key, ' ', 1) as key, max(expire_time) as "expireTime" from sys_sign_in_failure
    where split_part(key, ' ', 1) = any(${[...keys.keys()]}::text[]) and expire_time > ${now}
      and failures >= case when key like '% %' then ${LOCKED_AFTER}::int else ${NAME_LOCKED_AFTER}::int end group by 1`.execute(db)
  return new Map(found.map(({ key, expireTime }) => [keys.get(key) ?? '', expireTime]))
}

const profile = [
  ...(['sysDepart.id as departId', 'idCard', 'face', 'realPerson', 'points', 'version', 'hotelCode', 'businessLicense'] as const),
  ...(['signageName', 'legalPerson', 'businessAddress', 'branch', 'policeStation', 'policeStation2'] as const),
]

/**
 * One user within the caller's data scope. Callers without the right to change users get the identity number masked and no face photo. Fails
 * notFound.
 */
export async function findUserDetail(ctx: Ctx, { id }: Input<typeof user.detail>): Promise<Output<typeof user.detail>> {
  const row = await (
    await peopleMatching(ctx, {})
  )
    .where('sysUser.id', '=', id)
    .select([...listedUser, ...profile])
    .executeTakeFirst()
  const [detail] = await withRoles(ctx, [must(row)])
  const { idCard: stored, face, departId, ...rest } = must(detail)
  const idCard = openIdCard(ctx.app, idCardOfUser, id, stored)
  const mayChange = can(ctx, 'sys:user:update')
  return {
    ...rest,
    departId: departId ?? '',
    idCard: mayChange ? idCard : masked(idCard),
    face: mayChange ? (await fileAddresses(ctx.app, addressHours.personal))(face) : '',
  }
}

const masked = (idCard: string) => (idCard === '' ? '' : `${idCard.slice(0, 3)}${'*'.repeat(idCard.length - 7)}${idCard.slice(-4)}`)
