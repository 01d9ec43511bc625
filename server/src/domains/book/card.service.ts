// Spaced repetition of the wrong-answer book: a card per question says when it is due.
import type { book } from '@shuyuan/contract/book/book.ts'
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { json, among } from '../../kernel/database.ts'
import { isShown, recordPapers } from './book.service.ts'
import { reviewed } from './card.rules.ts'

type Writer = Pick<Ctx, 'db' | 'now'>
/** Most questions of one training. */
const MAX_CARDS = 100

/** Moves the cards of these questions; a question that has none and is not in the user's book gets none. */
export async function review({ db, now }: Writer, userId: string, quIds: readonly string[], isRight: boolean): Promise<void> {
  if (quIds.length === 0) return
  const stored = await db
    .selectFrom('bookCard')
    .where('userId', '=', userId)
    .where(among('quId', quIds))
    .orderBy('quId')
    .forUpdate()
    .selectAll()
    .execute()
  const before = new Map(stored.map((card) => [card.quId, card]))
  const rows = quIds.map((quId) => ({ quId, ...reviewed(before.get(quId), isRight, now) }))
  await sql`insert into book_card (user_id, qu_id, due, stability, difficulty, scheduled_days, learning_steps, reps, lapses, state, last_review)
    select ${userId}::bigint, "quId", due, stability, difficulty, "scheduledDays", "learningSteps", reps, lapses, state, ${now}
    from jsonb_to_recordset(${json(rows)}::jsonb) as given ("quId" bigint, due timestamptz, stability double precision, difficulty double precision,
      "scheduledDays" integer, "learningSteps" smallint, reps integer, lapses integer, state smallint)
    where exists (select from book_qu where book_qu.user_id = ${userId}::bigint and book_qu.qu_id = "quId")
      or exists (select from book_card old where old.user_id = ${userId}::bigint and old.qu_id = "quId")
    order by "quId"
    on conflict (user_id, qu_id) do update set due = excluded.due, stability = excluded.stability, difficulty = excluded.difficulty,
      scheduled_days = excluded.scheduled_days, learning_steps = excluded.learning_steps, reps = excluded.reps, lapses = excluded.lapses,
      state = excluded.state, last_review = excluded.last_review`.execute(db)
}

/** The questions of the caller's book that are due now. */
const due = (ctx: Ctx) =>
  ctx.db
    .selectFrom('bookQu')
    .innerJoin('qu', 'qu.id', 'bookQu.quId')
    .innerJoin('repo', 'repo.id', 'qu.repoId')
    .leftJoin('exam', 'exam.id', 'bookQu.examId')
    .leftJoin('bookCard', (join) => join.onRef('bookCard.quId', '=', 'bookQu.quId').onRef('bookCard.userId', '=', 'bookQu.userId'))
    .where('bookQu.userId', '=', ctx.user.id)
    .where('qu.deleted', '=', false)
    .where(isShown(ctx))
    .where((eb) => eb.or([eb('bookCard.due', 'is', null), eb('bookCard.due', '<=', ctx.now)]))

/** The caller's questions of a bank that are due, the longest waiting first, at most a hundred. */
export async function dueIds(ctx: Ctx, repoId: string): Promise<string[]> {
  await recordPapers(ctx)
  const rows = await due(ctx)
    .where('qu.repoId', '=', repoId)
    .groupBy('bookQu.quId')
    .orderBy(
      (eb) => eb.fn.min('bookCard.due'),
      (order) => order.asc().nullsFirst(),
    )
    .orderBy('bookQu.quId')
    .limit(MAX_CARDS)
    .select('bookQu.quId')
    .execute()
  return rows.map((row) => row.quId)
}

/** The caller's questions that were asked again today, by bank; the first wrong answer is not yet a repetition. */
const countDone = ({ app, db, user, now }: Ctx) =>
  db
    .selectFrom('bookCard')
    .innerJoin('qu', 'qu.id', 'bookCard.quId')
    .innerJoin('repo', 'repo.id', 'qu.repoId')
    .where('bookCard.userId', '=', user.id)
    .where('bookCard.reps', '>', 1)
    .where(
      'bookCard.lastReview',
      '>=',
      sql<Date>`date_trunc('day', ${now}::timestamptz at time zone ${app.config.timeZone}) at time zone ${app.config.timeZone}`,
    )
    .where('bookCard.due', '>', now)
    .groupBy(['repo.id', 'repo.title'])
    .select(['repo.id', 'repo.title', sql<number>`count(*)::int`.as('done')])
    .execute()

/** How many questions of the caller's book are due, and how many were asked again today, by bank. */
export async function countDue(ctx: Ctx): Promise<Output<typeof book.due>> {
  await recordPapers(ctx)
  const done = new Map((await countDone(ctx)).map((one) => [one.id, one]))
  const open = await due(ctx)
    .groupBy(['repo.id', 'repo.title'])
    .orderBy('repo.id')
    .select(['repo.id', 'repo.title', sql<number>`count(distinct book_qu.qu_id)::int`.as('count')])
    .execute()
  const rows = open.map((one) => ({ ...one, done: done.get(one.id)?.done ?? 0 }))
  const ids = new Set(rows.map(({ id }) => id))
  return [...rows, ...[...done.values()].filter(({ id }) => !ids.has(id)).map((one) => ({ ...one, count: 0 }))]
}
