// Marking a whole paper: reads it, saves marks by question, and finishes it once.
import { say } from '@shuyuan/contract/paper/paper.server.texts.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { formatPoints } from '@shuyuan/contract/kernel/points.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { TaskState, TaskRole } from '@shuyuan/contract/paper/review/review.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, failField, must } from '../../../kernel/fail.ts'
import type { ManualMark, ManualMarks } from '../grade/grade.service.ts'
import { checkManualScore } from '../marking/marking-manual.rules.ts'
import { markId } from '../marking/marking.rules.ts'
import { isBlind, withinPaperScope } from '../grade/paper-scope.service.ts'
import { anonymous, listedPapers, readMarked } from '../result/result.service.ts'
import { leafOf, lockMarks, manualMark, markedWith, pendingIn, writeMarks } from './review-mark.service.ts'
import { markingOf } from './review-save.service.ts'
import { isChief } from './review-task.service.ts'
import { mustNotBeArchivedOf } from '../../exam/entry/archived.service.ts'

type Form = Input<(typeof paper)['review-paper']>
const everything = { score: true, answer: true }

/**
 * Without `marks` and `finish`: the paper for its marker. Marks may be saved repeatedly; `finish` settles the paper once. The candidate stays hidden
 * in blind marking until the paper is finished.
 * Fails notFound, paperNotMarkable while the paper is open, paperReviewed if another marker has finished it, conflict (with the stored marks) if
 * marks were changed after the caller read them, reviewDouble in double marking for a caller who is not the chief marker.
 */
export async function reviewPaper(ctx: Ctx, form: Form) {
  const { db } = ctx
  const visible = await withinPaperScope(ctx)
  const find = () => listedPapers(db).where('paper.id', '=', form.id).where(visible).executeTakeFirst()
  const row = must(await find())
  if (row.state === PaperState.open || row.state === PaperState.givenUp) fail('paperNotMarkable')
  if (form.marks !== undefined || form.finish === true) {
    await mustNotBeArchivedOf(ctx, [form.id])
    await saveMarks(ctx, form)
  }
  const shown = must(await find())
  if (!isBlind(ctx, row)) return readMarked(db, shown, everything)
  return { ...(await readMarked(db, anonymous(shown), everything)), receiptNo: '' }
}

async function saveMarks(ctx: Ctx, { id, version, marks = [], finish = false }: Form) {
  const { db, now, user } = ctx
  const row = must(await lockMarks(db, id))
  if (row.state === PaperState.done) fail('paperReviewed')
  if (row.state !== PaperState.marking || row.gradingNeeded) fail('paperNotMarkable')
  if (version !== undefined && version !== row.version) fail('conflict', undefined, { version: row.version, marks: row.manual })
  const { markStep, markDouble } = await markingOf(db, row.examId)
  if (markDouble && marks.length > 0 && !isChief(ctx)) fail('reviewDouble')
  const given: ManualMarks = {}
  for (const [at, { quId, subId, score, comment }] of marks.entries()) {
    const leaf = leafOf(row.keys, quId, subId) ?? failField(`marks.${at}.quId`, say('questionNotOnPaper'))
    if (score > leaf.score) failField(`marks.${at}.score`, say('scoreAboveQuestion', { max: formatPoints(leaf.score) }))
    const name = markId(quId, subId)
    const wrong = row.manual[name]?.score === score ? null : checkManualScore(score, leaf.score, markStep)
    if (wrong !== null) failField(`marks.${at}.score`, wrong)
    given[name] = manualMark(score, comment, user.id, now)
  }
  const manual = { ...row.manual, ...given }
  const pending = finish ? pendingIn(await markedWith(db, row, manual)).length : 0
  if (pending > 0) failField('marks', say('scoresPending', { n: pending }))
  await recordTasks(ctx, row, changed(row.manual, given), markDouble)
  const { mark } = await writeMarks(ctx, row, manual, finish)
  ctx.change.before = { version: row.version, manual: row.manual }
  ctx.change.after = { version: row.version + 1, manual, score: mark.score, finish }
}

/** A page sends all marks that it shows; unchanged ones are not marks of this caller. */
const changed = (stored: ManualMarks, given: ManualMarks) =>
  Object.entries(given).filter(([leaf, one]) => stored[leaf]?.score !== one.score || stored[leaf]?.comment !== one.comment)

/** Settles the tasks of these answers; a marker who has claimed one gets a refusal on saving. */
async function recordTasks(
  { db, now, user }: Ctx,
  { id, examId }: { id: string; examId: string },
  given: readonly (readonly [string, ManualMark])[],
  markDouble: boolean,
) {
  const which = markDouble ? TaskRole.chief : TaskRole.first
  for (const [leaf, { score, comment }] of given) {
    const mark = {
      state: TaskState.settled,
      markBy: user.id,
      markTime: now,
      score,
      adjust: score,
      comment,
      claimedBy: null,
      leaseUntil: null,
    }
    await db
      .insertInto('paperReviewTask')
      .values({ examId, paperId: id, leaf, role: which, ...mark })
      .onConflict((conflict) =>
        conflict
          .columns(['paperId', 'leaf', 'role'])
          .doUpdateSet({ ...mark, lines: sql<string[]>`'{}'`, version: sql<number>`paper_review_task.version + 1` }),
      )
      .execute()
    const others = db.updateTable('paperReviewTask').where('paperId', '=', id).where('leaf', '=', leaf)
    await others.set({ state: TaskState.settled }).where('state', '=', TaskState.marked).execute()
    await db
      .deleteFrom('paperReviewTask')
      .where('paperId', '=', id)
      .where('leaf', '=', leaf)
      .where('state', '=', TaskState.waiting)
      .execute()
  }
}
