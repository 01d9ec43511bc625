// Certificates for passing an exam: granted when the result is out, revoked when no paper of the exam is passed any more.
import { formatPoints } from '@shuyuan/contract/kernel/points.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { grantEarned } from '../../cert/grant.service.ts'
import { revokeEarned } from '../../cert/revoke.service.ts'

type Certified = { id: string; examId: string; userId: string; title: string }
type Due = Pick<Ctx, 'app' | 'db' | 'now' | 'afterCommit'>

/** Grants the certificate that the exam names, in the caller's transaction. @param score in 1/100 point */
export async function certifyPaper(ctx: Due, { examId, userId, title }: Certified, certId: string | null, score: number): Promise<void> {
  const vars = { examTitle: `《${title}》`, score: formatPoints(score) }
  await grantEarned(ctx, { certId, userId, refType: 'exam', refId: examId, vars })
}

/** Revokes what a paper earned, unless another paper of the exam is passed. */
export async function uncertifyPaper(ctx: Due, { id, examId, userId }: Certified): Promise<void> {
  const other = await ctx.db
    .selectFrom('paper')
    .where('examId', '=', examId)
    .where('userId', '=', userId)
    .where('id', '!=', id)
    .where('state', '=', PaperState.done)
    .where('passed', '=', true)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (!other) await revokeEarned(ctx, { refType: 'exam', refId: examId, userId }, '成绩更正，未达到及格标准')
}
