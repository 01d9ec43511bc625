// Open papers of an exam that was changed while it runs: their deadline moves with the exam's (exam-rules.md, Deadline).
import type { App } from '../../kernel/ctx.ts'
import { deadlineOf } from './entry.rules.ts'
import { hint } from './hint.service.ts'

const BATCH = 1_000

/**
 * Brings the deadlines of open papers into line with their exams; a paper that is being taken in is left alone.
 * @param paperId looks at this paper alone
 * @returns how many moved
 */
export async function followExams(app: App, paperId?: string): Promise<number> {
  const rows = await app.db
    .selectFrom('paper')
    .innerJoin('exam', 'exam.id', 'paper.examId')
    .where('paper.state', '=', 0)
    .where('exState', '=', 0)
    .whereRef('examVersion', '!=', 'exam.version')
    .$if(paperId !== undefined, (query) => query.where('paper.id', '=', paperId ?? ''))
    .limit(BATCH)
    .select(['paper.id', 'userId', 'examId', 'deadlineAt', 'paper.startTime as startedAt', 'exam.version'])
    .select(['exam.startTime', 'endTime', 'minutes'])
    .execute()
  let moved = 0
  for (const { id, userId, examId, deadlineAt, startedAt, version, ...terms } of rows) {
    const now = app.clock()
    const wanted = deadlineOf(terms, startedAt)
    // an end moved into the past leaves what is on the way its grace
    const deadline = wanted > now || wanted >= deadlineAt ? wanted : deadlineAt < now ? deadlineAt : now
    const changed = deadline.getTime() !== deadlineAt.getTime()
    await app.db
      .updateTable('paper')
      .set((paper) => ({ examVersion: version, ...(changed ? { deadlineAt: deadline, timeRev: paper('timeRev', '+', 1) } : {}) }))
      .where('id', '=', id)
      .where('state', '=', 0)
      .where('exState', '=', 0)
      .execute()
    if (!changed) continue
    moved++
    void hint(app, examId, [userId], { type: 'time', paperId: id })
  }
  return moved
}
