// Paged lists. The only place where column names from a client are turned into SQL.
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import { type Kysely, type QueryExecutorProvider, type RawBuilder, sql, type SelectQueryBuilder } from 'kysely'
import { failField } from './fail.ts'
import { countedOnce } from './memo/counted.ts'
import { countUpTo, keysAndTotal } from './page-total.ts'

export type Paging = { current: number; size: number; orders?: { column: string; asc: boolean }[] | undefined }
export type Page<T> = { records: T[]; total: number; pages: number; current: number; size: number; about?: boolean }
type Reference = string | RawBuilder<unknown>
type Fallback = [Reference, 'asc' | 'desc'][]

const columnOf = (reference: Reference) => (typeof reference === 'string' ? sql.ref(reference) : reference)

/**
 * Runs a query as one page.
 * @param sortable columns by which a client may order, as name → SQL reference
 * @param fallback the order when the client names none; it should end with a unique column. Use `nulls last` only where needed: an index
 *   supports `desc`, but not `desc nulls last`
 * Fails at field `orders` when a column is not sortable.
 */
export async function pageOf<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { current, size, orders }: Paging,
  sortable: Record<string, string>,
  fallback: [string, 'asc' | 'desc' | 'desc nulls last'][],
): Promise<Page<O>> {
  const counted = await (query as unknown as SelectQueryBuilder<DB, TB, { total: number }>)
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  const { total } = counted as { total: number }
  let ordered = asOrdered(query, orders, sortable)
  for (const [reference, direction] of fallback)
    ordered = ordered.orderBy(sql.ref(reference), direction === 'desc nulls last' ? (o) => o.desc().nullsLast() : direction)
  const records =
    total === 0
      ? []
      : await ordered
          .limit(size)
          .offset((current - 1) * size)
          .execute()
  return { records, total, pages: Math.ceil(total / size), current, size }
}

/**
 * Like pageOf with one statement, for lists that are polled.
 * @param more further columns of table `wanted`, the rows of the page: not computed for the rows before them
 */
export async function pageAtOnce<DB, TB extends keyof DB, O, M>(
  db: Kysely<DB>,
  query: SelectQueryBuilder<DB, TB, O>,
  { current, size, orders }: Paging,
  sortable: Record<string, string>,
  fallback: [string, 'asc' | 'desc'][],
  more: RawBuilder<M>,
): Promise<Page<O & M>> {
  let ordered = asOrdered(query, orders, sortable)
  for (const [reference, direction] of fallback) ordered = ordered.orderBy(sql.ref(reference), direction)
  const wanted = ordered.limit(size).offset((current - 1) * size)
  const found = query
    .clearSelect()
    .clearOrderBy()
    .select(sql`1`.as('one'))
  const { rows } = await sql<O & M & { total: number; place: string | null }>`
    select counted.total, placed.* from (select count(*)::int as total from (${found}) as found) as counted
    left join (select wanted.*, ${more} from (select first.*, row_number() over () as place from (${wanted}) as first) as wanted) as placed on true
    order by place`.execute(db)
  const total = rows[0]?.total ?? 0
  const records = rows.flatMap(({ total: _total, place, ...row }) => (place === null ? [] : [row as O & M]))
  return { records, total, pages: Math.ceil(total / size), current, size }
}

/**
 * Like pageByKey for tables of millions of rows: counts at most `most` rows and shows no page beyond them, so that neither the count nor
 * a deep page reads the whole table. `capped` is true when there are more rows.
 */
