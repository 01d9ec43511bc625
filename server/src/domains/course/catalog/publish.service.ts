// A course is shown to its audience: how many people that is, and the notice to them.
import { type course, CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { mustMayNotify } from '../../notify/own.service.ts'
import { noticeStateOf, reachOfAudience, sendNotice } from '../../notify/publish.service.ts'
import { mustHaveModule } from '../../people/role-menu/admission.service.ts'
import { courseAudience } from './audience.service.ts'
import { mustHaveFiles } from './item.service.ts'

/** Counts the users of an audience that may not be stored yet. Fails notFound. */
export async function countCourseReach(
  ctx: Ctx,
  { id, ...audience }: Input<(typeof course)['reach']>,
): Promise<Output<(typeof course)['reach']>> {
  const stored = id === undefined ? undefined : await mustFind(ctx, id)
  return {
    ...(await reachOfAudience(ctx, 'course', courseAudience.wouldConcern(audience), audience)),
    noticeState: await noticeStateOf(ctx, stored && { noticeTime: stored.noticeTime, isOwn: stored.createBy === ctx.user.id }),
  }
}

const columns = ['title', 'state', 'draft', 'version', 'noticeTime', 'createBy'] as const

const mustFind = async ({ db }: Ctx, id: string) =>
  must(await db.selectFrom('course').where('id', '=', id).select(columns).executeTakeFirst())

/**
 * Shows a course to its audience; one that is shown already stays as it is, and only the notice is sent, unless it was sent before. Fails
 * notFound, forbidden for a course of another user where the caller may not change courses, conflict for an outdated version, courseEmpty as
 * mustHaveFiles, and, with the notice, as mustHaveModule and mustMayNotify.
 */
export async function publishCourse(
  ctx: Ctx,
  { id, version, notify }: Input<(typeof course)['publish']>,
): Promise<Output<(typeof course)['publish']>> {
  const { db, now, user } = ctx
  const stored = must(await db.selectFrom('course').where('id', '=', id).forUpdate().select(columns).executeTakeFirst())
  if (stored.createBy !== user.id && !can(ctx, 'course:update')) fail('forbidden')
  if (version !== undefined && version !== stored.version) fail('conflict')
  await mustHaveFiles(ctx, [id])
  if (notify) {
    await mustHaveModule(ctx, 'course')
    await mustMayNotify(ctx, { refType: 'course', refId: id })
  }
  ctx.change.before = stored
  if (stored.state !== CourseState.enabled)
    await db.updateTable('course').set({ state: CourseState.enabled, draft: false, updateTime: now }).where('id', '=', id).execute()
  const sent = notify && stored.noticeTime === null ? await sendNotice(ctx, 'course', id) : 0
  if (sent > 0) await db.updateTable('course').set({ noticeTime: now }).where('id', '=', id).execute()
  ctx.change.after = { state: CourseState.enabled, draft: false, sent }
  return { sent }
}
