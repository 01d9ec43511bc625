// Removes uploads that nothing refers to any more (docs/decisions/0046).
import { sql } from 'kysely'
import type { App } from '../../kernel/ctx.ts'

const DAY_MS = 86_400_000
/** A file must be without references in all runs of this many days before it is removed. */
const GRACE_DAYS = 7
const AT_ONCE = 200
/** Tables whose texts are history and no references. */
const histories = ['common_file', 'sys_log', 'sys_login_log', 'schema_migration']
/** The random part of a key, by which a reference is found however the rest of the address is written or escaped. */
const NAME = '([0-9a-f]{32})\\.[a-z0-9]{1,8}'

type Column = { table: string; column: string }

/**
 * Every column that can hold an address: read from the catalogue, so that a column of a later version is never forgotten. Columns of other
 * types hold no text.
 */
async function textColumns({ db }: Pick<App, 'db'>): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as "table", a.attname as "column" from pg_attribute a
      join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace join pg_type t on t.oid = a.atttypid
     where n.nspname = current_schema() and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
       and (t.typcategory = 'S' or t.typname in ('json', 'jsonb', '_text', '_varchar', '_json', '_jsonb', 'tsvector'))
       and c.relname <> all(${histories}::text[])
     order by 1, 2`.execute(db)
  return rows
}

/** Ids of the uploads created before `before` to which a row of any table refers. Reads whole tables, one after the other. */
async function usedUploads(app: Pick<App, 'db'>, before: Date): Promise<Set<string>> {
  const byTable = Map.groupBy(await textColumns(app), (one) => one.table)
  const used = new Set<string>()
  for (const [table, columns] of byTable) {
    const texts = sql.join(columns.map(({ column }) => sql`${sql.ref(column)}::text`))
    const { rows } = await sql<{ id: string }>`
      select distinct f.id from ${sql.table(table)} r,
        lateral (select concat_ws(' ', ${texts}) as t) x,
        lateral regexp_matches(x.t, ${NAME}, 'g') m
        join (select id, substring(url from ${NAME}) as name from common_file where create_time < ${before}::timestamptz) f on f.name = m[1]
       where x.t like '%.%' and x.t ~ ${NAME}`.execute(app.db)
    for (const { id } of rows) used.add(id)
  }
  return used
}

export type UnusedReport = { unused: number; bytes: number; removed: number }

/**
 * Finds uploads older than UNUSED_FILES_DAYS without references, and removes those that were found in all runs of the last week. With 0
 * days it only counts, those of any age.
 */
export async function sweepUnused(app: App): Promise<UnusedReport> {
  const { db, clock, config, log } = app
  const now = clock()
  const days = config.unusedFilesDays
  const before = new Date(now.getTime() - days * DAY_MS)
  const used = await usedUploads(app, before)
  const rows = await db.selectFrom('commonFile').where('createTime', '<', before).select(['id', 'size', 'unusedSince']).execute()
  const unused = rows.filter((one) => !used.has(one.id))
  const report = { unused: unused.length, bytes: unused.reduce((sum, one) => sum + Number(one.size), 0), removed: 0 }
  if (days > 0) {
    await mark(
      app,
      rows.filter((one) => used.has(one.id) && one.unusedSince !== null),
      null,
    )
    await mark(
      app,
      unused.filter((one) => one.unusedSince === null),
      now,
    )
    const due = new Date(now.getTime() - GRACE_DAYS * DAY_MS)
    const ids = unused.filter((one) => one.unusedSince !== null && one.unusedSince <= due).map((one) => one.id)
    report.removed = await remove(app, ids)
  }
  log.info(report, 'uploads without references')
  return report
}

async function mark({ db }: App, rows: readonly { id: string }[], unusedSince: Date | null) {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const ids = rows.slice(at, at + AT_ONCE).map((one) => one.id)
    await db.updateTable('commonFile').set({ unusedSince }).where('id', 'in', ids).execute()
  }
}

/** Removes file and row. A file at a provider that is no longer active stays, with its row. */
async function remove({ db, storage, log }: App, ids: readonly string[]): Promise<number> {
  const active = await storage.activeProvider()
  let removed = 0
  for (const id of ids) {
    const row = await db.selectFrom('commonFile').where('id', '=', id).select(['url']).executeTakeFirst()
    if (!row || !(row.url.startsWith('/files/') || (active && row.url.startsWith(active.url)))) continue
    try {
      await storage.remove(row.url)
      await db.deleteFrom('commonFile').where('id', '=', id).execute()
      removed += 1
    } catch (error) {
      log.warn({ err: error, url: row.url }, 'an unused upload could not be removed')
    }
  }
  return removed
}

/** Removes an upload to which no row refers any more, with its row. */
export async function removeUpload({ db, storage }: App, url: string): Promise<void> {
  await storage.remove(url)
  await db.deleteFrom('commonFile').where('url', '=', url).execute()
}
