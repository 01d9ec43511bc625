// An invigilator lets a candidate take an exam without a recording, for example one who does not agree to it.
import type { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { must } from '../../../kernel/fail.ts'
import { mustWatch } from '../../exam/entry/invigilation.service.ts'
import { recordEvent } from '../channel/timeline.service.ts'

/** Exempts a candidate, or takes that back; a repeated call changes nothing. Fails notFound for a candidate whom the caller does not watch. */
export async function exemptFromRecording(ctx: Ctx, { examId, userId, exempt }: Input<(typeof watch)['record-exempt']>): Promise<true> {
  const { db, user, now } = ctx
  const { people } = await mustWatch(ctx, examId)
  must(await db.selectFrom('sysUser').where('id', '=', userId).where(people).select('id').executeTakeFirst())
  const { numInsertedOrUpdatedRows = 0n } = exempt
    ? await db
        .insertInto('examRecordExempt')
        .values({ examId, userId, createBy: user.id, createTime: now })
        .onConflict((conflict) => conflict.columns(['examId', 'userId']).doNothing())
        .executeTakeFirst()
    : { numInsertedOrUpdatedRows: await withdraw(ctx, examId, userId) }
  if (numInsertedOrUpdatedRows === 0n) return true
  ctx.change.after = { examId, userId, exempt }
  const open = await db
    .selectFrom('paper')
    .innerJoin('paperRecord as r', 'r.paperId', 'paper.id')
    .where('paper.examId', '=', examId)
    .where('paper.userId', '=', userId)
    .where('paper.state', '=', PaperState.open)
    .select('paper.id')
    .executeTakeFirst()
  if (open) await recordEvent(db, { paperId: open.id, kind: 'record', message: exempt ? '免录制' : '恢复录制要求', by: user.id, at: now })
  return true
}

async function withdraw({ db }: Ctx, examId: string, userId: string): Promise<bigint> {
  const { numDeletedRows } = await db
    .deleteFrom('examRecordExempt')
    .where('examId', '=', examId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows
}
