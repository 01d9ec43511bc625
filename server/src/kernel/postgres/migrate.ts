// Migrates a database: runs the new SQL files in the order of their timestamps.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { HostClient } from './host-client.ts'

export interface Migrated {
  /** Names of the files that this call ran. */
  applied: string[]
  /** the newest file that had run before; undefined: the database was empty */
  before: string | undefined
  /** Whether pg_trgm exists and treats Chinese characters as letters; otherwise searches read whole tables. */
  chineseTrigrams: boolean
}

interface Migration {
  name: string
  text: string
  checksum: string
}

/** Advisory lock, so that processes that start at the same time migrate one after the other. */
const migrationLock = 20_261_121
const namePattern = /^\d{14}_[a-z0-9_]+\.sql$/

/**
 * Runs the new files of `folder` on the database at `url`, each in its own transaction.
 * @throws when an executed file was changed or is missing, a name has no timestamp, or a file fails; the message names file and line.
 */
export async function migrate(url: string, folder: string): Promise<Migrated> {
  const files = await readMigrations(folder)
  const client = new HostClient({ connectionString: url, application_name: 'shuyuan migrate' })
  // a broken connection rejects the running query; the event needs no handling
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const { pending, before } = await findPending(client, files)
    for (const file of pending) await apply(client, file)
    return { applied: pending.map(({ name }) => name), before, chineseTrigrams: await seesChinese(client) }
  } finally {
    await client.end()
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const misnamed = names.find((name) => !namePattern.test(name))
  if (misnamed !== undefined) throw new Error(`Migration ${misnamed} must be named like 20261120153322_what_it_does.sql.`)
  return Promise.all(
    names.map(async (name) => {
      // line ends of a Windows checkout do not change the checksum
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function findPending(client: pg.Client, files: Migration[]): Promise<{ pending: Migration[]; before: string | undefined }> {
  await client.query(
    'create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration order by name')
  for (const { name, checksum } of rows) {
    const file = files.find((candidate) => candidate.name === name)
    if (!file)
      throw new Error(
        `The database was migrated by a newer version: it knows ${name}, this program does not. Start that version again, or restore the backup from before the upgrade: there is no other way back.`,
      )
    if (file.checksum !== checksum)
      throw new Error(`Migration ${name} was changed after it ran on this database. Undo that and add a new file.`)
  }
  const done = new Set(rows.map(({ name }) => name))
  return { pending: files.filter(({ name }) => !done.has(name)), before: rows.at(-1)?.name }
}

async function apply(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN
    const line = position > 0 ? `:${text.slice(0, position - 1).split('\n').length}` : ''
    throw new Error(`Migration ${name}${line} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

async function seesChinese(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("select from pg_extension where extname = 'pg_trgm'")
  if (rows.length === 0) return false
  const answer = await client.query<{ count: number }>("select coalesce(cardinality(show_trgm('高等数学')), 0) as count")
  return (answer.rows[0]?.count ?? 0) > 0
}
