// Administration of departments: add, rename, move, remove.
import { say } from '@shuyuan/contract/people/people.server.texts.ts'
import type { depart } from '@shuyuan/contract/people/org/depart.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { TOP } from '@shuyuan/contract/kernel/parent.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { violates, among } from '../../../kernel/database.ts'
import { fail, failField, must } from '../../../kernel/fail.ts'
import { holdersOf, listHolding } from '../../../kernel/postgres/holders.ts'
import { scopeOf } from '../role-menu/scope.service.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { placed, positionOf } from '../../../kernel/tree.ts'
import { leaderName } from './depart.service.ts'

const columns = ['id', 'parentId', 'deptName', 'deptCode', 'path', 'sort'] as const
type Depart = { id: string; parentId: string | null; deptName: string; deptCode: string; path: string; sort: number }

const find = ({ db }: Pick<Ctx, 'db'>, id: string) => db.selectFrom('sysDepart').where('id', '=', id).select(columns).executeTakeFirst()

/** Held until the transaction ends: two concurrent moves would write contradicting paths. Does not block readers. */
const lockTree = ({ db }: Ctx) => sql`lock table sys_depart in share row exclusive mode`.execute(db)

/** Which departments the caller may change: all, those within the data scope of the caller's roles, or none. */
async function scopeCheck(ctx: Ctx): Promise<(path: string) => boolean> {
  const { width, tops } = await scopeOf(ctx)
  return (path) => width === 'all' || tops.some((top) => path.startsWith(top))
}

/** A department with the numbers of its references. Fails notFound. */
export async function findDepart(ctx: Ctx, { id }: Input<typeof depart.detail>): Promise<Output<typeof depart.detail>> {
  const { path, ...row } = must(await find(ctx, id))
  const led = await ctx.db
    .selectFrom('sysDepart')
    .where('id', '=', id)
    .select(['leaderId', await leaderName(ctx)])
    .executeTakeFirstOrThrow()
  const children = ctx.db.selectFrom('sysDepart').where('parentId', '=', id)
  const users = ctx.db.selectFrom('sysUser')
  const own = users.where('deptCode', '=', row.deptCode)
  const branch = users.innerJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode').where(sql<boolean>`starts_with(path, ${path})`)
  const counted = await Promise.all(
    [children, own, branch].map((query) => (query as typeof own).select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()),
  )
  const [childCount = 0, userCount = 0, branchUserCount = 0] = counted.map((one) => one.count)
  const editable = (await scopeCheck(ctx))(path)
  return { ...row, ...led, leaderId: led.leaderId ?? '', parentId: row.parentId ?? TOP, childCount, userCount, branchUserCount, editable }
}

/**
 * Adds a department, or renames it and moves it with its branch. A new one comes last below its parent unless the form gives its
 * order. Fails departBeyond outside of the
 * caller's branch, branchLoop below itself, at `deptCode` for a code that is in use or would change, at `deptName` for a name that a
 * sibling has.
 */
export async function saveDepart(ctx: Ctx, { id, ...form }: Input<typeof depart.save>): Promise<Output<typeof depart.save>> {
  await lockTree(ctx)
  if (id === undefined) return addDepart(ctx, form)
  const stored = must(await find(ctx, id))
  if (!(await scopeCheck(ctx))(stored.path)) fail('departBeyond')
  if (form.deptCode && form.deptCode !== stored.deptCode) failField('deptCode', say('deptCodeFixed'))
  const parentId = form.parentId ?? stored.parentId ?? TOP
  await mustBeNewName(ctx, parentId, form.deptName, id)
  if (parentId !== (stored.parentId ?? TOP)) await move(ctx, stored, parentId, Number.MAX_SAFE_INTEGER)
  if (form.sort !== undefined && form.sort !== stored.sort) {
    await mustStandBelow(ctx, parentId)
    await place(ctx, parentId, id, await positionIn(ctx, parentId, stored, form.sort))
  }
  const leaderId = await setLeader(ctx, id, form.leaderId)
  await ctx.db.updateTable('sysDepart').set({ deptName: form.deptName }).where('id', '=', id).execute()
  ctx.change.before = { deptName: stored.deptName, parentId: stored.parentId, leaderId }
  return { id, deptCode: stored.deptCode }
}

type Form = Omit<Input<typeof depart.save>, 'id'>

