// The wrong-answer book: filled from exams and training, emptied by answering right often enough in a row.
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Database, json } from '../../kernel/database.ts'
import { type WrongPaper, wrongPapers } from '../paper/wrong.service.ts'
import { site } from '../sys/config.service.ts'

export type Wrong = { quId: string; failedSubs: string[]; answer: Answer | null }
type Writer = Pick<Ctx, 'db' | 'now'>

/** How many right answers in a row take a question out of the book (site setting). */
export async function rightsNeeded(ctx: Pick<Ctx, 'app'>): Promise<number> {
  return (await site(ctx)).props.bookRights
}

/** Notes wrong answers; one that is there already counts once more and begins its row of right ones anew. @param examId '0' for training */
export async function noteWrong(ctx: Writer, userId: string, examId: string, wrong: readonly Wrong[]): Promise<void> {
  if (wrong.length === 0) return
  const rows = json(wrong.map(({ quId, failedSubs, answer }) => ({ quId, failedSubs, answer })))
  // in the order of ids, so that two pages of one person never wait for each other in a circle
  await sql`insert into book_qu (user_id, exam_id, repo_id, chapter_id, qu_id, failed_subs, answer, create_time, update_time)
    select ${userId}::bigint, ${examId}::bigint, qu.repo_id, qu.chapter_id, qu.id,
      array(select jsonb_array_elements_text(given.one->'failedSubs')), given.one->'answer', ${ctx.now}, ${ctx.now}
    from jsonb_array_elements(${rows}::jsonb) as given (one) join qu on qu.id = (given.one->>'quId')::bigint
    where not qu.deleted
    order by qu.id
    on conflict (user_id, qu_id, exam_id) do update set failed_subs = excluded.failed_subs, answer = excluded.answer,
      wrong_count = book_qu.wrong_count + 1, right_streak = 0, update_time = excluded.update_time`.execute(ctx.db)
}

/** Counts right answers, wherever the questions stand in the person's book, and takes out what was right often enough. */
export async function noteRight(ctx: Pick<Ctx, 'app' | 'db'>, userId: string, quIds: readonly string[]): Promise<void> {
  if (quIds.length === 0) return
  const needed = await rightsNeeded(ctx)
  const mine = sql<boolean>`user_id = ${userId}::bigint and qu_id = any(${quIds}::bigint[])`
  await ctx.db
    .updateTable('bookQu')
    .set((eb) => ({ rightStreak: eb('rightStreak', '+', 1) }))
    .where(mine)
    .execute()
  await ctx.db.deleteFrom('bookQu').where(mine).where('rightStreak', '>=', needed).execute()
}

/** Takes the signed-in person's exam papers into the book, each once, as soon as its answers may be seen, and follows marks that have changed since. */
export async function takeInPapers(ctx: Ctx): Promise<void> {
  const taken = await ctx.app.db.selectFrom('bookPaper').where('userId', '=', ctx.user.id).select(['paperId', 'version']).execute()
  const papers = await wrongPapers(
    ctx,
    taken.map(({ paperId, version }) => ({ paperId, version: version ?? 0 })),
  )
  for (const one of papers) await ctx.app.db.transaction().execute((db) => takeIn({ db, now: ctx.now }, ctx.user.id, one))
}

async function takeIn(ctx: Writer, userId: string, { paperId, examId, version, wrong }: WrongPaper) {
  const { db } = ctx
  const quIds = wrong.map((one) => one.quId)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('bookPaper')
    .values({ paperId, userId, version, wrong: quIds })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return noteWrong(ctx, userId, examId, wrong)
  const before = await db.selectFrom('bookPaper').where('paperId', '=', paperId).select(['version', 'wrong']).forUpdate().executeTakeFirst()
  if (!before || before.version === version) return undefined
  await db.updateTable('bookPaper').set({ version, wrong: quIds }).where('paperId', '=', paperId).execute()
  // taken in before it was kept what came in: nobody can say what is new
  if (!before.wrong) return undefined
  const had = new Set(before.wrong)
  await takeBack(
    db,
    { userId, examId },
    before.wrong.filter((quId) => !quIds.includes(quId)),
  )
  return noteWrong(
    ctx,
    userId,
    examId,
    wrong.filter(({ quId }) => !had.has(quId)),
  )
}

/** What a corrected mark no longer calls wrong counts one less; the last one takes the question out. */
async function takeBack(db: Database, { userId, examId }: { userId: string; examId: string }, quIds: readonly string[]) {
  if (quIds.length === 0) return
  const theirs = sql<boolean>`user_id = ${userId}::bigint and exam_id = ${examId}::bigint and qu_id = any(${quIds}::bigint[])`
  await db.deleteFrom('bookQu').where(theirs).where('wrongCount', '<=', 1).execute()
  await db
    .updateTable('bookQu')
    .set((eb) => ({ wrongCount: eb('wrongCount', '-', 1) }))
    .where(theirs)
    .execute()
}

/** Questions of a bank in the signed-in person's book, those answered wrong last first. */
export async function wrongIds(ctx: Ctx, repoId: string): Promise<string[]> {
  await takeInPapers(ctx)
  const rows = await ctx.db
    .selectFrom('bookQu')
    .innerJoin('qu', 'qu.id', 'bookQu.quId')
    .where('bookQu.userId', '=', ctx.user.id)
    .where('bookQu.repoId', '=', repoId)
    .where('deleted', '=', false)
    // an exam may have ended the sight of its answers since
    .where(sql<boolean>`not exists (select from exam where exam.id = book_qu.exam_id and (answer_looks > 0 or answer_until <= ${ctx.now}))`)
    .groupBy('quId')
    .orderBy((eb) => eb.fn.max('bookQu.updateTime'), 'desc')
    .orderBy('quId')
    .select('quId')
    .execute()
  return rows.map((row) => row.quId)
}
