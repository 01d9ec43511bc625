// Deletes old records in portions, so that no statement locks for long.
import { sql } from 'kysely'
import type { App } from './ctx.ts'

/** Retention of sent SMS and notifications, in days (docs/operate/files.md). */
export const SENT_KEEP_DAYS = 180
const AT_ONCE = 5_000
const DAY_MS = 86_400_000

/**
 * Deletes rows of `table` whose create_time is more than `days` ago, oldest first.
 * @param spare condition for rows to preserve
 * @returns the number of deleted rows
 */
export async function deleteOlder(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  table: string,
  days: number,
  spare = sql`false`,
): Promise<number> {
  const before = new Date(clock().getTime() - days * DAY_MS)
  let gone = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where id in (
        select id from ${sql.table(table)} where create_time < ${before}::timestamptz and not (${spare}) order by create_time limit ${AT_ONCE})`.execute(
      db,
    )
    gone += Number(numAffectedRows)
    if (numAffectedRows < AT_ONCE) return gone
  }
}
