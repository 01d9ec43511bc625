// The wrong-answer book: filled from exams and training; a question leaves after enough right answers in a row.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { QuType } from '@shuyuan/contract/qu/content.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Database, json, among } from '../../kernel/database.ts'
import { keysOut, type WrongAnswer, type WrongPaper, wrongPapers } from '../paper/result/wrong.service.ts'
import { keyColumns, storedKeys } from '../paper/question/stored.service.ts'
import { titleOfStem } from '../qu/bank/question-read.service.ts'
import { inChapter } from '../repo/chapter.service.ts'
import { site } from '../site/config/config.service.ts'

export type Wrong = WrongAnswer
type Writer = Pick<Ctx, 'db' | 'now'>
/** Stands in the column exam_id for wrong answers from training. */
export const TRAINING = '0'

/** How many right answers in a row remove a question from the book (site setting). */
export async function rightsNeeded(ctx: Pick<Ctx, 'app'>): Promise<number> {
  return (await site(ctx)).props.bookRights
}

/**
 * Records wrong answers. An existing entry counts one more and its streak of right answers restarts; a wrong answer in training also restarts the
 * streak of entries from exams.
 * @param examId '0' for training
 */
export async function recordWrong(ctx: Writer, userId: string, examId: string, wrong: readonly Wrong[]): Promise<void> {
  if (wrong.length === 0) return
  await storeFrozen(ctx.db, wrong)
  const rows = json(wrong.map(({ quId, version, failedSubs, answer }) => ({ quId, version, failedSubs, answer })))
  // ordered by id, so that two requests of one user cannot deadlock; a bank may have been deleted since the exam
  await sql`insert into book_qu (user_id, exam_id, repo_id, chapter_id, qu_id, version, failed_subs, answer, create_time, update_time)
    select ${userId}::bigint, ${examId}::bigint, coalesce(qu.repo_id, 0), qu.chapter_id, (given.one->>'quId')::bigint,
      (given.one->>'version')::integer, array(select jsonb_array_elements_text(given.one->'failedSubs')), given.one->'answer', ${ctx.now}, ${ctx.now}
    from jsonb_array_elements(${rows}::jsonb) as given (one) left join qu on qu.id = (given.one->>'quId')::bigint
    order by (given.one->>'quId')::bigint
    on conflict (user_id, qu_id, exam_id) do update set failed_subs = excluded.failed_subs, answer = excluded.answer,
      version = excluded.version, wrong_count = book_qu.wrong_count + 1, right_streak = 0, update_time = excluded.update_time`.execute(
    ctx.db,
  )
  // an exam's answers may be recorded long after they were given: later right answers keep their streak, and the card is due again
  if (examId !== TRAINING) {
    await ctx.db
      .updateTable('bookCard')
      .set({ due: sql<Date>`least(due, ${ctx.now})` })
      .where('userId', '=', userId)
      .where(
        among(
          'quId',
          wrong.map((one) => one.quId),
        ),
      )
      .execute()
    return
  }
  await sql`update book_qu set right_streak = 0 where user_id = ${userId}::bigint and right_streak > 0
    and qu_id = any(${wrong.map((one) => one.quId)}::bigint[])`.execute(ctx.db)
}

