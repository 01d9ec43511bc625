import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database.ts'
import { migrate } from './migrate.ts'

describe('migrate', () => {
  let database: TestDatabase
  let folder: string
  let client: pg.Client

  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const rows = async (statement: string) => (await client.query(statement)).rows

  beforeAll(async () => {
    database = await createDatabase('template0')
  })
  afterAll(() => database.drop())
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'migrations-'))
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query('drop schema public cascade; create schema public')
    return async () => {
      await client.end()
      rmSync(folder, { recursive: true })
    }
  })

  it('runs new files once, in the order of their timestamps', async () => {
    write('20260102000000_fill.sql', "insert into thing values ('a')")
    write('20260101000000_thing.sql', 'create table thing (name text);\ncreate index on thing (name);')
    expect((await migrate(database.url, folder)).applied).toEqual(['20260101000000_thing.sql', '20260102000000_fill.sql'])
    write('20260103000000_more.sql', "insert into thing values ('b')")
    expect((await migrate(database.url, folder)).applied).toEqual(['20260103000000_more.sql'])
    expect((await migrate(database.url, folder)).applied).toEqual([])
    expect(await rows('select name from thing order by name')).toEqual([{ name: 'a' }, { name: 'b' }])
  })

  it('runs each file once when several processes start together', async () => {
    write('20260101000000_thing.sql', 'create table thing (name text); select pg_sleep(0.05)')
    const all = await Promise.all([1, 2, 3].map(() => migrate(database.url, folder)))
    expect(all.flatMap(({ applied }) => applied)).toEqual(['20260101000000_thing.sql'])
  })

  it('refuses a file that was changed after it ran, but not other line ends', async () => {
    write('20260101000000_thing.sql', 'create table thing (\nname text)')
    await migrate(database.url, folder)
    write('20260101000000_thing.sql', 'create table thing (\r\nname text)')
    expect((await migrate(database.url, folder)).applied).toEqual([])
    write('20260101000000_thing.sql', 'create table thing (\nname text, size int)')
    await expect(migrate(database.url, folder)).rejects.toThrow('20260101000000_thing.sql was changed after it ran')
  })

  it('refuses a database that a newer version migrated', async () => {
    write('20260101000000_thing.sql', 'create table thing (name text)')
    await migrate(database.url, folder)
    rmSync(join(folder, '20260101000000_thing.sql'))
    await expect(migrate(database.url, folder)).rejects.toThrow('newer version: it knows 20260101000000_thing.sql')
  })

  it('rolls back a file that fails and names the line', async () => {
    write('20260101000000_good.sql', 'create table good ()')
    write('20260102000000_bad.sql', 'create table half ();\ninsert into half values (1);')
    write('20260103000000_later.sql', 'create table later ()')
    await expect(migrate(database.url, folder)).rejects.toThrow('20260102000000_bad.sql:2 failed: INSERT has more expressions')
    expect(await rows("select tablename from pg_tables where schemaname = 'public' order by 1")).toEqual([
      { tablename: 'good' },
      { tablename: 'schema_migration' },
    ])
  })

  it('refuses a file without a timestamp', async () => {
    write('thing.sql', 'create table thing (name text)')
    await expect(migrate(database.url, folder)).rejects.toThrow('thing.sql must be named like')
  })

  it('reports whether trigrams support Chinese', async () => {
    expect((await migrate(database.url, folder)).chineseTrigrams).toBe(false)
    write('20260101000000_trigrams.sql', 'create extension pg_trgm')
    expect((await migrate(database.url, folder)).chineseTrigrams).toBe(true)
  })
})
