// A learning path is opened to its audience: how many people that is, what some of them cannot open, and the notice to them.
import { NO_LIMIT } from '@shuyuan/contract/notify/event.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { type path, PathState } from '@shuyuan/contract/path/path.ts'
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import type { PathItemKind } from '@shuyuan/contract/path/stage.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type App, can, type Ctx } from '../../kernel/ctx.ts'
import { among } from '../../kernel/database.ts'
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

type Opened = { audience: { members: (id: string, openType: number) => RawBuilder<SqlBool> }; id: string; openType: number }

/** Whose audiences a thing is open to, by its id; things without an audience, and ones that are gone, are missing. */
async function audiencesOf({ db }: Ctx, kind: PathItemKind, refIds: readonly string[]): Promise<Map<string, Opened[]>> {
  if (kind === 'repo' || refIds.length === 0) return new Map()
  if (kind === 'work' || kind === 'room') {
    const courses = await db
      .selectFrom('courseItem')
      .innerJoin('course', 'course.id', 'courseItem.courseId')
      .where(among('courseItem.fileId', refIds))
      .where('course.state', '=', CourseState.enabled)
      .select(['course.id', 'course.openType', 'courseItem.fileId'])
      .execute()
    const opened = courses.map(({ fileId, ...one }) => ({ fileId, audience: courseAudience, ...one }))
    return Map.groupBy(opened, (one) => one.fileId)
  }
  const audience = { course: courseAudience, exam: examAudience, survey: surveyAudience }[kind]
  const { rows } = await sql<{ id: string; openType: number }>`
    select id, open_type from ${sql.table(kind)} where id = any(${refIds}::bigint[])`.execute(db)
  return new Map(rows.map((one) => [one.id, [{ audience, ...one }]]))
}

/** The things that are closed, or whose audience leaves out some people of the path. */
async function shutThings(ctx: Ctx, id: string, openType: number): Promise<Output<typeof path.reach>['shut']> {
  const things = ((await stagesOf(ctx, [id])).get(id) ?? []).flatMap((stage) => stage.items)
  const idsOf = (kind: PathItemKind) => things.flatMap((one) => (one.kind === kind && !one.gone ? [one.refId] : []))
  const opened = new Map<PathItemKind, Map<string, Opened[]>>()
  for (const kind of new Set(things.map((one) => one.kind))) opened.set(kind, await audiencesOf(ctx, kind, idsOf(kind)))
  const conditions = things.map(({ kind, refId, gone }) => {
    if (gone) return sql<SqlBool>`false`
    const members = (opened.get(kind)?.get(refId) ?? []).map((one) => one.audience.members(one.id, one.openType))
    return members.length === 0 ? undefined : sql<SqlBool>`(${sql.join(members, sql` or `)})`
  })
  const asked = conditions.flatMap((open) => open ?? [])
  const counted = asked.length === 0 ? [] : await countShut(ctx, pathAudience.members(id, openType), asked)
  let at = 0
  return things.flatMap(({ kind, title }, index) => {
    const people = conditions[index] ? (counted[at++] ?? 0) : 0
    return people > 0 ? [{ kind, title, people }] : []
  })
}

/** How many of these people none of the conditions holds for, one by one; all are counted in one walk. */
async function countShut(ctx: Ctx, members: RawBuilder<SqlBool>, opens: RawBuilder<SqlBool>[]): Promise<number[]> {
  const columns = opens.map((open, at) => sql`count(*) filter (where not ${open})::int as ${sql.ref(`n${at}`)}`)
  const { rows } = await sql<Record<string, number>>`select ${sql.join(columns)} from sys_user where ${members}`.execute(ctx.db)
  return opens.map((_open, at) => rows[0]?.[`n${at}`] ?? 0)
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
