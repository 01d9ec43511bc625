// Reads, prints and deletes entries of the signed-in user's wrong-answer book.
import type { Answer, PaperQuestion, QuestionKey, QuType } from '@shuyuan/contract/qu/content.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { book } from '@shuyuan/contract/book/book.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail, must } from '../../kernel/fail.ts'
import { pageOf } from '../../kernel/page.ts'
import { type Posed, poseQuestion, shownKey } from '../paper/attempt/entry/practice.service.ts'
import { mustNotBeOpen, openQuestions } from '../qu/bank/open.service.ts'
import { keysWithFixes } from '../paper/result/wrong.service.ts'
import { questionsOf } from '../qu/bank/question-read.service.ts'
import { inChapter } from '../repo/chapter.service.ts'
import { isShown, rightsNeeded, recordPapers } from './book.service.ts'
import { among } from '../../kernel/database.ts'

type Calls = typeof book
type Filters = { examId?: string | undefined; repoId?: string | undefined; chapterId?: string | undefined; quType?: number | undefined }
/** the maximum number of printed questions */
const PRINTED = 500
/** The seed of questions shown as the bank has them now. */
const SEED = '0'

/** The bank and the chapter of an entry: those of the question now; of a deleted question those it had when it was answered. */
const repoId = sql<string>`coalesce(qu.repo_id, book_qu.repo_id)`
const chapterId = sql<string | null>`case when coalesce(qu.deleted, true) then book_qu.chapter_id else qu.chapter_id end`
/** of a bank that was deleted */
const repoTitle = sql<string>`coalesce(repo.title, '已删除的题库')`
const quTypeNow = sql<QuType>`coalesce(book_frozen.qu_type, qu.qu_type)`

const mine = (ctx: Ctx, filters: Filters) =>
  ctx.db
    .selectFrom('bookQu')
    .leftJoin('bookFrozen', (join) => join.onRef('bookFrozen.quId', '=', 'bookQu.quId').onRef('bookFrozen.version', '=', 'bookQu.version'))
    .leftJoin('qu', 'qu.id', 'bookQu.quId')
    .leftJoin('repo', (join) => join.on('repo.id', '=', repoId))
    .leftJoin('repoChapter', (join) => join.on('repoChapter.id', '=', chapterId))
    .leftJoin('repoChapter as above', 'above.id', 'repoChapter.parentId')
    .leftJoin('exam', 'exam.id', 'bookQu.examId')
    .where('bookQu.userId', '=', ctx.user.id)
    // the question of an entry from an earlier release may be gone with its bank
    .where((e) => e.or([e('bookFrozen.quId', 'is not', null), e('qu.id', 'is not', null)]))
    .where(isShown(ctx))
    .$if(filters.examId !== undefined, (q) => q.where('bookQu.examId', '=', filters.examId ?? ''))
    .$if(filters.repoId !== undefined, (q) => q.where(repoId, '=', filters.repoId ?? ''))
    .$if(filters.chapterId !== undefined, (q) => q.where(inChapter(chapterId, filters.chapterId ?? '')))
    .$if(filters.quType !== undefined, (q) => q.where(quTypeNow, '=', filters.quType as QuType))

/** The question as it was answered; null for an entry of an earlier release that the job has not reached. */
const frozenColumns = ['bookFrozen.shown', 'bookFrozen.key'] as const

const listed = (ctx: Ctx, filters: Filters) =>
  mine(ctx, filters)
    .select(['bookQu.id', 'bookQu.quId', 'bookQu.examId', 'bookQu.wrongCount', 'bookQu.rightStreak', 'bookQu.updateTime'])
    .select([repoId.as('repoId'), chapterId.as('chapterId'), quTypeNow.as('quType'), repoTitle.as('repoTitle')])
    .select([sql<string>`coalesce(book_frozen.title, qu.title)`.as('title'), sql<boolean>`coalesce(qu.deleted, true)`.as('deleted')])
    .select(['repoChapter.title as chapterTitle', 'exam.title as examTitle'])
type Listed = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

const shown = ({ repoTitle: title, chapterTitle, examTitle, ...row }: Listed) => ({
  ...row,
  chapterId: row.chapterId ?? '',
  examId_dictText: examTitle ?? '',
  repoId_dictText: title,
  chapterId_dictText: chapterTitle ?? '',
})

type Answered = { quId: string; examId: string; shown: unknown; key: unknown }

/** The questions of these entries as they were answered, with the keys as corrected since; in the bank's letters, as the stored answers. */
async function frozenOf(ctx: Ctx, rows: readonly Answered[]): Promise<Map<string, Posed>> {
  const missing = rows.filter((row) => row.shown === null)
  const present = await questionsOf(
    ctx,
    missing.map((row) => row.quId),
  )
  const found = new Map(missing.flatMap(({ quId }) => (present.has(quId) ? [[quId, poseQuestion(present.get(quId)!, SEED)] as const] : [])))
  const stored = rows.filter((row) => row.shown !== null)
  for (const [examId, ofExam] of Map.groupBy(stored, (row) => row.examId)) {
    const keys = await keysWithFixes(
      ctx.db,
      examId,
      ofExam.map((row) => row.key as QuestionKey),
    )
    for (const [at, row] of ofExam.entries()) found.set(row.quId, { shown: row.shown as PaperQuestion, key: keys[at]! })
  }
  return found
}

