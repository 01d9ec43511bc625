// The wrong-answer book: filled from exams and training, emptied by answering right often enough in a row.
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Database, json } from '../../kernel/database.ts'
import { keysOut, type WrongPaper, wrongPapers } from '../paper/result/wrong.service.ts'
import { site } from '../sys/site/config.service.ts'

export type Wrong = { quId: string; failedSubs: string[]; answer: Answer | null }
type Writer = Pick<Ctx, 'db' | 'now'>
/** In the place of an exam: what was wrong in training. */
const TRAINING = '0'

/** How many right answers in a row take a question out of the book (site setting). */
export async function rightsNeeded(ctx: Pick<Ctx, 'app'>): Promise<number> {
  return (await site(ctx)).props.bookRights
}

/**
 * Notes wrong answers; one that is there already counts once more and begins its row of right ones anew. What was wrong in training begins it
 * anew for every exam that brought the question, too.
 * @param examId '0' for training
 */
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
  // a paper may be taken in long after it was written: what was right since then stays counted
  if (examId !== TRAINING) return
  await sql`update book_qu set right_streak = 0 where user_id = ${userId}::bigint and right_streak > 0
    and qu_id = any(${wrong.map((one) => one.quId)}::bigint[])`.execute(ctx.db)
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

/**
 * Takes the signed-in person's exam papers into the book, each once, as soon as its answers may be seen, and follows what changed since: marks
 * given later, corrected keys, and papers that were reopened or given up, which the book forgets until they are finished again.
 */
export async function takeInPapers(ctx: Ctx): Promise<void> {
  const { app, now, user } = ctx
  const known = await app.db
    .selectFrom('bookPaper')
    .leftJoin('paper', 'paper.id', 'bookPaper.paperId')
    .where('bookPaper.userId', '=', user.id)
    .select(['bookPaper.paperId', 'bookPaper.version', 'paper.state'])
    .execute()
  const isOff = (one: (typeof known)[number]) => one.state === PaperState.open || one.state === PaperState.givenUp
  for (const { paperId } of known.filter(isOff)) await app.db.transaction().execute((db) => forget(db, paperId))
  const taken = known.filter((one) => !isOff(one)).map(({ paperId, version }) => ({ paperId, version: version ?? 0 }))
  const papers = await wrongPapers(ctx, taken)
  for (const one of papers) await app.db.transaction().execute((db) => addWrongAnswers({ db, now }, user.id, one))
}

async function addWrongAnswers(ctx: Writer, userId: string, { paperId, examId, version, asked, wrong }: WrongPaper) {
  const { db } = ctx
  const quIds = wrong.map((one) => one.quId)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('bookPaper')
    .values({ paperId, userId, version, wrong: quIds })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return noteWrong(ctx, userId, examId, wrong)
  const before = await db.selectFrom('bookPaper').where('paperId', '=', paperId).select(['version', 'wrong']).forUpdate().executeTakeFirst()
  // somebody else has read it later than this one
  if (!before || (before.version ?? 0) >= version) return undefined
  await db.updateTable('bookPaper').set({ version, wrong: quIds }).where('paperId', '=', paperId).execute()
  const place = { paperId, userId, examId }
  // taken in before it was kept what came in: everything may have, but nobody can say what is new
  const had = new Set(before.wrong ?? asked)
  await takeBack(
    db,
    place,
    [...had].filter((quId) => !quIds.includes(quId)),
  )
  await renew(
    ctx,
    place,
    wrong.filter(({ quId }) => had.has(quId)),
  )
  return noteWrong(
    ctx,
    userId,
    examId,
    wrong.filter(({ quId }) => !had.has(quId)),
  )
}

