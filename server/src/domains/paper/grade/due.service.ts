// Marks the effects of papers as due, and queues their run.
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { among } from '../../../kernel/database.ts'
import { appPart } from '../../../kernel/part.ts'

export const FINISHED = 'paper.finished'
const NUDGE_MS = 1_000

/**
 * Marks the effects of papers as due after their result changed in another way (given up, reopened, a key fixed); they run after the
 * commit. Points change only by the difference, so extra calls do no harm.
 */
export async function afterMarked(ctx: Pick<Ctx, 'app' | 'db' | 'afterCommit'>, paperIds: readonly string[]): Promise<void> {
  if (paperIds.length === 0) return
  await ctx.db.updateTable('paper').set({ finishDue: true }).where(among('id', paperIds)).where('finishTime', 'is not', null).execute()
  ctx.afterCommit(() => finishSoon(ctx.app))
}

const nudgeOf = appPart(() => ({ at: 0, timer: undefined as NodeJS.Timeout | undefined }))

/** Queues a run of `followFinished`, at most once a second; if that fails, the scheduled run does the same work. */
export async function finishSoon(app: App): Promise<void> {
  const last = nudgeOf(app)
  const wait = last.at + NUDGE_MS - Date.now()
  if (wait <= 0) {
    last.at = Date.now()
    await nudge(app)
  } else if (!last.timer) {
    last.timer = setTimeout(() => {
      last.timer = undefined
      void finishSoon(app)
    }, wait)
    last.timer.unref()
  }
}

async function nudge(app: App) {
  try {
    await app.jobs.send(app.db, FINISHED, {})
  } catch (error) {
    app.log.debug({ err: error }, 'finished papers wait for the next scheduled run')
  }
}
