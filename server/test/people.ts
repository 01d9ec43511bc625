// The server of a test file, and the users that most test files need.
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { afterAll } from 'vitest'
import type { NewUser } from '../src/domains/sys/people/user.factory.ts'
import { type Person, startApp, type TestApp } from './start-app.ts'

const cast = {
  ann: { userName: 'ann', realName: '安安' },
  bob: { userName: 'bob' },
  learner: { userName: 'learner' },
  teacher: { userName: 'tina', realName: '田老师', roleType: RoleType.staff, roles: ['教师'] },
  proctor: { userName: 'proctor', roleType: RoleType.staff, roles: ['监考员'] },
} satisfies Record<string, NewUser>
type Name = keyof typeof cast

/** A server over its own database for all tests of a file, closed after the last one. Called at the top level of the file. */
export async function sharedApp(options?: Parameters<typeof startApp>[0]): Promise<TestApp> {
  const app = await startApp(options)
  afterAll(() => app.close())
  return app
}

/** The same with these users and the administrator signed in. */
export const startWith = <N extends Name>(...names: N[]) => startWithEnv({}, ...names)

/** As startWith, with settings of the environment. */
export async function startWithEnv<N extends Name>(
  env: Record<string, string>,
  ...names: N[]
): Promise<{ app: TestApp } & Record<N | 'admin', Person>> {
  const app = await sharedApp({ env })
  const people = { admin: await app.as('admin') } as Record<N | 'admin', Person>
  for (const name of names) people[name] = await app.enrol(cast[name])
  return { app, ...people }
}
