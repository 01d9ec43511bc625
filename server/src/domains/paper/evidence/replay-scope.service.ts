// Which recordings a caller may watch (docs/decisions/0052, 0217).
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { must } from '../../../kernel/fail.ts'
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { type Expression, sql, type SqlBool } from 'kysely'
import { findWatched } from '../../exam/entry/invigilation.service.ts'
import { isBlind, withinPaperScope } from '../grade/paper-scope.service.ts'
import { VIOLATION_DAYS } from '../record/notice.rules.ts'

const DAY_MS = 86_400_000

const recordedPaper = (ctx: Ctx, paperId: string, visible: Expression<SqlBool>) =>
  ctx.db
    .selectFrom('paperRecord as r')
    .innerJoin('paper', 'paper.id', 'r.paperId')
    .innerJoin('exam', 'exam.id', 'paper.examId')
    .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
    .where('r.paperId', '=', paperId)
    .where('paper.state', '>=', PaperState.open)
    .where(visible)
    .select(['r.paperId', 'r.examId', 'r.camera', 'r.sound', 'r.screen', 'r.phone', 'r.state', 'r.keepUntil', 'exam.title', 'markBlind'])
    .select(['keepDays', 'verdict', 'r.version', 'holdUntil', 'exState', 'exMsg', 'paper.userId'])
    .select(['paper.state as paperState', 'paper.startTime', 'handTime', 'realName', 'userName'])
    .executeTakeFirst()
type Recorded = NonNullable<Awaited<ReturnType<typeof recordedPaper>>>

/** Blind marking hides a recording until the paper is finished. */
const mustSee = (ctx: Ctx, found: Recorded | undefined) => {
  const row = must(found)
  return must(isBlind(ctx, { markBlind: row.markBlind, state: row.paperState }) ? undefined : row)
}

/**
 * The recorded paper with its candidate, for callers who watch the candidate, or who hold `paper:evidence` and have the candidate in their data scope.
 * Fails notFound, also for a marker of a blind exam until the paper is finished.
 */
export async function mustReplay(ctx: Ctx, paperId: string) {
  const exam = must(await ctx.db.selectFrom('paperRecord').where('paperId', '=', paperId).select('examId').executeTakeFirst())
  const byTag = can(ctx, 'paper:evidence') ? await withinPaperScope(ctx) : sql<boolean>`false`
  const watched = await findWatched(ctx, exam.examId)
  return mustSee(ctx, await recordedPaper(ctx, paperId, sql<boolean>`(${byTag} or ${watched?.people ?? sql<boolean>`false`})`))
}

/** The recorded paper, for reviewers who have the candidate in their data scope. Fails as mustReplay. */
export const mustReview = async (ctx: Ctx, paperId: string) => mustSee(ctx, await recordedPaper(ctx, paperId, await withinPaperScope(ctx)))

/** The latest time of a hold: what the candidate has agreed to. Null before the hand-in. */
export const holdMostOf = ({ handTime, keepDays }: Pick<Recorded, 'handTime' | 'keepDays'>): Date | null =>
  handTime && new Date(handTime.getTime() + Math.max(keepDays, VIOLATION_DAYS) * DAY_MS)

/** Whether the paper was given up as a violation. */
export const isVoid = ({ paperState, exState }: Pick<Recorded, 'paperState' | 'exState'>): boolean =>
  paperState === PaperState.givenUp && exState === ExState.violation
