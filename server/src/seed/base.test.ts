// Seeding an empty site, and one that users have changed.
import { MenuType } from '@shuyuan/contract/people/role-menu/menu-type.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { english } from '@shuyuan/contract/texts.en.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/database.ts'
import { openDatabase } from '../kernel/database.ts'
import { migrate } from '../kernel/postgres/migrate.ts'
import { verify } from '@node-rs/argon2'
import { seedBase } from './base.ts'
import { baseDictionaries, type SeedValue } from './base-dictionaries.ts'
import { seedPeople } from './demo-people.ts'

let database: TestDatabase
let opened: ReturnType<typeof openDatabase>
beforeAll(async () => {
  database = await createDatabase('template0')
  await migrate(database.url, join(import.meta.dirname, '../../migrations'))
  opened = openDatabase(database.url, { max: 4, onError: () => undefined })
})
afterAll(async () => {
  await opened.db.destroy()
  await database.drop()
})

const everything = async () => ({
  menus: await opened.db.selectFrom('sysMenu').orderBy('name').selectAll().execute(),
  grants: await opened.db.selectFrom('sysRoleMenu').orderBy('roleId').orderBy('menuId').selectAll().execute(),
  values: await opened.db.selectFrom('sysDicValue').orderBy('id').selectAll().execute(),
  roles: await opened.db.selectFrom('sysRole').orderBy('id').selectAll().execute(),
  users: await opened.db.selectFrom('sysUser').orderBy('id').selectAll().execute(),
})

