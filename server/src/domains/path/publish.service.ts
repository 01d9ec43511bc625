// A learning path is opened to its audience: how many people that is, what some of them cannot open, and the notice to them.
import { NO_LIMIT } from '@shuyuan/contract/notify/event.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { type path, PathState } from '@shuyuan/contract/path/path.ts'
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import type { PathItemKind } from '@shuyuan/contract/path/stage.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type App, can, type Ctx } from '../../kernel/ctx.ts'
import { must } from '../../kernel/fail.ts'
import { courseAudience } from '../course/catalog/audience.service.ts'
import { examAudience } from '../exam/entry/audience.service.ts'
import { mustMayNotify } from '../notify/own.service.ts'
import { reachOfAudience, sendNotice } from '../notify/publish.service.ts'
import { addSource } from '../notify/source.service.ts'
import { surveyAudience } from '../survey/audience.service.ts'
import { pathAudience } from './audience.service.ts'
import { mustReachPath } from './path.service.ts'
import { enter } from './progress.service.ts'
import { stagesOf } from './stage.service.ts'

const REF = 'path'

/** Registers learning paths as a notification source. */
export const notifyOfPaths = (app: App): void =>
  addSource(app, REF, {
    async values({ db }, id) {
      const { title, days } = must(await db.selectFrom('path').where('id', '=', id).select(['title', 'days']).executeTakeFirst())
      return { pathTitle: title, days: days === 0 ? NO_LIMIT : `${days} 天` }
    },
    people: (id) => pathAudience.concerned(id),
    async isOwn({ db, user }, id) {
      const row = await db.selectFrom('path').where('id', '=', id).select('createBy').executeTakeFirst()
      return row?.createBy === user.id
    },
  })

/** Counts the users of a path. Fails notFound. */
export async function countPathReach(ctx: Ctx, { id }: Input<typeof path.reach>): Promise<Output<typeof path.reach>> {
  const { openType, noticeTime, createBy } = await mustReachPath(ctx, id)
  const { deptCodes, groups, users } = await pathAudience.read(ctx, id)
  const lists = { openType, deptCodes, groupIds: groups.map((one) => one.id), userIds: users.map((one) => one.id) }
  const mayNotify = createBy === ctx.user.id || can(ctx, 'notify:send')
  return {
    ...(await reachOfAudience(ctx, REF, pathAudience.wouldConcern(lists), lists)),
    noticeState: noticeTime === null ? (mayNotify ? 'open' : 'foreign') : 'sent',
    shut: await shutThings(ctx, id, openType),
  }
}

/** A condition on sys_user: the user belongs to the audience of the thing; undefined for one that is open to all or gone. */
async function audienceOfThing({ db }: Ctx, kind: PathItemKind, refId: string): Promise<RawBuilder<SqlBool> | undefined> {
  if (kind === 'repo') return undefined
  if (kind === 'work' || kind === 'room') {
    const courses = await db
      .selectFrom('courseItem')
      .innerJoin('course', 'course.id', 'courseItem.courseId')
      .where('courseItem.fileId', '=', refId)
      .where('course.state', '=', CourseState.enabled)
      .select(['course.id', 'course.openType'])
      .execute()
    const members = courses.map((one) => courseAudience.members(one.id, one.openType))
    return members.length === 0 ? undefined : sql<SqlBool>`(${sql.join(members, sql` or `)})`
  }
  const { rows } = await sql<{ openType: number }>`select open_type from ${sql.table(kind)} where id = ${refId}::bigint`.execute(db)
  if (!rows[0]) return undefined
  const audience = { course: courseAudience, exam: examAudience, survey: surveyAudience }[kind]
  return audience.members(refId, rows[0].openType)
}

/** The things that are closed, or whose audience leaves out some people of the path. */
async function shutThings(ctx: Ctx, id: string, openType: number): Promise<Output<typeof path.reach>['shut']> {
  const members = pathAudience.members(id, openType)
  const countOf = async (open: RawBuilder<SqlBool>) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from sys_user where ${members} and not (${open})`.execute(ctx.db)
    return rows[0]?.n ?? 0
  }
  const shut: Output<typeof path.reach>['shut'] = []
  for (const { items } of (await stagesOf(ctx, [id])).get(id) ?? [])
    for (const { kind, refId, title, gone } of items) {
      const open = gone ? sql<SqlBool>`false` : await audienceOfThing(ctx, kind, refId)
      const people = open ? await countOf(open) : 0
      if (people > 0) shut.push({ kind, title, people })
    }
  return shut
}

/**
 * Opens a path: its audience enters. One that is open already stays as it is, and only the notice is sent, unless it was sent before. Fails
 * notFound, and, with the notice, as mustMayNotify.
 */
export async function publishPath(ctx: Ctx, { id, notify }: Input<typeof path.publish>): Promise<Output<typeof path.publish>> {
  const { db, now } = ctx
  const { title, state, noticeTime } = await mustReachPath(ctx, id, true)
  if (notify) await mustMayNotify(ctx, { refType: REF, refId: id })
  ctx.change.before = { title, state }
  if (state !== PathState.open) await db.updateTable('path').set({ state: PathState.open, updateTime: now }).where('id', '=', id).execute()
  const entered = await enter(ctx, id)
  const sent = notify && noticeTime === null ? await sendNotice(ctx, REF, id) : 0
  if (sent > 0) await db.updateTable('path').set({ noticeTime: now }).where('id', '=', id).execute()
  ctx.change.after = { state: PathState.open, entered, sent }
  return { entered, sent }
}
