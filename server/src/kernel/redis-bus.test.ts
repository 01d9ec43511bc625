// The bus over Redis, with a stand-in that speaks its protocol, and with a real one where TEST_REDIS_URL names it.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { startApp } from '../../test/start-app.ts'
import { type RedisStandIn, startRedis } from '../../test/redis-stand-in.ts'
import { activeProp } from '../domains/site/provider/prop.service.ts'
import { type Bus, openRedisBus } from './bus.ts'

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

test('a message that could not be sent is refused', async () => {
  const bus = await open(redis.url)
  await redis.close()
  await expect(bus.publish('lost', 1)).rejects.toThrow(/retries|closed|ECONN/)
  redis = await startRedis()
})

test('a server does not start without its Redis', async () => {
  await expect(open('redis://127.0.0.1:1')).rejects.toThrow(/closed|ECONNREFUSED/)
})
