// Points for passing an exam: credited once and withdrawn once, according to paper_award.
import type { Ctx } from '../../../kernel/ctx.ts'
import { addPoints } from '../../points/points.service.ts'
import { recordEvent } from '../channel/timeline.service.ts'

type Awarded = { id: string; examId: string; userId: string; title: string }

/**
 * Changes the award of a paper to `due` points, in the caller's transaction with the paper's row locked. Each change writes one row of the
 * points log. Withdrawing never makes a balance negative: a learner who has spent the points keeps 0 and gets no second award for the
 * same paper.
 */
export async function settleAward(ctx: Pick<Ctx, 'db' | 'now'>, paper: Awarded, due: number): Promise<void> {
  const { db, now } = ctx
  const stored = await db.selectFrom('paperAward').where('paperId', '=', paper.id).select('points').executeTakeFirst()
  const given = stored?.points ?? 0
  const change = due - given
  const moved = change >= 0 ? change : -Math.min(-change, await balanceOf(ctx, paper.userId))
  if (moved === 0) return
  const row = { examId: paper.examId, userId: paper.userId, points: given + moved, updateTime: now }
  await db
    .insertInto('paperAward')
    .values({ paperId: paper.id, ...row })
    .onConflict((conflict) => conflict.column('paperId').doUpdateSet(row))
    .execute()
  const remark = moved > 0 ? `考试及格奖励：${paper.title}` : `收回考试奖励：${paper.title}`
  await addPoints(ctx, paper.userId, moved, remark, { refType: 'paper', refId: paper.id })
  await recordEvent(db, { paperId: paper.id, kind: 'award', data: { points: moved }, at: now })
}

async function balanceOf({ db }: Pick<Ctx, 'db'>, userId: string): Promise<number> {
  const { points } = await db.selectFrom('sysUser').where('id', '=', userId).select('points').forUpdate().executeTakeFirstOrThrow()
  return points
}