/** Stores the questions as they were answered, each version once for all learners. */
export async function storeFrozen(db: Database, questions: readonly Pick<Wrong, 'quId' | 'version' | 'frozen'>[]): Promise<void> {
  const rows = questions.map(({ quId, version, frozen: { shown, key } }) => ({
    quId,
    version,
    quType: shown.quType as QuType,
    title: titleOfStem(shown.content),
    shown: json(shown),
    key: json(key),
  }))
  // ordered by id, so that two requests cannot deadlock
  await db
    .insertInto('bookFrozen')
    .values(rows.toSorted((a, b) => (BigInt(a.quId) < BigInt(b.quId) ? -1 : 1)))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Records right answers for all entries of these questions, and deletes entries with enough right answers in a row. */
export async function recordRight(ctx: Pick<Ctx, 'app' | 'db'>, userId: string, quIds: readonly string[]): Promise<void> {
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
 * Records the wrong answers of the signed-in user's finished papers, each paper once, as soon as its answers may be shown. Follows later changes:
 * manual marks, corrected keys, and papers that were reopened or given up, whose entries are removed until the next end.
 */
export async function recordPapers(ctx: Ctx): Promise<void> {
  const { app, now, user } = ctx
  // a call that holds a transaction must not wait for a second connection: many calls at once would wait for one another
  const inOne = (act: (db: Database) => Promise<void>) => (ctx.db.isTransaction ? act(ctx.db) : app.db.transaction().execute(act))
  const recorded = await ctx.db
    .selectFrom('bookPaper')
    .leftJoin('paper', 'paper.id', 'bookPaper.paperId')
    .where('bookPaper.userId', '=', user.id)
    .select(['bookPaper.paperId', 'bookPaper.version', 'paper.state'])
    .execute()
  const isOff = (one: (typeof recorded)[number]) => one.state === PaperState.open || one.state === PaperState.givenUp
  for (const { paperId } of recorded.filter(isOff)) await inOne((db) => deleteEntriesOf(db, paperId))
  const unchanged = recorded.filter((one) => !isOff(one)).map(({ paperId, version }) => ({ paperId, version: version ?? 0 }))
  const papers = await wrongPapers(ctx, unchanged)
  for (const one of papers) await inOne((db) => addWrongAnswers({ db, now }, user.id, one))
}

async function addWrongAnswers(ctx: Writer, userId: string, { paperId, examId, version, asked, wrong }: WrongPaper) {
  const { db } = ctx
  const quIds = wrong.map((one) => one.quId)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('bookPaper')
    .values({ paperId, userId, version, wrong: quIds })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return recordWrong(ctx, userId, examId, wrong)
  const before = await db.selectFrom('bookPaper').where('paperId', '=', paperId).select(['version', 'wrong']).forUpdate().executeTakeFirst()
  // a concurrent request has recorded the same or a newer version
  if (!before || (before.version ?? 0) >= version) return undefined
  await db.updateTable('bookPaper').set({ version, wrong: quIds }).where('paperId', '=', paperId).execute()
  const place = { paperId, userId, examId }
  // papers recorded before the column `wrong` existed: every question may have an entry, so none counts as new
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
  return recordWrong(
    ctx,
    userId,
    examId,
    wrong.filter(({ quId }) => !had.has(quId)),
  )
}

/** Removes the entries of a paper that is open again or given up; its next end is recorded like a first one. */
async function deleteEntriesOf(db: Database, paperId: string) {
  const row = await db
    .selectFrom('paper')
    .innerJoin('bookPaper', 'bookPaper.paperId', 'paper.id')
    .where('paper.id', '=', paperId)
    .where('paper.state', 'in', [PaperState.open, PaperState.givenUp])
    .select(['paper.examId', 'paper.userId', 'bookPaper.wrong', ...keyColumns])
    .forUpdate('bookPaper')
    .executeTakeFirst()
  if (!row) return
  const asked = (await storedKeys({ db }, row)).map((key) => key.quId)
  await takeBack(db, { paperId, userId: row.userId, examId: row.examId }, row.wrong ?? asked)
  await db.deleteFrom('bookPaper').where('paperId', '=', paperId).execute()
}

type Place = { paperId: string; userId: string; examId: string }
const inBook = ({ userId, examId }: Place, quIds: readonly string[]) =>
  sql<boolean>`user_id = ${userId}::bigint and exam_id = ${examId}::bigint and qu_id = any(${quIds}::bigint[])`

/** Reduces the count of entries that the paper no longer marks wrong; deletes those recorded from this paper alone. */
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

/** Updates answer and wrong sub-questions of entries that are still wrong. */
async function renew({ db, now }: Writer, place: Place, wrong: readonly Wrong[]) {
  if (wrong.length === 0) return
  await storeFrozen(db, wrong)
  const rows = json(wrong.map(({ quId, version, failedSubs, answer }) => ({ quId, version, failedSubs, answer })))
  await sql`update book_qu set answer = given.one->'answer', version = (given.one->>'version')::integer, update_time = ${now},
      failed_subs = array(select jsonb_array_elements_text(given.one->'failedSubs'))
    from jsonb_array_elements(${rows}::jsonb) as given (one)
    where ${inBook(
      place,
      wrong.map((one) => one.quId),
    )} and qu_id = (given.one->>'quId')::bigint
      and (answer is distinct from given.one->'answer'
        or failed_subs is distinct from array(select jsonb_array_elements_text(given.one->'failedSubs')))`.execute(db)
}

/** A condition on book_qu left-joined with exam: entries of an exam show only while its answers may be shown. */
export const isShown = (ctx: Parameters<typeof keysOut>[0]) => sql<boolean>`(exam.id is null or ${keysOut(ctx)})`

type WrongPlace = { repoId: string; chapterId: string; examId: string }

/** Question ids in the signed-in user's book of a bank, latest wrong answer first; limited to a chapter or an exam if given. */
export async function wrongIds(ctx: Ctx, { repoId, chapterId, examId }: WrongPlace): Promise<string[]> {
  await recordPapers(ctx)
  const rows = await ctx.db
    .selectFrom('bookQu')
    .innerJoin('qu', 'qu.id', 'bookQu.quId')
    .leftJoin('exam', 'exam.id', 'bookQu.examId')
    .where('bookQu.userId', '=', ctx.user.id)
    .where('qu.repoId', '=', repoId)
    .where('deleted', '=', false)
    .where(isShown(ctx))
    .$if(chapterId !== '', (q) => q.where(inChapter('qu.chapterId', chapterId)))
    .$if(examId !== '', (q) => q.where('bookQu.examId', '=', examId))
    .groupBy('quId')
    .orderBy((eb) => eb.fn.max('bookQu.updateTime'), 'desc')
    .orderBy('quId')
    .select('quId')
    .execute()
  return rows.map((row) => row.quId)
}
