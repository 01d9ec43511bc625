// The base data of a site. Runs at every start and adds what a new version brings.
import { MenuType } from '@shuyuan/contract/people/role-menu/menu-type.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { sql, type Transaction } from 'kysely'
import { hashPassword } from '../domains/session/password.service.ts'
import { builtInRole } from '../domains/people/role-menu/role.rules.ts'
import { type Database, json } from '../kernel/database.ts'
import type { DB } from '../kernel/tables.ts'
import { baseDictionaries, type SeedValue } from './base-dictionaries.ts'
import { baseMenus } from './base-menus.ts'
import type { SeedMenu } from './menu-shape.ts'
import { baseRoles, laterGrants } from './base-roles.ts'

const LOCK = 20_261_121
const ROOT_CODE = 'A01'
/** Ids below this are reserved for built-in roles. */
const OWN_ROLE_IDS = 100

/**
 * Adds the root department, roles, menus, dictionaries and the first administrator. Each item is recorded in sys_config (key seeded) and
 * added only once, so that changes and deletions by users stay. A new menu is granted to the roles whose `may` allows its tag.
 * @returns whether the administrator was created now, with this password
 */
export async function seedBase(db: Database, { adminPassword }: { adminPassword: string }): Promise<{ createdAdmin: boolean }> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction)
    const seed = await Seed.open(transaction)
    await seed.once('depart', () => addRoot(transaction))
    for (const role of baseRoles) await seed.once(`role ${role.id}`, () => addRole(transaction, role))
    await addMenus(seed, baseMenus, null)
    for (const { roleId, tag } of laterGrants) await seed.once(`grant ${roleId} ${tag}`, () => grantTag(transaction, roleId, tag))
    for (const { dicCode, title, values } of baseDictionaries) {
      await seed.once(`dic ${dicCode}`, () =>
        sql`insert into sys_dic (dic_code, title) values (${dicCode}, ${title}) on conflict do nothing`.execute(transaction),
      )
      await addValues(seed, dicCode, values, null)
    }
    const createdAdmin = await seed.once('admin', () => addAdministrator(transaction, adminPassword))
    await seed.close()
    return { createdAdmin }
  })
}

/** The items seeded so far, by key. */
class Seed {
  readonly db: Transaction<DB>
  #done: Set<string>
  #isChanged = false

  private constructor(db: Transaction<DB>, done: string[]) {
    this.db = db
    this.#done = new Set(done)
  }

  static async open(db: Transaction<DB>) {
    const row = await db.selectFrom('sysConfig').where('key', '=', 'seeded').select('data').executeTakeFirst()
    return new Seed(db, (row?.data ?? []) as string[])
  }

  /** Runs `act` unless the key is recorded. @returns whether it ran */
  async once(key: string, act: () => Promise<unknown>): Promise<boolean> {
    if (this.#done.has(key)) return false
    await act()
    this.#done.add(key)
    this.#isChanged = true
    return true
  }

  async close() {
    if (!this.#isChanged) return
    const data = json([...this.#done])
    await this.db
      .insertInto('sysConfig')
      .values({ key: 'seeded', data })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ data }))
      .execute()
  }
}

async function addRoot(db: Database) {
  const { id } = await db
    .insertInto('sysDepart')
    .values({ deptCode: ROOT_CODE, deptName: '总部', parentId: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('sysDepart')
    .set({ path: `/${id}/` })
    .where('id', '=', id)
    .execute()
}

async function addRole(db: Database, { id, roleName, roleLevel, dataScope }: (typeof baseRoles)[number]) {
  await db.insertInto('sysRole').values({ id, roleName, roleLevel, dataScope }).execute()
  await sql`select setval(pg_get_serial_sequence('sys_role', 'id'), greatest(${OWN_ROLE_IDS}, (select max(id) from sys_role)))`.execute(db)
}

async function addMenus(seed: Seed, menus: SeedMenu[], parent: string | null) {
  for (const [at, { children = [], movedFrom, ...menu }] of menus.entries()) {
    await seed.once(`menu ${menu.name}`, async () => {
      const parentId = parent === null ? null : await menuId(seed.db, parent)
      // a user deleted the parent menu, so its children are skipped
      if (parent !== null && parentId === null) return
      const added = await seed.db
        .insertInto('sysMenu')
        .values({ ...menu, parentId, sort: menu.sort ?? (at + 1) * 10 })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (added) await grant(seed.db, added.id, menu)
    })
    if (movedFrom !== undefined && parent !== null) await seed.once(`move ${menu.name}`, () => moveMenu(seed.db, menu, movedFrom, parent))
    await addMenus(seed, children, menu.name)
  }
}

/** Moves an entry that stands where earlier versions put it, to another group, at the address that it had. A site's own order stays. */
async function moveMenu(db: Database, { name }: SeedMenu, from: string, to: string) {
  await sql`update sys_menu m set parent_id = t.id,
      path = case when m.path like '/%' or m.path ~ '^https?://' then m.path else f.path || '/' || m.path end
    from sys_menu f, sys_menu t where m.name = ${name} and f.name = ${from} and t.name = ${to} and m.parent_id = f.id`.execute(db)
}

async function menuId(db: Database, name: string): Promise<string | null> {
  const row = await db.selectFrom('sysMenu').where('name', '=', name).select('id').executeTakeFirst()
  return row?.id ?? null
}

/** Grants a menu to roles. Layouts follow from their pages, so only the administrator is granted one. */
async function grant(db: Database, menuId: string, { permissionTag: tag, menuType }: SeedMenu) {
  const roleIds = baseRoles
    .filter((role) => (tag === undefined ? role.id === builtInRole.administrator : role.may(tag, menuType === MenuType.menu)))
    .map((role) => role.id)
  await sql`insert into sys_role_menu (role_id, menu_id)
    select id, ${menuId} from sys_role where id = any(${roleIds}::bigint[])`.execute(db)
}

/** Grants a tag; does nothing if the role or the menu was deleted. */
async function grantTag(db: Database, roleId: string, tag: string) {
  await sql`insert into sys_role_menu (role_id, menu_id)
    select sys_role.id, sys_menu.id from sys_role, sys_menu where sys_role.id = ${roleId} and permission_tag = ${tag}
    on conflict do nothing`.execute(db)
}

async function addValues(seed: Seed, dicCode: string, values: SeedValue[], parent: string | null) {
  for (const [at, { value, title, children = [] }] of values.entries()) {
    await seed.once(`dic ${dicCode} ${value}`, () =>
      sql`insert into sys_dic_value (dic_code, value, title, sort, parent_id)
        select dic_code, ${value}, ${title}, ${(at + 1) * 10},
          (select id from sys_dic_value up where up.dic_code = ${dicCode} and up.value = ${parent})
        from sys_dic where dic_code = ${dicCode}
        on conflict do nothing`.execute(seed.db),
    )
    await addValues(seed, dicCode, children, value)
  }
}

async function addAdministrator(db: Database, password: string) {
  const { id } = await db
    .insertInto('sysUser')
    .values({
      userName: 'admin',
      realName: '系统管理员',
      passwordHash: await hashPassword(password),
      roleType: RoleType.staff,
      deptCode: ROOT_CODE,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('sysUserRole').values({ userId: id, roleId: builtInRole.administrator }).execute()
  // the first steps see by it whether the starting password was changed
  await sql`insert into sys_config (key, data)
    select 'firstAdmin', jsonb_build_object('id', id, 'print', encode(sha256(convert_to(password_hash, 'UTF8')), 'hex')) from sys_user where id = ${id}
    on conflict do nothing`.execute(db)
}
