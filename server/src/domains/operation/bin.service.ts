// The recycle bin: keeps what is deleted, lists it within the caller's rights and data scope, restores it, forgets it after 30 days.
import { BIN_KEEP_DAYS, BinKind, binTag, type bin } from '@shuyuan/contract/operation/bin.ts'
import { say } from '@shuyuan/contract/operation/operation.server.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { type App, can, type Ctx } from '../../kernel/ctx.ts'
import { containing, json, violates, among } from '../../kernel/database.ts'
import { fail } from '../../kernel/fail.ts'
import { pageByKey } from '../../kernel/page.ts'
import { appPart } from '../../kernel/part.ts'
import { deleteOlder } from '../../kernel/retention.ts'
import { ofUsersWithinDataScope } from '../people/user/data-scope.service.ts'
import { copyRows, insertCopies } from '../../kernel/postgres/row-copy.ts'

const DAY_MS = 86_400_000
const TITLE_MAX = 200
const MOST_COUNTED = 100_000

type Deleted = { id: string; title: string }
/** Values of the kept data that an entry must have. */
type Within = Readonly<Record<string, string>>
type Kept = {
  objectId: string
  /** its note, or the row itself */
  data: unknown
  /** inserts the rows that were kept again */
  insert: () => Promise<boolean>
}
/** Restores one thing. @returns false where it cannot be restored because what it belongs to is gone */
type Restore = (ctx: Ctx, kept: Kept) => Promise<boolean>

/** Kinds that are only marked as deleted, or need more than their rows: their domain restores them. */
export const restorersOf = appPart(() => new Map<BinKind, Restore>())

async function addEntries(ctx: Ctx, kind: BinKind, things: readonly Deleted[]): Promise<{ id: string; objectId: string }[]> {
  const { rows } = await sql<{ id: string; objectId: string }>`
    insert into sys_bin (kind, object_id, title, create_by, create_time)
    select ${kind}, t.id, t.title, ${ctx.user.id === '0' ? null : ctx.user.id}::bigint, ${ctx.now}::timestamptz
    from unnest(${things.map((one) => one.id)}::bigint[], ${things.map((one) => one.title.slice(0, TITLE_MAX))}::text[]) t (id, title)
    returning id, object_id`.execute(ctx.db)
  return rows
}

/** Keeps rows with everything that the deletion removes with them. Called in the transaction of the deletion, before it. */
export async function intoBin(ctx: Ctx, kind: Exclude<BinKind, 'qu' | 'course_item'>, things: readonly Deleted[]): Promise<void> {
  if (things.length === 0) return
  const entries = await addEntries(ctx, kind, things)
  await copyRows(
    ctx,
    kind,
    entries.map((one) => one.id),
  )
}

/** Notes things that stay in their table, marked as deleted; `data` is what their restorer needs. */
export async function notedInBin(ctx: Ctx, kind: BinKind, things: readonly (Deleted & { data: unknown })[]): Promise<void> {
  if (things.length === 0) return
  const entries = new Map((await addEntries(ctx, kind, things)).map((one) => [one.objectId, one.id]))
  await sql`insert into sys_bin_row (bin_id, depth, table_name, data)
    select t.bin_id, 0, ${kind}, t.data
    from unnest(${things.map((one) => entries.get(one.id)!)}::bigint[], ${things.map((one) => json(one.data))}::jsonb[]) t (bin_id, data)`.execute(
    ctx.db,
  )
}

const hasData = (within: Within) =>
  sql<boolean>`exists (select from sys_bin_row r where r.bin_id = sys_bin.id and r.data @> ${json(within)}::jsonb)`

/** Things that were noted and are used again by another way leave the bin. */
export async function outOfBin({ db }: Ctx, kind: BinKind, { ids, within }: { ids: readonly string[]; within: Within }): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('sysBin').where('kind', '=', kind).where(among('objectId', ids)).where(hasData(within)).execute()
}

/** The newest noted things with these values that the caller may restore, at most `most`. */
export async function listInBin(ctx: Ctx, kind: BinKind, { within, most }: { within: Within; most: number }) {
  return (await reachable(ctx))
    .where('sysBin.kind', '=', kind)
    .where('sysBin.createTime', '>', keptSince(ctx))
    .where(hasData(within))
    .orderBy('sysBin.createTime', 'desc')
    .orderBy('sysBin.id', 'desc')
    .limit(most)
    .select(['sysBin.id', 'sysBin.objectId', 'sysBin.createTime', deleterName])
    .execute()
}

/** The caller's kinds, and of these what was deleted by people within the caller's data scope. */
async function reachable(ctx: Ctx) {
  const kinds = Object.values(BinKind).filter((kind) => can(ctx, binTag[kind]))
  return ctx.db
    .selectFrom('sysBin')
    .where('sysBin.kind', '=', sql<string>`any(${kinds}::text[])`)
    .where(await ofUsersWithinDataScope(ctx, 'sysBin.createBy'))
}

const deleterName = sql<string>`coalesce((select real_name from sys_user u where u.id = sys_bin.create_by), '')`.as('realName')

const keptSince = (ctx: Ctx) => new Date(ctx.now.getTime() - BIN_KEEP_DAYS * DAY_MS)

