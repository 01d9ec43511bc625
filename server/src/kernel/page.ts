// Paged lists: the only place where a client's column names meet SQL.
import { sql, type SelectQueryBuilder } from 'kysely'
import { failField } from './fail.ts'

export type Paging = { current: number; size: number; orders?: { column: string; asc: boolean }[] | undefined }
export type Page<T> = { records: T[]; total: number; pages: number; current: number; size: number }

/**
 * Runs a query as one page.
 * @param sortable columns a client may order by, as name → SQL reference
 * @param fallback the order when the client names none; a unique column should end it
 * Fails at `orders` when a column is not sortable.
 */
export async function pageOf<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { current, size, orders }: Paging,
  sortable: Record<string, string>,
  fallback: [string, 'asc' | 'desc'][],
): Promise<Page<O>> {
  const counted = await (query as unknown as SelectQueryBuilder<DB, TB, { total: number }>)
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  const { total } = counted as { total: number }
  let ordered = query
  for (const { column, asc } of orders ?? []) {
    const reference = Object.hasOwn(sortable, column) ? sortable[column] : undefined
    if (reference === undefined) failField('orders', `不能按 ${column} 排序`)
    ordered = ordered.orderBy(sql.ref(reference), asc ? 'asc' : 'desc')
  }
  for (const [reference, direction] of fallback)
    ordered = ordered.orderBy(sql.ref(reference), (o) => (direction === 'asc' ? o.asc() : o.desc().nullsLast()))
  const records =
    total === 0
      ? []
      : await ordered
          .limit(size)
          .offset((current - 1) * size)
          .execute()
  return { records, total, pages: Math.ceil(total / size), current, size }
}
