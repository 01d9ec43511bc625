// Closes a paper, handed in by its candidate or force-closed; idempotent (exam-rules.md, Hand-in).
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import { PaperState, ExState } from '@shuyuan/contract/paper/paper-state.ts'
import type { App, Ctx } from '../../../../kernel/ctx.ts'
import type { Database } from '../../../../kernel/database.ts'
import { fail, must } from '../../../../kernel/fail.ts'
import { appPart } from '../../../../kernel/part.ts'
import { Turns } from '../../../../kernel/turns.ts'
import { mustBeSecured } from '../../../exam/seb/seb.service.ts'
import { publishPaperChange } from '../../channel/watch-change.service.ts'
import { saveRow } from '../save/answer.service.ts'
import { closesAt } from '../entry/entry.rules.ts'
import { followExams } from './follow.service.ts'
import { gradePaper } from '../../grade/grade.service.ts'
import { type Answers, readAnswers } from '../../grade/stored-answers.service.ts'
import { type CachedPaper, mustGetCached } from '../save/paper-cache.service.ts'
import { handTogether } from './hand-together.service.ts'
import { endingOf, type Locked, lockPaper, refusalOf } from './lock.service.ts'
import { recordEvent } from '../../channel/timeline.service.ts'
import { type Push, sendPush, storePush } from '../../channel/push.service.ts'
import { hashAnswers, newReceiptNo } from '../save/receipt.rules.ts'
import { countLate } from './late-own.service.ts'
import { runSave, type SaveRow } from '../save/save-statement.service.ts'
import { withinQuestionTime, mustBeCurrentQuestions } from '../save/step.service.ts'

type Ending = { handTime: Date; exState: ExState; exMsg?: string; state?: typeof PaperState.marking | typeof PaperState.givenUp }
/** `marked`: the state of a paper that was marked in the transaction of its hand-in. */
type Closed = { row: Locked; answers?: Answers; late?: number; marked?: typeof PaperState.marking | typeof PaperState.done }

/**
 * The time of the hand-in. After the server's clock stepped back it may lie before the start: then the newest saved answer counts, or the start,
 * and the step stands in the timeline.
 */
async function handTimeOf(db: Database, { id, startTime, deadlineAt }: Locked, handTime: Date, savedAt: Date | null): Promise<Date> {
  if (handTime >= startTime) return handTime
  const latest = savedAt !== null && savedAt > startTime ? savedAt : startTime
  const corrected = latest > deadlineAt ? deadlineAt : latest
  const message = `交卷时服务器时钟为 ${toWallClock(handTime)}，早于开考时间，交卷时间记为 ${toWallClock(corrected)}`
  await recordEvent(db, { paperId: id, kind: 'clock', eventId: 'clock', message, at: corrected })
  return corrected
}

/** Closes an open, locked paper; it is graded after the commit unless it is given up. */
async function handIn(db: Database, row: Locked, ending: Ending) {
  const { exState, exMsg, state = PaperState.marking } = ending
  const { answers, answered, savedAt } = await readAnswers(db, row.id)
  const handTime = await handTimeOf(db, row, ending.handTime, savedAt)
  const handed = {
    handTime,
    exState,
    receiptNo: newReceiptNo(toWallClock(handTime).slice(0, 10)),
    answered,
    answerHash: hashAnswers(answers),
  }
  await db
    .updateTable('paper')
    .set({ ...handed, state, gradingNeeded: state === PaperState.marking, ...(exMsg === undefined ? {} : { exMsg }) })
    .where('id', '=', row.id)
    .where('state', '=', PaperState.open)
    .execute()
  return { row: { ...row, ...handed, state }, answers }
}

/** A force-closed paper and the push for its page. */
export type ForcedClose = { row: Locked; answers: Answers; push: Push }

/** Force-closes an open, locked paper in the caller's transaction; call `afterForcedClose` after the commit. */
export async function forceCloseNow(db: Database, row: Locked, ending: Ending, now: Date): Promise<ForcedClose> {
  const ended = await handIn(db, row, ending)
  return { ...ended, push: await storePush(db, [row.id], { type: 'handed' }, now) }
}

/** Grades a force-closed paper and notifies its page. */
export async function afterForcedClose(app: App, { row, answers, push }: ForcedClose) {
  publishPaperChange(app, row.examId, row.id, 'handed')
  if (row.state === PaperState.marking) await gradeNow(app, row.id, answers)
  void sendPush(app, push)
}

/**
 * Hands in the caller's own paper; a repeated call gets the same receipt.
 * Fails notFound, handTooEarly, answerForeign, questionHidden, or paperElsewhere if another page-load session has the write lock.
 */