/** A paper that is open again, or given up, has brought nothing; its next end is taken in like a first one. */
async function forget(db: Database, paperId: string) {
  const row = await db
    .selectFrom('paper')
    .innerJoin('bookPaper', 'bookPaper.paperId', 'paper.id')
    .where('paper.id', '=', paperId)
    .where('paper.state', 'in', [PaperState.open, PaperState.givenUp])
    .select(['paper.examId', 'paper.userId', 'bookPaper.wrong', 'paper.keys'])
    .forUpdate('bookPaper')
    .executeTakeFirst()
  if (!row) return
  const asked = (row.keys as unknown as { quId: string }[]).map((key) => key.quId)
  await takeBack(db, { paperId, userId: row.userId, examId: row.examId }, row.wrong ?? asked)
  await db.deleteFrom('bookPaper').where('paperId', '=', paperId).execute()
}

type Place = { paperId: string; userId: string; examId: string }
const inBook = ({ userId, examId }: Place, quIds: readonly string[]) =>
  sql<boolean>`user_id = ${userId}::bigint and exam_id = ${examId}::bigint and qu_id = any(${quIds}::bigint[])`

/** What a paper no longer calls wrong counts one less; what came from this paper alone goes. */
async function takeBack(db: Database, place: Place, quIds: readonly string[]) {
  if (quIds.length === 0) return
  const theirs = inBook(place, quIds)
  const elsewhere = sql<boolean>`exists (select from book_paper other join paper on paper.id = other.paper_id
    where other.user_id = ${place.userId}::bigint and paper.exam_id = ${place.examId}::bigint and other.paper_id <> ${place.paperId}::bigint
      and book_qu.qu_id::text = any(other.wrong))`
  await db
    .deleteFrom('bookQu')
    .where(theirs)
    .where('wrongCount', '<=', 1)
    .where((e) => e.not(elsewhere))
    .execute()
  await db
    .updateTable('bookQu')
    .set({ wrongCount: sql<number>`greatest(1, wrong_count - 1)` })
    .where(theirs)
    .execute()
}

/** What is still wrong, and counted already, shows the answer and the parts that now are. */
async function renew({ db, now }: Writer, place: Place, wrong: readonly Wrong[]) {
  if (wrong.length === 0) return
  const rows = json(wrong.map(({ quId, failedSubs, answer }) => ({ quId, failedSubs, answer })))
  await sql`update book_qu set answer = given.one->'answer', update_time = ${now},
      failed_subs = array(select jsonb_array_elements_text(given.one->'failedSubs'))
    from jsonb_array_elements(${rows}::jsonb) as given (one)
    where ${inBook(
      place,
      wrong.map((one) => one.quId),
    )} and qu_id = (given.one->>'quId')::bigint
      and (answer is distinct from given.one->'answer'
        or failed_subs is distinct from array(select jsonb_array_elements_text(given.one->'failedSubs')))`.execute(db)
}

/** What an exam brought may be hidden again: a condition on book_qu joined with exam, where there is one. */
export const isShown = (ctx: Parameters<typeof keysOut>[0]) => sql<boolean>`(exam.id is null or ${keysOut(ctx)})`

type WrongPlace = { repoId: string; chapterId: string; examId: string }

/** Questions of a bank in the signed-in person's book, those answered wrong last first; of a chapter or an exam alone where one is named. */
export async function wrongIds(ctx: Ctx, { repoId, chapterId, examId }: WrongPlace): Promise<string[]> {
  await takeInPapers(ctx)
  const rows = await ctx.db
    .selectFrom('bookQu')
    .innerJoin('qu', 'qu.id', 'bookQu.quId')
    .leftJoin('exam', 'exam.id', 'bookQu.examId')
    .where('bookQu.userId', '=', ctx.user.id)
    .where('qu.repoId', '=', repoId)
    .where('deleted', '=', false)
    .where(isShown(ctx))
    .$if(chapterId !== '', (q) => q.where('qu.chapterId', '=', chapterId))
    .$if(examId !== '', (q) => q.where('bookQu.examId', '=', examId))
    .groupBy('quId')
    .orderBy((eb) => eb.fn.max('bookQu.updateTime'), 'desc')
    .orderBy('quId')
    .select('quId')
    .execute()
  return rows.map((row) => row.quId)
}
