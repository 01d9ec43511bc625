// Questions in course files: posed without the key, judged once, and not before the learner has answered.
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { courseStop } from '@shuyuan/contract/train/stop.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { findStop, nextStop, recordStop, type Stop } from '../course/learn/stop.service.ts'
import { judgeAnswer, poseQuestion, refuseAnswer } from '../paper/attempt/entry/practice.service.ts'
import { type OpenIn, openQuestions, sayOpenIn } from '../qu/bank/open.service.ts'
import { questionsOf } from '../qu/bank/question-read.service.ts'
import { judgedOf } from './answer.service.ts'
import { closedQuestions, isClosedByExam } from './bank.service.ts'

type Calls = typeof courseStop
const poolOf = (ctx: Ctx) => ({ ...ctx, db: ctx.app.db })

/** A question in a file may be in another file, too. */
const exams = ['paper', 'activity', 'battle'] as const

/** Unanswered questions of the files that the caller has begun and not finished. */
export const sayWhatStops = (app: App): void =>
  sayOpenIn(
    app,
    'stop',
    (userId) => sql`select s.qu_id::text from course_file_learn l join course_stop s on s.course_id = l.course_id and s.file_id = l.file_id
        join course_item i on i.course_id = l.course_id and i.file_id = l.file_id
      where l.user_id = ${userId}::bigint and l.finish_time is null
        and not exists (select from course_stop_answer a where a.stop_id = s.id and a.user_id = l.user_id)`,
  )

/**
 * The question; undefined if it was removed or an exam has closed its bank to training. Fails questionSat while it is open for the caller in one
 * of `kinds`.
 */
async function askable(ctx: Ctx, { quId }: Pick<Stop, 'quId'>, kinds?: readonly OpenIn[]) {
  const pool = poolOf(ctx)
  const question = (await questionsOf(pool, [quId])).get(quId)
  if (!question || question.deleted) return undefined
  if ((await openQuestions(pool, kinds)).has(quId)) fail('questionSat')
  if (await isClosedByExam(pool, question.repoId)) return undefined
  return question
}

/**
 * The next question that the caller has to answer, once its place can have been reached. Those that cannot be asked any more count as answered.
 * Fails as loadProcess, and questionSat for one that is open for the caller in an exam, activity or battle.
 */
export async function nextQuestion(ctx: Ctx, place: Input<Calls['next']>): Promise<Output<Calls['next']>> {
  const stop = await nextStop(ctx, place)
  if (!stop?.isReached) return { stopId: '', stopAt: stop?.atSec ?? null, question: null }
  const question = await askable(ctx, stop, exams)
  if (question) return { stopId: stop.id, stopAt: stop.atSec, question: poseQuestion(question, stop.id).shown }
  await recordStop(ctx, stop.id, { answer: null, isRight: null })
  return nextQuestion(ctx, place)
}

/** The questions that learners are not asked now, by the rule of `askable` that is the same for all of them. */
export const listSkipped = (ctx: Ctx, { quIds }: Input<Calls['skipped']>): Promise<Output<Calls['skipped']>> => closedQuestions(ctx, quIds)

/** Judges the caller's first answer; of a repeated call, the stored one. Fails as loadProcess, notFound, questionHidden, questionSat and answerForeign. */
export async function answerQuestion(ctx: Ctx, { stopId, answer, ...place }: Input<Calls['answer']>): Promise<Output<Calls['answer']>> {
  const stop = await findStop(ctx, place, stopId)
  // a repeated call tells the key again: not while the question waits in another file
  const question = (await askable(ctx, stop, stop.isAnswered ? undefined : exams)) ?? fail('questionSat')
  const posed = poseQuestion(question, stop.id)
  const given = stop.isAnswered ? (stop.answer as Answer | null) : answer
  if (!stop.isAnswered) {
    const refused = refuseAnswer(posed, given)
    if (refused) fail('answerForeign', refused)
    const { result, isRight } = judgeAnswer(posed, given)
    if (result === 'blank') fail('answerForeign')
    await recordStop(ctx, stop.id, { answer: given, isRight: result === 'pending' ? null : isRight })
  }
  const next = await nextStop(ctx, place)
  return { ...(await judgedOf(poolOf(ctx), stop.quId, posed, given)), given, stopAt: next?.atSec ?? null }
}
