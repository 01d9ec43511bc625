// What a plan of the directory sync is compared with: accounts, names in use, departments.
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { rootDepart } from '../../people/org/depart.service.ts'
import { builtInRole } from '../../people/role-menu/role.service.ts'
import { type Account, DepartTree, type Entry, type Known } from './directory-plan.rules.ts'

/** @param locks locks the accounts until the transaction ends */
export async function knownFor(ctx: Pick<Ctx, 'db'>, entries: readonly Entry[], deptCode: string, locks = false): Promise<Known> {
  return {
    accounts: await accounts(ctx, locks),
    ...(await namesInUse(ctx, entries)),
    departs: await departTree(ctx, deptCode),
  }
}

async function accounts({ db }: Pick<Ctx, 'db'>, locks: boolean): Promise<Account[]> {
  if (locks)
    await sql`select from sys_user join sys_directory_user d on d.user_id = sys_user.id order by sys_user.id for update of sys_user`.execute(
      db,
    )
  const { rows } = await sql<Account>`
    select u.id::text as user_id, entry_id, user_name, real_name, coalesce(mobile, '') as mobile, email, dept_code, state,
        left_time is not null as "left",
        exists (select from sys_user_role r where r.user_id = u.id and role_id = ${builtInRole.administrator}) as is_administrator
      from sys_directory_user d join sys_user u on u.id = d.user_id order by u.id`.execute(db)
  return rows
}

async function namesInUse({ db }: Pick<Ctx, 'db'>, entries: readonly Entry[]) {
  const textsOf = (of: (entry: Entry) => string) => [...new Set(entries.map(of))].filter((one) => one !== '')
  const read = async (statement: ReturnType<typeof sql<{ key: string; id: string }>>) =>
    new Map((await statement.execute(db)).rows.map(({ key, id }) => [key, id]))
  return {
    names: await read(sql`select lower(user_name) as key, id::text as id from sys_user
      where lower(user_name) = any(${textsOf((one) => one.userName.toLowerCase())}::text[])`),
    mobiles: await read(
      sql`select mobile as key, id::text as id from sys_user where mobile = any(${textsOf((one) => one.mobile)}::text[])`,
    ),
    bound: await read(sql`select open_id as key, user_id::text as id from sys_user_bind
      where login_type = 'ldap' and open_id = any(${textsOf((one) => one.entryId)}::text[])`),
  }
}

/** The departments, and the one below which those of the directory stand: the root where the chosen one is gone. */
export async function departTree({ db }: Pick<Ctx, 'db'>, deptCode: string): Promise<DepartTree> {
  const rows = await db.selectFrom('sysDepart').select(['id', 'parentId', 'deptName', 'deptCode']).execute()
  const root = await rootDepart(db)
  const top = rows.find((row) => row.deptCode === deptCode) ?? rows.find((row) => row.id === root.id)
  return new DepartTree(rows, top!)
}
