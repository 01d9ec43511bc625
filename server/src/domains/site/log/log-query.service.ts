// Shared by audit log and sign-in log: search by user, export limit, retention.
import { sayError } from '@shuyuan/contract/kernel/error.ts'
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { containing } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/fail.ts'
import { cappedPageOf, type Paging } from '../../../kernel/page.ts'
import type { DB } from '../../../kernel/tables.ts'
import { namesOfUsers } from './user-names.service.ts'

const EXPORT_MOST = 50_000
const PORTION = 1_000
const FORGET_AT_ONCE = 5_000
const PEOPLE_MOST = 5_000
const DAY_MS = 86_400_000

/** A condition on user_id and user_name: users whose account or name contains the word, and rows with exactly this user name. */
export async function actedBy({ db }: Pick<Ctx, 'db'>, word: string): Promise<Expression<SqlBool>> {
  const people = await db
    .selectFrom('sysUser')
    .where((eb) => eb.or([eb('userName', 'ilike', containing(word)), eb('realName', 'ilike', containing(word))]))
    .limit(PEOPLE_MOST)
    .select('id')
    .execute()
  return sql<SqlBool>`(user_id = any(${people.map((one) => one.id)}::bigint[]) or user_name = ${word})`
}

/** Runs a query with a plan for its actual filters: a generic plan would read the whole log for rare values. */
const plannedAnew = <T>(db: Ctx['db'], act: (db: Ctx['db']) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (own) => {
    await sql`set local plan_cache_mode = force_custom_plan`.execute(own)
    return act(own)
  })

type LogTable = 'sysLog' | 'sysLoginLog'
/** The filtered rows of a log, over any connection. */
export type Found<T extends LogTable> = (db: Ctx['db']) => SelectQueryBuilder<DB, T, object>

/** A page of a log, newest first, with the names of the users. Counts to 10,000 and reports when there are more. */
export async function newestOf<T extends LogTable, O extends { id: string; userId: string | null }>(
  ctx: Ctx,
  find: (db: Ctx['db']) => SelectQueryBuilder<DB, T, O>,
  paging: Paging,
) {
  const page = await plannedAnew(ctx.db, (db) =>
    cappedPageOf(db, find(db), paging, {
      key: 'id',
      sortable: { createTime: 'createTime' },
      fallback: [
        ['createTime', 'desc'],
        ['id', 'desc'],
      ],
    }),
  )
  const names = await namesOfUsers(
    ctx,
    page.records.flatMap((row) => row.userId ?? []),
  )
  return { ...page, records: page.records.map(({ userId, ...row }) => ({ ...row, realName: names.get(userId ?? '') ?? '' })) }
}

/** Fails exportTooLong for more rows than an export may have: a truncated file would look complete. */
export async function mustFitSheet<T extends LogTable>({ db }: Pick<Ctx, 'db'>, find: Found<T>): Promise<void> {
  const count = await plannedAnew(db, async (own) => {
    const first = find(own)
      .select(sql`1`.as('one'))
      .limit(EXPORT_MOST + 1)
    const { rows } = await sql<{ found: number }>`select count(*)::int as found from (${first}) as found`.execute(own)
    return rows[0]?.found ?? 0
  })
  if (count > EXPORT_MOST) fail('exportTooLong', sayError('exportTooLong', { n: EXPORT_MOST.toLocaleString('en-US') }))
}

/** Every row of a log, newest first, in portions. `find` must select id. */
export async function* everyRow<T extends LogTable, O extends { id: string }>(
  { db }: Pick<Ctx, 'db'>,
  find: (db: Ctx['db']) => SelectQueryBuilder<DB, T, O>,
): AsyncGenerator<O> {
  let after: { at: string; id: string } | undefined
  for (;;) {
    const from = after
    const portion = await plannedAnew(db, (own) =>
      (from ? find(own).where(sql<SqlBool>`(create_time, id) < (${from.at}::timestamptz, ${from.id}::bigint)`) : find(own))
        // as text: a Date would lose the microseconds
        .select(sql<string>`create_time::text`.as('at'))
        .orderBy(sql`create_time desc, id desc`)
        .limit(PORTION)
        .execute(),
    )
    for (const row of portion) yield row
    const last = portion.at(-1)
    if (!last || portion.length < PORTION) return
    after = { at: last.at, id: last.id }
  }
}

/** Deletes rows older than LOG_KEEP_DAYS, one portion per statement. */
export async function deleteOldLogs({ db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>): Promise<void> {
  const before = new Date(clock().getTime() - config.logKeepDays * DAY_MS)
  for (const table of ['sysLog', 'sysLoginLog'] as const) {
    for (;;) {
      const old = db.selectFrom(table).where('createTime', '<', before).orderBy('createTime').limit(FORGET_AT_ONCE).select('id')
      const { numDeletedRows } = await db.deleteFrom(table).where('id', 'in', old).executeTakeFirstOrThrow()
      if (numDeletedRows < FORGET_AT_ONCE) break
    }
  }
}
