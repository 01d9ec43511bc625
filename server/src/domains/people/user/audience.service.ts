// Audiences: all users, departments with their branches, or users named singly or as members of groups. Exams and courses store them in the same way: a column
// open_type and a table each of departments, groups and users. This file only reads the tables; the owning domain writes them (`write`).
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { say } from '@shuyuan/contract/people/people.server.texts.ts'
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { failField } from '../../../kernel/fail.ts'
import { ancestorsAndSelf } from '../org/depart.service.ts'

type DbContext = Pick<Ctx, 'db'>
type Audience = { openType: number; deptCodes: readonly string[]; groupIds: readonly string[]; userIds: readonly string[] }

type Stored = {
  /**
   * the table of what has an audience, e.g. exam; its departments, groups and users stand in exam_depart (dept_code), exam_group (group_id)
   * and exam_user (user_id), with the reference exam_id
   */
  row: string
  /** the table of the users, where it is not exam_user */
  persons?: string
  /** the open types that admit all users (besides departments, groups and persons) */
  open: readonly number[]
  write: {
    clear: (db: Database, id: string) => Promise<void>
    /** an insert of these rows of (key, dept_code) */
    departs: (rows: RawBuilder<unknown>) => RawBuilder<unknown>
    /** an insert of these rows of (key, group_id) */
    groups: (rows: RawBuilder<unknown>) => RawBuilder<unknown>
    /** an insert of these rows of (key, user_id) */
    persons: (rows: RawBuilder<unknown>) => RawBuilder<unknown>
  }
}

export function audienceOf({ row, persons: named = `${row}_user`, open, write }: Stored) {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  const [departs, groups, persons] = [sql.table(`${row}_depart`), sql.table(`${row}_group`), sql.table(named)]
  const key = sql.ref(`${row}_id`)
  const forAll = sql`${column('open_type')} in (${sql.join(open.map((one) => sql.lit(one)))})`
  /** named users and members of groups, whatever their role type */
  const forPersons = (userId: RawBuilder<unknown>) => sql`${column('open_type')} = ${sql.lit(OpenType.persons)} and (
    exists (select from ${persons} u where u.${key} = ${column('id')} and u.user_id = ${userId})
    or exists (select from ${groups} g join sys_group_user member on member.group_id = g.group_id and member.user_id = ${userId}
      where g.${key} = ${column('id')}))`

  /** A condition on `person`: of a department of the audience, or below one. */
  const belowDeparts = sql`exists (select from ${departs} d join sys_depart branch on branch.dept_code = d.dept_code
    join sys_depart own on own.dept_code = person.dept_code where d.${key} = ${column('id')} and starts_with(own.path, branch.path))`

  return {
    /** A condition on the row: the signed-in user belongs to its audience. */
    async inScope(ctx: Ctx): Promise<Expression<SqlBool>> {
      const codes = await ancestorsAndSelf(ctx, ctx.user.deptCode)
      return sql<SqlBool>`(${forAll} 
        or ${column('open_type')} = ${sql.lit(OpenType.departs)}
          and exists (select from ${departs} d where d.${key} = ${column('id')} and d.dept_code = any(${codes}::text[]))
        or ${forPersons(sql`${ctx.user.id}::bigint`)})`
    },

    /** Rows (user_id) of the audience: the named users, the members of the groups, the learners of the departments, or every learner where it is for all. */
    concerned: (id: string | RawBuilder<unknown>): RawBuilder<{ userId: string }> =>
      typeof id === 'string'
        ? concernedBy({ row, open, departs, groups, persons, key }, id)
        : sql<{ userId: string }>`
      select person.id as user_id from ${sql.table(row)} join sys_user person on person.state = ${sql.lit(UserState.active)}
      where ${column('id')} = ${id}::bigint and (person.role_type = ${sql.lit(RoleType.learner)} and ${forAll} or ${forPersons(sql`person.id`)}
        or ${column('open_type')} = ${sql.lit(OpenType.departs)} and person.role_type = ${sql.lit(RoleType.learner)}
          and ${belowDeparts})`,

    /** A condition on sys_user: an active user of this audience; the same rule as `concerned`, for queries that read the users by an index. */
    members: (id: string, openType: number): RawBuilder<SqlBool> =>
      open.includes(openType)
        ? isLearner
        : openType === OpenType.departs
          ? inDeparts(departs, key, id)
          : isNamed({ groups, persons, key }, id),

    /**
     * Rows (row_id, user_id): which of these active users belong to the audience of which of these rows; the same rule as `concerned`, for many
     * of both. @param rows, people names of common table expressions with (id, open_type) and (id, dept_code, role_type)
     */
    pairs: (rows: RawBuilder<unknown>, people: RawBuilder<unknown>) => pairsOf({ open, departs, groups, persons, key }, rows, people),

    /** A condition on the row and on sys_user `person`: that user belongs to the audience; the same rule as inScope. */
    covers: sql<SqlBool>`(${forAll} or ${forPersons(sql`person.id`)} or ${column('open_type')} = ${sql.lit(OpenType.departs)} and exists (
      select from ${departs} d
      join sys_depart branch on branch.dept_code = d.dept_code
      join sys_depart own on own.dept_code = person.dept_code
      where d.${key} = ${column('id')} and starts_with(own.path, branch.path)))`,

    /** A condition on sys_user `person`: an audience that is not stored yet would include that user; the same rule as `concerned`. */
    wouldConcern: ({ openType, deptCodes, groupIds, userIds }: Audience) =>
      openType === OpenType.persons
        ? sql<SqlBool>`person.id in (select unnest(${userIds}::bigint[])
            union select member.user_id from sys_group_user member where member.group_id = any(${groupIds}::bigint[]))`
        : openType === OpenType.departs
          ? // the departments are found once, and not for each person again
            sql<SqlBool>`(person.role_type = ${sql.lit(RoleType.learner)} and person.dept_code in (
              select own.dept_code from sys_depart branch join sys_depart own on starts_with(own.path, branch.path)
              where branch.dept_code = any(${deptCodes}::text[])))`
          : sql<SqlBool>`(person.role_type = ${sql.lit(RoleType.learner)} and ${open.includes(openType)}::boolean)`,

    /** The departments, groups and users of an audience. */
    read: ({ db }: DbContext, id: string) => read(db, { departs, groups, persons, key }, id),

    /** Replaces an audience by the lists that the open type uses. Fails at the field for departments, groups or users that do not exist. */
    save: ({ db }: DbContext, id: string, audience: Audience): Promise<void> => replace(db, write, id, audience),
  }
}

