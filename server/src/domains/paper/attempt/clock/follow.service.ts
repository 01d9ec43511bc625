// Moves the deadlines of open papers when their exam changes while it runs (exam-rules.md, Deadline).
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { App } from '../../../../kernel/ctx.ts'
import { deadlineOf, settingsFor } from '../entry/entry.rules.ts'
import { sendPush, storePush } from '../../channel/push.service.ts'

const BATCH = 1_000

/**
 * Aligns the deadlines of open papers with their exams; papers with a forced close in progress do not change.
 * @param paperId only this paper
 * @returns the number of deadlines moved
 */
export async function followExams(app: App, paperId?: string): Promise<number> {
  const rows = await app.db
    .selectFrom('paper')
    .innerJoin('exam', 'exam.id', 'paper.examId')
    .where('paper.state', '=', PaperState.open)
    .where('exState', '=', ExState.normal)
    .whereRef('examVersion', '!=', 'exam.version')
    .$if(paperId !== undefined, (query) => query.where('paper.id', '=', paperId ?? ''))
    .limit(BATCH)
    .select(['paper.id', 'deadlineAt', 'timeRev', 'paper.startTime as startedAt', 'exam.version'])
    .select(['exam.startTime', 'endTime', 'minutes', 'extraMinutes', 'extraCloseMinutes'])
    .select(['ownMinutes', 'ownStart', 'ownEnd', 'againSeconds', 'againCloseSeconds'])
    .execute()
  let moved = 0
  for (const { id, deadlineAt, timeRev, startedAt, version, ...settings } of rows) {
    const now = app.clock()
    const deadline = movedTo(deadlineOf(settingsFor(settings, settings), startedAt), deadlineAt, now)
    const changed = deadline.getTime() !== deadlineAt.getTime()
    const push = await app.db.transaction().execute(async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('paper')
        .set({ examVersion: version, ...(changed ? { deadlineAt: deadline, timeRev: timeRev + 1 } : {}) })
        .where('id', '=', id)
        .where('state', '=', PaperState.open)
        .where('exState', '=', ExState.normal)
        // if the paper got extra time since it was read, the next run includes it
        .where('timeRev', '=', timeRev)
        .executeTakeFirst()
      return changed && numUpdatedRows > 0n ? storePush(db, [id], { type: 'time' }, now) : undefined
    })
    if (!push) continue
    moved++
    void sendPush(app, push)
  }
  return moved
}

/** The new deadline; one in the past becomes `now`, so that saves already sent get the grace period. */
export function movedTo(wanted: Date, deadlineAt: Date, now: Date): Date {
  if (wanted > now || wanted >= deadlineAt) return wanted
  return deadlineAt < now ? deadlineAt : now
}