export async function cappedPageOf<DB, TB extends keyof DB, O extends { id: string }>(
  db: Kysely<DB>,
  query: SelectQueryBuilder<DB, TB, O>,
  { current, size, orders }: Paging,
  { key, sortable, fallback, most = 10_000 }: { key: string; sortable: Record<string, string>; fallback: Fallback; most?: number },
): Promise<Page<O> & { capped: boolean }> {
  const keysOnly = query.clearSelect().select(sql<string>`${sql.ref(key)}`.as('id')) as SelectQueryBuilder<DB, TB, { id: string }>
  let ordered = asOrdered(keysOnly, orders, sortable)
  for (const [reference, direction] of fallback) ordered = ordered.orderBy(columnOf(reference), direction)
  const first = query
    .clearSelect()
    .clearOrderBy()
    .select(sql`1`.as('one'))
    .limit(most + 1)
  const asked = sql<{ found: number }>`select count(*)::int as found from (${first}) as found`.compile(db)
  const found = await countedOnce(
    db,
    asked,
    async () => (await db.executeQuery(asked)).rows[0]?.found ?? 0,
    (count) => count > most,
  )
  const total = Math.min(found, most)
  const from = (current - 1) * size
  const keys =
    from >= total
      ? []
      : (
          await ordered
            .limit(Math.min(size, total - from))
            .offset(from)
            .execute()
        ).map((row) => row.id)
  const records = await rowsOf(query, key, keys)
  return { records, total, pages: Math.ceil(total / size), current, size, capped: found > most }
}

/** Rows that are counted one by one; above, the total is the planner's estimate. */
const COUNTED = 10_000
/** A page behind so many rows is found by the statement that counts: both pass nearly the same rows. */
const DEEP = 1_000

/**
 * A page of a table of hundreds of thousands of rows: finds the keys of its rows first, so that an index alone can skip the pages before it,
 * then reads these rows. Rows that are equal by the client's order follow its direction, so that one index serves both directions.
 * @param found the conditions; joins only what a condition or the order needs
 * @param key the column of `found` that identifies a row
 * @param read the rows with these keys, in any order
 * @param most counts one by one up to this number. Above, `total` is an estimate and `about` is true
 * @param isWhole whether each page, also the first one, costs as much as the count
 * @param deepest no page beyond this number of rows; for orders that no index of the table itself supports
 */
export async function keyedPageOf<DB, TB extends keyof DB, R extends { id: string }>(
  db: QueryExecutorProvider,
  found: SelectQueryBuilder<DB, TB, object>,
  { current, size, orders = [] }: Paging,
  plan: {
    key: string
    sortable: Record<string, Reference>
    fallback: Fallback
    read: (keys: string[]) => Promise<R[]>
    most?: number | undefined
    deepest?: number | undefined
    isWhole?: boolean
  },
): Promise<Page<R>> {
  const { key, sortable, fallback, read, deepest = Infinity, isWhole = false } = plan
  // rows beyond the deepest one need no count
  const most = Math.min(plan.most ?? COUNTED, deepest)
  const from = (current - 1) * size
  let ordered = asOrdered(found.select(sql<string>`${sql.ref(key)}`.as('id')), orders, sortable)
  for (const [reference, direction] of along(fallback, orders)) ordered = ordered.orderBy(columnOf(reference), direction)
  const wanted = Math.min(size, deepest - from)
  const both = (isWhole || from >= DEEP) && wanted > 0 ? await keysAndTotal(db, found, ordered, { most, from, wanted }) : undefined
  const keys =
    both?.keys ??
    (wanted > 0 ? (await ordered.limit(wanted).offset(from).execute()).map((row) => String((row as { id: string | number }).id)) : [])
  const isLast = keys.length < wanted && (keys.length > 0 || from === 0)
  // an estimate that was too high led to a page without rows: its answer corrects the total
  const isEmpty = keys.length === 0 && wanted > 0
  const counted = isLast
    ? { total: from + keys.length, about: false }
    : (both?.counted ?? (await countUpTo(db, found, { most, least: wanted > 0 ? from + keys.length : 0, isEmpty })))
  const total = Math.min(counted.total, deepest)
  const records = inOrder(keys, keys.length > 0 ? await read(keys) : [])
  return { records, total, pages: Math.ceil(total / size), current, size, about: counted.about || counted.total > deepest }
}

/**
 * `keyedPageOf` where the number of rows is known: a page in the second half is found from the end.
 * @param plan total: the number of rows of `found`, exactly
 */
