// Hooks that run when a paper is finished or its result changes.
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'

/** A finished paper, or one whose result has changed since. */
export type FinishedPaper = {
  id: string
  examId: string
  userId: string
  title: string
  /** false: the paper was given up or is being marked again */
  done: boolean
  passed: boolean
  /** 1/100 point */
  score: number
  /** true when the paper is finished for the first time, false for later changes of its result */
  first: boolean
}
export type Due = Pick<Ctx, 'app' | 'db' | 'now' | 'afterCommit'>
type Hook = (ctx: Due, papers: readonly FinishedPaper[]) => Promise<void>

const hooksOf = appPart(() => new Map<string, Hook>())

/**
 * Registers `hook` when the server starts. It gets each paper once when it is finished and once for each later change of the result, many papers at
 * a time, in the transaction that marks the effects as done; if one hook fails, all hooks are retried.
 */
export const onFinished = (app: App, name: string, hook: Hook): void => void hooksOf(app).set(name, hook)

/** Runs the hooks. */
export async function tellFinished(ctx: Due, papers: readonly FinishedPaper[]): Promise<void> {
  if (papers.length > 0) for (const hook of hooksOf(ctx.app).values()) await hook(ctx, papers)
}