describe('the base seed', () => {
  test('works on an empty database, also from two server processes concurrently, and changes nothing the second time', async () => {
    const created = await Promise.all([
      seedBase(opened.db, { adminPassword: 'First@2026' }),
      seedBase(opened.db, { adminPassword: 'Second@2026' }),
    ])
    expect(created.filter((one) => one.createdAdmin)).toHaveLength(1)
    const before = await everything()
    const password = created[0]?.createdAdmin ? 'First@2026' : 'Second@2026'
    expect(await verify(before.users[0]!.passwordHash, password)).toBe(true)
    expect(await seedBase(opened.db, { adminPassword: 'Third@2026' })).toEqual({ createdAdmin: false })
    expect(await everything()).toEqual(before)
  })

  test('knows every permission tag of the contract and gives the administrator each', async () => {
    const tags = new Set<string>()
    const contract = join(import.meta.dirname, '../../../contract/src')
    for (const file of globSync('**/*.ts', { cwd: contract }).filter((one) => !/^kernel|\.test\.ts$/.test(one))) {
      const module = (await import(pathToFileURL(join(contract, file)).href)) as Record<
        string,
        Record<string, { permit?: string | string[]; path?: string }>
      >
      for (const table of Object.values(module))
        for (const endpoint of table && typeof table === 'object' ? Object.values(table) : [])
          if (endpoint?.permit !== undefined && endpoint.path) for (const tag of [endpoint.permit].flat()) tags.add(tag)
    }
    tags.delete('-')
    tags.delete('any')
    expect(tags.size).toBeGreaterThan(20)
    const granted = await opened.db
      .selectFrom('sysMenu')
      .innerJoin('sysRoleMenu', 'menuId', 'sysMenu.id')
      .where('roleId', '=', '1')
      .select('permissionTag')
      .execute()
    const known = new Set(granted.map((one) => one.permissionTag))
    expect(
      [...tags].filter((tag) => !known.has(tag)),
      'tags without a row in server/src/seed/menus-*.ts',
    ).toEqual([])
  })

  test('grants a role the tags of a later version, once', async () => {
    const grants = () =>
      opened.db
        .selectFrom('sysRoleMenu')
        .innerJoin('sysMenu', 'sysMenu.id', 'menuId')
        .where('roleId', '=', '4')
        .where('permissionTag', '=', 'exam:stat')
        .select('menuId')
        .execute()
    const stat = await grants()
    expect(stat.length).toBeGreaterThan(0)
    const revoke = () =>
      opened.db
        .deleteFrom('sysRoleMenu')
        .where('roleId', '=', '4')
        .where(
          'menuId',
          'in',
          stat.map((one) => one.menuId),
        )
        .execute()
    await revoke()
    // a site of the previous version has no such key
    await sql`update sys_config set data = data - 'grant 4 exam:stat' where key = 'seeded'`.execute(opened.db)
    await seedBase(opened.db, { adminPassword: 'Third@2026' })
    expect(await grants()).toEqual(stat)
    await revoke()
    await seedBase(opened.db, { adminPassword: 'Third@2026' })
    expect(await grants()).toEqual([])
  })

  test('has English for every dictionary and value that it delivers', () => {
    const titles = (values: SeedValue[]): string[] => values.flatMap((one) => [one.title, ...titles(one.children ?? [])])
    const delivered = baseDictionaries.flatMap((one) => [one.title, ...titles(one.values)])
    expect(delivered.length).toBeGreaterThan(100)
    expect(
      delivered.filter((title) => !(title in english.labels)),
      'titles without English in contract/src/site/dic.labels.en.ts',
    ).toEqual([])
  })

  test('gives each page a distinct address', async () => {
    const pages = await opened.db
      .selectFrom('sysMenu as page')
      .innerJoin('sysMenu as parent', 'parent.id', 'page.parentId')
      .where('page.menuType', '!=', MenuType.function)
      .select(['parent.path as above', 'page.path', 'page.name'])
      .execute()
    const addresses = pages.map((one) => (one.path.startsWith('/') ? one.path : `${one.above}/${one.path}`))
    expect(new Set(addresses).size).toBe(addresses.length)
    for (const one of addresses) expect(one).toMatch(/^\/admin\/[a-z]+\//)
    expect(pages.map((one) => one.name).every((name) => /^[A-Za-z]+$/.test(name))).toBe(true)
  })

  test('never undoes changes or deletions by users', async () => {
    const { db } = opened
    await db.updateTable('sysMenu').set({ metaTitle: '测验', sort: 99 }).where('name', '=', 'ExamList').execute()
    await db.deleteFrom('sysMenu').where('name', '=', 'TagQuExport').execute()
    await db.deleteFrom('sysRoleMenu').where('roleId', '=', '3').execute()
    await db.updateTable('sysRole').set({ roleName: '讲师' }).where('id', '=', '2').execute()
    await db.deleteFrom('sysDicValue').where('value', '=', '0203').execute()
    await db.updateTable('sysUser').set({ userName: 'chief' }).where('userName', '=', 'admin').execute()
    const before = await everything()
    await seedBase(db, { adminPassword: 'Third@2026' })
    expect(await everything()).toEqual(before)
  })

  test('adds menus of a new version, for the roles that may use them', async () => {
    const { db } = opened
    const menuId = (await db.selectFrom('sysMenu').where('name', '=', 'TagQuImport').select('id').executeTakeFirstOrThrow()).id
    await db.deleteFrom('sysMenu').where('id', '=', menuId).execute()
    const { data } = await db.selectFrom('sysConfig').where('key', '=', 'seeded').select('data').executeTakeFirstOrThrow()
    const older = (data as string[]).filter((key) => key !== 'menu TagQuImport')
    await db
      .updateTable('sysConfig')
      .set({ data: JSON.stringify(older) })
      .where('key', '=', 'seeded')
      .execute()
    await seedBase(db, { adminPassword: 'Third@2026' })
    const roles = await db
      .selectFrom('sysRoleMenu')
      .innerJoin('sysMenu', 'sysMenu.id', 'menuId')
      .where('name', '=', 'TagQuImport')
      .select('roleId')
      .orderBy('roleId')
      .execute()
    expect(roles.map((one) => one.roleId)).toEqual(['1', '2', '5'])
  })

  test('moves entries of earlier versions to their new group, once, at their old address', async () => {
    const { db } = opened
    const token = () =>
      db
        .selectFrom('sysMenu as page')
        .innerJoin('sysMenu as parent', 'parent.id', 'page.parentId')
        .where('page.name', '=', 'SysApiToken')
        .select(['page.path', 'parent.name'])
        .executeTakeFirstOrThrow()
    const moved = await token()
    expect(moved).toEqual({ path: '/admin/sys/api-token', name: 'SystemOpen' })
    const back = () =>
      sql`update sys_menu set path = 'api-token', parent_id = (select id from sys_menu where name = 'System') where name = 'SysApiToken'`.execute(
        db,
      )
    await back()
    await sql`update sys_config set data = data - 'move SysApiToken' where key = 'seeded'`.execute(db)
    await seedBase(db, { adminPassword: 'Third@2026' })
    expect(await token()).toEqual(moved)
    // an administrator who moves it back is obeyed
    await back()
    await seedBase(db, { adminPassword: 'Third@2026' })
    expect(await token()).toEqual({ path: 'api-token', name: 'System' })
  })

  test('leaves ids for roles created by users', async () => {
    const made = await opened.db.insertInto('sysRole').values({ roleName: '新角色' }).returning('id').executeTakeFirstOrThrow()
    expect(Number(made.id)).toBeGreaterThan(100)
  })
})

describe('the users of the demo site', () => {
  test('are sixty with the documented accounts, and are added once', async () => {
    const { db } = opened
    await db.updateTable('sysUser').set({ userName: 'admin' }).where('userName', '=', 'chief').execute()
    await db.updateTable('sysRole').set({ roleName: '教师' }).where('id', '=', '2').execute()
    await seedPeople(db)
    await seedPeople(db)
    const { users } = await everything()
    expect(users).toHaveLength(60)
    const byName = new Map(users.map((one) => [one.userName, one]))
    const promised: [string, string, number][] = [
      ['teacher', 'Teacher@2026', 2],
      ['proctor', 'Proctor@2026', 2],
      ['learner01', 'Learner@2026', 1],
      ['learner50', 'Learner@2026', 1],
    ]
    for (const [userName, password, roleType] of promised) {
      expect(byName.get(userName)).toMatchObject({ roleType, state: UserState.active })
      expect(await verify(byName.get(userName)!.passwordHash, password)).toBe(true)
    }
    expect(users.filter((one) => /^learner\d\d$/.test(one.userName) && one.roleType === RoleType.learner)).toHaveLength(50)
    expect(new Set(users.map((one) => one.realName)).size).toBe(60)
    const departs = await db.selectFrom('sysDepart').selectAll().execute()
    expect(departs).toHaveLength(10)
    for (const one of departs) expect(one.path).toMatch(new RegExp(`/${one.id}/$`))
  })
})