async function read(db: Database, { departs, groups, persons, key }: Omit<AudienceTables, 'open'>, id: string) {
  const codes = await sql<{ deptCode: string }>`
    select dept_code from ${departs} where ${key} = ${id}::bigint order by dept_code`.execute(db)
  const named = await sql<{ id: string; groupName: string }>`
    select s.id, s.group_name from ${groups} g join sys_group s on s.id = g.group_id where g.${key} = ${id}::bigint order by s.id`.execute(
    db,
  )
  const users = await sql<{ id: string; userName: string; realName: string }>`
    select s.id, s.user_name, s.real_name from ${persons} u join sys_user s on s.id = u.user_id
    where u.${key} = ${id}::bigint order by s.id`.execute(db)
  return { deptCodes: codes.rows.map((one) => one.deptCode), groups: named.rows, users: users.rows }
}

type AudienceTables = { open: readonly number[] } & Record<'departs' | 'groups' | 'persons' | 'key', RawBuilder<unknown>>

const pairsOf = ({ open, departs, groups, persons, key }: AudienceTables, rows: RawBuilder<unknown>, people: RawBuilder<unknown>) => sql`
  select r.id as row_id, p.id as user_id from ${rows} r join ${people} p on p.role_type = ${sql.lit(RoleType.learner)}
    where r.open_type in (${sql.join(open.map((one) => sql.lit(one)))})
  union select reached.row_id, p.id from (
    select distinct r.id as row_id, own.dept_code from ${rows} r join ${departs} d on d.${key} = r.id
      join sys_depart branch on branch.dept_code = d.dept_code join sys_depart own on starts_with(own.path, branch.path)
      where r.open_type = ${sql.lit(OpenType.departs)} and own.dept_code in (select dept_code from ${people})) reached
    join ${people} p on p.dept_code = reached.dept_code and p.role_type = ${sql.lit(RoleType.learner)}
  union select r.id, p.id from ${people} p join ${persons} u on u.user_id = p.id join ${rows} r on r.id = u.${key}
    where r.open_type = ${sql.lit(OpenType.persons)}
  union select r.id, p.id from ${people} p join sys_group_user member on member.user_id = p.id
    join ${groups} g on g.group_id = member.group_id join ${rows} r on r.id = g.${key} where r.open_type = ${sql.lit(OpenType.persons)}`

