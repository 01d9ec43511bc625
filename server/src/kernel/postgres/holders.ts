// Finds what keeps rows from being deleted, by the foreign keys of the database, so that a table of a later version is never forgotten.
import { type Holder, type HolderKind, holderTags } from '@shuyuan/contract/kernel/holder.ts'
import { type RawBuilder, sql } from 'kysely'
import { can, type Ctx } from '../ctx.ts'
import { OnDelete, type Reference, references } from './row-copy.ts'

/** The tables whose rows have a page of their own. */
const pages: Record<string, HolderKind> = {
  exam: 'exam',
  tmpl: 'tmpl',
  course: 'course',
  course_file: 'courseFile',
  activity: 'activity',
  path: 'path',
}
const MOST = 5

type Where = RawBuilder<unknown>
type Place = { table: string; where: Where }
type Reader = Pick<Ctx, 'db' | 'user'>

/** The rows with a page that `table`'s rows belong to, which would be deleted with them: a section leads to its template. */
function above(table: string, where: Where, all: readonly Reference[], passed: readonly string[] = []): Place[] {
  if (pages[table]) return [{ table, where }]
  if (passed.includes(table)) return []
  return all
    .filter((one) => one.child === table && one.action === OnDelete.cascade)
    .flatMap((one) =>
      above(one.parent, sql`${sql.ref(one.key)} in (select ${sql.ref(one.column)} from ${sql.table(table)} where ${where})`, all, [
        ...passed,
        table,
      ]),
    )
}

/**
 * The things with a page of their own that name one of these rows, so that the database refuses to delete it; at most five of each kind, and
 * only those that the caller may open. `key` is the column that others name. Called in the transaction of the deletion, before it.
 */
export async function holdersOf(ctx: Reader, root: string, keys: readonly string[], key = 'id'): Promise<Holder[]> {
  const all = await references(ctx)
  const found = all
    .filter((one) => one.parent === root && one.key === key && one.action !== OnDelete.cascade && one.action !== OnDelete.empty)
    .flatMap((one) => above(one.child, sql`${sql.ref(one.column)} = any(${keys}::${sql.raw(one.type)}[])`, all))
    .map(({ table, where }) => ({ kind: pages[table]!, table, where }))
    .filter(({ kind }) => can(ctx, holderTags[kind]))
  const holders = new Map<string, Holder>()
  for (const { kind, table, where } of found) {
    const { rows } = await sql<{ id: string; title: string }>`
      select id, title from ${sql.table(table)} where ${where} order by id desc limit ${MOST}`.execute(ctx.db)
    for (const row of rows) holders.set(`${kind} ${row.id}`, { kind, ...row })
  }
  return [...holders.values()]
}

/** A list that holds a thing back, such as the questions of a bank, for callers with its tag. */
export const listHolding = (ctx: Reader, kind: HolderKind, { id, title }: { id: string; title: string }): Holder[] =>
  can(ctx, holderTags[kind]) ? [{ kind, id, title }] : []
