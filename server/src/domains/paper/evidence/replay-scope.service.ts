// Which recordings a caller may watch (docs/decisions/0052, 0217).
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { must } from '../../../kernel/fail.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import { findWatched } from '../../exam/entry/invigilation.service.ts'
import { isBlind, withinPaperScope } from '../grade/paper-scope.service.ts'

/**
 * The recorded paper with its candidate, for callers who watch the candidate, or who hold `paper:evidence` and have the candidate in their data scope.
 * Fails notFound, also for a marker of a blind exam until the paper is finished.
 */
export async function mustReplay(ctx: Ctx, paperId: string) {
  const exam = must(await ctx.db.selectFrom('paperRecord').where('paperId', '=', paperId).select('examId').executeTakeFirst())
  const byTag = can(ctx, 'paper:evidence') ? await withinPaperScope(ctx) : sql<boolean>`false`
  const watched = await findWatched(ctx, exam.examId)
  const row = must(
    await ctx.db
      .selectFrom('paperRecord as r')
      .innerJoin('paper', 'paper.id', 'r.paperId')
      .innerJoin('exam', 'exam.id', 'paper.examId')
      .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
      .where('r.paperId', '=', paperId)
      .where('paper.state', '>=', PaperState.open)
      .where((where) => where.or([byTag, watched?.people ?? sql<boolean>`false`]))
      .select(['r.paperId', 'r.examId', 'r.camera', 'r.sound', 'r.screen', 'r.state', 'r.keepUntil', 'exam.title', 'markBlind'])
      .select(['paper.state as paperState', 'paper.startTime', 'handTime', 'realName', 'userName'])
      .executeTakeFirst(),
  )
  return must(isBlind(ctx, { markBlind: row.markBlind, state: row.paperState }) ? undefined : row)
}
