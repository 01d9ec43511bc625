// The site that is fuzzed: the demo school with marks, as a template from which each pass gets its own database.
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { setUpExam } from '../../src/domains/paper/exam-setup.factory.ts'
import { makeUser } from '../../src/domains/people/user/user.factory.ts'
import { openSession } from '../../src/domains/session/session.service.ts'
import { builtInRole } from '../../src/domains/people/role-menu/role.rules.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { seedDemo } from '../../src/seed/demo.ts'
import { cloneDatabase, createDatabase } from '../database.ts'
import { handIn, startPaper } from '../papers.ts'
import { startApp, type TestApp } from '../start-app.ts'
import { marks } from './leaks.ts'

/** Who calls; the names are accounts of the demo school, except the administrator of a department. */
export const accounts = {
  visitor: '',
  learner: 'learner01',
  teacher: 'teacher',
  invigilator: 'proctor',
  'department administrator': 'depart-admin',
  administrator: 'admin',
} as const
export type Role = keyof typeof accounts
export const roles = Object.keys(accounts) as Role[]

export type Site = { open: () => Promise<TestApp & { drop: () => Promise<void> }>; close: () => Promise<void> }

/** Prepares the template. */
export async function prepareSite(): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shuyuan-fuzz-'))
  // one hop is trusted, so that each call can have its own address: limits by address would end the run
  const env = { DATA_DIR: dataDir, TRUST_PROXY: '1', LOG_LEVEL: process.env.FUZZ_LOG ?? 'silent' }
  const template = await cloneDatabase()
  const first = await startApp({ databaseUrl: template.url, env })
  await seedDemo(first.app)
  await plant(first)
  await first.close()
  const templateName = new URL(template.url).pathname.slice(1)
  return {
    open: async () => {
      const database = await createDatabase(templateName)
      const app = await startApp({ databaseUrl: database.url, env })
      // settings that the run stores must not lead to other computers
      app.app.outgoing.request = () => Promise.reject(new Error('no network while fuzzing'))
      await app.http.listen({ port: 0, host: '127.0.0.1' })
      return { ...app, drop: () => database.drop() }
    },
    close: async () => {
      await template.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A paper that the learner sits at the moment, and another learner with data of their own. */
async function plant(app: TestApp) {
  const { deptCode } = await app.db
    .selectFrom('sysDepart')
    .where('parentId', 'is not', null)
    .orderBy('id')
    .select('deptCode')
    .executeTakeFirstOrThrow()
  const admin = await app.enrol({ userName: accounts['department administrator'], roleType: RoleType.staff, deptCode })
  await app.db.insertInto('sysUserRole').values({ userId: admin.id, roleId: builtInRole.departAdmin }).execute()

  const { examId, repoId } = await setUpExam(app.ctx(), { title: '进行中的考试', minutes: 600 })
  const marked = sql<string>`jsonb_set(body, '{analysis}', to_jsonb(${`<p>${marks.key}</p>`}::text))`
  await app.db.updateTable('qu').set({ body: marked }).where('repoId', '=', repoId).execute()
  const learner = await app.as(accounts.learner)
  await startPaper(app, learner, examId)

  const victim = await app.enrol({ userName: 'fuzz-victim', mobile: marks.mobile })
  await app.db.updateTable('sysUser').set({ email: marks.email }).where('id', '=', victim.id).execute()
  const short = await setUpExam(app.ctx(), { title: '简答考试' }, { shortAnswer: 2 })
  const { id } = await startPaper(app, victim, short.examId)
  await handIn(app, victim, id, () => ({ text: `<p>${marks.answer}</p>` }))
  const live = JSON.stringify({ pushDomain: 'a.invalid', pushKey: marks.provider, pullDomain: 'b.invalid', pullKey: marks.provider })
  await app.db.insertInto('sysProp').values({ type: 'live', provider: 'aliyun', data: live, active: true }).execute()
}

/** Signs the role's account in; repairs or recreates it after calls that closed it. */
export async function signIn(app: TestApp, role: Role): Promise<string> {
  const userName = accounts[role]
  if (userName === '') return ''
  const found = await app.db.selectFrom('sysUser').where('userName', '=', userName).select('id').executeTakeFirst()
  const roleId = {
    teacher: builtInRole.teacher,
    invigilator: builtInRole.proctor,
    administrator: builtInRole.administrator,
    'department administrator': builtInRole.departAdmin,
    learner: undefined,
    visitor: undefined,
  }[role]
  const id = found?.id ?? (await makeUser(app.db, { userName, roleType: roleId ? RoleType.staff : RoleType.learner }))
  await app.db.updateTable('sysUser').set({ state: UserState.active, expireTime: null }).where('id', '=', id).execute()
  await app.db.deleteFrom('sysTotp').where('userId', '=', id).execute()
  return openSession(app.ctx(), id, false)
}

/** Ids of rows by table, a few of each. */
export async function readIds({ db }: TestApp): Promise<(name: string, path: string) => readonly string[]> {
  const tables = await sql<{
    name: string
  }>`select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'id' order by 1`.execute(db)
  const byTable = new Map<string, string[]>()
  for (const { name } of tables.rows) {
    const { rows } = await sql<{
      id: string
    }>`(select id::text from ${sql.table(name)} order by id limit 3) union (select id::text from ${sql.table(name)} order by id desc limit 3)`.execute(
      db,
    )
    byTable.set(name.replaceAll('_', ''), rows.map((row) => row.id).toSorted())
  }
  const departs = await db.selectFrom('sysDepart').orderBy('id').limit(5).select('deptCode').execute()
  const all = [...byTable.values()].flat()
  const of = (stem: string) => [...byTable].flatMap(([table, ids]) => (stem !== '' && table.endsWith(stem) ? ids : []))
  return (name, path) => {
    if (/code/i.test(name)) return departs.map((one) => one.deptCode)
    const stem = name.replace(/ids?$/i, '').toLowerCase()
    const near = of(stem === '' ? (path.split('/').at(-2) ?? '').replaceAll('-', '') : stem)
    return near.length > 0 ? near : all
  }
}
