// Reads the rosters of learning platforms, compares them with the last reading, and makes accounts where the platform's setting says so.
import type { ltiRoster, LtiRosterProblem } from '@shuyuan/contract/integrate/lti.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { App, Ctx, SlowCtx } from '../../../kernel/ctx.ts'
import { json } from '../../../kernel/database.ts'
import { Failure, must } from '../../../kernel/fail.ts'
import { OutgoingRefused } from '../../../kernel/http/outgoing.ts'
import { ownTransaction } from '../../../kernel/own-transaction.ts'
import { NoToken, rosterPage } from './lti-access.service.ts'
import { userOf } from './lti-account.service.ts'
import { withinScope } from './lti-platform.service.ts'
import { type Member, membersIn, nextOf } from './roster.rules.ts'

const TIMEOUT_MS = 15_000
const MOST_PAGES = 500
const MOST_PEOPLE = 10_000
const DAY_MS = 24 * 60 * 60_000
/** Courses without a launch for that long are over; the button reads them still. */
const LIVING_DAYS = 200
/** People who left are named for that long. */
const GONE_DAYS = 90

type Result = Output<typeof ltiRoster.read>
class Unread extends Error {
  readonly problem: LtiRosterProblem
  readonly detail: string
  constructor(problem: LtiRosterProblem, detail = '') {
    super(problem)
    this.problem = problem
    this.detail = detail
  }
}

const contexts = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('integrateLtiContext as c')
    .innerJoin('integrateLtiPlatform as p', 'p.id', 'c.platformId')
    .where('p.enabled', '=', true)
    .where('p.tokenUrl', '!=', '')
    .where('p.roster', '!=', 'off')
    .select(['c.id', 'c.url', 'platformId', 'p.clientId', 'tokenUrl', 'tokenAudience', 'deptCode', 'p.roster'])
type Context = Awaited<ReturnType<ReturnType<typeof contexts>['executeTakeFirstOrThrow']>>

/**
 * Reads one roster now. What was wrong is answered and stored at the course; an earlier reading stays then. Fails notFound for a course of a
 * platform that is off, whose rosters are not read, or beyond the caller's data scope.
 */
export async function readNow(ctx: SlowCtx, { id }: Input<typeof ltiRoster.read>): Promise<Result> {
  const context = await ctx.read(async (inner) =>
    must(
      await contexts(inner)
        .where('c.id', '=', id)
        .where(await withinScope(inner))
        .executeTakeFirst(),
    ),
  )
  const read = await readAll(ctx.app, context)
  return ctx.transaction((inner) => keep(inner, context, read))
}

/** Every roster of the platforms that are set so, one after the other; a problem is stored at its course. */
export async function readRosters(app: App): Promise<void> {
  const since = new Date(app.clock().getTime() - LIVING_DAYS * DAY_MS)
  for (const context of await contexts(app).where('launchTime', '>', since).orderBy('c.id').execute()) {
    const read = await readAll(app, context)
    await ownTransaction(app, (ctx) => keep(ctx, context, read))
  }
}

/** Members who left are forgotten after 90 days. */
export const forgetMembers = async ({ db, clock }: App) =>
  void (await db
    .deleteFrom('integrateLtiMember')
    .where('goneTime', '<', new Date(clock().getTime() - GONE_DAYS * DAY_MS))
    .execute())

/** The whole roster before anything is stored, or why there is none. */
async function readAll(app: App, context: Context): Promise<Member[] | Unread> {
  try {
    return await allPages(app, context)
  } catch (error) {
    if (error instanceof Unread) return error
    if (error instanceof NoToken) return new Unread('token', error.message.slice(0, 200))
    if (error instanceof OutgoingRefused) return new Unread('address', URL.parse(context.url)?.host)
    return new Unread('silent', error instanceof Error ? error.message.slice(0, 200) : '')
  }
}

