// How many rows a list has: counted one by one up to a number, the planner's estimate above it.
import { CompiledQuery, type QueryExecutorProvider, sql, type SelectQueryBuilder } from 'kysely'
import { joined } from './database.ts'
import { keptCounts } from './memo/counted.ts'

export type Count = { total: number; about: boolean }
/** `isExact`: every row was counted for it, when a page without rows showed that the estimate was too high */
type Kept = Count & { isExact?: boolean }

type Explained = Record<string, [{ Plan: { 'Plan Rows': number } }]>
type Found<DB, TB extends keyof DB> = SelectQueryBuilder<DB, TB, object>

const counting = <DB, TB extends keyof DB>(found: Found<DB, TB>, most: number) => {
  const one = found.select(sql`1`.as('one'))
  return sql<{ total: number }>`select count(*)::int as total from (${most === Infinity ? one : one.limit(most + 1)}) as found`
}

/**
 * Counts the rows of a query. What is more than `most` is estimated, and the estimate used again for some seconds.
 * @param least rows that exist for certain
 * @param isEmpty a page that should have had rows had none: then every row is counted
 */
export async function countUpTo<DB, TB extends keyof DB>(
  db: QueryExecutorProvider,
  found: Found<DB, TB>,
  { most, least, isEmpty }: { most: number; least: number; isEmpty: boolean },
): Promise<Count> {
  const counted = counting(found, most)
  const kept = keptCounts<Kept>(db, counted.compile(db))
  const known = kept.find()
  if (isEmpty) {
    if (known?.isExact) return known
    const total = (await counting(found, Infinity).execute(db)).rows[0]?.total ?? 0
    if (total > most) kept.keep({ total, about: true, isExact: true })
    return { total, about: false }
  }
  if (known) return { total: Math.max(known.total, least + 1), about: true }
  const total = (await counted.execute(db)).rows[0]?.total ?? 0
  if (total <= most) return { total, about: false }
  const { sql: text, parameters } = found.select(sql`1`.as('one')).compile()
  const { rows } = await db.getExecutor().executeQuery(CompiledQuery.raw(`explain (format json) ${joined(text)}`, [...parameters]))
  const estimate = Math.max(Object.values((rows as Explained[])[0] ?? {})[0]?.[0].Plan['Plan Rows'] ?? 0, total)
  kept.keep({ total: estimate, about: true })
  return { total: Math.max(estimate, least + 1), about: true }
}

/**
 * The keys of a page and the number of all rows by one statement; undefined where the number is known as an estimate, or the page lies behind `most`
 * rows. `counted` is undefined for more than `most` rows.
 * @param ordered `found` with the key as `id`, in its order
 */
export async function keysAndTotal<DB, TB extends keyof DB>(
  db: QueryExecutorProvider,
  found: Found<DB, TB>,
  ordered: Found<DB, TB>,
  { most, from, wanted }: { most: number; from: number; wanted: number },
): Promise<{ keys: string[]; counted: Count | undefined } | undefined> {
  if (from + wanted > most || keptCounts<Kept>(db, counting(found, most).compile(db)).find()) return undefined
  const { rows } = await sql<{ total: number; keys: string[] | null }>`
    select count(*)::int as total, (array_agg(id::text))[${from + 1}::int:${from + wanted}::int] as keys from (${ordered.limit(most + 1)}) as found`.execute(
    db,
  )
  const { total = 0, keys = [] } = rows[0] ?? {}
  return { keys: keys ?? [], counted: total > most ? undefined : { total, about: false } }
}
