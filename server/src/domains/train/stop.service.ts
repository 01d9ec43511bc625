// Questions in course files: posed without the key, judged once, and not before the learner has answered.
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { courseStop } from '@shuyuan/contract/train/stop.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { findStop, nextStop, recordStop, type Stop } from '../course/learn/stop.service.ts'
import { openQuestionIds } from '../paper/attempt/open-questions.service.ts'
import { judgeAnswer, poseQuestion, refuseAnswer } from '../paper/attempt/practice.service.ts'
import { questionsOf } from '../qu/bank/question-read.service.ts'
import { judgedOf } from './answer.service.ts'
import { isClosedByExam } from './bank.service.ts'

type Calls = typeof courseStop
const poolOf = (ctx: Ctx) => ({ ...ctx, db: ctx.app.db })

/** The question, unless it was removed, is on an open paper of the caller, or an exam has closed its bank to training. */
async function askable(ctx: Ctx, { quId }: Pick<Stop, 'quId'>) {
  const pool = poolOf(ctx)
  const question = (await questionsOf(pool, [quId])).get(quId)
  if (!question || question.deleted || (await openQuestionIds(pool)).has(quId)) return undefined
  if (await isClosedByExam(pool, question.repoId)) return undefined
  return question
}

/** The next question that the caller has to answer. Those that cannot be asked now count as answered. Fails as loadProcess. */
export async function nextQuestion(ctx: Ctx, place: Input<Calls['next']>): Promise<Output<Calls['next']>> {
  const stop = await nextStop(ctx, place)
  if (!stop) return { stopId: '', stopAt: null, question: null }
  const question = await askable(ctx, stop)
  if (question) return { stopId: stop.id, stopAt: stop.atSec, question: poseQuestion(question, stop.id).shown }
  await recordStop(ctx, stop.id, { answer: null, isRight: null })
  return nextQuestion(ctx, place)
}

/** Judges the caller's first answer; of a repeated call, the stored one. Fails as loadProcess, and notFound, questionSat and answerForeign. */
export async function answerQuestion(ctx: Ctx, { stopId, answer, ...place }: Input<Calls['answer']>): Promise<Output<Calls['answer']>> {
  const stop = await findStop(ctx, place, stopId)
  const question = (await askable(ctx, stop)) ?? fail('questionSat')
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
