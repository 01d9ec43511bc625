// Saved views of lists: own ones, and those that are shared with everybody who can open the list.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { type listView, ListViewSettings, MAX_LIST_VIEWS, MAX_VIEW_SETTINGS, SHARE_VIEWS } from '@shuyuan/contract/operation/list-view.ts'
import { say } from '@shuyuan/contract/operation/operation.server.texts.ts'
import { can, type Ctx } from '../../kernel/ctx.ts'
import { among, json, violates } from '../../kernel/database.ts'
import { fail, failField } from '../../kernel/fail.ts'
import { checkPermit } from '../../kernel/permit.ts'
import { servedPermits } from '../../kernel/served-permit.ts'

type View = typeof listView

/** Fails forbidden for callers who cannot open the list, notFound where there is no such list. */
function mustOpen({ app, user }: Ctx, listKey: string) {
  if (user.roleType !== RoleType.staff) fail('forbidden')
  checkPermit(servedPermits(app).get(listKey) ?? fail('notFound'), user)
}

/** The caller's own views and the shared ones: no query of this file reads or changes another row. */
const within = ({ db, user }: Ctx) =>
  db.selectFrom('sysListView').where((eb) => eb.or([eb('sysListView.userId', '=', user.id), eb('sysListView.userId', 'is', null)]))

/** The views of a list that the caller may use, by name. */
export async function listViews(ctx: Ctx, { listKey }: Input<View['list']>): Promise<Output<View['list']>> {
  mustOpen(ctx, listKey)
  const rows = await within(ctx)
    .where('sysListView.listKey', '=', listKey)
    .leftJoin('sysListViewFirst as first', (join) => join.onRef('first.viewId', '=', 'sysListView.id').on('first.userId', '=', ctx.user.id))
    .select(['sysListView.id', 'sysListView.userId', 'title', 'settings', 'first.viewId'])
    .orderBy('title')
    .orderBy('sysListView.id')
    .execute()
  const mayShare = can(ctx, SHARE_VIEWS)
  return rows.map(({ id, title, userId, viewId, settings }) => ({
    id,
    title,
    shared: userId === null,
    first: viewId !== null,
    editable: userId !== null || mayShare,
    settings: ListViewSettings.parse(settings),
  }))
}

/**
 * Stores a view, or changes one. Fails at shared for a caller without the tag, at title for a name that the list has already or one view too many,
 * notFound for a view that the caller may not change.
 */
export async function saveView(ctx: Ctx, input: Input<View['save']>): Promise<Output<View['save']>> {
  const { id, listKey, title, shared, settings } = input
  mustOpen(ctx, listKey)
  if (shared && !can(ctx, SHARE_VIEWS)) failField('shared', say('viewNotShared'))
  if (JSON.stringify(settings ?? {}).length > MAX_VIEW_SETTINGS) failField('settings', say('viewTooLarge'))
  const userId = shared ? null : ctx.user.id
  const before = id === undefined ? undefined : ((await mustChange(ctx, [id], listKey))[0] ?? fail('notFound'))
  if (before?.userId !== userId || before === undefined) await mustHaveRoomFor(ctx, listKey, userId)
  const form = { title, userId, updateTime: ctx.now }
  try {
    if (id === undefined) {
      const stored = json(settings ?? fail('badInput'))
      const row = { ...form, listKey, settings: stored, createTime: ctx.now }
      return await ctx.db.insertInto('sysListView').values(row).returning('id').executeTakeFirstOrThrow()
    }
    const set = settings ? { ...form, settings: json(settings) } : form
    await ctx.db.updateTable('sysListView').set(set).where('id', '=', id).execute()
  } catch (error) {
    return violates(error, 'unique') ? failField('title', say('viewTitleTaken')) : Promise.reject(error)
  }
  // a view that is shared no more is gone for others
  if (userId !== null) await ctx.db.deleteFrom('sysListViewFirst').where('viewId', '=', id).where('userId', '!=', userId).execute()
  ctx.change.before = before
  return { id }
}

/** The views, locked. Fails notFound unless the caller may change all of them. */
async function mustChange(ctx: Ctx, ids: readonly string[], listKey?: string) {
  const rows = await within(ctx)
    .where(among('id', ids))
    .$if(listKey !== undefined, (query) => query.where('listKey', '=', listKey ?? ''))
    .select(['id', 'userId', 'listKey', 'title'])
    .forUpdate()
    .execute()
  if (rows.length < new Set(ids).size) fail('notFound')
  if (rows.some((row) => row.userId === null) && !can(ctx, SHARE_VIEWS)) fail('notFound')
  return rows
}

/** A further view of this owner; null: a shared one. Calls of one person wait for each other, so that the number holds. */
async function mustHaveRoomFor({ db, user }: Ctx, listKey: string, userId: string | null) {
  await db.selectFrom('sysUser').where('id', '=', user.id).select('id').forNoKeyUpdate().execute()
  const { n } = await db
    .selectFrom('sysListView')
    .where('listKey', '=', listKey)
    .where('userId', userId === null ? 'is' : '=', userId)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n >= MAX_LIST_VIEWS) failField('title', say('viewsFull', { n: MAX_LIST_VIEWS }))
}

/** Deletes views. Fails notFound, and deletes nothing, if the caller may not change one of them. */
export async function deleteViews(ctx: Ctx, { ids }: Input<View['delete']>): Promise<true> {
  if (ctx.user.roleType !== RoleType.staff) fail('forbidden')
  ctx.change.before = await mustChange(ctx, ids)
  await ctx.db.deleteFrom('sysListView').where(among('id', ids)).execute()
  return true
}

/** The view with which a list opens for the caller. Fails notFound for a view that they do not see. */
export async function setFirstView(ctx: Ctx, { listKey, id }: Input<View['set-first']>): Promise<true> {
  const { db, user } = ctx
  mustOpen(ctx, listKey)
  await db.deleteFrom('sysListViewFirst').where('userId', '=', user.id).where('listKey', '=', listKey).execute()
  if (id === null) return true
  const view = await within(ctx).where('id', '=', id).where('listKey', '=', listKey).select('id').executeTakeFirst()
  if (!view) fail('notFound')
  const row = { userId: user.id, listKey, viewId: view.id }
  await db
    .insertInto('sysListViewFirst')
    .values(row)
    .onConflict((conflict) => conflict.columns(['userId', 'listKey']).doUpdateSet({ viewId: view.id }))
    .execute()
  return true
}

/** The views with which lists open for the caller, by the path of the list. Only staff have some. */
export async function firstViews(ctx: Ctx): Promise<Record<string, string>> {
  if (ctx.user.roleType !== RoleType.staff) return {}
  const rows = await ctx.db.selectFrom('sysListViewFirst').where('userId', '=', ctx.user.id).select(['listKey', 'viewId']).execute()
  return Object.fromEntries(rows.map(({ listKey, viewId }) => [listKey, viewId]))
}
