// Applies changed overrides to open papers: moves their deadlines and notifies their candidates.
import { overrideMessage } from '@shuyuan/contract/exam/override/override.ts'
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../../kernel/ctx.ts'
import { listenToExams, type Overridden } from '../../../exam/announce.service.ts'
import { overrideIn, overridesColumn } from '../../../exam/entry/override-read.service.ts'
import { sendPush, storePush } from '../../channel/push.service.ts'
import { recordEvent } from '../../channel/timeline.service.ts'
import { publishApplication } from '../../channel/watch-change.service.ts'
import { deadlineOf, settingsFor } from '../entry/entry.rules.ts'
import { movedTo } from './follow.service.ts'
import { among } from '../../../../kernel/database.ts'

/** Subscribes to changes of applications and overrides in the exam domain. */
export const followExams = (app: App): void => listenToExams(app, { applied: publishApplication, overridden: realign })

/** Selects and locks the open papers of these users and groups, in the same lock order as a batch of saves. */
function lockConcerned({ db }: Ctx, concerned: readonly Overridden[]) {
  const users = concerned.flatMap((one) => one.userId ?? [])
  const groups = concerned.flatMap((one) => one.groupId ?? [])
  const exams = concerned.map((one) => one.examId)
  return db
    .selectFrom('paper')
    .innerJoin('exam', 'exam.id', 'paper.examId')
    .where(among('paper.examId', exams))
    .where('paper.state', '=', PaperState.open)
    .where('exState', '=', ExState.normal)
    .where(
      sql<boolean>`(paper.user_id = any(${users}::bigint[])
        or paper.user_id in (select g.user_id from sys_group_user g where g.group_id = any(${groups}::bigint[])))`,
    )
    .orderBy('paper.id')
    .select([
      'paper.id',
      'paper.startTime as startedAt',
      'deadlineAt',
      'paper.noFace as hadNoFace',
      'paper.noFullScreen as hadNoFullScreen',
      'extraMinutes',
      'extraCloseMinutes',
      'againSeconds',
    ])
    .select(['againCloseSeconds', 'exam.startTime', 'endTime', 'minutes', 'exam.version'])
    .select(overridesColumn(sql.ref('paper.user_id')).as('overrides'))
    .forUpdate('paper')
    .execute()
}

/** @returns the number of papers whose deadline moved */
async function realign(ctx: Ctx, concerned: readonly Overridden[], reason: string): Promise<number> {
  const { app, db, now, user } = ctx
  if (concerned.length === 0) return 0
  const moved: string[] = []
  const exempted: string[] = []
  for (const { id, startedAt, deadlineAt, overrides, version, hadNoFace, hadNoFullScreen, ...settings } of await lockConcerned(
    ctx,
    concerned,
  )) {
    const { ownMinutes, ownStart, ownEnd, noFace, noFullScreen } = overrideIn(overrides, settings.minutes)
    const own = { ownMinutes, ownStart, ownEnd }
    const deadline = movedTo(deadlineOf(settingsFor(settings, own), startedAt), deadlineAt, now)
    const isMoved = deadline.getTime() !== deadlineAt.getTime()
    await db
      .updateTable('paper')
      .set({ ...own, noFace, noFullScreen })
      .$if(isMoved, (q) => q.set((paper) => ({ deadlineAt: deadline, timeRev: paper('timeRev', '+', 1), examVersion: version })))
      .where('id', '=', id)
      .execute()
    if (!isMoved && (hadNoFace !== noFace || hadNoFullScreen !== noFullScreen)) exempted.push(id)
    if (!isMoved) continue
    moved.push(id)
    await recordEvent(db, { paperId: id, kind: 'extra', message: `个别安排：${reason}`, data: { ownMinutes }, by: user.id, at: now })
  }
  const push = await storePush(db, moved, { type: 'time', message: overrideMessage }, now)
  // the page asks for its exemptions
  const hint = await storePush(db, exempted, { type: 'time' }, now)
  ctx.afterCommit(async () => {
    await sendPush(app, push)
    await sendPush(app, hint)
  })
  return moved.length
}
