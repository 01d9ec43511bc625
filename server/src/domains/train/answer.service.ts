// Answers in training: judged immediately (in a mock paper at its end), counted once, and recorded in the wrong-answer book.
import { say } from '@shuyuan/contract/train/train.server.texts.ts'
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { quCheck } from '@shuyuan/contract/train/qu-check.ts'
import { type train, TrainState, TrainMode } from '@shuyuan/contract/train/train.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { type Database, json } from '../../kernel/database.ts'
import { appPart } from '../../kernel/part.ts'
import { fail, must } from '../../kernel/fail.ts'
import { recordRight, recordWrong } from '../book/book.service.ts'
import { review } from '../book/card.service.ts'
import { mustNotBeOpen } from '../qu/bank/open.service.ts'
import {
  asAnswered,
  judgeAnswer,
  type Posed,
  poseQuestion,
  refuseAnswer,
  shownKey,
  type Verdict,
} from '../paper/attempt/entry/practice.service.ts'
import { awardFor, dailyRef } from '../points/rule.service.ts'
import { type QuestionRead, questionInVersion, questionsOf } from '../qu/bank/question-read.service.ts'
import { mustNotBeClosed, mustTrainOn } from './bank.service.ts'
import { mustBeWithinHours } from './hours.service.ts'
import { percentOf } from './train.rules.ts'

export type TrainRow = { id: string; userId: string; repoId: string; mode: number; state: number; seed: string }
type Judged = NonNullable<Output<(typeof train)['qu-detail']>['judged']>

export type Trained = { repoId: string; userId: string }
type TrainedHook = (trained: Trained) => Promise<void>

const hooksOf = appPart(() => new Map<string, TrainedHook>())

/**
 * Registers `hook` when the server starts. It runs after each answer that was stored, outside of its transaction; a failure is logged and loses
 * nothing of the answer.
 */
export const onTrained = (app: App, name: string, hook: TrainedHook): void => void hooksOf(app).set(name, hook)

async function tellTrained({ app }: Pick<Ctx, 'app'>, trained: Trained) {
  try {
    for (const hook of hooksOf(app).values()) await hook(trained)
  } catch (error) {
    app.log.error({ err: error, ...trained }, 'an answer in training could not be followed up')
  }
}

/** The signed-in user's own training. Fails notFound, also for another user's training. */
export async function mustOwn({ db, user }: Ctx, id: string, lock = false): Promise<TrainRow> {
  return must(
    await db
      .selectFrom('train')
      .where('id', '=', id)
      .where('userId', '=', user.id)
      .$if(lock, (q) => q.forUpdate())
      .select(['id', 'userId', 'repoId', 'mode', 'state', 'seed'])
      .executeTakeFirst(),
  )
}

/** A question of a training, in the version that was answered or in the present one, with the stored answer. Fails notFound. */
export async function poseIn({ db }: Pick<Ctx, 'db'>, row: TrainRow, quId: string) {
  const stored = must(
    await db
      .selectFrom('train')
      .leftJoin('trainAnswer', (join) => join.onRef('trainId', '=', 'train.id').on('quId', '=', quId))
      .where('train.id', '=', row.id)
      .where(sql<boolean>`${quId}::bigint = any(train.qu_ids)`)
      .select(['version', 'answer', 'result', 'ratio'])
      .executeTakeFirst(),
  )
  const question =
    stored.version === null ? (await questionsOf({ db }, [quId])).get(quId) : await questionInVersion({ db }, quId, stored.version)
  // a question that was deleted from the bank before it was answered cannot be trained
  if (!question || (question.deleted && stored.version === null)) return fail('notFound', say('questionDeleted'))
  const answer = stored.answer as unknown as Answer | null
  return { question, posed: poseQuestion(question, row.seed), isAnswered: stored.version !== null, answer }
}

/** The judgement of an answered question with key, analysis and statistics. */
export async function judgedOf({ db }: Pick<Ctx, 'db'>, quId: string, posed: Posed, answer: Answer | null): Promise<Judged> {
  const verdict = judgeAnswer(posed, answer)
  const stat = await db.selectFrom('trainStat').where('quId', '=', quId).select(['answers', 'rights']).executeTakeFirst()
  return {
    result: verdict.result,
    isRight: verdict.isRight,
    percent: verdict.ratio / 100,
    key: shownKey(posed.key),
    subs: posed.key.subs.map((sub, i) => ({
      quId: sub.quId,
      result: verdict.subs[i]?.result ?? 'blank',
      isRight: verdict.subs[i]?.isRight ?? false,
      key: shownKey(sub),
    })),
    everybody: stat && stat.answers > 0 ? percentOf(stat.rights, stat.answers) : null,
  }
}

/**
 * Stores an answer. An answered question keeps its first answer, and a repeat returns the same judgement, so that counts do not double; in a mock
 * paper the newest answer counts, and nothing is judged before the end.
 * Fails as mustTrainOn, trainHours, notFound, questionSat, trainClosed, trainEnded, answerForeign, and forbidden in mode 13, which has no answers.
 */
