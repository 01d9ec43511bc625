// Administration of menus: add, change, move, remove. Affected users get the new rights immediately.
import { say } from '@shuyuan/contract/people/people.server.texts.ts'
import { say as saySite } from '@shuyuan/contract/site/site.server.texts.ts'
import type { menu } from '@shuyuan/contract/people/role-menu/menu.ts'
import { componentOf } from '@shuyuan/contract/people/role-menu/menu-form.ts'
import { MenuType } from '@shuyuan/contract/people/role-menu/menu-type.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { TOP } from '@shuyuan/contract/kernel/parent.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { violates, among } from '../../../kernel/database.ts'
import { fail, failField, must } from '../../../kernel/fail.ts'
import { breaksLockedMenu, lockedMenus } from './menu.rules.ts'
import { menuColumns } from './menu.service.ts'
import { refreshUsersOfRoles } from './role-admin.service.ts'
import { builtInRole } from './role.rules.ts'
import { callerRightsOf } from './role.service.ts'
import { idsAbove, placed, positionOf, wouldLoop } from '../../../kernel/tree.ts'

const LAST = Number.MAX_SAFE_INTEGER
type Form = Omit<Input<typeof menu.save>, 'id' | 'sort'>
type Stored = Awaited<ReturnType<typeof allMenus>>[number]

const allMenus = ({ db }: Ctx) => db.selectFrom('sysMenu').select(menuColumns).orderBy('sort').orderBy('id').execute()
/** Every row, locked so that two concurrent moves cannot form a cycle. */
async function lockMenus(ctx: Ctx): Promise<Stored[]> {
  await sql`lock table sys_menu in share row exclusive mode`.execute(ctx.db)
  return allMenus(ctx)
}

/** Fails notFound. */
export async function findMenu(ctx: Ctx, { id }: Input<typeof menu.detail>): Promise<Output<typeof menu.detail>> {
  const rows = await allMenus(ctx)
  const row = must(rows.find((one) => one.id === id))
  return { ...row, parentId: row.parentId ?? TOP, locked: lockedMenus(rows).has(id) }
}

/**
 * Adds or changes a menu; a new or moved one comes last below its parent unless the form gives its order, and a new one is granted to the administrator role. A menu at the
 * top becomes a layout (decisions.md, 12). Fails branchLoop below itself, menuKept where the administration of menus and roles would become
 * unreachable, at `name` for a name in use, at `path` for a path that a sibling has, at `permissionTag` for a tag the caller lacks.
 */
export async function saveMenu(ctx: Ctx, { id, sort, ...given }: Input<typeof menu.save>): Promise<{ id: string }> {
  const rows = await lockMenus(ctx)
  const form = { ...given, component: componentOf(given), path: given.menuType === MenuType.function ? '' : given.path }
  const stored = id === undefined ? undefined : must(rows.find((one) => one.id === id))
  checkPlace(rows, form, stored)
  await mustHoldTag(ctx, form.permissionTag, stored)
  const parentId = form.parentId === TOP ? null : form.parentId
  try {
    if (!stored) {
      const made = await ctx.db
        .insertInto('sysMenu')
        .values({ ...form, parentId })
        .returning('id')
        .executeTakeFirstOrThrow()
      await ctx.db.insertInto('sysRoleMenu').values({ roleId: builtInRole.administrator, menuId: made.id }).execute()
      await place(ctx, rows, made.id, parentId, positionIn(rows, parentId, { id: made.id, sort: undefined }, sort))
      await refreshHolders(ctx, [made.id])
      return made
    }
    await ctx.db
      .updateTable('sysMenu')
      .set({ ...form, parentId })
      .where('id', '=', stored.id)
      .execute()
    const isSorted = sort !== undefined && sort !== stored.sort
    if (isSorted || parentId !== stored.parentId)
      await place(ctx, rows, stored.id, parentId, positionIn(rows, parentId, stored, isSorted ? sort : undefined))
    ctx.change.before = stored
    await refreshHolders(ctx, [stored.id])
    return { id: stored.id }
  } catch (error) {
    if (violates(error, 'unique')) failField('name', say('menuNameTaken'))
    throw error
  }
}

function checkPlace(rows: Stored[], form: Form, stored: Stored | undefined) {
  const parent = rows.find((one) => one.id === form.parentId)
  if (!parent && form.parentId !== TOP) failField('parentId', say('parentMenuGone'))
  if (parent?.menuType === MenuType.function) failField('parentId', say('menuBelowFunction'))
  if (form.menuType === MenuType.menu && parent?.menuType === MenuType.route) failField('parentId', say('menuBelowRoute'))
  if (form.parentId === TOP && form.path !== '' && !/^(\/|https?:)/.test(form.path)) failField('path', say('menuTopPath'))
  if (/^\/course(\/|$)/.test(form.path) && form.parentId === TOP) failField('path', say('menuPathReserved'))
  const isSibling = (one: Stored) => (one.parentId ?? TOP) === form.parentId && one.id !== stored?.id
  if (form.path !== '' && rows.some((one) => isSibling(one) && one.path === form.path)) failField('path', say('menuPathTaken'))
  if (stored) checkChange(rows, form, stored)
}

