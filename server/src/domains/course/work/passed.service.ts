// A hand-in has passed: announced to domains above, which subscribe when the server starts.
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'

export type PassedWork = { courseId: string; fileId: string; userId: string }
type Due = Pick<Ctx, 'app' | 'db' | 'now' | 'afterCommit'>
type Hook = (ctx: Due, passed: PassedWork) => Promise<void>

const hooksOf = appPart(() => new Map<string, Hook>())

/** Runs `hook` in the transaction of each mark that lets a hand-in pass. Called at the start of the server. */
export const onWorkPassed = (app: App, name: string, hook: Hook): void => void hooksOf(app).set(name, hook)

export async function announcePassed(ctx: Due, passed: PassedWork): Promise<void> {
  for (const hook of hooksOf(ctx.app).values()) await hook(ctx, passed)
}