export async function fillTrain(ctx: Ctx, { trainId, quId, answer }: Input<typeof train.fill>): Promise<Output<typeof train.fill>> {
  const stored = await ctx.app.db.transaction().execute(async (db) => {
    const inner = { ...ctx, db }
    const row = await mustOwn(inner, trainId, true)
    const { repoId } = row
    if (row.mode === TrainMode.review) fail('forbidden', say('trainReviewMode'))
    await mustNotBeClosed(inner, row.repoId)
    await mustNotBeOpen(inner, quId)
    const { question, posed, isAnswered, answer: before } = await poseIn(inner, row, quId)
    const isMock = row.mode === TrainMode.mock
    if (isAnswered && !isMock) return { judged: { ...(await judgedOf(inner, quId, posed, before)), given: before } }
    if (row.state !== TrainState.open) fail('trainEnded')
    mustBeWithinHours(inner, await mustTrainOn(inner, row))
    const refused = refuseAnswer(posed, answer)
    if (refused) fail('answerForeign', refused)
    const verdict = judgeAnswer(posed, answer)
    await store(db, row, question, answer, verdict, ctx.now)
    await db
      .updateTable('train')
      .set((eb) => ({
        updateTime: ctx.now,
        answerCount: eb('answerCount', '+', isAnswered ? 0 : 1),
        rightCount: isMock ? eb.ref('rightCount') : eb('rightCount', '+', verdict.isRight ? 1 : 0),
      }))
      .where('id', '=', row.id)
      .execute()
    if (isMock) return { repoId, judged: null }
    await count(inner, row, [{ question, posed, answer, verdict }])
    return { repoId, judged: { ...(await judgedOf(inner, quId, posed, answer)), given: answer } }
  })
  if (stored.repoId !== undefined) await tellTrained(ctx, { repoId: stored.repoId, userId: ctx.user.id })
  return stored.judged
}

/** Answers a question in the newest unfinished own training that contains it. Fails questionHidden if there is none. */
export async function checkAnswer(
  ctx: Ctx,
  { quId, answer }: Input<(typeof quCheck)['check-answer']>,
): Promise<Output<(typeof quCheck)['check-answer']>> {
  const row = await ctx.app.db
    .selectFrom('train')
    .where('userId', '=', ctx.user.id)
    .where('state', '=', TrainState.open)
    .where('mode', 'not in', [TrainMode.mock, TrainMode.review])
    .where(sql<boolean>`${quId}::bigint = any(qu_ids)`)
    .orderBy('updateTime', 'desc')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  const judged = row ? await fillTrain(ctx, { trainId: row.id, quId, answer }) : null
  if (!judged) return fail('questionHidden')
  const { analysis, ...key } = judged.key
  return { isRight: judged.isRight, score: judged.percent, answer: key, analysis }
}

function store(db: Database, { id }: TrainRow, question: QuestionRead, answer: Answer | null, verdict: Verdict, now: Date) {
  const row = { version: question.version, answer: answer && json(answer), result: verdict.result, ratio: verdict.ratio, createTime: now }
  return db
    .insertInto('trainAnswer')
    .values({ trainId: id, quId: question.id, ...row })
    .onConflict((conflict) => conflict.columns(['trainId', 'quId']).doUpdateSet(row))
    .execute()
}

export type Counted = { question: QuestionRead; posed: Posed; answer: Answer | null; verdict: Verdict }

/** Counts answers for the user, for the question, for the wrong-answer book and for points. Short answers are not judged and count only as done. */
export async function count(ctx: Pick<Ctx, 'app' | 'db' | 'now'>, { userId }: TrainRow, answers: readonly Counted[]): Promise<void> {
  const judged = answers.filter(({ verdict }) => verdict.result !== 'pending')
  const rows = answers.map(({ question, verdict }) => ({
    quId: question.id,
    repoId: question.repoId,
    chapterId: question.chapterId,
    right: verdict.isRight ? 1 : 0,
    counts: verdict.result === 'pending' ? 0 : 1,
  }))
  await sql`with given as (
      select * from jsonb_to_recordset(${json(rows)}::jsonb)
        as ("quId" bigint, "repoId" bigint, "chapterId" bigint, "right" integer, counts integer) order by 1
    ), done as (
      insert into train_done (user_id, qu_id, repo_id, rights, last_right, update_time)
      select ${userId}::bigint, "quId", "repoId", "right", "right" = 1, ${ctx.now} from given order by "quId"
      on conflict (user_id, qu_id) do update set answers = train_done.answers + 1, rights = train_done.rights + excluded.rights,
        last_right = excluded.last_right, update_time = excluded.update_time
      returning qu_id, xmax = 0 as is_new
    )
    insert into train_stat (qu_id, repo_id, chapter_id, answers, rights, people)
    select "quId", "repoId", "chapterId", counts, "right", is_new::integer from given join done on qu_id = "quId" order by "quId"
    on conflict (qu_id) do update set answers = train_stat.answers + excluded.answers, rights = train_stat.rights + excluded.rights,
      people = train_stat.people + excluded.people, chapter_id = excluded.chapter_id`.execute(ctx.db)
  await recordWrong(
    ctx,
    userId,
    '0',
    judged.flatMap(({ question, posed, answer, verdict }) =>
      verdict.isRight
        ? []
        : [{ quId: question.id, version: question.version, failedSubs: failedOf(question, verdict), ...asAnswered(posed, answer) }],
    ),
  )
  const of = (isRight: boolean) => judged.flatMap(({ question, verdict }) => (verdict.isRight === isRight ? [question.id] : []))
  // before a right answer removes the question from the book
  await review(ctx, userId, of(true), true)
  await review(ctx, userId, of(false), false)
  await recordRight(ctx, userId, of(true))
  await awardFor(ctx, 'train', userId, dailyRef(ctx))
}

const failedOf = ({ body }: QuestionRead, { subs }: Verdict) => body.subs.flatMap((sub, i) => (subs[i]?.isRight === false ? [sub.id] : []))
