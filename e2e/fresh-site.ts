// A new site without demonstration, with the accounts that a first exam needs.
import { randomBytes } from 'node:crypto'
import { depart } from '@shuyuan/contract/people/org/depart.ts'
import { role } from '@shuyuan/contract/people/role-menu/role.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { RoleType } from '../contract/src/kernel/role-type.ts'
import { CLUSTER_URL, dropDatabase, makeDatabase } from './database.ts'
import { madePassword, signIn } from './fixtures.ts'
import { openSite, type Site } from './server.ts'

/** Names begin as the fixtures know them. */
export const people = { teacher: 'newcomer-teacher', proctor: 'newcomer-proctor', learner: 'newcomer-learner' } as const

/** Starts a production site on an empty database, with a teacher, an invigilator and a learner. */
export async function openFreshSite(): Promise<Site> {
  const cluster = process.env[CLUSTER_URL] ?? ''
  const name = `fresh_${randomBytes(6).toString('hex')}`
  const site = await openSite({
    DEMO: 'false',
    DATABASE_URL: await makeDatabase(cluster, name, 'template0'),
    ADMIN_PASSWORD: madePassword,
  })
  const admin = await signIn(site, 'admin', madePassword)
  const [root] = await admin.call(depart.tree)
  const roles = (await admin.call(role.paging, { params: {} })).records
  const add = (userName: string, realName: string, roleType: Exclude<RoleType, typeof RoleType.visitor>, roleName: string) =>
    admin.call(user.save, {
      userName,
      realName,
      password: madePassword,
      roleType,
      roles: roles.filter((one) => one.roleName === roleName).map((one) => one.id),
      deptCode: root!.deptCode,
    })
  await add(people.teacher, '田老师', RoleType.staff, '教师')
  await add(people.proctor, '关监考', RoleType.staff, '监考员')
  await add(people.learner, '陈晓梅', RoleType.learner, '学员')
  return {
    ...site,
    close: async () => {
      await site.close()
      await dropDatabase(cluster, name)
    },
  }
}
