// What a signed-in user did, announced to domains above (points).
import type { App, Ctx } from '../../kernel/ctx.ts'
import { appPart } from '../../kernel/part.ts'

/** `refId` names what it was done to: the notice; '' for a sign-in. */
export type Activity = { activity: 'login' | 'notice'; userId: string; refId: string }
type Listener = (ctx: Pick<Ctx, 'app' | 'db' | 'now'>, activity: Activity) => Promise<void>

const listenersOf = appPart(() => new Map<string, Listener>())

/** Subscribes to activities; once, at the start of the server. */
export const onActivity = (app: App, name: string, listener: Listener): void => void listenersOf(app).set(name, listener)

/** Tells the subscribers, each in a transaction of its own. A failure is logged: it must not refuse the call that it follows. */
export async function announceActivity(app: App, activity: Activity): Promise<void> {
  for (const listener of listenersOf(app).values()) {
    try {
      await app.db.transaction().execute((db) => listener({ app, db, now: app.clock() }, activity))
    } catch (error) {
      app.log.warn({ err: error, ...activity }, 'an activity could not be followed up')
    }
  }
}
