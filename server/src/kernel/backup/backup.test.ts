// Backups of the built-in database and its files, made while rows are written, and restored elsewhere.
import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { constants, getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { migrate } from '../postgres/migrate.ts'
import { type Postgres, startPostgres } from '../postgres/postgres.ts'
import { type Made, makeBackup, type Source, verifyBackup } from './backup.ts'
import { findProgram } from './dump.ts'
import { backupApart } from './own-process.ts'
import { restoreBackup } from './restore.ts'

/** Deriving a key is slow on purpose, and slower beside other tests. */
// a backup has the lowest priority: it gets what other work leaves
const PATIENCE_MS = 600_000
const passphrase = 'correct horse battery'
/** Beside the cluster of this run, in memory if there is enough; no data folder of a site may be there. */
let root: string
/** The folder of what is restored. */
let target: string
let postgres: Postgres
let source: Source
let made: Made
const acknowledged: number[] = []
let known: number

const out = () => join(root, 'backups')
const migrations = () => join(root, 'migrations')
const restore = (file: string, into: string, secret = passphrase) =>
  restoreBackup({ file, into: join(target, into), passphrase: secret, databaseUrl: undefined, migrations: migrations() })

async function rowsOf(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' }).finally(() => client.end())
  return rows.map(([value]) => value)
}

/** Inserts row after row, each its own transaction, until it is told to stop. */
async function write(url: string, go: { on: boolean }): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (let id = acknowledged.length + 1; go.on; id++) {
    await client.query('insert into paper_answer (id, text) values ($1, repeat($2, 200))', [id, `答${id}`])
    acknowledged.push(id)
  }
  await client.end()
}

beforeAll(async () => {
  root = await mkdtemp(join(inject('clusters'), 'backup-test-'))
  target = await mkdtemp(join(tmpdir(), 'shuyuan-backup-test-'))
  for (const folder of [root, target]) await chmod(folder, 0o755)
  await mkdir(migrations())
  await writeFile(join(migrations(), '20260101000000_answers.sql'), 'create table paper_answer (id bigint primary key, text text);\n')
  const dataDir = join(root, 'data')
  postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), fast: true })
  await migrate(postgres.url, migrations())
  await mkdir(join(dataDir, 'files', '202611'), { recursive: true })
  await mkdir(join(dataDir, 'private'), { mode: 0o700 })
  await writeFile(join(dataDir, 'files', '202611', 'a.bin'), Buffer.alloc(700_001, 'abc'))
  await writeFile(join(dataDir, 'private', 'capture.jpg'), 'a picture', { mode: 0o600 })
  await writeFile(join(dataDir, 'private', 'seal.key'), 'the key', { mode: 0o600 })
  source = { databaseUrl: postgres.url, cluster: join(dataDir, 'postgres'), dataDir, version: '0.0.1' }
  const go = { on: true }
  const writing = write(postgres.url, go)
  await vi.waitUntil(() => acknowledged.length > 20)
  known = acknowledged.length
  made = await makeBackup(source, { out: out(), passphrase })
  go.on = false
  await writing
}, PATIENCE_MS)
afterAll(async () => {
  await postgres.stop()
  for (const folder of [root, target]) await rm(folder, { recursive: true })
})

describe('a backup of the built-in database', () => {
  test(
    'made while rows are written has all that were acknowledged before, files and private files, but not the seal key',
    async () => {
      const restored = await restore(made.file, 'restored')
      expect(restored).toMatchObject({
        differing: [],
        migrated: [],
        manifest: { migration: '20260101000000_answers.sql', database: 'builtIn' },
      })
      expect(restored.counts.paper_answer).toBeGreaterThanOrEqual(known)
      const again = await startPostgres({ dataDir: join(target, 'restored', 'postgres'), fast: true })
      const ids = await rowsOf(again.url, 'select id::int from paper_answer order by id').finally(() => again.stop())
      expect(ids.slice(0, known)).toEqual(acknowledged.slice(0, known))
      expect(await readFile(join(target, 'restored', 'files', '202611', 'a.bin'))).toEqual(Buffer.alloc(700_001, 'abc'))
      expect(await readdir(join(target, 'restored', 'private'))).toEqual(['capture.jpg'])
    },
    PATIENCE_MS,
  )

  test('ends with its replication slot gone', async () => {
    expect(await rowsOf(postgres.url, 'select slot_name from pg_replication_slots')).toEqual([])
  })

  test('is encrypted and verified: only whole files have the final name', async () => {
    expect((await readFile(made.file)).includes('a picture')).toBe(false)
    expect(await readdir(out())).toEqual([made.file.slice(out().length + 1)])
    expect(made.manifest.parts).toMatchObject({ files: { files: 1, bytes: 700_001 }, private: { files: 1, bytes: 9 } })
  })
})

