// Opinions as markers see them: after their own mark, unless the leader of the marking decided otherwise for a question that agrees well.
import type { assistMark } from '@shuyuan/contract/assist/mark/mark.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { TaskRole, TaskState } from '@shuyuan/contract/paper/review/review.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { openTask } from '../../paper/review/review-task.service.ts'
import { settingsOf } from '../ledger/settings.service.ts'
import { type Question, rubricOf } from './answers.service.ts'
import type { Said } from './opinion.rules.ts'

type Calls = typeof assistMark

const nothing = { score: null, own: null, lines: [], flagged: '', times: 0, spread: 0, byRules: false }

/** The opinion on an answer for its marker. Fails notFound for another marker's task. */
export async function findOpinion(ctx: Ctx, { taskId }: Input<Calls['of']>): Promise<Output<Calls['of']>> {
  const { db } = ctx
  if (!(await settingsOf(ctx.app)).mark) return { state: 'off', ...nothing }
  const task = await openTask(ctx, { taskId })
  const row = await db
    .selectFrom('assistMark')
    .where('paperId', '=', task.paperId)
    .where('leaf', '=', task.leaf)
    .selectAll()
    .executeTakeFirst()
  if (!row) return { state: 'none', ...nothing }
  const { lines, hash } = await rubricOf(db, task)
  if (row.rubricHash !== hash) return { state: 'stale', ...nothing }
  const marks = await db
    .selectFrom('paperReviewTask')
    .where('paperId', '=', task.paperId)
    .where('leaf', '=', task.leaf)
    .select(['role', 'state'])
    .execute()
  const isAwaited = marks.some((one) => one.role !== TaskRole.chief && one.state === TaskState.waiting)
  if (isAwaited && !(await isEarly(ctx, { ...task, hash }, marks.length))) return { state: 'later', ...nothing }
  // also after the own mark: it may be changed, or another marker decides
  if (row.shownTime === null)
    await db
      .updateTable('assistMark')
      .where('paperId', '=', task.paperId)
      .where('leaf', '=', task.leaf)
      .set({ shownTime: ctx.now })
      .execute()
  const said = row.said as unknown as Said[]
  return {
    state: 'ready',
    score: row.score,
    own: task.score,
    lines: lines.map(({ id, text, points }) => {
      const found = said.find((one) => one.line === id)
      return {
        line: id,
        text,
        points: points / 100,
        met: found !== undefined,
        quote: found?.quote ?? '',
        reason: found?.reason ?? '',
        own: task.lines.includes(id),
      }
    }),
    flagged: row.flagged,
    times: row.times,
    spread: row.spread,
    byRules: row.byRules,
  }
}

type Rubric = Question & { hash: string }

/** Two markers of an answer see nothing until both have marked. The order was chosen for a rubric and ends with it. */
async function isEarly({ db }: Ctx, { examId, leaf, hash }: Rubric, marks: number): Promise<boolean> {
  if (marks > 1) return false
  const row = await db
    .selectFrom('assistMarkEarly')
    .where('examId', '=', examId)
    .where('leaf', '=', leaf)
    .where('rubricHash', '=', hash)
    .select('leaf')
    .executeTakeFirst()
  return row !== undefined
}
