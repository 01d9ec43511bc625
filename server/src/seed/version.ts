// Which version ran on this database last, so that the log of an upgrade names both.
import { type Database, json } from '../kernel/database.ts'
import type { Migrated } from '../kernel/postgres/migrate.ts'

const KEY = 'program'

/** Stores the version. @returns the one that was stored before; undefined on a new database, and on one of a version that stored none */
export async function noteVersion(db: Database, version: string): Promise<string | undefined> {
  const row = await db.selectFrom('sysConfig').where('key', '=', KEY).select('data').executeTakeFirst()
  const before = (row?.data as { version?: string } | undefined)?.version
  if (before === version) return before
  const data = json({ version })
  await db
    .insertInto('sysConfig')
    .values({ key: KEY, data })
    .onConflict((on) => on.column('key').doUpdateSet({ data }))
    .execute()
  return before
}

const nameOf = (file: string | undefined) => file?.replace(/\.sql$/, '') ?? 'nothing'

/** The line of the log about an upgrade: versions, migrations, seconds; undefined where nothing changed. */
export function upgradeText(
  { applied, before: from, ms }: Pick<Migrated, 'applied' | 'before'> & { ms: number },
  before: string | undefined,
  version: string,
) {
  if (applied.length === 0)
    return before === undefined || before === version ? undefined : `Version ${version} after ${before}: the database is the same.`
  const seconds = (ms / 1_000).toFixed(1)
  const ran = `${applied.length} ${applied.length === 1 ? 'migration' : 'migrations'} in ${seconds} s`
  if (from === undefined) return `Version ${version}, new database: ${ran}.`
  return `Version ${version} after ${before ?? 'an earlier one'}: ${ran}, from ${nameOf(from)} to ${nameOf(applied.at(-1))}.`
}