describe('a restore is refused, with nothing written,', { timeout: PATIENCE_MS }, () => {
  async function altered(name: string, change: (file: string) => Promise<void>): Promise<string> {
    const file = join(root, name)
    await cp(made.file, file)
    await change(file)
    return file
  }
  const flip = (at: number) => async (file: string) => {
    const bytes = await readFile(file)
    bytes[at] = bytes[at]! ^ 1
    await writeFile(file, bytes)
  }

  test('for a wrong passphrase', async () => {
    await expect(restore(made.file, 'never', 'another passphrase')).rejects.toThrow('The passphrase is wrong.')
  })
  test.each([
    ['cut in its last chunk', -1],
    ['cut at the end of a chunk', 48 + 65_552],
    ['cut in its header', 30],
  ])('for a file that is %s', async (name, length) => {
    const file = await altered(name, (path) => truncate(path, length < 0 ? made.bytes + length : length))
    await expect(restore(file, 'never')).rejects.toThrow('incomplete or was altered')
  })
  test.each([
    ['in the middle', 0.5],
    ['at its end', 1],
  ])('for a file that was altered %s', async (name, where) => {
    const file = await altered(name, flip(Math.floor(made.bytes * where) - 1))
    await expect(restore(file, 'never')).rejects.toThrow('incomplete or was altered')
  })
  test('for another kind of file', async () => {
    const file = join(root, 'text')
    await writeFile(file, 'a text of some length that is no backup at all, whatever its name says')
    await expect(restore(file, 'never')).rejects.toThrow('This file is no backup.')
  })
  test('for a folder that is not empty', async () => {
    await mkdir(join(target, 'used', 'files'), { recursive: true })
    await expect(restore(made.file, 'used')).rejects.toThrow('is not empty')
  })
  test('for a backup of the built-in database into another one', async () => {
    const wanted = { file: made.file, into: join(target, 'never'), passphrase, databaseUrl: postgres.url, migrations: migrations() }
    await expect(restoreBackup(wanted)).rejects.toThrow('cannot be restored into another one')
  })
  test('and leaves no folder', () => {
    expect(existsSync(join(target, 'never'))).toBe(false)
  })
})

test(
  'keeps the newest backups of a folder, and nothing else is removed',
  async () => {
    const folder = join(root, 'kept')
    await mkdir(folder)
    await writeFile(join(folder, 'shuyuan-20200101-000000.backup'), '')
    await writeFile(join(folder, 'shuyuan-20210101-000000.backup'), '')
    await writeFile(join(folder, 'another file'), '')
    const { removed } = await makeBackup(source, { out: folder, passphrase, keep: 2, now: new Date('2026-11-22T02:30:00Z') })
    expect(removed).toEqual(['shuyuan-20200101-000000.backup'])
    expect((await readdir(folder)).toSorted()).toEqual(['another file', 'shuyuan-20210101-000000.backup', 'shuyuan-20261122-023000.backup'])
    expect(await verifyBackup(join(folder, 'shuyuan-20261122-023000.backup'), passphrase)).toMatchObject({ version: '0.0.1' })
  },
  PATIENCE_MS,
)

test('a short passphrase makes no backup, and a failed one leaves no file', { timeout: PATIENCE_MS }, async () => {
  await expect(makeBackup(source, { out: join(root, 'short'), passphrase: 'short' })).rejects.toThrow('at least 12 characters')
  const missing = { ...source, databaseUrl: 'postgres://nobody@localhost:1/none' }
  await expect(makeBackup(missing, { out: join(root, 'short'), passphrase })).rejects.toThrow('ECONNREFUSED')
  expect(await readdir(join(root, 'short'))).toEqual([])
})

