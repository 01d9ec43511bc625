// A draft becomes an exam for its audience: how many people that is, and the notice to them.
import { type exam, ExamOpenType, ExamState } from '@shuyuan/contract/exam/exam.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { TmplState } from '@shuyuan/contract/tmpl/tmpl.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail, must } from '../../kernel/fail.ts'
import { draftOf, prepareNotify } from '../notify/prepare.service.ts'
import { countReachableUsers } from '../notify/reachable-users.service.ts'
import { sendNotify } from '../notify/send.service.ts'
import { examAudience } from './entry/audience.service.ts'
import { among } from '../../kernel/database.ts'
import { mustNotBeArchived } from './entry/archived.service.ts'
import { watchersOf } from './entry/watchers.service.ts'

const NAMES = 5

/** Counts the active users of an audience and those of the notice, and names its departments, groups and invigilators. */
export async function countReach(ctx: Ctx, audience: Input<(typeof exam)['reach']>): Promise<Output<(typeof exam)['reach']>> {
  const { db } = ctx
  const { title, content } = await draftOf(ctx, 'exam')
  const concerned = sql<{ userId: string }>`select person.id as user_id from sys_user person where ${examAudience.wouldConcern(audience)}`
  const { rows } = await sql<{ people: number }>`select count(*)::int as people from sys_user person
    where person.state = ${sql.lit(UserState.active)} and ${examAudience.wouldConcern(audience)}`.execute(db)
  return {
    people: rows[0]?.people ?? 0,
    names: await namesOf(db, audience),
    watchers: await watchersOf(ctx, audience),
    told: await countReachableUsers(ctx, { ref: true }, concerned),
    notice: { title, content },
  }
}

async function namesOf(db: Ctx['db'], { openType, deptCodes, groupIds }: Input<(typeof exam)['reach']>): Promise<string[]> {
  if (openType === ExamOpenType.departs && deptCodes.length > 0) {
    const departs = db.selectFrom('sysDepart').where('deptCode', 'in', deptCodes).orderBy('deptCode').limit(NAMES)
    return (await departs.select('deptName').execute()).map((one) => one.deptName)
  }
  if (openType !== ExamOpenType.persons || groupIds.length === 0) return []
  const groups = db.selectFrom('sysGroup').where('id', 'in', groupIds).orderBy('id').limit(NAMES)
  return (await groups.select('groupName').execute()).map((one) => one.groupName)
}

/**
 * Opens an exam to its audience; one that is published already stays as it is, and only the notice is sent, unless it was sent before. Fails
 * notFound, tmplDraft for a template that is no longer published.
 */
export async function publishExam(ctx: Ctx, { id, notify }: Input<(typeof exam)['publish']>): Promise<Output<(typeof exam)['publish']>> {
  const { db, now } = ctx
  const stored = must(
    await db
      .selectFrom('exam')
      .where('id', '=', id)
      .forUpdate()
      .select(['title', 'draft', 'state', 'tmplId', 'noticeTime'])
      .executeTakeFirst(),
  )
  await mustNotBeArchived(ctx, [id])
  ctx.change.before = stored
  if (stored.draft) {
    await mustBePublishable(ctx, [id])
    await db.updateTable('exam').set({ draft: false, state: ExamState.enabled, updateTime: now }).where('id', '=', id).execute()
  }
  const sent = notify && stored.noticeTime === null ? await sendExamNotice(ctx, id) : 0
  if (sent > 0) await db.updateTable('exam').set({ noticeTime: now }).where('id', '=', id).execute()
  ctx.change.after = { draft: false, sent }
  return { sent }
}

/** Fails tmplDraft if one of these exams is a draft whose template is no longer published. */
async function mustBePublishable({ db }: Ctx, ids: string[]) {
  const unfit = await db
    .selectFrom('exam')
    .innerJoin('tmpl', 'tmpl.id', 'exam.tmplId')
    .where(among('exam.id', ids))
    .where('exam.draft', '=', true)
    .where('tmpl.state', '!=', TmplState.published)
    .select('exam.id')
    .limit(1)
    .executeTakeFirst()
  if (unfit) fail('tmplDraft')
}

/** Enables or disables exams. Drafts among them are published without a notice. Fails tmplDraft as publishExam does; then none is changed. */
export async function setExamState(ctx: Ctx, { id, ids = [], state }: Input<typeof exam.state>) {
  const named = id === undefined ? ids : [id, ...ids]
  await mustNotBeArchived(ctx, named)
  if (state === ExamState.enabled) await mustBePublishable(ctx, named)
  const change = { state, ...(state === ExamState.enabled && { draft: false }), updateTime: ctx.now }
  await ctx.db.updateTable('exam').set(change).where('id', 'in', named).execute()
  return true as const
}

/** The site's own exam notice, in the inbox. Its text is not the caller's, so that who publishes needs no permission to write messages. */
async function sendExamNotice(ctx: Ctx, id: string): Promise<number> {
  const { count, tmpl } = await prepareNotify(ctx, 'exam', id)
  if (count === 0) return 0
  const { title, content } = tmpl
  const named = tmpl.id === null ? {} : { tmplId: tmpl.id }
  const sent = await sendNotify(ctx, { ...named, title, content, channels: ['msg'], audience: { ref: true }, refType: 'exam', refId: id })
  return sent.sent
}
