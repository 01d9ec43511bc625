// The late store for the candidate: how many of their answers came too late, and the request for a decision on them.
import { LateState, type late } from '@shuyuan/contract/paper/attempt/late.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../../kernel/ctx.ts'
import type { Database } from '../../../../kernel/database.ts'
import { fail, must } from '../../../../kernel/fail.ts'
import { sendMsg } from '../../../message/msg.service.ts'
import { mayAct, usersWithTag } from '../../../people/role-menu/right.service.ts'
import { mustNotBeArchivedOf } from '../../../exam/entry/archived.service.ts'

/** Late answers are stored and may be accepted for this long after the close (exam-rules.md, *Late data*). */
const STORED_MS = 24 * 3_600_000
const ACCEPT = 'paper:update'

/** The number of questions of a paper with a late answer that waits for a decision. */
export async function countLate(db: Database, paperId: string): Promise<number> {
  const { count } = await db
    .selectFrom('paperLate')
    .where('paperId', '=', paperId)
    .where('state', '=', LateState.waiting)
    .select(sql<number>`count(distinct qu_id)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The candidate's late answers as pages show them; null without any. `until`: when they are deleted. */
export async function ownLate(db: Database, paperId: string) {
  const count = await countLate(db, paperId)
  if (count === 0) return null
  const { handTime, deadlineAt, lateAsked } = await db
    .selectFrom('paper')
    .where('id', '=', paperId)
    .select(['handTime', 'deadlineAt', 'lateAsked'])
    .executeTakeFirstOrThrow()
  return { count, until: new Date((handTime ?? deadlineAt).getTime() + STORED_MS), asked: lateAsked !== null }
}

/**
 * Asks for a decision on the late answers of an own closed paper: a message to the maker of the exam if they may accept them, otherwise to
 * all users who can. A repeat changes nothing. Fails notFound for another candidate's paper, an open one, or one without late answers.
 */
export async function askForLate(ctx: Ctx, { paperId }: Input<typeof late.ask>): Promise<true> {
  const { db, now, user } = ctx
  const row = must(
    await db
      .selectFrom('paper')
      .innerJoin('exam', 'exam.id', 'paper.examId')
      .where('paper.id', '=', paperId)
      .where('paper.userId', '=', user.id)
      .where('paper.state', '>', PaperState.open)
      .select(['paper.title', 'exam.createBy', 'paper.lateAsked'])
      .forUpdate('paper')
      .executeTakeFirst(),
  )
  await mustNotBeArchivedOf(ctx, [paperId])
  const own = await ownLate(db, paperId)
  if (!own || own.until <= now) return fail('notFound')
  if (row.lateAsked !== null) return true
  await db.updateTable('paper').set({ lateAsked: now }).where('id', '=', paperId).execute()
  const readers = row.createBy !== null && (await mayAct(ctx, row.createBy, ACCEPT)) ? [row.createBy] : await usersWithTag(ctx, ACCEPT)
  await sendMsg(ctx, readers, {
    title: '考生申请采纳迟到的作答',
    content: `${user.realName}在考试“${row.title}”中有 ${own.count} 题的作答在收卷后才送达，请在 24 小时内到答卷列表的“迟到的作答”中处理。`,
    // not 'paper': that opens the candidate's own result
    refType: 'latePaper',
    refId: paperId,
  })
  return true
}