export async function handExam(ctx: Ctx, { id, session = '', lastAnswers = [] }: HandInput) {
  const { app, user } = ctx
  const cached = await mustGetCached(app, id, user.id)
  await mustBeSecured(ctx, cached.examId)
  const inOrder = lastAnswers.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
  const last = [...new Map(inOrder.map((one) => saveRow(cached, session, one)).map((row) => [row.quId, row])).values()]
  // answers that come with the hand-in are saved before, which may refuse them one by one
  const ended = last.length === 0 ? await handTogether(app)({ id, session }) : undefined
  if (ended === 'elsewhere') fail('paperElsewhere')
  if (ended === 'early') fail('handTooEarly')
  if (ended) return receiptOf(app, ended)
  return handTurnsOf(app).take(() => handAlone(app, cached, session, last))
}

type HandInput = Input<(typeof paper)['hand-exam']>
/** At the end of an exam all candidates hand in at once: a part of the connections is left to the saves of other exams. */
const handTurnsOf = appPart((app) => new Turns(Math.max(1, Math.floor(app.config.dbPool / 2))))

async function handAlone(app: App, cached: CachedPaper, session: string, last: SaveRow[]) {
  const { id } = cached
  const closed = await app.db.transaction().execute(async (db): Promise<Closed | 'elsewhere'> => {
    const row = must(await lockPaper(db, id).executeTakeFirst())
    const now = app.clock()
    await mustBeCurrentQuestions(db, cached, last)
    // refused answers are written to the late store here
    const open = await withinQuestionTime(db, cached, last, now)
    if (open.length > 0) await runSave(db, open, now)
    if (row.state !== PaperState.open) return { row, late: await countLate(db, id) }
    const refusal = refusalOf(row, session, now)
    if (refusal === 'early') fail('handTooEarly')
    return refusal ?? handIn(db, row, endingOf(row, now))
  })
  if (closed === 'elsewhere') fail('paperElsewhere')
  return receiptOf(app, closed)
}

/**
 * Called after a save was refused: aligns the deadline with the exam, which may just have been extended, and closes an overdue paper.
 * @returns whether the paper is still open
 */
export async function isStillOpen(app: App, id: string): Promise<boolean> {
  await closeIfDue(app, id)
  const row = await app.db.selectFrom('paper').where('id', '=', id).select('state').executeTakeFirst()
  return row?.state === PaperState.open
}

async function receiptOf(app: App, { row, answers, late = 0, marked }: Closed) {
  if (answers || marked !== undefined) publishPaperChange(app, row.examId, row.id, 'handed')
  // a repeat that overtakes the marking of the first call marks too, so that all receipts say the same
  const graded = marked ?? (answers || row.gradingNeeded ? await gradeNow(app, row.id, answers) : row.state)
  const state = (graded ?? (await stateOf(app, row.id))) as Exclude<PaperState, typeof PaperState.prepared | typeof PaperState.open>
  return {
    state,
    waitReview: state === PaperState.marking,
    receiptNo: row.receiptNo ?? '',
    handTime: row.handTime ?? row.deadlineAt,
    answered: row.answered,
    total: row.quCount,
    answerHash: row.answerHash,
    late,
  }
}

/** A failure to grade does not undo the hand-in: the sweep grades again. */
async function gradeNow(app: App, id: string, answers?: Answers) {
  try {
    return await gradePaper(app, id, answers)
  } catch (error) {
    app.log.error({ err: error, paperId: id }, 'a paper could not be marked')
    return null
  }
}

async function stateOf(app: App, id: string) {
  const { state } = await app.db.selectFrom('paper').where('id', '=', id).select('state').executeTakeFirstOrThrow()
  return state
}

/**
 * Force-closes a paper whose time is over; other papers do not change. Every read or save of an overdue paper calls this, so that
 * correctness does not depend on the sweep.
 * @param skipLocked skips a paper that another transaction has locked
 * @returns whether this call closed the paper
 */
export async function closeIfDue(app: App, id: string, skipLocked = false): Promise<boolean> {
  // the sweep (skipLocked) has done this for all papers
  if (!skipLocked) await followExams(app, id)
  const closed = await app.db.transaction().execute(async (db) => {
    const row = await lockPaper(db, id)
      .$if(skipLocked, (query) => query.skipLocked())
      .executeTakeFirst()
    if (row?.state !== PaperState.open || app.clock().getTime() <= closesAt(row)) return undefined
    return forceCloseNow(db, row, { handTime: row.deadlineAt, exState: row.exState || ExState.timeout }, app.clock())
  })
  if (!closed) return false
  await afterForcedClose(app, closed)
  return true
}
