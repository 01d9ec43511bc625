// A backup and the archived log of the built-in database: the site as it was at a point in time.
import { chmod, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { migrate } from '../postgres/migrate.ts'
import { databaseAccount } from '../postgres/postgres-binaries.ts'
import { type Postgres, startPostgres } from '../postgres/postgres.ts'
import { makeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'
import { archiveSettings, cleanArchive, makeArchive } from './wal-archive.ts'

/** A cluster is copied, started and stopped several times, beside other tests. */
const PATIENCE_MS = 300_000
const passphrase = 'correct horse battery'
const root = await mkdtemp(join(tmpdir(), 'shuyuan-point-in-time-'))
const [dataDir, wal, out, migrations] = ['data', 'wal', 'backups', 'migrations'].map((name) => join(root, name)) as [
  string,
  string,
  string,
  string,
]
const cluster = join(dataDir, 'postgres')
let postgres: Postgres
let file: string
/** Times after each row; the connection for the next one takes longer than the millisecond that is added. */
const times: Date[] = []

async function asked<T>(url: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<[T]>({ text: statement, rowMode: 'array' }).finally(() => client.end())
  return rows.map(([value]) => value)
}

async function write(text: string) {
  await asked(postgres.url, `insert into paper_answer (text) values ('${text}')`)
  const [now] = await asked<Date>(postgres.url, 'select clock_timestamp()')
  // a Date has no microseconds
  times.push(new Date(now!.getTime() + 1))
}

/** What was written so far is in the archive. */
async function archived() {
  const [last] = await asked<string>(postgres.url, 'select pg_walfile_name(pg_switch_wal())')
  await vi.waitFor(async () => expect(await readdir(wal)).toContain(`${last}.zst`), { interval: 50 })
}

async function restore(into: string, until?: Date) {
  // a second try finds what the first one left
  await rm(join(root, into), { recursive: true, force: true })
  return restoreBackup({ file, into: join(root, into), passphrase, databaseUrl: undefined, migrations, pointInTime: { wal, until } })
}

async function rowsIn(into: string): Promise<string[]> {
  const restored = await startPostgres({ dataDir: join(root, into, 'postgres'), fast: true })
  return asked<string>(restored.url, 'select text from paper_answer order by id').finally(() => restored.stop())
}

beforeAll(async () => {
  await chmod(root, 0o755)
  await mkdir(migrations)
  await writeFile(
    join(migrations, '20260101000000_answers.sql'),
    'create table paper_answer (id bigint generated always as identity primary key, text text);\n',
  )
  await makeArchive(wal, databaseAccount(cluster))
  postgres = await startPostgres({ dataDir: cluster, fast: true, settings: archiveSettings(wal) })
  await migrate(postgres.url, migrations)
  await write('before the backup')
  file = (await makeBackup({ databaseUrl: postgres.url, cluster, dataDir, version: '0.0.1' }, { out, passphrase })).file
  await write('after the backup')
  await archived()
  await write('in the next piece of the log')
  await write('too late')
  await archived()
}, PATIENCE_MS)
afterAll(async () => {
  await postgres.stop()
  await rm(root, { recursive: true, force: true })
})

test('rows that were written before the time are there, later ones are not', { timeout: PATIENCE_MS }, async () => {
  const { differing } = await restore('restored', times[2])
  expect(differing).toEqual([])
  expect(await rowsIn('restored')).toEqual(['before the backup', 'after the backup', 'in the next piece of the log'])
})

test('without a time the log is taken to its end', { timeout: PATIENCE_MS }, async () => {
  await restore('latest')
  expect(await rowsIn('latest')).toEqual(['before the backup', 'after the backup', 'in the next piece of the log', 'too late'])
})

test('a time before the backup, and one that the archive does not reach, leave nothing behind', { timeout: PATIENCE_MS }, async () => {
  // a second is surely before the backup, whose time has whole milliseconds
  await expect(restore('early', new Date(times[0]!.getTime() - 1_000))).rejects.toThrow('Take an older backup')
  await expect(restore('late', new Date(Date.now() + 3_600_000))).rejects.toThrow('The time was not reached')
  expect((await readdir(root)).filter((name) => ['early', 'late'].includes(name))).toEqual([])
})

test('what no kept backup needs is removed, the rest stays', async () => {
  const before = await readdir(wal)
  expect(await cleanArchive(wal, out)).toBe(0)
  const [oldest = ''] = before.toSorted()
  await utimes(join(wal, oldest), new Date(0), new Date(0))
  expect(await cleanArchive(wal, join(root, 'migrations'))).toBe(0)
  expect(await cleanArchive(wal, out)).toBe(1)
  expect((await readdir(wal)).toSorted()).toEqual(before.filter((name) => name !== oldest).toSorted())
})
