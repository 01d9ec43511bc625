// What happened, reported by domains in the transaction that causes it, for a domain above that passes it on to other systems.
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'

export type ReportCtx = Pick<Ctx, 'app' | 'db' | 'now' | 'afterCommit'>
/** Whom it concerns, and facts that other systems may know: ids, numbers, times, titles. */
export type Happened = { userId: string | null; data: Record<string, string | number | boolean | null> }
type Listener = (ctx: ReportCtx, event: string, happened: readonly Happened[]) => Promise<void>

const listenersOf = appPart(() => new Map<string, Listener>())

/** Subscribes; once, at the start of the server. The listener writes in the transaction that it is called in. */
export const onHappening = (app: App, name: string, listener: Listener): void => void listenersOf(app).set(name, listener)

/** Reports in the caller's transaction. */
export async function report(ctx: ReportCtx, event: string, happened: readonly Happened[]): Promise<void> {
  if (happened.length > 0) for (const listener of listenersOf(ctx.app).values()) await listener(ctx, event, happened)
}
