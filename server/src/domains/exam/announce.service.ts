// What the exam domain announces to the domain of papers, which stands above it and subscribes when the server starts.
import type { App, Ctx } from '../../kernel/ctx.ts'
import { appPart } from '../../kernel/part.ts'

/** An override row: the exam, and the user or the group it applies to. */
export type Overridden = { examId: string; userId: string | null; groupId: string | null }

export type ExamListener = {
  /** An application was submitted or audited; called after the commit. */
  applied: (app: App, examId: string) => void
  /** Overrides were saved or deleted; called inside the transaction. @returns how many open papers got another deadline */
  overridden: (ctx: Ctx, rows: readonly Overridden[], reason: string) => Promise<number>
}

const listenersOf = appPart(() => [] as ExamListener[])

/** Subscribes to the events of exams; once, when the server is put together. */
export const listenToExams = (app: App, listener: ExamListener): void => void listenersOf(app).push(listener)

/** Tells the subscribers that an application of this exam was submitted or audited. */
export const announceApplied = (app: App, examId: string): void => listenersOf(app).forEach((one) => one.applied(app, examId))

/** Tells the subscribers that these overrides have changed. @returns how many open papers got another deadline */
export async function announceOverridden(ctx: Ctx, rows: readonly Overridden[], reason: string): Promise<number> {
  let moved = 0
  for (const one of listenersOf(ctx.app)) moved += await one.overridden(ctx, rows, reason)
  return moved
}