export async function pageBook(ctx: Ctx, { params, ...paging }: Input<Calls['paging']>): Promise<Output<Calls['paging']>> {
  await recordPapers(ctx)
  const page = await pageOf(listed(ctx, params), paging, { updateTime: 'bookQu.updateTime', wrongCount: 'bookQu.wrongCount' }, [
    ['bookQu.updateTime', 'desc'],
    ['bookQu.id', 'desc'],
  ])
  return { ...page, records: page.records.map(shown) }
}

type Place = { id: string; title: string; count: number }
function into<T extends Place>(places: Map<string, T>, fresh: T, count: number): T {
  const place = places.get(fresh.id) ?? fresh
  place.count += count
  places.set(fresh.id, place)
  return place
}

/** Exams, banks and chapters with wrong answers of the user, with their counts, a chapter's with its sections; for an exam, only its banks. */
export async function bookPlaces(ctx: Ctx, { examId: asked }: Input<Calls['places']>): Promise<Output<Calls['places']>> {
  await recordPapers(ctx)
  const rows = await mine(ctx, {})
    .groupBy(['bookQu.examId', 'exam.title', repoId, 'repo.title', 'repoChapter.id', 'repoChapter.title', 'repoChapter.sort', 'above.id'])
    .groupBy(['above.title', 'above.sort'])
    .orderBy('repo.title')
    .orderBy(sql`coalesce(above.sort, repo_chapter.sort), coalesce(above.id, repo_chapter.id), above.id is not null`)
    .orderBy('repoChapter.sort')
    .select(['bookQu.examId', 'exam.title as examTitle', repoId.as('repoId'), repoTitle.as('repoTitle')])
    .select(['repoChapter.id as chapterId', 'repoChapter.title as chapterTitle', 'above.id as aboveId', 'above.title as aboveTitle'])
    .select(sql<number>`count(*)::int`.as('count'))
    .execute()
  const exams = new Map<string, Place>()
  const repos = new Map<string, Place & { chapters: Map<string, Place> }>()
  for (const { examId, examTitle, chapterId: chapter, chapterTitle, aboveId, aboveTitle, count, ...bank } of rows) {
    if (examTitle !== null) into(exams, { id: examId, title: examTitle, count: 0 }, count)
    if (asked !== undefined && examId !== asked) continue
    const repo = into(repos, { id: bank.repoId, title: bank.repoTitle, count: 0, chapters: new Map<string, Place>() }, count)
    if (aboveId !== null) into(repo.chapters, { id: aboveId, title: aboveTitle ?? '', count: 0 }, count)
    if (chapter !== null) into(repo.chapters, { id: chapter, title: chapterTitle ?? '', count: 0 }, count)
  }
  return {
    rights: await rightsNeeded(ctx),
    exams: [...exams.values()],
    repos: [...repos.values()].map(({ chapters, ...repo }) => ({ ...repo, chapters: [...chapters.values()] })),
  }
}

/** An own entry with question, key and wrong answer. Fails notFound, questionSat while the question is on an open paper. */
export async function findInBook(ctx: Ctx, { id, quId }: Input<Calls['detail']>): Promise<Output<Calls['detail']>> {
  // removes entries of papers that have been reopened, whose keys must not be shown
  await recordPapers(ctx)
  const {
    answer,
    shown: stored,
    key: storedKey,
    ...row
  } = must(
    await listed(ctx, {})
      .$if(id !== undefined, (q) => q.where('bookQu.id', '=', id ?? ''))
      .$if(quId !== undefined, (q) => q.where('bookQu.quId', '=', quId ?? ''))
      .orderBy('bookQu.updateTime', 'desc')
      .select(['bookQu.answer', ...frozenColumns])
      .limit(1)
      .executeTakeFirst(),
  )
  await mustNotBeOpen(ctx, row.quId)
  const { shown: asked, key } = must((await frozenOf(ctx, [{ ...row, shown: stored, key: storedKey }])).get(row.quId))
  return {
    ...shown(row),
    question: asked,
    answer: answer as unknown as Answer | null,
    key: shownKey(key),
    subKeys: key.subs.map(shownKey),
  }
}

/** Up to 500 questions of the book for printing, each once; without questions that are open for the caller. */
export async function printBook(ctx: Ctx, { answers, ...filters }: Input<Calls['print']>): Promise<Output<Calls['print']>> {
  await recordPapers(ctx)
  const newest = mine(ctx, filters)
    .distinctOn('bookQu.quId')
    .orderBy('bookQu.quId')
    .orderBy('bookQu.updateTime', 'desc')
    .select(['bookQu.quId', 'bookQu.examId', quTypeNow.as('quType'), ...frozenColumns])
  const rows = await ctx.db.selectFrom(newest.as('one')).selectAll().orderBy('quType').orderBy('quId').limit(PRINTED).execute()
  const questions = await frozenOf(ctx, rows)
  const sat = await openQuestions(ctx)
  return rows.flatMap(({ quId }) => {
    const question = questions.get(quId)
    if (!question || sat.has(quId)) return []
    const { shown: asked, key } = question
    return [{ question: asked, key: answers ? shownKey(key) : null, subKeys: answers ? key.subs.map(shownKey) : [] }]
  })
}

/** Deletes questions from the own book. Fails notFound if none of them is in it. */
export async function removeFromBook(ctx: Ctx, { ids }: Input<Calls['remove']>): Promise<true> {
  const { numDeletedRows } = await ctx.db.deleteFrom('bookQu').where('userId', '=', ctx.user.id).where(among('id', ids)).executeTakeFirst()
  if (numDeletedRows === 0n) fail('notFound')
  return true
}
