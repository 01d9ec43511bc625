// Marking by people: what waits for a marker is read whole, marked question by question, and finished once.
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

type Form = Input<(typeof paper)['review-paper']>
const everything = { score: true, answer: true }

/**
 * Without marks and finish: the paper as its marker sees it. Marks are kept as often as one likes; finish settles the paper, once.
 * Fails paperNotMarkable while it is open, paperReviewed when another marker has finished it, conflict (with the stored marks)
 * when the marks were read before another marker's, reviewDouble where two people mark and the caller is not the one who decides.
 * In an exam that is marked blind, the paper is nobody's until it is finished.
 */
export async function reviewPaper(ctx: Ctx, form: Form) {
  const { db } = ctx
  const reach = await withinPaperScope(ctx)
  const find = () => listedPapers(db).where('paper.id', '=', form.id).where(reach).executeTakeFirst()
  const row = must(await find())
  if (row.state === PaperState.open || row.state === PaperState.givenUp) fail('paperNotMarkable')
  if (form.marks !== undefined || form.finish === true) await saveMarks(ctx, form)
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
  await noteTasks(ctx, row, changed(row.manual, given), markDouble)
  const { mark } = await writeMarks(ctx, row, manual, finish)
  ctx.change.before = { version: row.version, manual: row.manual }
  ctx.change.after = { version: row.version + 1, manual, score: mark.score, finish }
}

/** A page sends all the marks that it shows; what it leaves as it was is nobody's new mark. */
const changed = (stored: ManualMarks, given: ManualMarks) =>
  Object.entries(given).filter(([leaf, one]) => stored[leaf]?.score !== one.score || stored[leaf]?.comment !== one.comment)

/** In the queue these answers are done: whoever has one of them before him is told when he saves. */
async function noteTasks(
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