/** `concerned` for one row: its open type is asked once, and the users are found by an index. */
function concernedBy({ row, open, departs, groups, persons, key }: AudienceTables & { row: string }, id: string) {
  const has = (types: readonly number[]) =>
    sql`(select r.open_type in (${sql.join(types.map((one) => sql.lit(one)))}) from ${sql.table(row)} r where r.id = ${id}::bigint)`
  const active = sql`person.state = ${sql.lit(UserState.active)}`
  const learner = sql`${active} and person.role_type = ${sql.lit(RoleType.learner)}`
  return sql<{ userId: string }>`
    select person.id as user_id from sys_user person where ${has(open)} and ${learner}
    union all select person.id from sys_user person where ${has([OpenType.departs])} and ${learner} and person.dept_code = any(array(
      select own.dept_code from ${departs} d join sys_depart branch on branch.dept_code = d.dept_code
        join sys_depart own on starts_with(own.path, branch.path) where d.${key} = ${id}::bigint))
    union all select person.id from sys_user person where ${has([OpenType.persons])} and ${active} and person.id in (
      select u.user_id from ${persons} u where u.${key} = ${id}::bigint
      union select member.user_id from ${groups} g join sys_group_user member on member.group_id = g.group_id where g.${key} = ${id}::bigint)`
}

const isActive = sql<SqlBool>`sys_user.state = ${sql.lit(UserState.active)}`
const isLearner = sql<SqlBool>`(${isActive} and sys_user.role_type = ${sql.lit(RoleType.learner)})`

/** A condition on sys_user: an active learner of the departments and their branches. */
const inDeparts = (departs: RawBuilder<unknown>, key: RawBuilder<unknown>, id: string) =>
  sql<SqlBool>`(${isLearner} and sys_user.dept_code in (select own.dept_code from ${departs} d
    join sys_depart branch on branch.dept_code = d.dept_code join sys_depart own on starts_with(own.path, branch.path)
    where d.${key} = ${id}::bigint))`

/** A condition on sys_user: an active user who is named, or a member of a group. */
const isNamed = ({ groups, persons, key }: Record<'groups' | 'persons' | 'key', RawBuilder<unknown>>, id: string) =>
  sql<SqlBool>`(${isActive} and sys_user.id in (select u.user_id from ${persons} u where u.${key} = ${id}::bigint
    union select member.user_id from ${groups} g join sys_group_user member on member.group_id = g.group_id where g.${key} = ${id}::bigint))`

async function replace(db: Database, write: Stored['write'], id: string, { openType, ...lists }: Audience): Promise<void> {
  await write.clear(db, id)
  const codes = openType === OpenType.departs ? [...new Set(lists.deptCodes)] : []
  const groupIds = openType === OpenType.persons ? [...new Set(lists.groupIds)] : []
  const userIds = openType === OpenType.persons ? [...new Set(lists.userIds)] : []
  const departs = sql`select ${id}::bigint, dept_code from sys_depart where dept_code = any(${codes}::text[])`
  if ((await storedOf(db, write.departs(departs))) < codes.length) failField('deptCodes', say('departsGone'))
  const groups = sql`select ${id}::bigint, id from sys_group where id = any(${groupIds}::bigint[])`
  if ((await storedOf(db, write.groups(groups))) < groupIds.length) failField('groupIds', say('groupsGone'))
  const persons = sql`select ${id}::bigint, id from sys_user where id = any(${userIds}::bigint[])`
  if ((await storedOf(db, write.persons(persons))) < userIds.length) failField('userIds', sayServer('peopleGone'))
}

const storedOf = async (db: Database, statement: RawBuilder<unknown>) => Number((await statement.execute(db)).numAffectedRows ?? 0)