/** Newest first. */
export async function pageBin(ctx: Ctx, { params, ...paging }: Input<typeof bin.paging>): Promise<Output<typeof bin.paging>> {
  const query = (await reachable(ctx))
    .where('sysBin.createTime', '>', keptSince(ctx))
    .$if(!!params.title, (q) => q.where('sysBin.title', 'ilike', containing(params.title ?? '')))
    .$if(params.kind !== undefined, (q) => q.where('sysBin.kind', '=', params.kind!))
    .select(['sysBin.id', 'sysBin.kind', 'sysBin.title', 'sysBin.createTime'])
    .select(deleterName)
    .$narrowType<{ kind: BinKind }>()
  const page = await pageByKey(ctx.db, query, paging, {
    key: 'sysBin.id',
    sortable: { title: 'sysBin.title', createTime: 'sysBin.createTime' },
    fallback: [
      ['sysBin.createTime', 'desc'],
      ['sysBin.id', 'desc'],
    ],
    most: MOST_COUNTED,
  })
  return {
    ...page,
    records: page.records.map((row) => ({ ...row, endTime: new Date(row.createTime.getTime() + BIN_KEEP_DAYS * DAY_MS) })),
  }
}

/**
 * Restores entries, the oldest first, because a later one may need it. Fails notFound for one out of reach, binTaken where its name is used
 * again, binPartGone where something it needs was deleted.
 */
export async function restoreFromBin(ctx: Ctx, { ids }: Input<typeof bin.restore>): Promise<true> {
  const entries = await (
    await reachable(ctx)
  )
    .where(among('sysBin.id', ids))
    .where('sysBin.createTime', '>', keptSince(ctx))
    .select(['id', 'kind', 'objectId', 'title'])
    .$narrowType<{ kind: BinKind }>()
    .forUpdate()
    .execute()
  if (entries.length < new Set(ids).size) fail('notFound')
  // a bank before its questions, a template before its exam
  const order = Object.values(BinKind)
  for (const entry of entries.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))) await restoreOne(ctx, entry)
  ctx.change.after = entries.map(({ kind, title }) => ({ kind, title }))
  return true
}

async function restoreOne(ctx: Ctx, { id, kind, objectId, title }: { id: string; kind: BinKind; objectId: string; title: string }) {
  if (!(await inserted(ctx, { id, kind, objectId, title }))) fail('binPartGone', say('binPartGoneNamed', { title }))
  await ctx.db.deleteFrom('sysBin').where('id', '=', id).execute()
}

async function inserted(ctx: Ctx, { id, kind, objectId, title }: { id: string; kind: BinKind; objectId: string; title: string }) {
  const restore = restorersOf(ctx.app).get(kind)
  if (!restore) return insertKept(ctx, { id, title })
  const kept = await ctx.db.selectFrom('sysBinRow').where('binId', '=', id).where('depth', '=', 0).select('data').executeTakeFirst()
  return restore(ctx, { objectId, data: kept?.data, insert: () => insertKept(ctx, { id, title }) })
}

async function insertKept(ctx: Ctx, { id, title }: { id: string; title: string }) {
  try {
    return (await insertCopies(ctx, id)) > 0
  } catch (error) {
    if (violates(error, 'unique')) fail('binTaken', say('binTakenNamed', { title }))
    if (violates(error, 'reference')) return false
    throw error
  }
}

/** Restores what the caller deleted last under these ids. Fails as `restoreFromBin` does. */
export async function undoDeletion(ctx: Ctx, { kind, ids }: Input<typeof bin.undo>): Promise<true> {
  const { rows } = await sql<{ id: string }>`
    select max(id) as id from sys_bin where kind = ${kind} and object_id = any(${ids}::bigint[]) and create_by = ${ctx.user.id}
    group by object_id`.execute(ctx.db)
  if (rows.length < new Set(ids).size) fail('notFound')
  return restoreFromBin(ctx, { ids: rows.map((row) => row.id) })
}

/** Removes entries for good. Fails notFound for one out of reach. */
export async function removeFromBin(ctx: Ctx, { ids }: Input<typeof bin.delete>): Promise<true> {
  const found = await (await reachable(ctx)).where(among('sysBin.id', ids)).select(['id', 'kind', 'title']).forUpdate().execute()
  if (found.length < new Set(ids).size) fail('notFound')
  const rows = found.map((row) => row.id)
  await ctx.db.deleteFrom('sysBin').where(among('id', rows)).execute()
  ctx.change.before = found.map(({ kind, title }) => ({ kind, title }))
  return true
}

/** Whether a row of this table that the bin keeps has a value like this in one of these columns. */
export async function isKeptInBin({ db }: Pick<Ctx, 'db'>, table: string, columns: readonly string[], like: string): Promise<boolean> {
  const found = await db
    .selectFrom('sysBinRow')
    .where('tableName', '=', table)
    .where('link', 'is', null)
    .where((eb) => eb.or(columns.map((column) => eb(sql<string>`data ->> ${column}`, 'like', like))))
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Forgets what was deleted more than 30 days ago. */
export const forgetBin = (app: App): Promise<number> => deleteOlder(app, 'sys_bin', BIN_KEEP_DAYS)
