// NodeCache: its answers while entries are cleared, on two nodes with one bus.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../test/start-app.ts'
import { NodeCache } from './node-cache.ts'

let one: TestApp
let two: TestApp
beforeAll(async () => {
  one = await startApp()
  two = await startApp({ databaseUrl: one.databaseUrl })
})
afterAll(async () => {
  await two.close()
  await one.close()
})

/** A load function that waits: each call resolves with the next value that the test supplies. */
function gate() {
  const waiting: ((value: string | Error) => void)[] = []
  const load = () =>
    new Promise<string>((resolve, reject) => {
      waiting.push((value) => (value instanceof Error ? reject(value) : resolve(value)))
    })
  return { load, waiting }
}
const open = (load: (key: string) => Promise<string>, more: { ttl?: number; ownerOf?: (value: string) => string } = {}) =>
  new NodeCache(one.app, { load, max: 100, ttl: 60_000, ...more })

test('concurrent calls of one key share a load, and its value is cached', async () => {
  const { load, waiting } = gate()
  const cache = open(load)
  const both = Promise.all([cache.get('a'), cache.get('a')])
  waiting[0]?.('first')
  expect(await both).toEqual(['first', 'first'])
  expect(await cache.get('a')).toBe('first')
  expect(waiting).toHaveLength(1)
})

describe.each([
  ['by its key', ['a'], undefined],
  ['by its owner, who is known only when it is loaded', ['ann'], () => 'ann'],
  ['with all others', undefined, undefined],
])('a load that is under way while it is cleared %s', (_name, owners, ownerOf) => {
  test('answers earlier calls, and no later call', async () => {
    const { load, waiting } = gate()
    const cache = open(load, ownerOf ? { ownerOf } : {})
    const early = cache.get('a')
    cache.clear(owners)
    const late = cache.get('a')
    waiting[0]?.('old')
    expect(await early).toBe('old')
    await vi.waitFor(() => expect(waiting).toHaveLength(2))
    waiting[1]?.('new')
    expect(await late).toBe('new')
    expect(await cache.get('a')).toBe('new')
    expect(waiting).toHaveLength(2)
  })

  test('is not cached', async () => {
    const { load, waiting } = gate()
    const cache = open(load, ownerOf ? { ownerOf } : {})
    const early = cache.get('a')
    cache.clear(owners)
    waiting[0]?.('old')
    expect(await early).toBe('old')
    const next = cache.get('a')
    await vi.waitFor(() => expect(waiting).toHaveLength(2))
    waiting[1]?.('new')
    expect(await next).toBe('new')
  })
})

test('clearing one owner leaves the entries of others', async () => {
  let loads = 0
  const cache = open(async (key) => `${key}${++loads}`, { ownerOf: (value) => value.slice(0, 1) })
  expect([await cache.get('a'), await cache.get('b')]).toEqual(['a1', 'b2'])
  cache.clear(['a'])
  expect([await cache.get('a'), await cache.get('b')]).toEqual(['a3', 'b2'])
})

test('a failed load is repeated by the next call', async () => {
  const { load, waiting } = gate()
  const cache = open(load)
  const both = Promise.allSettled([cache.get('a'), cache.get('a')])
  waiting[0]?.(new Error('no database'))
  expect((await both).map((each) => each.status)).toEqual(['rejected', 'rejected'])
  const again = cache.get('a')
  waiting[1]?.('there')
  expect(await again).toBe('there')
})

test('a load that fails after its key was cleared does not remove the newer entry', async () => {
  const { load, waiting } = gate()
  const cache = open(load)
  const early = cache.get('a').catch((error: Error) => error.message)
  cache.clear()
  const late = cache.get('a')
  waiting[1]?.('new')
  expect(await late).toBe('new')
  waiting[0]?.(new Error('no database'))
  expect(await early).toBe('no database')
  expect(await cache.get('a')).toBe('new')
  expect(waiting).toHaveLength(2)
})

test('an entry is reloaded after its ttl', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const now = vi.spyOn(performance, 'now')
  const pass = (ms: number) => {
    now.mockReturnValue(performance.now() + ms)
    vi.advanceTimersByTime(ms)
  }
  try {
    pass(0)
    let loads = 0
    const cache = open(async () => String(++loads), { ttl: 1_000 })
    expect(await cache.get('a')).toBe('1')
    pass(990)
    expect(await cache.get('a')).toBe('1')
    pass(20)
    expect(await cache.get('a')).toBe('2')
  } finally {
    now.mockRestore()
    vi.useRealTimers()
  }
})

