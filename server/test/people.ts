// The server of a test file, and the users that most test files need.
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import type { NewUser } from '../src/domains/people/user/user.factory.ts'
import { type Person, startApp, type TestApp } from './start-app.ts'

const cast = {
  ann: { userName: 'ann', realName: '安安' },
  bob: { userName: 'bob' },
  learner: { userName: 'learner' },
  teacher: { userName: 'tina', realName: '田老师', roleType: RoleType.staff, roles: ['教师'] },
  proctor: { userName: 'proctor', roleType: RoleType.staff, roles: ['监考员'] },
} satisfies Record<string, NewUser>
export type Name = keyof typeof cast

/** A server over its own database for all tests of a file, closed after the last one. Called at the top level of the file. */
export async function sharedApp(options?: Parameters<typeof startApp>[0]): Promise<TestApp> {
  const app = await startApp(options)
  afterAll(() => app.close())
  return app
}

/** Creates a role with these permission tags and this data scope, and signs in a new user who has it. @param deptCodes its chosen departments */
export async function enrolWith(
  app: TestApp,
  user: NewUser,
  tags: readonly string[],
  dataScope: DataScope,
  deptCodes: readonly string[] = [],
): Promise<Person> {
  const person = await app.enrol({ roleType: RoleType.staff, ...user })
  const { id: roleId } = await app.db
    .insertInto('sysRole')
    .values({ roleName: `角色${user.userName}`, roleLevel: 5, dataScope })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db.insertInto('sysUserRole').values({ userId: person.id, roleId }).execute()
  for (const deptCode of deptCodes) await app.db.insertInto('sysRoleDepart').values({ roleId, deptCode }).execute()
  await app.db
    .insertInto('sysRoleMenu')
    .columns(['roleId', 'menuId'])
    .expression((q) =>
      q
        .selectFrom('sysMenu')
        .where('permissionTag', 'in', tags)
        .select([sql<string>`${roleId}::bigint`.as('roleId'), 'id']),
    )
    .execute()
  return person
}

/** Gives a user the data scope "all" without further permissions. */
export async function widenScope({ db }: TestApp, userId: string) {
  const { id: roleId } = await db
    .insertInto('sysRole')
    .values({ roleName: '全部数据', roleLevel: 9, dataScope: DataScope.all })
    .onConflict((conflict) => conflict.column('roleName').doUpdateSet({ dataScope: DataScope.all }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('sysUserRole').values({ userId, roleId }).execute()
}

/** The same with these users and the administrator signed in. */
export const startWith = <N extends Name>(...names: N[]) => startWithEnv({}, ...names)

/** As startWith, with settings of the environment. */
export async function startWithEnv<N extends Name>(
  env: Record<string, string>,
  ...names: N[]
): Promise<{ app: TestApp } & Record<N | 'admin', Person>> {
  const app = await sharedApp({ env })
  return { app, ...(await enrolCast(app, names)) }
}

/** Enrols these users, and signs them and the administrator in. */
export async function enrolCast<N extends Name>(app: TestApp, names: readonly N[]): Promise<Record<N | 'admin', Person>> {
  const people = { admin: await app.as('admin') } as Record<N | 'admin', Person>
  for (const name of names) people[name] = await app.enrol(cast[name])
  if (people['proctor' as N]) await widenScope(app, people['proctor' as N].id)
  return people
}