async function addDepart(ctx: Ctx, { parentId = TOP, deptName, deptCode = '', sort, leaderId }: Form) {
  const parent = await mustStandBelow(ctx, parentId)
  await mustBeNewName(ctx, parentId, deptName)
  try {
    const { id, deptCode: code } = await insertDepart(ctx, parent, deptName, deptCode)
    const at = sort === undefined ? Number.MAX_SAFE_INTEGER : await positionIn(ctx, parentId, { id, sort: undefined }, sort)
    await place(ctx, parentId, id, at)
    await setLeader(ctx, id, leaderId)
    return { id, deptCode: code }
  } catch (error) {
    if (violates(error, 'unique')) failField('deptCode', say('deptCodeTaken'))
    throw error
  }
}

/**
 * Sets or removes the leader of a department; without a value the leader stays. Fails at `leaderId` for a user who does not exist, cannot
 * sign in, or lies outside the caller's data scope. @returns the leader before
 */
async function setLeader(ctx: Ctx, id: string, leaderId: string | undefined): Promise<string | null> {
  const { leaderId: before } = await ctx.db.selectFrom('sysDepart').where('id', '=', id).select('leaderId').executeTakeFirstOrThrow()
  if (leaderId === undefined || leaderId === (before ?? '')) return before
  if (leaderId !== '') {
    const leader = await ctx.db
      .selectFrom('sysUser')
      .innerJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
      .where('sysUser.id', '=', leaderId)
      .where('sysUser.state', '=', UserState.active)
      .select('path')
      .executeTakeFirst()
    if (!leader || !(await scopeCheck(ctx))(leader.path)) failField('leaderId', say('leaderGone'))
  }
  await ctx.db
    .updateTable('sysDepart')
    .set({ leaderId: leaderId === '' ? null : leaderId })
    .where('id', '=', id)
    .execute()
  return before
}

async function insertDepart(ctx: Ctx, parent: Depart | null, deptName: string, deptCode = ''): Promise<Depart> {
  const code = deptCode === '' ? await newCode(ctx, parent?.deptCode ?? 'A') : deptCode
  const row = { parentId: parent?.id ?? null, deptName, deptCode: code }
  const { id } = await ctx.db.insertInto('sysDepart').values(row).returning('id').executeTakeFirstOrThrow()
  const path = `${parent?.path ?? '/'}${id}/`
  await ctx.db.updateTable('sysDepart').set({ path }).where('id', '=', id).execute()
  return { ...row, id, path, sort: 0 }
}

/**
 * Adds the departments of these paths of names below a department, without a caller's data scope; those that exist stay. Paths are in
 * such an order that parents come first.
 */
export async function addPaths(ctx: Ctx, topId: string, paths: readonly (readonly string[])[]): Promise<void> {
  await lockTree(ctx)
  const top = must(await find(ctx, topId))
  for (const path of paths) {
    let at = top
    for (const name of path) {
      const known = await below(ctx, at.id).where('deptName', '=', name).select(columns).executeTakeFirst()
      const parent: Depart = at
      at = known ?? (await insertDepart(ctx, parent, name))
      if (!known) await place(ctx, parent.id, at.id, Number.MAX_SAFE_INTEGER)
    }
  }
}

/** The parent's code with a letter and the next free number: A01 → A01A01, A01A02 … */
async function newCode({ db }: Ctx, begin: string): Promise<string> {
  const stem = begin === 'A' ? 'A' : `${begin}A`
  const rows = await db
    .selectFrom('sysDepart')
    .where(sql<boolean>`starts_with(dept_code, ${stem})`)
    .select('deptCode')
    .execute()
  const numbers = rows.map(({ deptCode }) => Number(/^\d{2,9}$/.exec(deptCode.slice(stem.length))?.[0] ?? 0))
  return `${stem}${String(Math.max(0, ...numbers) + 1).padStart(2, '0')}`
}

/** The parent's row, null at the top. Fails at `parentId` for an unknown one, departBeyond where the caller may not add to it. */
async function mustStandBelow(ctx: Ctx, parentId: string): Promise<Depart | null> {
  const parent = parentId === TOP ? null : ((await find(ctx, parentId)) ?? failField('parentId', say('parentDepartGone')))
  // only a data scope of all includes the top
  if (!(await scopeCheck(ctx))(parent?.path ?? '/')) fail('departBeyond')
  return parent
}

async function mustBeNewName(ctx: Ctx, parentId: string, deptName: string, except?: string) {
  const same = await below(ctx, parentId)
    .where('deptName', '=', deptName)
    .$if(except !== undefined, (q) => q.where('id', '!=', except ?? ''))
    .select('id')
    .executeTakeFirst()
  if (same) failField('deptName', say('deptNameTaken'))
}

const below = ({ db }: Ctx, parentId: string) =>
  db.selectFrom('sysDepart').where('parentId', parentId === TOP ? 'is' : '=', parentId === TOP ? null : parentId)