async function allPages(app: App, context: Context): Promise<Member[]> {
  const found = new Map<string, Member>()
  const seen = new Set<string>()
  for (let url: string | undefined = context.url; url !== undefined;) {
    // the token goes to the address that the signed launch named, and to none that an answer names
    if (new URL(url).origin !== new URL(context.url).origin) throw new Unread('form', 'link')
    if (seen.has(url) || seen.size >= MOST_PAGES) throw new Unread('form', 'link')
    seen.add(url)
    const { status, link, body } = await rosterPage(app, context, url, TIMEOUT_MS)
    if (status !== 200) throw new Unread('answer', `HTTP ${status}`)
    const members = membersIn(body)
    if (!members) throw new Unread('form')
    for (const member of members) found.set(member.subject, member)
    if (found.size > MOST_PEOPLE) throw new Unread('tooMany')
    url = nextOf(link, url)
  }
  if (found.size === 0) throw new Unread('empty')
  return [...found.values()]
}

async function keep(ctx: Ctx, context: Context, read: Member[] | Unread): Promise<Result> {
  const { db, now } = ctx
  // two readings at once: one after the other
  await db.selectFrom('integrateLtiContext').where('id', '=', context.id).select('id').forUpdate().execute()
  if (read instanceof Unread) return noteProblem(ctx, context, read)
  const accounts = context.roster === 'accounts' ? await addAccounts(ctx, context, read) : 0
  if (accounts === undefined) return noteProblem(ctx, context, new Unread('seats'))
  const { rows } = await sql<{ added: number; gone: number }>`
    with given as materialized (
      select * from jsonb_to_recordset(${json(read)}::jsonb) r (subject text, name text, teaches boolean, active boolean)
    ), stored as materialized (
      select subject, gone_time from integrate_lti_member where context_id = ${context.id}::bigint
    ), kept as (
      insert into integrate_lti_member (context_id, subject, name, teaches, active, first_time)
        select ${context.id}::bigint, subject, name, teaches, active, ${now}::timestamptz from given
        on conflict (context_id, subject) do update set name = excluded.name, teaches = excluded.teaches, active = excluded.active,
          first_time = case when integrate_lti_member.gone_time is null then integrate_lti_member.first_time else excluded.first_time end,
          gone_time = null
    ), left_now as (
      update integrate_lti_member m set gone_time = ${now}::timestamptz
        where m.context_id = ${context.id}::bigint and m.gone_time is null and m.subject not in (select subject from given) returning 1
    )
    select (select count(*)::int from given g where not exists (
        select from stored s where s.subject = g.subject and s.gone_time is null)) as added,
      (select count(*)::int from left_now) as gone`.execute(db)
  const counted = { people: read.length, added: rows[0]?.added ?? 0, gone: rows[0]?.gone ?? 0, accounts }
  await db
    .updateTable('integrateLtiContext')
    .where('id', '=', context.id)
    .set({ ...counted, problem: '', problemDetail: '', tryTime: now, readTime: now })
    .execute()
  return { problem: null, ...counted }
}

async function noteProblem({ db, now }: Ctx, { id }: Context, { problem, detail }: Unread): Promise<Result> {
  await db.updateTable('integrateLtiContext').where('id', '=', id).set({ problem, problemDetail: detail, tryTime: now }).execute()
  return { problem, people: 0, added: 0, gone: 0, accounts: 0 }
}

/** Accounts of learners whom the platform has not suspended, and who have none. @returns how many were made; undefined, and none, beyond the licence */
async function addAccounts(ctx: Ctx, { platformId: id, deptCode }: Context, members: readonly Member[]): Promise<number | undefined> {
  await sql`savepoint roster`.execute(ctx.db)
  try {
    let made = 0
    for (const member of members) if (member.active && !member.teaches && (await userOf(ctx, { id, deptCode }, member)).isNew) made += 1
    return made
  } catch (error) {
    if (!(error instanceof Failure) || error.reason !== 'licenseSeats') throw error
    await sql`rollback to savepoint roster`.execute(ctx.db)
    return undefined
  }
}
