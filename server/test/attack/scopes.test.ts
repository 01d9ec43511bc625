// Data scopes: an administrator of one branch changes nothing of the people of another, by no id of a row.
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { apiToken } from '@shuyuan/contract/account/token/api-token.ts'
import { ltiPlatform } from '@shuyuan/contract/integrate/lti.ts'
import { tool } from '@shuyuan/contract/integrate/tool.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../../src/domains/paper/question/random.rules.ts'
import { setUpExam } from '../../src/domains/paper/exam-setup.factory.ts'
import { served } from '../../src/domains.ts'
import { bodyOf } from '../fuzz/bodies.ts'
import { readIds } from '../fuzz/site.ts'
import { startPaper, takePaper } from '../papers.ts'
import { enrolWith, sharedApp } from '../people.ts'
import { code } from '../refusal.ts'
import type { Person } from '../start-app.ts'
import { tokenOf } from './token-client.ts'

const BODIES = 4
const app = await sharedApp()
const admin = await app.as('admin')
const root = await app.db
  .selectFrom('sysDepart')
  .where('parentId', 'is', null)
  .orderBy('id')
  .select(['id', 'path'])
  .executeTakeFirstOrThrow()

async function branch(deptCode: string) {
  const { id } = await app.db
    .insertInto('sysDepart')
    .values({ deptName: deptCode, deptCode, parentId: root.id, path: root.path })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .updateTable('sysDepart')
    .set({ path: `${root.path}${id}/` })
    .where('id', '=', id)
    .execute()
}
await branch('NORTH')
await branch('SOUTH')
await branch('WEST')
const tags = (await app.ok(apiToken.tags, {}, admin)).map((one) => one.tag)
const north = await enrolWith(app, { userName: 'north', deptCode: 'NORTH' }, tags, DataScope.branch)
const chosen = await enrolWith(app, { userName: 'chosen', deptCode: 'WEST' }, tags, DataScope.chosen, ['NORTH'])
const south = await app.enrol({ userName: 'south', deptCode: 'SOUTH', mobile: '13922223333' })
const boss = await app.enrol({ userName: 'southboss', deptCode: 'SOUTH', roleType: RoleType.staff, roles: ['教师'] })

beforeAll(async () => {
  app.app.outgoing.request = () => Promise.reject(new Error('no network'))
  const { examId } = await setUpExam(app.ctx(), { tries: 0 }, { single: 2, shortAnswer: 1 })
  await takePaper(app, south, examId)
  await startPaper(app, south, examId)
  const platform = {
    title: '南校',
    issuer: 'https://south.example',
    clientId: 'south',
    deployments: ['1'],
    authUrl: 'https://south.example/auth',
  }
  const now = app.clock.now()
  await app.db
    .insertInto('integrateLtiPlatform')
    .values({ ...platform, keysUrl: 'https://south.example/keys', deptCode: 'SOUTH', createTime: now, updateTime: now })
    .execute()
  await app.db.insertInto('sysUserBind').values({ userId: south.id, loginType: 'wechat', openId: 'south', nickName: '' }).execute()
  await app.db.insertInto('sysTotp').values({ userId: boss.id, secret: 'x', enabledTime: app.clock.now() }).execute()
  await tokenOf(app, admin, ['sys:group:list'])
})

/** What belongs to the people of the south: every row with one of them, or with their department, as text. */
async function rowsOfSouth(tables: readonly { name: string; column: string }[]) {
  const parts = tables.map(
    ({ name, column }) =>
      sql`select ${sql.lit(`${name} `)} || to_jsonb(t)::text as row from ${sql.table(name)} t where ${sql.ref(`t.${column}`)}::text in ('SOUTH', ${south.id}, ${boss.id})`,
  )
  const { rows } = await sql<{ row: string }>`${sql.join(parts, sql` union all `)} order by 1`.execute(app.db)
  return rows.map((one) => one.row)
}

/** Tables that say to whom a row belongs. */
async function ownedTables() {
  const { rows } = await sql<{ name: string; column: string }>`
    select c.table_name as name, c.column_name as column from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and (c.column_name in ('user_id', 'dept_code') or (c.table_name = 'sys_user' and c.column_name = 'id'))
    order by 1, 2`.execute(app.db)
  return rows
}

/** Sends generated bodies to these calls. @returns which tables of the south changed, by path */
async function walk(who: Person, paths: RegExp) {
  const tables = await ownedTables()
  const ids = await readIds(app)
  const random = seededRandom(6)
  const idsFor = (name: string, path: string) =>
    /^(user)?ids?$/i.test(name) && path.includes('/user/') ? [south.id, boss.id] : ids(name, path)
  const commands = served
    .map((one) => one.endpoint)
    .filter(({ kind, permit, path }) => ['command', 'hot'].includes(kind) && permit !== '-' && permit !== 'any' && paths.test(path))
  const found = new Set<string>()
  let before = await rowsOfSouth(tables)
  expect(before.length).toBeGreaterThan(8)
  for (const endpoint of commands)
    for (let at = 0; at < BODIES; at++) {
      const { code } = await app.call(endpoint, bodyOf(endpoint.input, { random, idsFor, path: endpoint.path }), who)
      if (code !== 0) continue
      const after = await rowsOfSouth(tables)
      const changed = [...before.filter((row) => !after.includes(row)), ...after.filter((row) => !before.includes(row))]
      for (const row of changed) found.add(`${endpoint.path}: ${row.split(' ')[0]}`)
      before = after
    }
  return [...found]
}

test('an administrator of the north neither changes nor removes the learning platform of the south, nor a tool of the whole site', async () => {
  const stored = () => app.db.selectFrom('integrateLtiPlatform').where('deptCode', '=', 'SOUTH').selectAll().executeTakeFirstOrThrow()
  const before = await stored()
  const { id, title, issuer, clientId, authUrl } = before
  const taken = { id, title, issuer, clientId, authUrl, deployments: '1', keysUrl: 'https://93.184.216.34/keys', enabled: true }
  expect((await app.call(ltiPlatform.save, { ...taken, deptCode: 'NORTH' }, north)).code).toBe(code('notFound'))
  expect((await app.call(ltiPlatform.delete, { ids: [id] }, north)).code).toBe(code('notFound'))
  expect(await stored()).toEqual(before)
  const own = { title: '工具', issuer: 'https://tool.example', loginUrl: 'https://tool.example/login', targetUrl: 'https://tool.example/' }
  const form = {
    ...own,
    redirectUris: 'https://tool.example/back',
    keysUrl: '',
    publicKey: '',
    enabled: true,
  }
  expect((await app.call(tool.save, form, north)).code).toBe(code('forbidden'))
  expect((await app.call(tool.delete, { ids: ['1'] }, north)).code).toBe(code('forbidden'))
})

test(
  'no call of an administrator whose role has the north among its chosen departments changes a row of the south',
  { timeout: 300_000 },
  async () => {
    expect(await walk(chosen, /./)).toEqual([])
  },
)

test('no call of an administrator of the north changes a row of the south', { timeout: 300_000 }, async () => {
  expect(await walk(north, /./)).toEqual([])
  // calls of an administrator who sees everybody show that the comparison sees such changes
  const seen = await walk(admin, /lti-platform\/delete|user\/batch-expire|user\/totp-reset/)
  expect(seen).toEqual(
    expect.arrayContaining(['/api/integrate/lti-platform/delete: integrate_lti_platform', '/api/sys/user/batch-expire: sys_user']),
  )
})