const positionIn = async (ctx: Ctx, parentId: string, row: { id: string; sort: number | undefined }, sort: number) =>
  positionOf(await below(ctx, parentId).select(['id', 'sort']).execute(), row, sort)

/** Puts a department at position `at` among the children of `parentId`. */
async function place(ctx: Ctx, parentId: string, id: string, at: number) {
  const rows = await below(ctx, parentId).orderBy('sort').orderBy('id').select('id').execute()
  const ids = placed(
    rows.map((row) => row.id),
    id,
    at,
  )
  await sql`update sys_depart set sort = place
    from unnest(${ids}::bigint[]) with ordinality as given (given_id, place) where id = given_id and sort <> place`.execute(ctx.db)
}

/** Moves a department with its branch below another and rewrites every path of the branch in one statement. */
async function move(ctx: Ctx, stored: Depart, parentId: string, at: number) {
  const parent = parentId === TOP ? null : ((await find(ctx, parentId)) ?? failField('parentId', say('parentDepartGone')))
  if (parent?.path.startsWith(stored.path)) fail('branchLoop')
  await mustStandBelow(ctx, parentId)
  const path = `${parent?.path ?? '/'}${stored.id}/`
  await sql`update sys_depart
    set path = ${path} || substr(path, length(${stored.path}) + 1),
      parent_id = case when id = ${stored.id} then ${parent?.id ?? null}::bigint else parent_id end
    where starts_with(path, ${stored.path})`.execute(ctx.db)
  await place(ctx, parentId, stored.id, at)
}

/**
 * Moves a department to position `sort` (from 0) among the children of `parentId`, by default its current parent. Fails branchLoop below
 * itself or its own branch, departBeyond where the caller may not change the order.
 */
export async function sortDepart(ctx: Ctx, { id, sort, parentId }: Input<typeof depart.sort>): Promise<true> {
  await lockTree(ctx)
  const stored = must(await find(ctx, id))
  const from = stored.parentId ?? TOP
  const to = parentId ?? from
  if (!(await scopeCheck(ctx))(stored.path)) fail('departBeyond')
  if (to === from) {
    await mustStandBelow(ctx, to)
    await place(ctx, to, id, sort)
    return true
  }
  await mustBeNewName(ctx, to, stored.deptName, id)
  await move(ctx, stored, to, sort)
  ctx.change.before = { parentId: from }
  return true
}

/**
 * Fails departInUse, with the number, while a department has children or users, or is in the audience of an exam or course; departBeyond
 * outside of the caller's branch.
 */
export async function deleteDeparts(ctx: Ctx, { ids }: Input<typeof depart.delete>): Promise<true> {
  await lockTree(ctx)
  const chosen = [...new Set(ids)]
  const rows = await ctx.db
    .selectFrom('sysDepart')
    .where(among('id', chosen))
    .select(['id', 'deptCode', 'deptName', 'path'])
    .select(
      sql<number>`(select count(*)::int from sys_depart c where c.parent_id = sys_depart.id and c.id <> all(${chosen}::bigint[]))`.as(
        'children',
      ),
    )
    .select(sql<number>`(select count(*)::int from sys_user u where u.dept_code = sys_depart.dept_code)`.as('users'))
    .execute()
  if (rows.length === 0) fail('notFound')
  const isInScope = await scopeCheck(ctx)
  if (!rows.every((row) => isInScope(row.path))) fail('departBeyond')
  const held = rows.find((row) => row.children > 0 || row.users > 0)
  if (held) refuseHeld(ctx, held)
  const codes = rows.map((row) => row.deptCode)
  const holders = await holdersOf(ctx, 'sys_depart', codes, 'dept_code')
  try {
    await ctx.db
      .deleteFrom('sysDepart')
      .where(
        among(
          'id',
          rows.map((row) => row.id),
        ),
      )
      .execute()
  } catch (error) {
    if (violates(error, 'reference')) fail('departInUse', say('departInUseBusiness'), { holders })
    throw error
  }
  ctx.change.before = rows.map((row) => row.deptName)
  return true
}

type Held = { deptCode: string; deptName: string; children: number; users: number }

function refuseHeld(ctx: Ctx, { deptCode, deptName, children, users }: Held): never {
  const holders = users > 0 ? listHolding(ctx, 'usersOfDepart', { id: deptCode, title: deptName }) : []
  if (users === 0) fail('departInUse', say('departHasDeparts', { name: deptName, n: children }))
  if (children === 0) fail('departInUse', say('departHasUsers', { name: deptName, n: users }), { holders })
  return fail('departInUse', say('departHasBoth', { name: deptName, children, n: users }), { holders })
}
