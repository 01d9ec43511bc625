// Administration of dictionaries: the catalogue and the values. Each change increases the revision of all dictionaries.
import { say } from '@shuyuan/contract/site/site.server.texts.ts'
import type { dic } from '@shuyuan/contract/site/setting/dic.ts'
import type { dicValue } from '@shuyuan/contract/site/setting/dic-value.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { TOP } from '@shuyuan/contract/kernel/parent.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { json, violates, among } from '../../../kernel/database.ts'
import { fail, failField, must } from '../../../kernel/fail.ts'
import { placed, toTree, wouldLoop } from '../../../kernel/tree.ts'

/** Increases the revision; the lock on its row also serialises concurrent changes. */
const changed = ({ db }: Ctx) =>
  db
    .insertInto('sysConfig')
    .values({ key: 'dic.revision', data: json(1) })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ data: sql`to_jsonb((sys_config.data #>> '{}')::int + 1)`, updateTime: sql`now()` }),
    )
    .execute()

/** The codes of the base seed (recorded by it): code or other domains depend on them. */
async function seededCodes({ db }: Ctx): Promise<Set<string>> {
  const row = await db.selectFrom('sysConfig').where('key', '=', 'seeded').select('data').executeTakeFirst()
  return new Set(((row?.data ?? []) as string[]).flatMap((key) => /^dic (\S+)$/.exec(key)?.[1] ?? []))
}

/** Every dictionary with the number of its values, as the catalogue's tree. */
export async function dicCatalog(ctx: Ctx): Promise<Output<typeof dic.tree>> {
  const rows = await ctx.db
    .selectFrom('sysDic')
    .select(['id', 'parentId', 'title', 'dicCode as rowGuid', 'dicCode'])
    .select(sql<number>`(select count(*)::int from sys_dic_value v where v.dic_code = sys_dic.dic_code)`.as('valueCount'))
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const seeded = await seededCodes(ctx)
  return toTree(rows.map((row) => ({ ...row, builtIn: seeded.has(row.rowGuid) })))
}

/** Fails at `dicCode` for a code that is in use or would change, at `parentId` for an unknown parent, branchLoop below itself. */
export async function saveDic(ctx: Ctx, { id, parentId: above, ...form }: Input<typeof dic.save>): Promise<{ id: string }> {
  await changed(ctx)
  const rows = await ctx.db.selectFrom('sysDic').select(['id', 'parentId', 'dicCode', 'title']).execute()
  const parentId = above === TOP ? null : above
  if (parentId !== null && !rows.some((row) => row.id === parentId)) failField('parentId', say('parentDicGone'))
  if (id === undefined) {
    if (rows.some((row) => row.dicCode === form.dicCode)) failField('dicCode', say('dicCodeTaken'))
    const sort = rows.filter((row) => row.parentId === parentId).length + 1
    return ctx.db
      .insertInto('sysDic')
      .values({ ...form, parentId, sort })
      .returning('id')
      .executeTakeFirstOrThrow()
  }
  const stored = must(rows.find((row) => row.id === id))
  if (stored.dicCode !== form.dicCode) failField('dicCode', say('dicCodeFixed'))
  if (wouldLoop(rows, id, parentId)) fail('branchLoop')
  await ctx.db.updateTable('sysDic').set({ title: form.title, parentId }).where('id', '=', id).execute()
  ctx.change.before = stored
  return { id }
}

/** Removes dictionaries with their values. Fails dicKept for a seeded one, dicInUse while it has children. */
export async function deleteDics(ctx: Ctx, { ids }: Input<typeof dic.delete>): Promise<true> {
  await changed(ctx)
  const rows = await ctx.db.selectFrom('sysDic').select(['id', 'parentId', 'dicCode', 'title']).execute()
  const chosen = rows.filter((row) => ids.includes(row.id))
  if (chosen.length === 0) fail('notFound')
  const seeded = await seededCodes(ctx)
  if (chosen.some((row) => seeded.has(row.dicCode))) fail('dicKept')
  for (const row of chosen) {
    const left = rows.filter((one) => one.parentId === row.id && !ids.includes(one.id)).length
    if (left > 0) fail('dicInUse', say('dicHasChildren', { name: row.title, n: left }))
  }
  await ctx.db
    .deleteFrom('sysDic')
    .where(
      among(
        'id',
        chosen.map((row) => row.id),
      ),
    )
    .execute()
  ctx.change.before = chosen
  return true
}

const valuesOf = ({ db }: Ctx, dicCode: string) =>
  db
    .selectFrom('sysDicValue')
    .where('dicCode', '=', dicCode)
    .orderBy('sort')
    .orderBy('id')
    .select(['id', 'parentId', 'dicCode', 'value', 'title'])
    .execute()
