// Paged lists. The only place where column names from a client are turned into SQL.
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import { type Kysely, sql, type SelectQueryBuilder } from 'kysely'
import { failField } from './fail.ts'

export type Paging = { current: number; size: number; orders?: { column: string; asc: boolean }[] | undefined }
export type Page<T> = { records: T[]; total: number; pages: number; current: number; size: number }

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

/** Like pageOf with one statement, for lists that are polled. */
export async function pageAtOnce<DB, TB extends keyof DB, O>(
  db: Kysely<DB>,
  query: SelectQueryBuilder<DB, TB, O>,
  { current, size, orders }: Paging,
  sortable: Record<string, string>,
  fallback: [string, 'asc' | 'desc'][],
): Promise<Page<O>> {
  let ordered = asOrdered(query, orders, sortable)
  for (const [reference, direction] of fallback) ordered = ordered.orderBy(sql.ref(reference), direction)
  const wanted = ordered.limit(size).offset((current - 1) * size)
  const found = query
    .clearSelect()
    .clearOrderBy()
    .select(sql`1`.as('one'))
  const { rows } = await sql<O & { total: number; place: string | null }>`
    select counted.total, placed.* from (select count(*)::int as total from (${found}) as found) as counted
    left join (select wanted.*, row_number() over () as place from (${wanted}) as wanted) as placed on true order by place`.execute(db)
  const total = rows[0]?.total ?? 0
  const records = rows.flatMap(({ total: _total, place, ...row }) => (place === null ? [] : [row as O]))
  return { records, total, pages: Math.ceil(total / size), current, size }
}

/**
 * Like pageOf for tables of millions of rows: counts at most `most` rows and shows no page beyond them, so that neither the count nor
 * a deep page reads the whole table. `capped` is true when there are more rows.
 */
export async function cappedPageOf<DB, TB extends keyof DB, O>(
  db: Kysely<DB>,
  query: SelectQueryBuilder<DB, TB, O>,
  { current, size, orders }: Paging,
  sortable: Record<string, string>,
  fallback: [string, 'asc' | 'desc'][],
  most = 10_000,
): Promise<Page<O> & { capped: boolean }> {
  let ordered = asOrdered(query, orders, sortable)
  for (const [reference, direction] of fallback) ordered = ordered.orderBy(sql.ref(reference), direction)
  const first = query
    .clearSelect()
    .clearOrderBy()
    .select(sql`1`.as('one'))
    .limit(most + 1)
  const counted = await sql<{ found: number }>`select count(*)::int as found from (${first}) as found`.execute(db)
  const found = counted.rows[0]?.found ?? 0
  const total = Math.min(found, most)
  const from = (current - 1) * size
  const records =
    from >= total
      ? []
      : await ordered
          .limit(Math.min(size, total - from))
          .offset(from)
          .execute()
  return { records, total, pages: Math.ceil(total / size), current, size, capped: found > most }
}

/** Adds the order that the client requests. */
function asOrdered<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  orders: Paging['orders'],
  sortable: Record<string, string>,
) {
  let ordered = query
  for (const { column, asc } of orders ?? []) {
    const reference = Object.hasOwn(sortable, column) ? sortable[column] : undefined
    if (reference === undefined) failField('orders', sayServer('orderUnknown', { column }))
    ordered = ordered.orderBy(sql.ref(reference), asc ? 'asc' : 'desc')
  }
  return ordered
}
