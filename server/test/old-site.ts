// A site as the previous release left it: its tables, filled with the rows of a site of today, and the statements of its program.
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../src/kernel/postgres/migrate.ts'
import { createDatabase, type TestDatabase } from './database.ts'

export const migrations = join(import.meta.dirname, '../migrations')
type Table = { name: string; columns: string[]; identity: string | null }
export type OldSite = {
  database: TestDatabase
  client: pg.Client
  /** those that have rows */
  tables: Table[]
  /** migrations of the next release */
  later: string[]
}

/** The tables and their columns, without generated ones. */
async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select table_name as name, json_agg(column_name order by ordinal_position) as columns,
      min(column_name) filter (where is_identity = 'YES') as identity
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' and table_name <> 'schema_migration'
    group by table_name order by table_name`,
  )
  return rows
}

const quoted = (names: string[]) => names.map((name) => `"${name}"`).join(', ')

/** Copies the columns that the old site knows. @returns whether there was a row */
async function copyTable(from: pg.Client, to: pg.Client, { name, columns, identity }: Table): Promise<boolean> {
  const { rows } = await from.query<{ all: string | null }>(`select json_agg(t)::text as all from "${name}" as t`)
  const all = rows[0]?.all
  if (all === null || all === undefined) return false
  await to.query(
    `insert into "${name}" (${quoted(columns)}) overriding system value
      select ${quoted(columns)} from json_populate_recordset(null::"${name}", $1::json)`,
    [all],
  )
  if (identity !== null)
    await to.query(`select setval(pg_get_serial_sequence('"${name}"', '${identity}'), (select max("${identity}") from "${name}"))`)
  return true
}

/**
 * @param url a database of today
 * @param last the newest migration of an older release; that of the previous one if undefined
 * @returns a database of that release with the same rows
 */
export async function makeOldSite(url: string, last?: string): Promise<OldSite> {
  const database = await createDatabase('template0')
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  const released = last ?? (await readFile(join(migrations, 'released.txt'), 'utf8')).trim()
  const files = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).toSorted()
  for (const file of files) if (file <= released) await cp(join(migrations, file), join(folder, file))
  await migrate(database.url, folder)
  await rm(folder, { recursive: true })
  const [from, client] = [url, database.url].map((one) => new pg.Client({ connectionString: one }))
  await from!.connect()
  await client!.connect()
  // rows come in the order of the tables' names, and what triggers would write is copied
  await client!.query('set session_replication_role = replica')
  const known = await tablesOf(client!)
  // what migrations have put there is among the rows of today
  await client!.query(`truncate ${quoted(known.map(({ name }) => name))}`)
  const tables: Table[] = []
  const today = new Set((await tablesOf(from!)).map(({ name }) => name))
  // a table that the next release drops is one that the previous program no longer names
  for (const table of known) if (today.has(table.name) && (await copyTable(from!, client!, table))) tables.push(table)
  await client!.query('set session_replication_role = origin')
  await from!.end()
  return { database, client: client!, tables, later: files.filter((file) => file > released) }
}

/** How a program reads, adds and changes a row of a table, naming the columns that it knows. An added row meets itself and is not stored. */
function statementsOf({ name, columns, identity }: Table): string[] {
  const all = quoted(columns)
  const changed = columns.filter((column) => column !== identity)
  return [
    `select ${all} from "${name}" limit 3`,
    `insert into "${name}" (${all}) overriding system value select ${all} from "${name}" limit 1 on conflict do nothing`,
    `update "${name}" set ${changed.map((column) => `"${column}" = "${column}"`).join(', ')} where ctid = (select ctid from "${name}" limit 1)`,
  ]
}

/** Runs the old program's statements on each table, prepared as it does. @returns what was refused */
export async function actAsBefore({ client, tables }: OldSite): Promise<string[]> {
  const refused: string[] = []
  for (const table of tables)
    for (const [at, text] of statementsOf(table).entries()) {
      await client.query({ name: `${table.name}_${at}`, text }).catch((error: Error) => refused.push(`${table.name}: ${error.message}`))
    }
  return refused
}