type Value = Awaited<ReturnType<typeof valuesOf>>[number]

/** Dictionaries that name codes of the program: a site chooses among these. */
const codesOf: Partial<Record<string, RegExp>> = { qu_level: /^[1-5]$/ }

/** Fails at `value` for one that the dictionary has or may not have, at `parentId` for an unknown parent, branchLoop below itself. A new one comes last. */
export async function saveValue(ctx: Ctx, { id, parentId: above, ...given }: Input<typeof dicValue.save>): Promise<{ id: string }> {
  await changed(ctx)
  const { dicCode = await codeOf(ctx, id), ...form } = given
  must(await ctx.db.selectFrom('sysDic').where('dicCode', '=', dicCode).select('id').executeTakeFirst())
  if (codesOf[dicCode]?.test(form.value) === false) failField('value', say('dicLevelCode'))
  const rows = await valuesOf(ctx, dicCode)
  const parentId = parentOf(rows, above)
  try {
    if (id === undefined) {
      const made = await ctx.db
        .insertInto('sysDicValue')
        .values({ ...form, dicCode, parentId })
        .returning('id')
        .executeTakeFirstOrThrow()
      await place(ctx, rows, made.id, parentId, rows.length)
      return made
    }
    const stored = must(rows.find((row) => row.id === id))
    if (wouldLoop(rows, id, parentId)) fail('branchLoop')
    await ctx.db
      .updateTable('sysDicValue')
      .set({ ...form, parentId })
      .where('id', '=', id)
      .execute()
    if (stored.parentId !== parentId) await place(ctx, rows, id, parentId, rows.length)
    ctx.change.before = stored
    return { id }
  } catch (error) {
    if (violates(error, 'unique')) failField('value', say('dicValueTaken'))
    throw error
  }
}

/** The code of the dictionary that a value belongs to. */
async function codeOf({ db }: Ctx, id = ''): Promise<string> {
  return must(await db.selectFrom('sysDicValue').where('id', '=', id).select('dicCode').executeTakeFirst()).dicCode
}

function parentOf(rows: Value[], above: string): string | null {
  if (above === TOP) return null
  if (!rows.some((row) => row.id === above)) failField('parentId', say('parentGone'))
  return above
}

async function place(ctx: Ctx, rows: Value[], id: string, parentId: string | null, at: number) {
  const siblings = rows.filter((row) => row.parentId === parentId).map((row) => row.id)
  const ids = placed(siblings, id, at)
  await sql`update sys_dic_value set sort = place * 10
    from unnest(${ids}::bigint[]) with ordinality as given (given_id, place) where id = given_id`.execute(ctx.db)
}

/**
 * Moves a value to position `sort` (from 0) among the children of `parentId`, by default its current parent. Fails branchLoop below itself.
 */
export async function sortValue(ctx: Ctx, { id, sort, parentId: above }: Input<typeof dicValue.sort>): Promise<true> {
  await changed(ctx)
  const { dicCode } = must(await ctx.db.selectFrom('sysDicValue').where('id', '=', id).select('dicCode').executeTakeFirst())
  const rows = await valuesOf(ctx, dicCode)
  const stored = must(rows.find((row) => row.id === id))
  const parentId = above === undefined ? stored.parentId : parentOf(rows, above)
  if (wouldLoop(rows, id, parentId)) fail('branchLoop')
  await ctx.db.updateTable('sysDicValue').set({ parentId }).where('id', '=', id).execute()
  await place(ctx, rows, id, parentId, sort)
  return true
}

/** Fails dicInUse while a value has children that stay. */
export async function deleteValues(ctx: Ctx, { ids }: Input<typeof dicValue.delete>): Promise<true> {
  await changed(ctx)
  const chosen = sql<string>`any(${ids}::bigint[])`
  const held = await ctx.db
    .selectFrom('sysDicValue as below')
    .innerJoin('sysDicValue as above', 'above.id', 'below.parentId')
    .where('above.id', '=', chosen)
    .where(sql<boolean>`below.id <> all(${ids}::bigint[])`)
    .groupBy('above.title')
    .select(['above.title', sql<number>`count(*)::int`.as('count')])
    .executeTakeFirst()
  if (held) fail('dicInUse', say('hasChildren', { name: held.title, n: held.count }))
  const removed = await ctx.db.deleteFrom('sysDicValue').where('id', '=', chosen).returning(['dicCode', 'value', 'title']).execute()
  if (removed.length === 0) fail('notFound')
  ctx.change.before = removed
  return true
}