test('an entry that several callers find outdated is reloaded once', async () => {
  let loads = 0
  const cache = open(async () => String(++loads))
  const old = await cache.get('a')
  expect(await Promise.all([cache.renew('a', old), cache.renew('a', old)])).toEqual(['2', '2'])
  expect(await cache.renew('a', old)).toBe('2')
})

describe('a change', () => {
  const topic = 'test.node-cache'
  const stored = { a: 'old', b: 'old' }
  const nodeOf = (node: TestApp, name: string) =>
    new NodeCache(node.app, { topic: name, max: 10, ttl: 60_000, load: async (key: 'a' | 'b') => stored[key] })

  test('on one node clears the entries of the other', async () => {
    const [here, there] = [nodeOf(one, topic), nodeOf(two, topic)]
    const noticed = new Promise<void>((resolve) => there.onClear(resolve))
    expect([await here.get('a'), await there.get('a'), await there.get('b')]).toEqual(['old', 'old', 'old'])
    Object.assign(stored, { a: 'new', b: 'new' })
    await here.clearEverywhere(['a'])
    expect(await here.get('a')).toBe('new')
    await noticed
    expect([await there.get('a'), await there.get('b')]).toEqual(['new', 'old'])
    const all = new Promise<void>((resolve) => there.onClear(resolve))
    await here.clearEverywhere()
    await all
    expect(await there.get('b')).toBe('new')
  })

  test('of more owners than fit into one message clears all of them', async () => {
    const [here, there] = [nodeOf(one, `${topic}.many`), nodeOf(two, `${topic}.many`)]
    stored.a = 'old'
    expect(await there.get('a')).toBe('old')
    stored.a = 'new'
    await here.clearEverywhere([...Array.from({ length: 1_000 }, (_, at) => `100000000000000${at}`), 'a'])
    await expect.poll(() => there.get('a')).toBe('new')
  })
})

describe('entries that are loaded ahead', () => {
  /** Counts loads by key; each value is the number of the load. */
  function counting() {
    const loads = new Map<string, number>()
    const load = async (key: string) => {
      const number = (loads.get(key) ?? 0) + 1
      loads.set(key, number)
      return String(number)
    }
    return { loads, load }
  }

  /** long enough for a busy machine to ask a second time before an entry is too old */
  const ttl = 3_000

  /** A cache that loads its one entry again; that load waits for the test. */
  async function loadingAgain() {
    const { load, waiting } = gate()
    const cache = new NodeCache(one.app, { load, max: 100, ttl, ahead: true })
    const first = cache.get('a')
    waiting[0]?.('first')
    await first
    await cache.get('a')
    await expect.poll(() => waiting.length).toBe(2)
    return { cache, waiting }
  }

  test('are loaded again before they are too old if they were asked for since, and not otherwise', async () => {
    const { loads, load } = counting()
    const cache = new NodeCache(one.app, { load, max: 100, ttl, ahead: true })
    await cache.get('idle')
    await cache.get('asked')
    await cache.get('asked')
    await expect.poll(() => loads.get('asked')).toBe(2)
    expect(loads.get('idle')).toBe(1)
    // the first call after it does not load
    expect(await cache.get('asked')).toBe('2')
  })

  test('stay until their time where loading ahead fails, and the next call loads them', async () => {
    const { cache, waiting } = await loadingAgain()
    const faults = one.app.faults.counts().repeated
    waiting[1]?.(new Error('gone'))
    await expect
      .poll(() => {
        void cache.get('a')
        return waiting.length
      })
      .toBe(3)
    waiting[2]?.('again')
    expect(await cache.get('a')).toBe('again')
    expect(one.app.faults.counts().repeated).toBe(faults)
  })

  test('are not kept where they were cleared while they were loaded', async () => {
    const { cache, waiting } = await loadingAgain()
    cache.clear(['a'])
    waiting[1]?.('before the change')
    const after = cache.get('a')
    await expect.poll(() => waiting.length).toBe(3)
    waiting[2]?.('after it')
    expect(await after).toBe('after it')
  })
})
