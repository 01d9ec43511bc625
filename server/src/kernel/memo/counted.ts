// Numbers of rows that are shown as approximate are not counted again for each page of a list.
import type { CompiledQuery, QueryExecutorProvider } from 'kysely'
import { LRUCache } from 'lru-cache'

const KEPT_MS = 30_000
const MAX_ENTRIES = 500

// by the adapter, which a database shares with its transactions
const keptIn = new WeakMap<object, LRUCache<string, object>>()

/**
 * The answer of `count`, or the one that the same statement with the same values gave in the last 30 seconds.
 * @param isApproximate only such an answer is kept: an exact number must follow every change
 */
export async function countedOnce<T>(
  db: QueryExecutorProvider,
  { sql, parameters }: CompiledQuery,
  count: () => Promise<T>,
  isApproximate: (value: T) => boolean,
): Promise<T> {
  const { adapter } = db.getExecutor()
  const kept = keptIn.get(adapter) ?? new LRUCache<string, object>({ max: MAX_ENTRIES, ttl: KEPT_MS })
  keptIn.set(adapter, kept)
  const key = JSON.stringify([sql, parameters])
  const found = kept.get(key) as { value: T } | undefined
  if (found) return found.value
  const value = await count()
  if (isApproximate(value)) kept.set(key, { value })
  return value
}
