// Dictionaries as every user reads them: coded values with their titles.
import type { dic, DicNode } from '@shuyuan/contract/site/setting/dic.ts'
import type { dicValue } from '@shuyuan/contract/site/setting/dic-value.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { containing } from '../../../kernel/database.ts'
import { toTree } from '../../../kernel/tree.ts'

const valuesOf = ({ db }: Pick<Ctx, 'db'>, dicCode: string) =>
  db.selectFrom('sysDicValue').where('dicCode', '=', dicCode).orderBy('sort').orderBy('id')

/** The values of a dictionary in order; none for an unknown one. `title`: substring filter; `value`: this one alone; `limit`: maximum number. */
export function listDic(ctx: Ctx, { dicCode, title, value, limit }: Input<typeof dic.list>): Promise<{ value: string; title: string }[]> {
  return valuesOf(ctx, dicCode)
    .select(['value', 'title'])
    .$if(!!title, (q) => q.where('title', 'ilike', containing(title ?? '')))
    .$if(value !== undefined, (q) => q.where('value', '=', value ?? ''))
    .$if(limit !== undefined, (q) => q.limit(limit ?? 1))
    .execute()
}

/** The values as a tree. `excludes` leaves out these values, or rows by id, with all descendants. */
export async function dicTree(ctx: Ctx, { dicCode, excludes = [] }: Input<typeof dicValue.tree>): Promise<DicNode[]> {
  const rows = await valuesOf(ctx, dicCode).select(['id', 'parentId', 'title', 'value']).execute()
  const left = new Set(excludes)
  const without = (nodes: DicNode[]): DicNode[] =>
    nodes.filter((one) => !left.has(one.value) && !left.has(one.id)).map((one) => ({ ...one, children: without(one.children) }))
  return without(toTree(rows))
}

/** Titles by value. */
export async function dictText(ctx: Pick<Ctx, 'db'>, dicCode: string): Promise<Map<string, string>> {
  const rows = await valuesOf(ctx, dicCode).select(['value', 'title']).execute()
  return new Map(rows.map((row) => [row.value, row.title]))
}

/** A condition on a value's column: it is this value of the dictionary or a descendant. */
export const inDicBranch = (column: string, dicCode: string, value: string) =>
  sql<boolean>`${sql.ref(column)} in (
    with recursive branch as (
      select id, value from sys_dic_value where dic_code = ${dicCode} and value = ${value}
      union
      select v.id, v.value from sys_dic_value v join branch b on v.parent_id = b.id where v.dic_code = ${dicCode})
    select value from branch)`

/** The current revision of the dictionaries; a browser that stored another revision must reload them (docs/decisions/0015). */
export async function dicRevision({ db }: Pick<Ctx, 'db'>): Promise<number> {
  const row = await db.selectFrom('sysConfig').where('key', '=', 'dic.revision').select('data').executeTakeFirst()
  return Number(row?.data ?? 0)
}
