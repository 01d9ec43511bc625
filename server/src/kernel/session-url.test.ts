// A pooler in transaction mode keeps no sessions: code that needs one connects around it.
import { CompiledQuery, sql } from 'kysely'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { cloneDatabase } from '../../test/database.ts'
import { startApp } from '../../test/start-app.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './database.ts'
import { boundBy } from './postgres/token-bound.ts'

const own = await cloneDatabase()
afterAll(() => own.drop())

const named = (name: string) => {
  const url = new URL(own.url)
  url.searchParams.set('application_name', name)
  return url.href
}

test('a call with an API token has a session of its own, and its bounds reach no other call', async () => {
  const { db } = openDatabase(named('pooled'), { max: 1, onError: () => undefined, sessionUrl: named('session') })
  const where = async () => {
    const { rows } = await sql<{ name: string; token: string | null }>`
      select current_setting('application_name') as name, current_setting('shuyuan.token', true) as token`.execute(db)
    return rows[0]
  }
  try {
    const free = { name: 'pooled', token: null }
    expect(await where()).toEqual(free)
    expect(await boundBy(['user:list'], where)).toEqual({ name: 'session', token: 'token,user:list' })
    expect(await boundBy([], () => db.transaction().execute(where))).toEqual({ name: 'session', token: 'token' })
    expect(await where()).toEqual(free)
  } finally {
    await db.destroy()
  }
  await using watcher = openDatabase(own.url, { max: 1, onError: () => undefined }).db
  const left = sql`select from pg_stat_activity where datname = current_database() and application_name in ('pooled', 'session')`
  await expect.poll(async () => (await left.execute(watcher)).rows.length).toBe(0)
})

test('the bus, the queue and caches that a call with an API token fills use the address of sessions', async () => {
  const app = await startApp({
    databaseUrl: named('pooled'),
    env: { DATABASE_URL: named('pooled'), DATABASE_SESSION_URL: named('session') },
    background: true,
  })
  try {
    const { rows } = await app.db.executeQuery<{ name: string; query: string }>(
      CompiledQuery.raw('select application_name as name, query from pg_stat_activity where datname = current_database()'),
    )
    const of = (part: string) => [...new Set(rows.filter(({ query }) => query.includes(part)).map(({ name }) => name))]
    expect(of('listen ')).toEqual(['session'])
    // a job is queued in its caller's transaction
    const looks = rows.filter(({ query }) => query.includes('pgboss.') && !query.includes('INSERT INTO pgboss.job'))
    expect(looks.filter(({ name }) => name !== 'session')).toEqual([])
    expect(of('pg_stat_activity')).toEqual(['pooled'])
    const inCache = () => sql<{ name: string }>`select current_setting('application_name') as name`.execute(app.app.cacheDb)
    expect((await boundBy([], inCache)).rows).toEqual([{ name: 'session' }])
    expect((await inCache()).rows).toEqual([{ name: 'pooled' }])
  } finally {
    await app.close()
  }
})

test('an address for sessions alone is refused', () => {
  expect(() => readConfig({ DATABASE_SESSION_URL: own.url })).toThrow('set DATABASE_URL')
})

/** Where the state of a session is used, with the reason why it is in order. */
const known: Record<string, string> = {
  'kernel/bus.ts': 'listens at the address of sessions',
  'kernel/postgres/migrate.ts': 'locks at the address of sessions',
  'kernel/postgres/postgres.ts': 'the built-in database, without a pooler',
  'kernel/postgres/token-bound.ts': 'connections for calls with a token come from the address of sessions',
}

test('nothing else keeps a state in its session', async () => {
  const stateful =
    /pg_(?:try_)?advisory_lock(?:_shared)?\(|set_config\([^)]*, false\)|[`'"]listen |\bcreate temp|[`'"]set (?!local)\w+ (?:=|to) |\bset session (?!=)/i
  const folder = new URL('..', import.meta.url).pathname
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'))
  const found: string[] = []
  for (const file of files)
    if (stateful.test((await readFile(`${folder}${file}`, 'utf8')).replaceAll(/\/\/.*|\/?\*.*/g, ''))) found.push(file)
  expect(files.length).toBeGreaterThan(500)
  expect(found.toSorted()).toEqual(Object.keys(known).toSorted())
})
