// Numbers of rows that are shown as approximate are not counted again for each page of a list.
import type { CompiledQuery, QueryExecutorProvider } from 'kysely'
import type { LRUCache } from 'lru-cache'
import { newLru } from './lru.ts'

const KEPT_MS = 30_000
const MAX_ENTRIES = 500

// by the adapter, which a database shares with its transactions
const keptIn = new WeakMap<object, LRUCache<string, object>>()

/**
 * The time as a condition of a list compares it: the same for half a minute, so that the number of rows that was counted for it is found again. What
 * ends or begins changes its list with the next half minute.
 */
export const halfMinute = (now: Date): Date => new Date(now.getTime() - (now.getTime() % KEPT_MS))

/** What is remembered for 30 seconds of a statement with its values. */
export function keptCounts<T extends object>(db: QueryExecutorProvider, { sql, parameters }: CompiledQuery) {
  const { adapter } = db.getExecutor()
  const kept = keptIn.get(adapter) ?? newLru<string, object>(MAX_ENTRIES, { ttl: KEPT_MS })
  keptIn.set(adapter, kept)
  const key = JSON.stringify([sql, parameters])
  return { find: () => kept.get(key) as T | undefined, keep: (value: T) => void kept.set(key, value) }
}

/**
 * The answer of `count`, or the one that the same statement with the same values gave in the last 30 seconds.
 * @param isApproximate only such an answer is kept: an exact number must follow every change
 */
export async function countedOnce<T>(
  db: QueryExecutorProvider,
  statement: CompiledQuery,
  count: () => Promise<T>,
  isApproximate: (value: T) => boolean,
): Promise<T> {
  const kept = keptCounts<{ value: T }>(db, statement)
  const found = kept.find()
  if (found) return found.value
  const value = await count()
  if (isApproximate(value)) kept.keep({ value })
  return value
}
