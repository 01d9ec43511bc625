// Training statistics of a bank, from counters updated with every answer.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { repoStat } from '@shuyuan/contract/train/stat.ts'
import type { train } from '@shuyuan/contract/train/train.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { Memory } from '../../kernel/memo/memory.ts'
import { appPart } from '../../kernel/part.ts'
import { isShown } from '../book/book.service.ts'
import { mustFindRepo } from '../repo/repo.service.ts'
import { percentOf } from './train.rules.ts'

type Overview = Output<typeof repoStat.overview>
const HARDEST = 20
/** the minimum number of answers for a question's accuracy */
const ENOUGH = 5
const DAYS = 14
const shareOf = (rights: number, answers: number) => (answers === 0 ? null : percentOf(rights, answers))

/** Figures over at least this number of answers are remembered. */
const LARGE = 20_000
const REMEMBERED_MS = 300_000
const MAX_ENTRIES = 200
const memoryOf = appPart(() => new Memory(MAX_ENTRIES))

/**
 * Figures of a bank and its chapters, its hardest questions, and the last fourteen days; those of a large bank may be five minutes old. Fails
 * notFound.
 */
export async function repoOverview(ctx: Ctx, { repoId }: Input<typeof repoStat.overview>): Promise<Overview> {
  const { title } = await mustFindRepo(ctx, repoId)
  const rule = { isFresh: (age: number) => age < REMEMBERED_MS, isKept: ({ answers }: { answers: number }) => answers >= LARGE }
  const { at, value } = memoryOf(ctx.app).of(repoId, ctx.now, () => countRepo(ctx, repoId), rule)
  return { title, asOf: new Date(at), ...(await value) }
}

async function countRepo(ctx: Ctx, repoId: string): Promise<Omit<Overview, 'title' | 'asOf'>> {
  const { rows: chapters } = await sql<{
    chapterId: string
    title: string
    quCount: number
    people: number
    answers: number
    rights: number
  }>`
    with figures as (
      select qu.chapter_id, count(*)::int as qu_count, coalesce(sum(s.answers), 0)::int as answers, coalesce(sum(s.rights), 0)::int as rights
      from qu left join train_stat s on s.qu_id = qu.id where qu.repo_id = ${repoId}::bigint and not qu.deleted group by 1
    ), people as (
      select qu.chapter_id, count(distinct d.user_id)::int as people
      from train_done d join qu on qu.id = d.qu_id where qu.repo_id = ${repoId}::bigint and not qu.deleted group by 1
    )
    select coalesce(f.chapter_id::text, '') as "chapterId", coalesce(c.title, '') as title, f.qu_count as "quCount",
      coalesce(p.people, 0) as people, f.answers, f.rights
    from figures f left join people p on p.chapter_id is not distinct from f.chapter_id
    left join repo_chapter c on c.id = f.chapter_id order by c.sort nulls last, c.id`.execute(ctx.db)
  const { rows: hardest } = await sql<Overview['hardest'][number] & { rights: number }>`
    select qu.id as "quId", qu.qu_type as "quType", qu.title, s.answers, s.people, s.rights
    from qu join train_stat s on s.qu_id = qu.id
    where qu.repo_id = ${repoId}::bigint and not qu.deleted and s.answers >= ${ENOUGH}
    order by s.rights::float / s.answers, s.answers desc limit ${HARDEST}`.execute(ctx.db)
  const sum = (of: (one: (typeof chapters)[number]) => number) => chapters.reduce((total, one) => total + of(one), 0)
  const [answers, rights] = [sum((one) => one.answers), sum((one) => one.rights)]
  return {
    quCount: sum((one) => one.quCount),
    answers,
    percent: shareOf(rights, answers),
    ...(await activity(ctx, repoId)),
    chapters: chapters.map(({ rights: own, ...one }) => ({ ...one, percent: shareOf(own, one.answers) })),
    hardest: hardest.map(({ rights: own, ...one }) => ({ ...one, percent: percentOf(own, one.answers) })),
  }
}

async function activity({ app, db, now }: Ctx, repoId: string): Promise<Pick<Overview, 'people' | 'trains' | 'days'>> {
  const zone = app.config.timeZone
  const { rows: whole } = await sql<{ people: number; trains: number }>`
    select count(distinct user_id)::int as people, count(*)::int as trains
    from train where repo_id = ${repoId}::bigint and answer_count > 0`.execute(db)
  const { rows: days } = await sql<Overview['days'][number]>`
    select to_char(day, 'YYYY-MM-DD') as "dateStr", count(t.id)::int as trains, count(distinct t.user_id)::int as people
    from generate_series((${now}::timestamptz at time zone ${zone})::date - ${DAYS - 1}::integer,
      (${now}::timestamptz at time zone ${zone})::date, interval '1 day') day
    left join train t on t.repo_id = ${repoId}::bigint and (t.update_time at time zone ${zone})::date = day::date
      and t.update_time > ${now}::timestamptz - interval '15 days'
    group by day order by day`.execute(db)
  return { people: whole[0]?.people ?? 0, trains: whole[0]?.trains ?? 0, days }
}

/** The signed-in user's progress in these banks, from counters. A question counts in its present bank and chapter; deleted questions do not count. */
export async function trainProgress(
  { db, now, user }: Ctx,
  { repoIds }: Input<typeof train.progress>,
): Promise<Output<typeof train.progress>> {
  const here = sql`qu.repo_id = any(${repoIds}::bigint[]) and not qu.deleted`
  const { rows } = await sql<Output<typeof train.progress>[number]>`
    with done as (
      select qu.repo_id, count(*)::int as done, (count(*) filter (where d.last_right))::int as "right"
      from train_done d join qu on qu.id = d.qu_id where d.user_id = ${user.id}::bigint and ${here} group by 1
    ), favourite as (
      select qu.repo_id, count(*)::int as favourites
      from qu_favourite f join qu on qu.id = f.qu_id where f.user_id = ${user.id}::bigint and ${here} group by 1
    ), wrong as (
      select qu.repo_id, count(distinct book_qu.qu_id)::int as wrong
      from book_qu join qu on qu.id = book_qu.qu_id left join exam on exam.id = book_qu.exam_id
      where book_qu.user_id = ${user.id}::bigint and ${here} and ${isShown({ user, now })} group by 1
    )
    select repo_id::text as "repoId", coalesce(done, 0) as done, coalesce("right", 0) as "right",
      coalesce(favourites, 0) as favourites, coalesce(wrong, 0) as wrong
    from done full join favourite using (repo_id) full join wrong using (repo_id)`.execute(db)
  return rows
}
