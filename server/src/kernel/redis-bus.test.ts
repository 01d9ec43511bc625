// The bus over Redis, with a stand-in that speaks its protocol, and with a real one where TEST_REDIS_URL names it.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { status } from '@shuyuan/contract/operation/status.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { startApp } from '../../test/start-app.ts'
import { type RedisStandIn, startRedis } from '../../test/redis-stand-in.ts'
import { activeProp } from '../domains/site/provider/prop.service.ts'
import type { Bus } from './bus.ts'
import { openRedisBus } from './redis-bus.ts'

const buses: Bus[] = []
const silent = { warn: () => undefined }
const open = async (url: string) => {
  const bus = await openRedisBus(url, silent)
  buses.push(bus)
  return bus
}
const next = (bus: Bus, topic: string) => new Promise<unknown>((resolve) => bus.subscribe(topic, resolve))

let redis: RedisStandIn
beforeEach(async () => {
  redis = await startRedis()
})
afterEach(async () => {
  await Promise.all(buses.splice(0).map((bus) => bus.close().catch(() => undefined)))
  await redis.close()
})

describe.each([
  ['a stand-in', undefined] as const,
  ...[process.env.TEST_REDIS_URL].flatMap((url) => (url ? [['a Redis', url] as const] : [])),
])('over %s', (_name, given) => {
  const url = () => given ?? redis.url

  test('a message reaches every node, including the sender, whatever its size', async () => {
    const [one, two] = [await open(url()), await open(url())]
    const heard = Promise.all([next(one, 'greet'), next(two, 'greet')])
    const payload = { ids: ['1', '汉'.repeat(10_000)] }
    await one.publish('greet', payload)
    expect(await heard).toEqual([payload, payload])
  })

  test('messages of the same moment arrive whole and in order', async () => {
    const [one, two] = [await open(url()), await open(url())]
    const sent = Array.from({ length: 300 }, (_, at) => `number ${at}`)
    const heard: unknown[] = []
    const all = new Promise<void>((resolve) => two.subscribe('burst', (payload) => heard.push(payload) === sent.length && resolve()))
    await Promise.all(sent.map((text) => one.publish('burst', text)))
    await all
    expect(heard).toEqual(sent)
  })
})

test('a broken connection is opened again, and listeners hear of the gap when messages arrive again, not before', async () => {
  const bus = await open(redis.url)
  let gaps = 0
  const gap = new Promise<void>((resolve) => bus.onGap(() => resolve(void gaps++)))
  const { asked, answer } = redis.dropSubscribers()
  await asked
  // caches are read anew at the gap: a change after that must be heard
  expect(gaps).toBe(0)
  answer()
  await gap
  const heard = next(bus, 'again')
  await bus.publish('again', 1)
  expect(await heard).toBe(1)
})

test('servers over Redis hear of a change of settings on another one', async () => {
  const one = await startApp({ env: { REDIS_URL: redis.url } })
  const other = await startApp({ databaseUrl: one.databaseUrl, env: { REDIS_URL: redis.url } })
  try {
    const admin = await one.as('admin')
    const read = () => activeProp(other.ctx(), 'hotel')
    expect(await read()).toBeUndefined()
    await one.ok(configProp.change, { type: 'hotel', provider: 'local', data: {} }, admin)
    await expect.poll(read).toMatchObject({ provider: 'local' })
  } finally {
    await other.close()
    await one.close()
  }
})

test('while Redis is away publishing fails at once and reaches this process; afterwards the gap is told', async () => {
  const bus = await open(redis.url)
  expect(bus.isConnected()).toBe(true)
  const { port } = new URL(redis.url)
  await redis.close()
  await expect.poll(() => bus.isConnected()).toBe(false)
  const heard = next(bus, 'away')
  const began = performance.now()
  await expect(bus.publish('away', 1)).rejects.toThrow('no connection to Redis')
  expect(performance.now() - began).toBeLessThan(500)
  expect(await heard).toBe(1)
  const gap = new Promise<void>((resolve) => bus.onGap(resolve))
  redis = await startRedis(Number(port))
  await gap
  await expect.poll(() => bus.isConnected()).toBe(true)
  const again = next(bus, 'again')
  await bus.publish('again', 2)
  expect(await again).toBe(2)
})

test('a server starts without its Redis, says so once with the address and without the password, and finds it later', async () => {
  const { port } = new URL(redis.url)
  await redis.close()
  const told: string[] = []
  const bus = await openRedisBus(`redis://:secret@127.0.0.1:${port}`, { warn: (_detail, message) => told.push(message) })
  buses.push(bus)
  expect(bus.isConnected()).toBe(false)
  expect(told).toEqual([expect.stringContaining(`No connection to Redis (REDIS_URL) at 127.0.0.1:${port}.`)])
  expect(told.join('')).not.toContain('secret')
  redis = await startRedis(Number(port))
  await expect.poll(() => bus.isConnected()).toBe(true)
  expect(told).toHaveLength(1)
})

test('a Redis that went silent is away', async () => {
  const bus = await open(redis.url)
  redis.freeze()
  await expect.poll(() => bus.isConnected()).toBe(false)
})

test('a message that was lost is made up for: every process reads its caches anew, also one whose connection held', async () => {
  const [one, two] = [await open(redis.url), await open(redis.url)]
  const gap = new Promise<void>((resolve) => two.onGap(resolve))
  redis.freeze()
  await expect(one.publish('lost', 1)).rejects.toThrow('retries')
  redis.thaw()
  await gap
})

test('the state of the system and the figures say that Redis is away; calls do not wait for it', async () => {
  const token = 'a-token-for-the-figures'
  const app = await startApp({ env: { REDIS_URL: redis.url, METRICS_TOKEN: token } })
  try {
    const admin = await app.as('admin')
    const figure = async () => (await app.http.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })).body
    expect(await figure()).toContain('shuyuan_bus_connected{kind="redis"} 1')
    await redis.close()
    await expect.poll(() => app.app.bus.isConnected()).toBe(false)
    app.clock.advance(6)
    const seen = await app.ok(status.detail, {}, admin)
    expect(seen.bus).toEqual({ kind: 'redis', isConnected: false })
    expect(seen.warnings).toContain('bus')
    expect(await figure()).toContain('shuyuan_bus_connected{kind="redis"} 0')
    const site = await app.ok(config.detail, {}, admin)
    const began = performance.now()
    await app.ok(config.save, { ...site, siteName: '改名' }, admin)
    expect(performance.now() - began).toBeLessThan(1_500)
    // this process knows its own change
    expect(await app.ok(config.detail, {}, admin)).toMatchObject({ siteName: '改名' })
  } finally {
    await app.close()
    redis = await startRedis()
  }
})
