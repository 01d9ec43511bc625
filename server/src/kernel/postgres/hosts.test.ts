// Several hosts in the address: all kinds of connections find the primary, and the next one when a standby is promoted.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startWithStandby } from '../../../test/standby.ts'
import { openPostgresBus } from '../bus.ts'
import { openDatabase } from '../database.ts'
import { openJobs } from '../jobs.ts'
import { HostClient } from './host-client.ts'
import { mustReach } from './reach.ts'

const PATIENCE_MS = 300_000
const log = { warn: () => undefined, error: () => undefined }
let pair: Awaited<ReturnType<typeof startWithStandby>>

beforeAll(async () => {
  pair = await startWithStandby()
}, PATIENCE_MS)
afterAll(() => pair.close(), PATIENCE_MS)

const folder = (url: string) => new URL(url).searchParams.get('host')!
/** Each test has an address of its own: all connections of a process share its state. */
const address = (name: string, urls = [pair.standbyUrl, pair.primary.url], more = '') =>
  `postgres://postgres@${urls.map((url) => encodeURIComponent(folder(url))).join(',')}/postgres?connect_timeout=2&name=${name}${more}`
const on = async <Row extends pg.QueryResultRow>(url: string, statement: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return (await client.query<Row>(statement).finally(() => client.end())).rows
}
const eventually = (act: () => Promise<unknown>) => vi.waitFor(act, { interval: 50 })
function pool(url: string) {
  const opened = openDatabase(url, { max: 3, onError: () => undefined })
  onTestFinished(() => opened.db.destroy())
  const write = (note: string) => sql`insert into note values (${note})`.execute(opened.db)
  return { ...opened, write }
}
const notes = async (url: string) => (await on<{ text: string }>(url, 'select text from note')).map(({ text }) => text)

/** Whether new transactions of the primary may write. */
async function setReadOnly(is: boolean) {
  await on(
    pair.primary.url,
    is ? 'alter system set default_transaction_read_only = on' : 'alter system reset default_transaction_read_only',
  )
  await on(pair.primary.url, 'select pg_reload_conf()')
}

beforeAll(() => on(pair.primary.url, 'create table note (text text)').then(() => undefined))

test('a standby that stands first is skipped; with `any` it is taken', async () => {
  const client = new HostClient({ connectionString: address('skip') })
  await client.connect()
  expect(client.address).toContain(encodeURIComponent(folder(pair.primary.url)))
  await client.end()
  const any = new HostClient(address('any', undefined, '&target_session_attrs=any'))
  await any.connect()
  expect((await any.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')).rows).toEqual([{ standby: true }])
  await any.end()
})

test('without a primary the start says of each host why it was not taken', async () => {
  const url = address('alone', [pair.standbyUrl, 'postgres://x?host=/nowhere'])
  await expect(mustReach(url)).rejects.toThrow(
    /^No connection to PostgreSQL \(DATABASE_URL\) at \S+:5432, \/nowhere:5432, database postgres: no host accepts writes: \S+ \(a standby\), \/nowhere:5432 \(connect ENOENT .*\)\. Start the primary/,
  )
})

test('a connection whose write was refused is thrown away, and the host is taken again when it accepts writes', async () => {
  const { write, db } = pool(address('refused'))
  const connection = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid
  await write('first')
  const before = await connection()
  await setReadOnly(true)
  try {
    await eventually(() => expect(write('never')).rejects.toMatchObject({ code: '25006' }))
    // a write may still get a connection that is about to end
    await eventually(() => expect(write('never')).rejects.toThrow(/no host accepts writes: .*\(read only\).*\(a standby\)/))
  } finally {
    await setReadOnly(false)
  }
  await eventually(() => write('again'))
  expect(await connection()).not.toBe(before)
  expect(await notes(pair.primary.url)).not.toContain('never')
})

test('pool, bus and queue go over to the promoted standby, also from a primary that still answers', { timeout: PATIENCE_MS }, async () => {
  const url = address('promoted')
  const { write, db } = pool(url)
  const bus = await openPostgresBus(url, log)
  onTestFinished(() => bus.close())
  const heard: unknown[] = []
  bus.subscribe('note', (text) => heard.push(text))
  const jobs = openJobs(url, log, 'UTC')
  onTestFinished(() => jobs.close())
  const done: unknown[] = []
  await jobs.start([{ name: 'note', run: async (text) => void done.push(text) }])
  await Promise.all([write('before'), bus.publish('note', 'before'), jobs.send(db, 'note', { at: 'before' })])
  await eventually(async () => {
    await jobs.look()
    expect([heard, done]).toEqual([['before'], [{ at: 'before' }]])
  })
  const [{ at } = { at: '' }] = await on<{ at: string }>(pair.primary.url, 'select pg_current_wal_insert_lsn()::text as at')
  await eventually(async () => {
    const [row] = await on<{ has: boolean }>(pair.standbyUrl, `select pg_last_wal_replay_lsn() >= '${at}'::pg_lsn as has`)
    expect(row?.has).toBe(true)
  })
  // the idle connections of bus and queue notice nothing of this
  await setReadOnly(true)
  await on(pair.standbyUrl, 'select pg_promote()')
  await eventually(() => write('after'))
  await eventually(async () => expect(bus.isConnected()).toBe(true))
  await eventually(async () => {
    await bus.publish('note', 'after')
    expect(heard).toContain('after')
  })
  await jobs.send(db, 'note', { at: 'after' })
  await eventually(async () => {
    await jobs.look()
    expect(done).toContainEqual({ at: 'after' })
  })
  expect(await notes(pair.standbyUrl)).toEqual(expect.arrayContaining(['before', 'after']))
  expect(await notes(pair.primary.url)).not.toContain('after')
})

/** A host behind a line that can fall silent: nothing passes any more, and nothing is closed. */
async function openLine(path: string) {
  const ends = new Set<Socket>()
  let isSilent = false
  const server = createServer((near) => {
    const far = connect({ path })
    for (const end of [near, far]) ends.add(end.on('error', () => undefined))
    if (isSilent) return
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const end of ends) end.destroy()
    server.close()
  })
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    fallSilent() {
      isSilent = true
      for (const end of ends) end.unpipe().pause()
    },
  }
}

test('a host that falls silent is left for one that accepts writes, and what waits for it fails', { timeout: PATIENCE_MS }, async () => {
  const line = await openLine(join(folder(pair.standbyUrl), '.s.PGSQL.5432'))
  await setReadOnly(false)
  const { write } = pool(`postgres://postgres@${line.host},${encodeURIComponent(folder(pair.primary.url))}/postgres?connect_timeout=1`)
  await write('loud')
  line.fallSilent()
  await expect(write('unheard')).rejects.toThrow(/terminated/)
  await write('elsewhere')
  expect(await notes(pair.primary.url)).toContain('elsewhere')
  expect(await notes(pair.standbyUrl)).toContain('loud')
})

test('it goes on when the other host has gone', { timeout: PATIENCE_MS }, async () => {
  const { write } = pool(address('gone', [pair.primary.url, pair.standbyUrl]))
  await write('still')
  await pair.primary.stop()
  await write('gone')
  expect(await notes(pair.standbyUrl)).toContain('gone')
})