export async function knownPageOf<DB, TB extends keyof DB, R extends { id: string }>(
  found: SelectQueryBuilder<DB, TB, object>,
  { current, size, orders = [] }: Paging,
  plan: { key: string; sortable: Record<string, Reference>; fallback: Fallback; read: (keys: string[]) => Promise<R[]>; total: number },
): Promise<Page<R>> {
  const { key, sortable, fallback, read, total } = plan
  const from = (current - 1) * size
  const wanted = Math.max(0, Math.min(size, total - from))
  const isNearEnd = from > total / 2
  const turned = orders.map(({ column, asc }) => ({ column, asc: asc !== isNearEnd }))
  let ordered = asOrdered(found.select(sql<string>`${sql.ref(key)}`.as('id')), turned, sortable)
  for (const [reference, direction] of along(fallback, orders))
    ordered = ordered.orderBy(columnOf(reference), (direction === 'asc') === isNearEnd ? 'desc' : 'asc')
  const start = isNearEnd ? total - from - wanted : from
  const rows = wanted > 0 ? await ordered.limit(wanted).offset(start).execute() : []
  const keys = rows.map((row) => String((row as { id: string | number }).id))
  const records = inOrder(isNearEnd ? keys.toReversed() : keys, keys.length > 0 ? await read(keys) : [])
  return { records, total, pages: Math.ceil(total / size), current, size, about: false }
}

/**
 * `keyedPageOf` for a query with its columns. Tables that a foreign key guarantees are joined with `leftJoin`: the database leaves such a join out
 * where neither a condition nor the order needs it.
 */
export function pageByKey<DB, TB extends keyof DB, O extends { id: string }>(
  db: QueryExecutorProvider,
  query: SelectQueryBuilder<DB, TB, O>,
  paging: Paging,
  plan: {
    key: string
    sortable: Record<string, Reference>
    fallback: Fallback
    most?: number
    deepest?: number | undefined
    isWhole?: boolean
  },
): Promise<Page<O>> {
  const read = (keys: string[]) => rowsOf(query, plan.key, keys)
  return keyedPageOf(db, query.clearSelect() as SelectQueryBuilder<DB, TB, object>, paging, { ...plan, read })
}

/** The rows of a query with these keys, in the order of the keys. */
async function rowsOf<DB, TB extends keyof DB, O extends { id: string }>(
  query: SelectQueryBuilder<DB, TB, O>,
  key: string,
  keys: string[],
): Promise<O[]> {
  if (keys.length === 0) return []
  const rows = await query
    .clearWhere()
    .clearOrderBy()
    .where(sql<boolean>`${sql.ref(key)} = any(${keys}::bigint[])`)
    .execute()
  return inOrder(keys, rows as O[])
}

function inOrder<R extends { id: string }>(keys: string[], rows: R[]): R[] {
  const byKey = new Map(rows.map((row) => [row.id, row]))
  return keys.flatMap((id) => byKey.get(id) ?? [])
}

/** The fallback order in the direction of the client's last column. */
function along(fallback: Fallback, orders: { asc: boolean }[]): Fallback {
  const last = orders.at(-1)
  if (!last || last.asc === (fallback[0]?.[1] === 'asc')) return fallback
  return fallback.map(([reference, direction]) => [reference, direction === 'asc' ? 'desc' : 'asc'])
}

/** A page of a list that was read whole. */
export const pageOfAll = <T>(rows: T[], { current, size }: Paging): Page<T> => ({
  records: rows.slice((current - 1) * size, current * size),
  total: rows.length,
  pages: Math.ceil(rows.length / size),
  current,
  size,
})

/** For a list that is read whole and cut into pages: adds the order that the client requests. Fails at field `orders` as pageOf. */
export const orderedBy = <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { orders }: Paging,
  sortable: Record<string, string>,
) => asOrdered(query, orders, sortable)

/** Adds the order that the client requests. */
function asOrdered<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  orders: Paging['orders'],
  sortable: Record<string, Reference>,
) {
  let ordered = query
  for (const { column, asc } of orders ?? []) {
    const reference = Object.hasOwn(sortable, column) ? sortable[column] : undefined
    if (reference === undefined) failField('orders', sayServer('orderUnknown', { column }))
    ordered = ordered.orderBy(columnOf(reference), asc ? 'asc' : 'desc')
  }
  return ordered
}
