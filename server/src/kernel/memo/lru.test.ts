import { describe, expect, test } from 'vitest'
import { newLru } from './lru.ts'

describe('a bounded cache', () => {
  test('drops the entry that was used least recently', () => {
    const cache = newLru<string, number>(3)
    for (const [key, value] of Object.entries({ a: 1, b: 2, c: 3 })) cache.set(key, value)
    cache.get('a')
    cache.set('d', 4)
    expect([...cache.keys()].toSorted()).toEqual(['a', 'c', 'd'])
    cache.set('d', 5)
    expect(cache.size).toBe(3)
    expect(cache.get('d')).toBe(5)
  })

  test('gives its entries their time, loads once for all callers, and counts what was loaded', async () => {
    let loads = 0
    const cache = newLru<string, number>(2, { ttl: 3_600_000, fetchMethod: async () => ++loads })
    expect(await Promise.all([cache.forceFetch('a'), cache.forceFetch('a')])).toEqual([1, 1])
    expect(cache.getRemainingTTL('a')).toBeGreaterThan(0)
    expect(cache.getRemainingTTL('a')).toBeLessThanOrEqual(3_600_000)
    for (const key of ['b', 'c']) await cache.forceFetch(key)
    expect([...cache.keys()].toSorted()).toEqual(['b', 'c'])
  })

  test('reserves no memory for entries that it does not hold yet', () => {
    // what lru-cache reserves with `max` would be more than a process may have
    const cache = newLru<string, number>(10_000_000_000)
    cache.set('a', 1)
    expect(cache.get('a')).toBe(1)
  })
})
