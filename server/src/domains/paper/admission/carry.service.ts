// Scores of other systems, for npm run migrate: offline results with the time at which they were handed in. They award no points and send no messages.
import type { Ctx } from '../../../kernel/ctx.ts'
import { markExamStarted, mustFindExam } from '../../exam/exam.service.ts'
import { recordEvent } from '../channel/timeline.service.ts'
import { paperOf } from './offline.service.ts'

/** `score`, `total` and `passScore` in 1/100 point. */
export type CarriedScore = {
  userId: string
  score: number
  total: number
  passScore: number
  startTime: Date
  handTime: Date
  remark: string
}

/** Stores one finished paper for each score. Fails notFound for the exam. @returns ids in the same order */
export async function carryScores(ctx: Ctx, examId: string, scores: readonly CarriedScore[]): Promise<string[]> {
  await markExamStarted(ctx, examId)
  const exam = await mustFindExam(ctx, examId)
  const values = scores.map(({ userId, score, remark, total: totalScore, passScore, startTime, handTime }) => ({
    ...paperOf(ctx, exam, { userId, score, remark }),
    totalScore,
    passScore,
    passed: score >= passScore,
    startTime,
    createTime: startTime,
    handTime,
    deadlineAt: handTime,
    reviewTime: handTime,
    finishTime: handTime,
    finishDue: false,
    tellDue: false,
  }))
  const rows = await ctx.db.insertInto('paper').values(values).returning('id').execute()
  const ids = rows.map((row) => row.id)
  for (const paperId of ids) await recordEvent(ctx.db, { paperId, kind: 'mark', message: '由旧系统迁移', by: ctx.user.id, at: ctx.now })
  return ids
}
