// Arrangements for single people and groups of an exam, and the open papers that follow them at once.
import { arrangedWords, type override } from '@shuyuan/contract/exam/override.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { failField } from '../../kernel/fail.ts'
import { mustFindExam } from '../exam/exam.service.ts'
import { arrangementIn, overridesColumn, removeOverrides, storeOverride } from '../exam/override.service.ts'
import { deadlineOf, termsFor } from './entry.rules.ts'
import { movedTo } from './follow.service.ts'
import { sendPush, storePush } from './push.service.ts'
import { noteEvent } from './timeline.service.ts'

type Concerned = { examId: string; userId: string | null; groupId: string | null }

/** Keeps an arrangement; open papers of whom it concerns follow. Fails notFound, and at userId or groupId. */
export async function saveOverride(ctx: Ctx, form: Input<typeof override.save>): Promise<Output<typeof override.save>> {
  mustLeaveAWindow(await mustFindExam(ctx, form.examId), form)
  const { id, before } = await storeOverride(ctx, form)
  const moved = await realign(ctx, before ? [before, form] : [form], form.reason)
  return { id, papers: moved }
}

type Window = { startTime: Date | null; endTime: Date | null }

/** Half a window of one's own goes with the other half of the exam's. Fails at the half that was given where nothing is left between the two. */
function mustLeaveAWindow(exam: Window, own: Window) {
  const [start, end] = [own.startTime ?? exam.startTime, own.endTime ?? exam.endTime]
  if (!start || !end || end > start) return
  if (own.startTime && !own.endTime) failField('startTime', '单独开始时间不早于考试结束时间，请同时填写单独结束时间')
  if (own.endTime && !own.startTime) failField('endTime', '单独结束时间不晚于考试开始时间，请同时填写单独开始时间')
}

/** Takes arrangements back; open papers follow. */
export async function deleteOverrides(ctx: Ctx, { ids }: Input<typeof override.delete>): Promise<Output<typeof override.delete>> {
  await realign(ctx, await removeOverrides(ctx, ids), '取消个别安排')
  return true
}

/** The open papers of these people and groups, in the order in which a batch of saves locks them. */
function lockConcerned({ db }: Ctx, concerned: readonly Concerned[]) {
  const users = concerned.flatMap((one) => one.userId ?? [])
  const groups = concerned.flatMap((one) => one.groupId ?? [])
  const exams = concerned.map((one) => one.examId)
  return db
    .selectFrom('paper')
    .innerJoin('exam', 'exam.id', 'paper.examId')
    .where('paper.examId', '=', sql<string>`any(${exams}::bigint[])`)
    .where('paper.state', '=', 0)
    .where('exState', '=', 0)
    .where(
      sql<boolean>`(paper.user_id = any(${users}::bigint[])
        or paper.user_id in (select g.user_id from sys_group_user g where g.group_id = any(${groups}::bigint[])))`,
    )
    .orderBy('paper.id')
    .select(['paper.id', 'paper.startTime as startedAt', 'deadlineAt', 'extraMinutes', 'extraCloseMinutes', 'againSeconds'])
    .select(['againCloseSeconds', 'exam.startTime', 'endTime', 'minutes', 'exam.version'])
    .select(overridesColumn(sql.ref('paper.user_id')).as('overrides'))
    .forUpdate('paper')
    .execute()
}

/** @returns how many papers end at another time now */
async function realign(ctx: Ctx, concerned: readonly Concerned[], reason: string): Promise<number> {
  const { app, db, now, user } = ctx
  if (concerned.length === 0) return 0
  const moved: string[] = []
  for (const { id, startedAt, deadlineAt, overrides, version, ...terms } of await lockConcerned(ctx, concerned)) {
    const { ownMinutes, ownStart, ownEnd, noFace, noFullScreen } = arrangementIn(overrides, terms.minutes)
    const own = { ownMinutes, ownStart, ownEnd }
    const deadline = movedTo(deadlineOf(termsFor(terms, own), startedAt), deadlineAt, now)
    const isMoved = deadline.getTime() !== deadlineAt.getTime()
    await db
      .updateTable('paper')
      .set({ ...own, noFace, noFullScreen })
      .$if(isMoved, (q) => q.set((paper) => ({ deadlineAt: deadline, timeRev: paper('timeRev', '+', 1), examVersion: version })))
      .where('id', '=', id)
      .execute()
    if (!isMoved) continue
    moved.push(id)
    await noteEvent(db, { paperId: id, kind: 'extra', message: `个别安排：${reason}`, data: { ownMinutes }, by: user.id, at: now })
  }
  const push = await storePush(db, moved, { type: 'time', message: arrangedWords }, now)
  ctx.afterCommit(() => sendPush(app, push))
  return moved.length
}
