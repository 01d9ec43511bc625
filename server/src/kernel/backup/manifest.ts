// What a backup says about itself, as its last entry.
import pg from 'pg'
import * as z from 'zod'
import { HostClient } from '../postgres/host-client.ts'

export const manifestPath = 'manifest.json'
/** The entry of a database that is not the built-in one. */
export const dumpPath = 'database.dump'
/** The folder of the built-in database. */
export const clusterPath = 'postgres'

const Counts = z.record(z.string(), z.number())

export const Manifest = z.object({
  format: z.literal(1),
  version: z.string(),
  createdAt: z.string(),
  database: z.enum(['builtIn', 'dump']),
  migration: z.string(),
  /** rows when the backup began and when it ended; a restored table lies between */
  counts: z.object({ before: Counts, after: Counts }),
  /** ids of the keys without which sealed values cannot be read */
  sealKeys: z.array(z.string()),
  /** of each part: files, bytes and SHA-256 */
  parts: z.record(z.string(), z.object({ files: z.number(), bytes: z.number(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>
export type Counted = z.infer<typeof Counts>

/** Tables whose rows are counted, as far as they exist. */
const counted = ['sys_user', 'qu', 'exam', 'paper', 'paper_answer', 'course', 'common_file']

/** A session of its own; the caller ends it. */
export async function connected(url: string): Promise<HostClient> {
  const client = new HostClient({ connectionString: url, application_name: 'shuyuan backup' })
  // a broken connection rejects the running query; the event needs no handling
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function existing(client: pg.Client, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname = any($1)",
    [names],
  )
  return rows.map(({ name }) => name).toSorted()
}

export async function countRows(client: pg.Client): Promise<Counted> {
  const counts: Counted = {}
  for (const name of await existing(client, counted)) {
    const { rows } = await client.query<{ count: string }>(`select count(*) as count from ${pg.escapeIdentifier(name)}`)
    counts[name] = Number(rows[0]?.count)
  }
  return counts
}

/** The newest migration, and the ids of the keys that sealed values need. */
export async function factsOf(client: pg.Client): Promise<Pick<Manifest, 'migration' | 'sealKeys'>> {
  const tables = await existing(client, ['schema_migration', 'sys_seal_key'])
  const ask = async (table: string, statement: string) =>
    tables.includes(table) ? (await client.query<{ name: string }>(statement)).rows.map(({ name }) => name) : []
  const [migration = ''] = await ask('schema_migration', 'select name from schema_migration order by name desc limit 1')
  return { migration, sealKeys: await ask('sys_seal_key', 'select id as name from sys_seal_key order by id') }
}

/** Tables whose number of rows is not between those of the backup's begin and end. */
export const differing = ({ before, after }: Manifest['counts'], found: Counted): string[] =>
  Object.keys(before).filter((name) => {
    const [a = 0, b = 0, now = 0] = [before[name], after[name], found[name]]
    return now < Math.min(a, b) || now > Math.max(a, b)
  })