describe('the program for a database elsewhere', () => {
  async function program(major: number): Promise<string> {
    const folder = join(root, `bin-${major}`)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'pg_dump'), `#!/bin/sh\necho 'pg_dump (PostgreSQL) ${major}.2'\n`, { mode: 0o755 })
    return folder
  }

  test('is of the lowest version that is not older than the server', async () => {
    const folders = [await program(18), await program(15), await program(16)]
    expect(findProgram('pg_dump', 16, folders)).toBe(join(root, 'bin-16', 'pg_dump'))
  })
  test('is missing with words: which version there is, and which is needed', async () => {
    const folders = [await program(15)]
    expect(() => findProgram('pg_dump', 18, folders)).toThrow(/PostgreSQL 18, and this machine has pg_dump 15\. Install/)
    expect(() => findProgram('pg_dump', 18, [])).toThrow('there is no pg_dump on this machine')
  })
  test(
    'writes a dump into the backup; without it there is no backup',
    async () => {
      const elsewhere = { ...source, cluster: undefined }
      const old = { ...elsewhere, programs: [await program(15)] }
      await expect(makeBackup(old, { out: join(root, 'elsewhere'), passphrase })).rejects.toThrow('The database is PostgreSQL 18')
      expect(await readdir(join(root, 'elsewhere'))).toEqual([])
      const { manifest, file } = await makeBackup(
        { ...elsewhere, programs: [await program(18)] },
        { out: join(root, 'elsewhere'), passphrase },
      )
      expect(manifest).toMatchObject({ database: 'dump', parts: { 'database.dump': { files: 1 }, files: { files: 1 } } })
      await expect(restore(file, 'never')).rejects.toThrow('name it in DATABASE_URL')
    },
    PATIENCE_MS,
  )
})

describe('a backup by a process of its own', { timeout: PATIENCE_MS }, () => {
  const order = (out: string, databaseUrl = source.databaseUrl) => ({
    source: { ...source, databaseUrl },
    options: { out, passphrase, keep: 1 },
  })

  /** The priority of the process that is started next, before it has its order. */
  const nextPriority = () => {
    const { promise, resolve } = Promise.withResolvers<number>()
    const note = (message: unknown) => {
      const { process: child } = message as { process: ChildProcess }
      child.once('spawn', () => resolve(getPriority(child.pid)))
    }
    subscribe('child_process', note)
    return promise.finally(() => unsubscribe('child_process', note))
  }

  test('is the same file, told about while it is written and read back, and gets what other work leaves', async () => {
    const told: { stage: string; bytes: number }[] = []
    const priority = nextPriority()
    const apart = await backupApart(
      order(join(root, 'apart')),
      (stage, bytes) => told.push({ stage, bytes }),
      AbortSignal.timeout(PATIENCE_MS),
    )
    expect(await verifyBackup(apart.file, passphrase)).toMatchObject({ version: '0.0.1' })
    expect(apart.contentBytes).toBeGreaterThan(700_010)
    expect(new Set(told.map(({ stage }) => stage))).toEqual(new Set(['copy', 'check']))
    expect(await priority).toBe(constants.priority.PRIORITY_LOW)
  })
  test('goes before others when a person waits for it', async () => {
    const stop = new AbortController()
    const priority = nextPriority()
    const awaited = { ...order(join(root, 'apart-awaited')), awaited: true }
    const stopped = Promise.allSettled([backupApart(awaited, () => undefined, stop.signal)])
    expect(await priority).toBe(constants.priority.PRIORITY_BELOW_NORMAL)
    stop.abort()
    expect(await stopped).toMatchObject([{ status: 'rejected' }])
  })
  test('fails with its reason', async () => {
    const wrong = order(join(root, 'apart-failed'), 'postgres://nobody@localhost:1/none')
    await expect(backupApart(wrong, () => undefined, AbortSignal.timeout(PATIENCE_MS))).rejects.toThrow('ECONNREFUSED')
  })
  test('ends when it is stopped', async () => {
    const stop = new AbortController()
    const stopped = backupApart(order(join(root, 'apart-stopped')), () => stop.abort(), stop.signal)
    await expect(stopped).rejects.toThrow('The backup ended')
  })
})
