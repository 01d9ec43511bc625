// Reads, prints and deletes entries of the signed-in user's wrong-answer book.
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import type { book } from '@shuyuan/contract/book/book.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail, must } from '../../kernel/fail.ts'
import { pageOf } from '../../kernel/page.ts'
import { poseQuestion, shownKey } from '../paper/attempt/practice.service.ts'
import { mustNotBeOpen, openQuestionIds } from '../paper/attempt/open-questions.service.ts'
import { questionsOf } from '../qu/bank/question-read.service.ts'
import { isShown, rightsNeeded, recordPapers } from './book.service.ts'

type Calls = typeof book
type Filters = { examId?: string | undefined; repoId?: string | undefined; chapterId?: string | undefined; quType?: number | undefined }
/** the maximum number of printed questions */
const PRINTED = 500
/** The seed that leaves options in the bank's order, in which answers are stored. */
const SEED = '0'

const mine = (ctx: Ctx, { examId, repoId, chapterId, quType }: Filters) =>
  ctx.db
    .selectFrom('bookQu')
    .innerJoin('qu', 'qu.id', 'bookQu.quId')
    .innerJoin('repo', 'repo.id', 'qu.repoId')
    .leftJoin('repoChapter', 'repoChapter.id', 'qu.chapterId')
    .leftJoin('exam', 'exam.id', 'bookQu.examId')
    .where('bookQu.userId', '=', ctx.user.id)
    .where('qu.deleted', '=', false)
    .where(isShown(ctx))
    .$if(examId !== undefined, (q) => q.where('bookQu.examId', '=', examId ?? ''))
    .$if(repoId !== undefined, (q) => q.where('qu.repoId', '=', repoId ?? ''))
    .$if(chapterId !== undefined, (q) => q.where('qu.chapterId', '=', chapterId ?? ''))
    .$if(quType !== undefined, (q) => q.where('qu.quType', '=', quType!))
    .$narrowType<{ quType: keyof typeof quTypeText }>()

const listed = (ctx: Ctx, filters: Filters) =>
  mine(ctx, filters)
    .select(['bookQu.id', 'bookQu.quId', 'bookQu.examId', 'bookQu.wrongCount', 'bookQu.rightStreak', 'bookQu.updateTime'])
    .select(['qu.repoId', 'qu.chapterId', 'qu.quType', 'qu.title', 'repo.title as repoTitle'])
    .select(['repoChapter.title as chapterTitle', 'exam.title as examTitle'])
    .$narrowType<{ quType: keyof typeof quTypeText }>()
type Listed = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

const shown = ({ repoTitle, chapterTitle, examTitle, chapterId, ...row }: Listed) => ({
  ...row,
  chapterId: chapterId ?? '',
  examId_dictText: examTitle ?? '',
  repoId_dictText: repoTitle,
  chapterId_dictText: chapterTitle ?? '',
})

export async function pageBook(ctx: Ctx, { params, ...paging }: Input<Calls['paging']>): Promise<Output<Calls['paging']>> {
  await recordPapers(ctx)
  const page = await pageOf(listed(ctx, params), paging, { updateTime: 'bookQu.updateTime', wrongCount: 'bookQu.wrongCount' }, [
    ['bookQu.updateTime', 'desc'],
    ['bookQu.id', 'desc'],
  ])
  return { ...page, records: page.records.map(shown) }
}

/** Exams, banks and chapters with wrong answers of the user, with their counts; for an exam, only its banks. */
export async function bookPlaces(ctx: Ctx, { examId: asked }: Input<Calls['places']>): Promise<Output<Calls['places']>> {
  await recordPapers(ctx)
  const rows = await mine(ctx, {})
    .groupBy(['bookQu.examId', 'exam.title', 'qu.repoId', 'repo.title', 'qu.chapterId', 'repoChapter.title', 'repoChapter.sort'])
    .orderBy('repo.title')
    .orderBy('repoChapter.sort')
    .select([
      'bookQu.examId',
      'exam.title as examTitle',
      'qu.repoId',
      'repo.title as repoTitle',
      'qu.chapterId',
      'repoChapter.title as chapterTitle',
    ])
    .select(sql<number>`count(*)::int`.as('count'))
    .execute()
  type Place = { id: string; title: string; count: number }
  const exams = new Map<string, Place>()
  const repos = new Map<string, Place & { chapters: Map<string, Place> }>()
  const into = <T extends Place>(places: Map<string, T>, fresh: T, count: number) => {
    const place = places.get(fresh.id) ?? fresh
    place.count += count
    places.set(fresh.id, place)
    return place
  }
  for (const { examId, examTitle, repoId, repoTitle, chapterId, chapterTitle, count } of rows) {
    if (examTitle !== null) into(exams, { id: examId, title: examTitle, count: 0 }, count)
    if (asked !== undefined && examId !== asked) continue
    const repo = into(repos, { id: repoId, title: repoTitle, count: 0, chapters: new Map<string, Place>() }, count)
    if (chapterId !== null) into(repo.chapters, { id: chapterId, title: chapterTitle ?? '', count: 0 }, count)
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
  const { answer, ...row } = must(
    await listed(ctx, {})
      .$if(id !== undefined, (q) => q.where('bookQu.id', '=', id ?? ''))
      .$if(quId !== undefined, (q) => q.where('bookQu.quId', '=', quId ?? ''))
      .orderBy('bookQu.updateTime', 'desc')
      .select('bookQu.answer')
      .limit(1)
      .executeTakeFirst(),
  )
  await mustNotBeOpen(ctx, row.quId)
  const question = must((await questionsOf(ctx, [row.quId])).get(row.quId))
  const { shown: asked, key } = poseQuestion(question, SEED)
  return {
    ...shown(row),
    question: asked,
    answer: answer as unknown as Answer | null,
    key: shownKey(key),
    subKeys: key.subs.map(shownKey),
  }
}

/** Up to 500 questions of the book for printing, each once; without questions on an open paper. */
export async function printBook(ctx: Ctx, { answers, ...filters }: Input<Calls['print']>): Promise<Output<Calls['print']>> {
  await recordPapers(ctx)
  const rows = await mine(ctx, filters)
    .groupBy('bookQu.quId')
    .orderBy((eb) => eb.fn.min('qu.quType'))
    .orderBy('bookQu.quId')
    .select('bookQu.quId')
    .limit(PRINTED)
    .execute()
  const questions = await questionsOf(
    ctx,
    rows.map((row) => row.quId),
  )
  const sat = await openQuestionIds(ctx)
  return rows.flatMap(({ quId }) => {
    const question = questions.get(quId)
    if (!question || sat.has(quId)) return []
    const { shown: asked, key } = poseQuestion(question, SEED)
    return [{ question: asked, key: answers ? shownKey(key) : null, subKeys: answers ? key.subs.map(shownKey) : [] }]
  })
}

/** Deletes questions from the own book. Fails notFound if none of them is in it. */
export async function removeFromBook(ctx: Ctx, { ids }: Input<Calls['remove']>): Promise<true> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('bookQu')
    .where('userId', '=', ctx.user.id)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .executeTakeFirst()
  if (numDeletedRows === 0n) fail('notFound')
  return true
}
