// Tokens by day, for each person and for the site. What a request may cost is reserved before it is sent, so that many at once stay within.
import type { AssistKind, AssistSettings } from '@shuyuan/contract/assist/assist.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/fail.ts'
import { settingsOf } from './settings.service.ts'

const SITE = '0'
const KEPT_DAYS = 400
const dayOf = (at: Date) => toWallClock(at).slice(0, 10)

/** What was reserved. */
export type Reserved = { day: string; userId: string; tokens: number }

/** @returns false where the limit would be passed; 0: no limit */
async function reserveFor(db: Database, { day, userId, tokens }: Reserved, limit: number): Promise<boolean> {
  if (limit > 0 && tokens > limit) return false
  const { rows } = await sql`
    insert into assist_day as mine (day, user_id, calls, reserved) values (${day}::date, ${userId}::bigint, 1, ${tokens})
    on conflict (day, user_id) do update set calls = mine.calls + 1, reserved = mine.reserved + excluded.reserved
      where ${limit} = 0 or mine.tokens + mine.reserved + excluded.reserved <= ${limit}
    returning 1`.execute(db)
  return rows.length > 0
}

/** The limit of a person; 0: none. Learners have one of their own, and a test counts for the site only. */
function limitOf(kind: AssistKind, { userTokens, learnerTokens }: AssistSettings): number {
  if (kind === 'test') return 0
  return kind === 'explain' ? learnerTokens : userTokens
}

/** Whose limits count: those of the site alone without a person; `purse`: of another kind than that of the request. */
type Spender = { userId: string | null; kind: AssistKind; purse?: AssistKind }

/** Reserves tokens of a person and of the site. Fails assistBudget, assistSiteBudget; then nothing is reserved. */
export async function reserve(app: App, { userId, kind, purse = kind }: Spender, tokens: number): Promise<Reserved> {
  const settings = await settingsOf(app)
  const { siteTokens } = settings
  const wanted = { day: dayOf(app.clock()), userId: userId ?? SITE, tokens }
  await app.db.transaction().execute(async (db) => {
    // the row of the person first: one person's many requests wait there, not for everybody
    if (userId !== null && !(await reserveFor(db, wanted, limitOf(purse, settings)))) fail('assistBudget')
    if (!(await reserveFor(db, { ...wanted, userId: SITE }, siteTokens))) fail('assistSiteBudget')
  })
  return wanted
}

/** Replaces a reservation by what was spent. */
export async function settle(app: App, { day, userId, tokens }: Reserved, spent: number): Promise<void> {
  await sql`
    update assist_day set tokens = tokens + ${spent}, reserved = greatest(0, reserved - ${tokens})
    where day = ${day}::date and user_id in (${userId}::bigint, ${SITE}::bigint)`.execute(app.db)
}

/** Tokens that a person can still spend today; null: no limit. */
export async function leftOf(app: App, userId: string, kind: AssistKind = 'questions'): Promise<number | null> {
  const settings = await settingsOf(app)
  const { siteTokens } = settings
  const userTokens = limitOf(kind, settings)
  const rows = await app.db
    .selectFrom('assistDay')
    .where('day', '=', dayOf(app.clock()))
    .where('userId', 'in', [userId, SITE])
    .select(['userId', sql<number>`tokens + reserved`.as('used')])
    .execute()
  const used = (id: string) => rows.find((one) => one.userId === id)?.used ?? 0
  const left = [...(userTokens > 0 ? [userTokens - used(userId)] : []), ...(siteTokens > 0 ? [siteTokens - used(SITE)] : [])]
  return left.length === 0 ? null : Math.max(0, Math.min(...left))
}

/** Drops reservations of processes that ended, of days that are over, and days long gone. */
export async function sweepDays(app: App): Promise<void> {
  const today = dayOf(app.clock())
  await sql`update assist_day set reserved = 0 where day < ${today}::date and reserved > 0`.execute(app.db)
  await sql`delete from assist_day where day < ${today}::date - ${KEPT_DAYS}::integer`.execute(app.db)
}