function checkChange(rows: Stored[], form: Form, stored: Stored) {
  const { id } = stored
  if (wouldLoop(rows, id, form.parentId)) fail('branchLoop')
  const hasChildren = rows.some((one) => one.parentId === id)
  if (hasChildren && form.menuType === MenuType.function) failField('menuType', say('menuHasChildren'))
  const locked = lockedMenus(rows)
  if (locked.has(id) && breaksLockedMenu(stored, form)) fail('menuKept')
  mustStayVisible(rows, locked, id, form.parentId)
}

/** Below a hidden menu, a locked row would be hidden too. */
function mustStayVisible(rows: Stored[], locked: ReadonlySet<string>, id: string, parentId: string) {
  if (!locked.has(id) || parentId === TOP) return
  const above = [parentId, ...idsAbove(rows, parentId)]
  if (rows.some((one) => above.includes(one.id) && (one.hidden || one.component === 'WebLayout'))) fail('menuKept')
}

/** A tag grants calls: only an administrator may attach one that they do not hold. */
async function mustHoldTag(ctx: Ctx, tag: string, stored: Stored | undefined) {
  if (tag === '' || tag === stored?.permissionTag) return
  const { isAdministrator, tags } = await callerRightsOf(ctx)
  if (!isAdministrator && !tags.has(tag)) failField('permissionTag', say('permissionTagForeign'))
}

const positionIn = (rows: Stored[], parentId: string | null, row: { id: string; sort: number | undefined }, sort: number | undefined) =>
  sort === undefined
    ? LAST
    : positionOf(
        rows.filter((one) => one.parentId === parentId),
        row,
        sort,
      )

/** Puts a menu at position `at` among the children of `parentId`. */
async function place(ctx: Ctx, rows: Stored[], id: string, parentId: string | null, at: number) {
  const siblings = rows.filter((one) => one.parentId === parentId).map((one) => one.id)
  const ids = placed(siblings, id, at)
  // in steps of ten, as in the seed, so that menus of a new version can be inserted between
  await sql`update sys_menu set sort = place * 10
    from unnest(${ids}::bigint[]) with ordinality as given (given_id, place) where id = given_id and sort <> place * 10`.execute(ctx.db)
}

/**
 * Moves a menu to position `sort` (from 0) among the children of `parentId`, by default its current parent. Fails branchLoop below itself,
 * at `parentId` below a function, menuKept where a locked menu would be hidden.
 */
export async function sortMenu(ctx: Ctx, { id, sort, parentId }: Input<typeof menu.sort>): Promise<true> {
  const rows = await lockMenus(ctx)
  const stored = must(rows.find((one) => one.id === id))
  const to = parentId ?? stored.parentId ?? TOP
  if (to !== (stored.parentId ?? TOP)) {
    if (wouldLoop(rows, id, to)) fail('branchLoop')
    const form = { ...stored, menuType: stored.menuType, parentId: to }
    const component = componentOf(form)
    if (component !== stored.component) failField('parentId', say('menuPageToTop'))
    checkPlace(rows, form, stored)
    await ctx.db
      .updateTable('sysMenu')
      .set({ parentId: to === TOP ? null : to })
      .where('id', '=', id)
      .execute()
    ctx.change.before = { parentId: stored.parentId }
  }
  await place(ctx, rows, id, to === TOP ? null : to, sort)
  return true
}

/** Fails menuInUse while a menu has children that stay, menuKept for a menu that administration needs. */
export async function deleteMenus(ctx: Ctx, { ids }: Input<typeof menu.delete>): Promise<true> {
  const rows = await lockMenus(ctx)
  const chosen = rows.filter((row) => ids.includes(row.id))
  if (chosen.length === 0) fail('notFound')
  const gone = new Set(chosen.map((row) => row.id))
  const locked = lockedMenus(rows)
  if (chosen.some((row) => locked.has(row.id))) fail('menuKept')
  for (const row of chosen) {
    const left = rows.filter((one) => one.parentId === row.id && !gone.has(one.id)).length
    if (left > 0) fail('menuInUse', saySite('hasChildren', { name: row.metaTitle, n: left }))
  }
  await refreshHolders(ctx, [...gone])
  await ctx.db
    .deleteFrom('sysMenu')
    .where(among('id', [...gone]))
    .execute()
  ctx.change.before = chosen
  return true
}

/** Reloads the rights of all users to whom one of these rows is granted. */
async function refreshHolders(ctx: Ctx, menuIds: string[]) {
  const rows = await ctx.db.selectFrom('sysRoleMenu').where(among('menuId', menuIds)).select('roleId').distinct().execute()
  await refreshUsersOfRoles(
    ctx,
    rows.map((row) => row.roleId),
  )
}
