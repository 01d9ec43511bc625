// The score of an exam that its candidate may see now, and who is told when it may have changed.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import { isScoreShown, type Release } from './result.rules.ts'

type Due = Pick<Ctx, 'app' | 'db' | 'now' | 'afterCommit'>
/** `gone`: papers that are about to be removed */
export type Settled = { examId: string; userId: string; gone: readonly string[] }
type Hook = (ctx: Due, settled: readonly Settled[]) => Promise<void>

const hooksOf = appPart(() => new Map<string, Hook>())

/**
 * Registers `hook` when the server starts. It runs when results may have become visible, may have changed or was taken back, in the
 * transaction that marks this as done; it may run without a change.
 */
export const onScoreSettled = (app: App, name: string, hook: Hook): void => void hooksOf(app).set(name, hook)

/** Runs the hooks once for all of them. */
export async function scoresSettled(ctx: Due, settled: readonly Settled[]): Promise<void> {
  for (const hook of hooksOf(ctx.app).values()) await hook(ctx, settled)
}

/** In 1/100 point. */
export type ShownScore = { score: number; total: number }

/**
 * The best score of a person in an exam among those that they may see now; null without one. `pending`: a paper waits to be marked, or its
 * score to be shown.
 */
export async function shownScore(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { examId, userId, gone }: Settled,
): Promise<{ best: ShownScore | null; pending: boolean }> {
  const papers = await db
    .selectFrom('paper')
    .innerJoin('exam', 'exam.id', 'paper.examId')
    .where('userId', '=', userId)
    .where('examId', '=', examId)
    .where('paper.state', 'in', [PaperState.marking, PaperState.done])
    .where('paper.id', '!=', sql<string>`all(${gone}::bigint[])`)
    .select(['paper.state', 'score', 'showScore', 'exam.state as examState', 'exam.endTime'])
    // a fix may have dropped a question
    .select(sql<number>`coalesce(paper.marked_total, paper.total_score)`.as('total'))
    .orderBy('score', (order) => order.desc().nullsLast())
    .execute()
  const best = papers.find((row) => isScoreShown(row.showScore as Release, row.state, { state: row.examState, endTime: row.endTime }, now))
  return { best: best ? { score: best.score ?? 0, total: best.total } : null, pending: papers.length > 0 }
}
