// Digests of rows, by which an undo knows what was changed since.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../kernel/database.ts'
import type { OldKind } from '../old-site.format.ts'

/** For each kind its table, and the columns that a person would change. A sign-in uses an account, as a try uses an exam. */
const tables: Record<OldKind, { table: string; columns: string; isThere?: string }> = {
  depart: { table: 'sys_depart', columns: 'dept_name, parent_id, leader_id' },
  user: { table: 'sys_user', columns: 'version, user_name, password_hash, mobile, state, last_login' },
  repo: { table: 'repo', columns: 'title, update_time' },
  file: { table: 'common_file', columns: 'url' },
  qu: { table: 'qu', columns: 'version, update_time, chapter_id', isThere: 'not deleted' },
  tmpl: { table: 'tmpl', columns: 'version, update_time' },
  exam: { table: 'exam', columns: 'version, update_time, state, archived_at' },
  paper: { table: 'paper', columns: 'version, state, score' },
  courseFile: { table: 'course_file', columns: 'title, cat_id, file_url, enabled' },
  // its form sets the time, its hand-ins do not
  work: { table: 'course_file', columns: 'title, cat_id, enabled, update_time' },
  course: { table: 'course', columns: 'version, update_time, state' },
  hand: { table: 'course_work_hand', columns: 'version, state, content, score, final_score, comment' },
  learn: { table: 'course_file_learn', columns: 'learn_sec, position, process, finish_time, update_time' },
}

const columnsOf = (kind: OldKind): RawBuilder<unknown> => sql.raw(tables[kind].columns)

/** Digests by id. */
export async function marksOf(db: Database, kind: OldKind, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; mark: string }>`
    select id::text, encode(sha256(convert_to(row(${columnsOf(kind)})::text, 'UTF8')), 'hex') as mark from ${sql.table(tables[kind].table)} where id = any(${ids}::bigint[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row.mark]))
}

/** Those of these rows that still exist, as `kind id`. */
export async function stillThere(db: Database, rows: readonly { kind: string; newId: string }[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const [kind, some] of Map.groupBy(rows, (row) => row.kind)) {
    const { table, isThere = 'true' } = tables[kind as OldKind]
    const ids = some.map((row) => row.newId)
    const { rows: there } = await sql<{ id: string }>`
      select id::text from ${sql.table(table)} where id = any(${ids}::bigint[]) and ${sql.raw(isThere)}`.execute(db)
    for (const { id } of there) found.add(`${kind} ${id}`)
  }
  return found
}
