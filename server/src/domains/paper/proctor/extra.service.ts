// Extra time while an exam runs (exam-rules.md, *Deadline*): added to open papers, and stored for candidates who have not started.
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import { say } from '@shuyuan/contract/paper/paper.server.texts.ts'
import type { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { extraTimeMessage } from '@shuyuan/contract/paper/channel/exam-hint.ts'
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, failField } from '../../../kernel/fail.ts'
import { mustFindExam } from '../../exam/exam.service.ts'
import { mustWatch, type Watched } from '../../exam/entry/invigilation.service.ts'
import { missing } from '../admission/absent.service.ts'
import { rememberExtra } from '../admission/extra-remembered.service.ts'
import { deadlineOf, settingsFor } from '../attempt/entry/entry.rules.ts'
import { movedTo } from '../attempt/clock/follow.service.ts'
import { sendPush, storePushes } from '../channel/push.service.ts'
import { recordForAll } from '../channel/timeline.service.ts'
import { among } from '../../../kernel/database.ts'
import { mustNotBeArchived } from '../../exam/entry/archived.service.ts'

/**
 * Gives minutes to the named users, or to all candidates: open papers are extended immediately; users without a paper get the minutes when they open
 * one. Papers in forced close get nothing. Fails extraHanded, with the names, if one of the named users has handed in; then nothing changes.
 */
export async function giveExtraTime(ctx: Ctx, input: Input<(typeof watch)['extra-time']>) {
  const { app, now } = ctx
  const { examId, minutes, reason, closeMinutes = minutes } = input
  const watched = await mustWatch(ctx, examId)
  await mustNotBeArchived(ctx, [examId])
  const userIds = input.userIds ? await mustBeWatched(ctx, input.userIds, watched) : await allWatched(ctx, examId, watched)
  const exam = await mustFindExam(ctx, examId)
  const open = await lockOpen(ctx, examId, userIds)
  const present = new Set(open.map((row) => row.userId))
  const others = userIds?.filter((userId) => !present.has(userId)) ?? null
  if (others) await mustNotHaveHanded(ctx, examId, others)
  const changed = []
  for (const { id, startTime, deadlineAt, extraMinutes, extraCloseMinutes, ...own } of open) {
    const extra = { extraMinutes: extraMinutes + minutes, extraCloseMinutes: extraCloseMinutes + closeMinutes }
    const deadline = movedTo(deadlineOf({ ...settingsFor(exam, own), ...own, ...extra }, startTime), deadlineAt, now)
    await ctx.db
      .updateTable('paper')
      .set((paper) => ({ ...extra, deadlineAt: deadline, timeRev: paper('timeRev', '+', 1), examVersion: exam.version }))
      .where('id', '=', id)
      .execute()
    changed.push({ id, before: deadlineAt, after: deadline, gained: Math.max(0, secondsBetween(deadlineAt, deadline)) })
  }
  await rememberExtra(ctx, { examId, minutes, closeMinutes, reason }, others)
  ctx.change.after = { papers: changed, remembered: others ?? 'all' }
  const own = new Map(changed.map(({ id, gained }) => [id, { gained }]))
  await recordForAll(ctx.db, [...own.keys()], { kind: 'extra', message: reason, data: { minutes }, by: ctx.user.id, at: now }, own)
  // a fixed end of the exam may leave fewer minutes, or none to announce
  const longer = changed.filter(({ gained }) => gained > 0)
  const messages = longer.map(({ id, gained }) => ({ paperId: id, message: extraTimeMessage(minutes, gained) }))
  const push = await storePushes(ctx.db, messages, { type: 'time' }, now)
  ctx.afterCommit(() => sendPush(app, push))
  const less = longer.filter(({ gained }) => gained < minutes * 60).map((one) => one.gained)
  return {
    papers: longer.length,
    partly: less.length,
    leastSeconds: less.length > 0 ? Math.min(...less) : 0,
    unmoved: changed.length - longer.length,
    remembered: others?.length ?? null,
  }
}

/** The named users without duplicates. Fails notFound if the caller may not watch one of them. */
async function mustBeWatched({ db }: Ctx, named: readonly string[], { isAll, people }: Watched): Promise<string[]> {
  const userIds = [...new Set(named)]
  if (isAll) return userIds
  const rows = await db.selectFrom('sysUser').where(among('id', userIds)).where(people).select('id').execute()
  return rows.length === userIds.length ? userIds : fail('notFound')
}

/** Undefined for all candidates; otherwise those whom the caller watches: with an open paper, and expected ones without a paper. */
async function allWatched({ db }: Ctx, examId: string, { isAll, people }: Watched): Promise<string[] | undefined> {
  if (isAll) return undefined
  const rows = await db
    .selectFrom('sysUser')
    .where(people)
    .where(sql<boolean>`(exists (select from paper p where p.exam_id = ${examId}::bigint and p.user_id = sys_user.id and p.state = ${sql.lit(PaperState.open)})
      or id in (select user_id from ${missing(examId)} as missing))`)
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}

const secondsBetween = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / 1_000)

/** Locks open papers in the order that a batch of saves uses, to avoid deadlocks. */
function lockOpen({ db }: Ctx, examId: string, userIds: readonly string[] | undefined) {
  return db
    .selectFrom('paper')
    .where('examId', '=', examId)
    .where('state', '=', PaperState.open)
    .where('exState', '=', ExState.normal)
    .$if(userIds !== undefined, (query) => query.where(among('userId', userIds ?? [])))
    .orderBy('id')
    .select(['id', 'userId', 'startTime', 'deadlineAt', 'extraMinutes', 'extraCloseMinutes'])
    .select(['ownMinutes', 'ownStart', 'ownEnd', 'againSeconds', 'againCloseSeconds'])
    .forUpdate()
    .execute()
}

async function mustNotHaveHanded({ db }: Ctx, examId: string, userIds: readonly string[]) {
  const people = await db
    .selectFrom('sysUser')
    .where(among('sysUser.id', userIds))
    .select((query) => [
      'realName',
      query
        .exists(
          query
            .selectFrom('paper')
            .where('examId', '=', examId)
            .whereRef('userId', '=', 'sysUser.id')
            .where('state', '>=', PaperState.open)
            .select('id'),
        )
        .as('came'),
    ])
    .execute()
  if (people.length < userIds.length) failField('userIds', sayServer('peopleGone'))
  const handed = people.filter((one) => one.came).map((one) => one.realName)
  if (handed.length > 0) fail('extraHanded', say('extraHandedNamed', { names: handed.slice(0, 5).join('、') }))
}
