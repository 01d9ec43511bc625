// Audiences: all users, departments with their branches, or named users. Exams and courses store them in the same way: a column open_type,
// a table of departments and a table of users. This file only reads the tables; the owning domain writes them (`write`).
import { UserState } from '@shuyuan/contract/sys/people/user-row.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { OpenType } from '@shuyuan/contract/sys/people/open-type.ts'
import { say } from '@shuyuan/contract/sys/sys.server.texts.ts'
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { failField } from '../../../kernel/fail.ts'
import { ancestorsAndSelf } from '../org/depart.service.ts'

type DbContext = Pick<Ctx, 'db'>
type Audience = { openType: number; deptCodes: readonly string[]; userIds: readonly string[] }

type Stored = {
  /**
   * the table of what has an audience, its table of departments (dept_code), its table of users (user_id), and the reference column in both
   */
  row: string
  departs: string
  persons: string
  key: string
  /** the open types that admit all users (besides departments and persons) */
  open: readonly number[]
  write: {
    clear: (db: Database, id: string) => Promise<void>
    /** an insert of these rows of (key, dept_code) */
    departs: (rows: RawBuilder<unknown>) => RawBuilder<unknown>
    /** an insert of these rows of (key, user_id) */
    persons: (rows: RawBuilder<unknown>) => RawBuilder<unknown>
  }
}

export function audienceOf({ row, open, write, ...names }: Stored) {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  const [departs, persons, key] = [sql.table(names.departs), sql.table(names.persons), sql.ref(names.key)]
  const forAll = sql`${column('open_type')} in (${sql.join(open.map((one) => sql.lit(one)))})`
  const forPersons = (userId: RawBuilder<unknown>) => sql`${column('open_type')} = ${sql.lit(OpenType.persons)}
    and exists (select from ${persons} u where u.${key} = ${column('id')} and u.user_id = ${userId})`

  return {
    /** A condition on the row: the signed-in user belongs to its audience. */
    async inScope(ctx: Ctx): Promise<Expression<SqlBool>> {
      const codes = await ancestorsAndSelf(ctx, ctx.user.deptCode)
      return sql<SqlBool>`(${forAll} 
        or ${column('open_type')} = ${sql.lit(OpenType.departs)}
          and exists (select from ${departs} d where d.${key} = ${column('id')} and d.dept_code = any(${codes}::text[]))
        or ${forPersons(sql`${ctx.user.id}::bigint`)})`
    },

    /** Rows (user_id) of the audience: the named users, the learners of the departments, or every learner where it is for all. */
    concerned: (id: string): RawBuilder<{ userId: string }> => sql<{ userId: string }>`
      select person.id as user_id from ${sql.table(row)} join sys_user person on person.state = ${sql.lit(UserState.active)}
      where ${column('id')} = ${id}::bigint and (person.role_type = ${sql.lit(RoleType.learner)} and ${forAll} or ${forPersons(sql`person.id`)}
        or ${column('open_type')} = 2 and person.role_type = ${sql.lit(RoleType.learner)} and exists (
          select from ${departs} d
          join sys_depart branch on branch.dept_code = d.dept_code
          join sys_depart own on own.dept_code = person.dept_code
          where d.${key} = ${column('id')} and starts_with(own.path, branch.path)))`,

    /** A condition on the row and on sys_user `person`: that user belongs to the audience; the same rule as inScope. */
    covers: sql<SqlBool>`(${forAll} or ${forPersons(sql`person.id`)} or ${column('open_type')} = 2 and exists (
      select from ${departs} d
      join sys_depart branch on branch.dept_code = d.dept_code
      join sys_depart own on own.dept_code = person.dept_code
      where d.${key} = ${column('id')} and starts_with(own.path, branch.path)))`,

    /** A condition on sys_user `person`: an audience that is not stored yet would include that user; the same rule as `concerned`. */
    wouldConcern: ({ openType, deptCodes, userIds }: Audience) =>
      openType === OpenType.persons
        ? sql<SqlBool>`person.id = any(${userIds}::bigint[])`
        : openType === OpenType.departs
          ? sql<SqlBool>`(person.role_type = ${sql.lit(RoleType.learner)} and exists (
              select from sys_depart branch join sys_depart own on own.dept_code = person.dept_code
              where branch.dept_code = any(${deptCodes}::text[]) and starts_with(own.path, branch.path)))`
          : sql<SqlBool>`(person.role_type = ${sql.lit(RoleType.learner)} and ${open.includes(openType)}::boolean)`,

    /** The department codes and user ids of an audience. */
    async read({ db }: DbContext, id: string) {
      const codes = await sql<{ deptCode: string }>`
        select dept_code from ${departs} where ${key} = ${id}::bigint order by dept_code`.execute(db)
      const users = await sql<{ id: string; userName: string; realName: string }>`
        select s.id, s.user_name, s.real_name from ${persons} u join sys_user s on s.id = u.user_id
        where u.${key} = ${id}::bigint order by s.id`.execute(db)
      return { deptCodes: codes.rows.map((one) => one.deptCode), users: users.rows }
    },

    /** Replaces an audience. Fails at the field for departments or users that do not exist. */
    async save({ db }: DbContext, id: string, deptCodes: readonly string[], userIds: readonly string[]): Promise<void> {
      await write.clear(db, id)
      const codes = [...new Set(deptCodes)]
      const ids = [...new Set(userIds)]
      const known = sql`select ${id}::bigint, dept_code from sys_depart where dept_code = any(${codes}::text[])`
      if ((await storedOf(db, write.departs(known))) < codes.length) failField('deptCodes', say('departsGone'))
      const there = sql`select ${id}::bigint, id from sys_user where id = any(${ids}::bigint[])`
      if ((await storedOf(db, write.persons(there))) < ids.length) failField('userIds', sayServer('peopleGone'))
    },
  }
}

const storedOf = async (db: Database, statement: RawBuilder<unknown>) => Number((await statement.execute(db)).numAffectedRows ?? 0)
