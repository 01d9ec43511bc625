// Transactions outside of a call.
import { type App, type Ctx, ctxOf } from './ctx.ts'
import { type Effect, runEffects } from './effect.ts'

/**
 * Runs `work` in a transaction of its own, and after the commit what it passed to `afterCommit`; nothing of that after a failure.
 * @param more values of the context that differ from `ctxOf`
 * @returns what `work` returned; rejects with its error
 */
export async function ownTransaction<T>(app: App, work: (ctx: Ctx) => Promise<T>, more: Partial<Ctx> = {}): Promise<T> {
  const effects: Effect[] = []
  const value = await app.db.transaction().execute((db) => work(ctxOf(app, { ...more, db, afterCommit: (act) => void effects.push(act) })))
  await runEffects(app, effects)
  return value
}
