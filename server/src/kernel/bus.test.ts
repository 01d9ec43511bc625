import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { cloneDatabase, type TestDatabase } from '../../test/database.ts'
import { type Bus, openPostgresBus } from './bus.ts'

let database: TestDatabase
const buses: Bus[] = []
const silent = { warn: () => undefined }
const open = async () => {
  const bus = await openPostgresBus(database.url, silent)
  buses.push(bus)
  return bus
}
const next = (bus: Bus, topic: string) => new Promise<unknown>((resolve) => bus.subscribe(topic, resolve))

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(async () => {
  await Promise.all(buses.map((bus) => bus.close()))
  await database.drop()
})

test('a message reaches every node, including the sender', async () => {
  const [one, two] = [await open(), await open()]
  const heard = Promise.all([next(one, 'greet'), next(two, 'greet')])
  await one.publish('greet', { ids: ['1', '汉'] })
  expect(await heard).toEqual([{ ids: ['1', '汉'] }, { ids: ['1', '汉'] }])
})

test('messages of the same moment arrive whole and in order', async () => {
  const [one, two] = [await open(), await open()]
  const sent = Array.from({ length: 300 }, (_, at) => `number ${at}`)
  const heard: unknown[] = []
  const all = new Promise<void>((resolve) => two.subscribe('burst', (payload) => heard.push(payload) === sent.length && resolve()))
  await Promise.all(sent.map((text) => one.publish('burst', text)))
  await all
  expect(heard).toEqual(sent)
})

test('messages that could not be sent are refused; the next ones are sent', async () => {
  const bus = await open()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const heard = next(bus, 'after')
  await bus.publish('before', 1)
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shuyuan bus' and query like '%pg_notify%'`,
  )
  await client.end()
  const results = await Promise.allSettled([bus.publish('lost', 1), bus.publish('lost', 2)])
  await bus.publish('after', 3)
  expect(await heard).toBe(3)
  // the pool may have noticed the broken connection before
  expect(new Set(results.map((one) => one.status)).size).toBe(1)
})

test('a message too large for NOTIFY is refused, not silently lost', async () => {
  const bus = await open()
  await expect(bus.publish('big', '汉'.repeat(2_700))).rejects.toThrow('too long')
})

test('a broken connection is reopened, and listeners are notified of the gap', async () => {
  const bus = await open()
  expect(bus).toMatchObject({ kind: 'database' })
  const gap = new Promise<void>((resolve) => bus.onGap(resolve))
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shuyuan bus' and query like 'listen%'`,
  )
  await client.end()
  await expect.poll(() => bus.isConnected()).toBe(false)
  await gap
  expect(bus.isConnected()).toBe(true)
  const heard = next(bus, 'again')
  await bus.publish('again', 1)
  expect(await heard).toBe(1)
})
