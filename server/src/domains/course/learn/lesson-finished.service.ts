// An assignment or a lesson in a room is finished, or its completion taken back: announced to domains above, which subscribe when the server starts.
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'

export type FinishedLesson = {
  fileId: string
  userId: string
  /** the completion was recorded by mistake */
  gone: boolean
}
type Due = Pick<Ctx, 'app' | 'db' | 'now' | 'afterCommit'>
type Hook = (ctx: Due, lesson: FinishedLesson) => Promise<void>

const hooksOf = appPart(() => new Map<string, Hook>())

/** Runs `hook` in the transaction that changes the completion; again where a finished lesson is finished once more. */
export const onLessonFinished = (app: App, name: string, hook: Hook): void => void hooksOf(app).set(name, hook)

export async function announceLesson(ctx: Due, lesson: FinishedLesson): Promise<void> {
  for (const hook of hooksOf(ctx.app).values()) await hook(ctx, lesson)
}
