// 恢复考试: reopens a closed paper.
import type { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { reopenedMessage } from '@shuyuan/contract/paper/proctor/reopen.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState, ExState } from '@shuyuan/contract/paper/paper-state.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { json, violates } from '../../../kernel/database.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { publishPaperChange } from '../channel/watch-change.service.ts'
import { sendMsg } from '../../message/msg.service.ts'
import { deadlineOf, settingsFor } from '../attempt/entry/entry.rules.ts'
import { mustWatchPaper } from '../grade/paper-scope.service.ts'
import { afterMarked } from '../grade/due.service.ts'
import { recordSeen, sendPush, storePush } from '../channel/push.service.ts'
import { recordEvent } from '../channel/timeline.service.ts'
import { mustNotBeArchived } from '../../exam/entry/archived.service.ts'

const WITHIN_MS = 24 * 3_600_000

/** The paper with its result, locked. */
async function lockHanded({ db }: Ctx, id: string) {
  return must(
    await db
      .selectFrom('paper')
      .innerJoin('exam', 'exam.id', 'paper.examId')
      .where('paper.id', '=', id)
      .where('paper.state', '>=', PaperState.open)
      .select(['paper.id', 'examId', 'userId', 'paper.title', 'paper.state', 'exState', 'exMsg', 'handTime', 'receiptNo', 'answered'])
      .select(['score', 'objScore', 'subjScore', 'passed', 'manual', 'reviewBy', 'reviewTime', 'leaveTimes', 'faceFails', 'paper.offline'])
      .select(['paper.startTime as startedAt', 'extraMinutes', 'extraCloseMinutes', 'ownMinutes', 'ownStart', 'ownEnd', 'msgSeq'])
      .select(['againSeconds', 'againCloseSeconds', 'exam.startTime', 'endTime', 'minutes', 'exam.version'])
      .forUpdate('paper')
      .executeTakeFirst(),
  )
}
type Handed = Awaited<ReturnType<typeof lockHanded>>

/** Seconds to add so that the paper runs until `until`: to its own time, and beyond the end of the exam. */
function givenBack(row: Handed, until: Date) {
  const terms = settingsFor(row, row)
  const missing = (deadline: Date) => Math.max(0, Math.ceil((until.getTime() - deadline.getTime()) / 1_000))
  const byDuration = deadlineOf({ ...terms, endTime: null }, row.startedAt)
  // minutes beyond any exam, so that only the end of the exam limits the deadline
  const byEnd = terms.endTime && deadlineOf({ ...terms, minutes: terms.minutes + 10_000_000 }, row.startedAt)
  return {
    againSeconds: row.againSeconds + missing(byDuration),
    againCloseSeconds: row.againCloseSeconds + (byEnd ? missing(byEnd) : 0),
  }
}

/**
 * Reopens a handed-in paper with at least these minutes left. Answers stay; marks and receipt are removed and stored in the audit row.
 * Fails notFound, paperNotReopen (open, given up, offline, or ended more than a day ago), paperNewer while a newer paper is open.
 */
export async function reopenPaper(
  ctx: Ctx,
  { paperId, minutes, reason }: Input<(typeof watch)['reopen']>,
): Promise<Output<(typeof watch)['reopen']>> {
  const { db, now, user } = ctx
  const { examId: watched } = await mustWatchPaper(ctx, paperId)
  await mustNotBeArchived(ctx, [watched])
  const row = await lockHanded(ctx, paperId)
  const { state, exState, handTime, userId, examId, title } = row
  const isRecent = handTime !== null && now.getTime() - handTime.getTime() <= WITHIN_MS
  if ((state !== PaperState.marking && state !== PaperState.done) || row.offline || !isRecent) fail('paperNotReopen')
  const again = givenBack(row, new Date(now.getTime() + minutes * 60_000))
  const deadlineAt = deadlineOf({ ...settingsFor(row, row), ...again }, row.startedAt)
  // delete the paper prepared for the next try
  await db.deleteFrom('paper').where('examId', '=', examId).where('userId', '=', userId).where('state', '=', PaperState.prepared).execute()
  try {
    await db
      .updateTable('paper')
      .set({ ...untouched, ...again, deadlineAt, examVersion: row.version })
      // a paper that was force-closed for leaving starts to count again
      .$if(exState === ExState.leave, (q) => q.set({ leaveTimes: 0 }))
      .$if(exState === ExState.face, (q) => q.set({ faceFails: 0 }))
      // a marking in progress has read another version and stops
      .set((paper) => ({ version: paper('version', '+', 1), timeRev: paper('timeRev', '+', 1) }))
      .where('id', '=', paperId)
      .execute()
  } catch (error) {
    if (violates(error, 'unique')) fail('paperNewer')
    throw error
  }
  // delete marking tasks and item figures of the old result
  await db.deleteFrom('paperReviewTask').where('paperId', '=', paperId).execute()
  await db.deleteFrom('paperItem').where('paperId', '=', paperId).execute()
  // reverses points and other effects of the old result; the next end applies them again
  await afterMarked(ctx, [paperId])
  ctx.change.before = beforeOf(row)
  ctx.change.after = { paperId, minutes, reason, deadlineAt }
  const { score } = row
  await recordEvent(db, {
    paperId,
    kind: 'reopen',
    message: reason,
    data: { minutes, score, receiptNo: row.receiptNo },
    by: user.id,
    at: now,
  })
  await notify(ctx, row, title)
  return { deadlineAt }
}

/** Column values of a paper that has not been handed in. */
const untouched = {
  state: PaperState.open,
  exState: ExState.normal,
  exMsg: '',
  handTime: null,
  receiptNo: null,
  answered: 0,
  answerHash: '',
  gradingNeeded: false,
  marks: null,
  manual: json({}),
  score: null,
  objScore: null,
  subjScore: null,
  passed: null,
  reviewBy: null,
  reviewTime: null,
  reviewLaid: false,
  markedTotal: null,
  markedPass: null,
  tellDue: false,
}

function beforeOf(row: Handed) {
  const { state, exState, exMsg, handTime, receiptNo, answered, score, objScore, subjScore, passed, manual, reviewBy, reviewTime } = row
  return { state, exState, exMsg, handTime, receiptNo, answered, score, objScore, subjScore, passed, manual, reviewBy, reviewTime }
}

/** Notifies the candidate by inbox message, and by push in case the exam room is open again. */
async function notify(ctx: Ctx, { id, userId, examId, msgSeq }: Handed, title: string) {
  const { app, db, now } = ctx
  const message = reopenedMessage(title)
  // acknowledges the old pushes, so that the page does not report the hand-in again
  await recordSeen(db, id, msgSeq, now)
  const push = await storePush(db, [id], { type: 'msg', message }, now)
  await sendMsg(ctx, [userId], { title: '考试已恢复', content: message, refType: 'exam', refId: examId })
  ctx.afterCommit(() => {
    publishPaperChange(app, examId, id, 'started')
    return sendPush(app, push)
  })
}
