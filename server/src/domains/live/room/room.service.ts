// Live rooms in the back office: list, form, delete.
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { say } from '@shuyuan/contract/live/live.texts.ts'
import { type LivePhase, type LiveProvider, LiveState, ReplayState } from '@shuyuan/contract/live/room-state.ts'
import type { liveRoom } from '@shuyuan/contract/live/room.ts'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import type { Ctx, SlowCtx } from '../../../kernel/ctx.ts'
import { containing } from '../../../kernel/database.ts'
import { fail, failField, must } from '../../../kernel/fail.ts'
import { pageOf } from '../../../kernel/page.ts'
import { addLiveFile, fetchReplay, moveLiveFile, removeLiveFiles } from '../../course/file/live-file.service.ts'
import { withinDataScope } from '../../people/user/data-scope.service.ts'
import { aliyunLive } from '../cloud/aliyun.service.ts'
import { phaseOf } from '../live.rules.ts'

type Calls = typeof liveRoom
const sortable = Object.fromEntries(['title', 'startTime', 'endTime', 'createTime'].map((name) => [name, `liveRoom.${name}`]))

const people = sql<number>`(select count(*)::int from live_presence p where p.room_id = live_room.id)`.as('people')
const isVideo = sql<boolean>`(course_file.file_type <> ${sql.lit(CourseFileType.live)})`

/** A room with its course and its lecturer, as a query to which conditions are added. */
export const rooms = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .selectFrom('liveRoom')
    .innerJoin('course', 'course.id', 'liveRoom.courseId')
    .innerJoin('courseFile', 'courseFile.id', 'liveRoom.fileId')
    .innerJoin('sysUser', 'sysUser.id', 'liveRoom.teacherId')
    .selectAll('liveRoom')
    .select(['course.title as courseTitle', 'sysUser.realName as teacherName', isVideo.as('isVideo')])
    .$narrowType<{ provider: LiveProvider }>()

export type Room = Awaited<ReturnType<ReturnType<typeof rooms>['executeTakeFirstOrThrow']>>

const shown = <T extends Pick<Room, 'courseTitle' | 'teacherName' | 'state' | 'isVideo'>>({ courseTitle, teacherName, ...row }: T) => ({
  ...row,
  courseId_dictText: courseTitle,
  teacherId_dictText: teacherName,
  phase: phaseOf(row),
})

const inPhase = (phase: LivePhase) => {
  if (phase === 'replay') return sql<boolean>`${isVideo}`
  const state = { waiting: LiveState.planned, live: LiveState.live, ended: LiveState.ended }[phase]
  return sql<boolean>`live_room.state = ${state} and not ${isVideo}`
}

/** Rooms whose lecturer is within the caller's data scope, the latest first. */
export async function pageRooms(ctx: Ctx, { params, ...paging }: Input<Calls['paging']>): Promise<Output<Calls['paging']>> {
  const { title, courseId, phase } = params
  const query = rooms(ctx)
    .where(await withinDataScope(ctx))
    .$if(!!title, (q) => q.where('liveRoom.title', 'ilike', containing(title ?? '')))
    .$if(courseId !== undefined, (q) => q.where('liveRoom.courseId', '=', courseId!))
    .$if(phase !== undefined, (q) => q.where(inPhase(phase!)))
    .select(people)
  const page = await pageOf(query, paging, sortable, [
    ['liveRoom.startTime', 'desc'],
    ['liveRoom.id', 'desc'],
  ])
  return { ...page, records: page.records.map(shown) }
}

/** A room within the caller's data scope. Fails notFound. */
export async function mustReachRoom(ctx: Ctx, id: string): Promise<Room> {
  return must(
    await rooms(ctx)
      .where('liveRoom.id', '=', id)
      .where(await withinDataScope(ctx))
      .executeTakeFirst(),
  )
}

/** Fails notFound. */
export async function findRoom(ctx: Ctx, { id }: Input<Calls['detail']>): Promise<Output<Calls['detail']>> {
  const room = await mustReachRoom(ctx, id)
  const { people: count } = await ctx.db.selectFrom('liveRoom').where('id', '=', id).select(people).executeTakeFirstOrThrow()
  return { ...shown(room), people: count }
}

const fixed = ['courseId', 'provider', 'startTime', 'endTime', 'record'] as const
const HALF = 2_000

/**
 * Adds a room as the last file of its course, or changes one. Who is there for half of the planned time has learnt it; the course's form
 * changes that. Fails notFound, conflict, and at the fields for an unknown course or lecturer, a way that is not set up, and what stays
 * once the room has begun.
 */
export async function saveRoom(ctx: Ctx, { id, version, ...form }: Input<Calls['save']>): Promise<{ id: string }> {
  if (id !== undefined) {
    await ctx.db.selectFrom('liveRoom').where('id', '=', id).forUpdate().select('id').execute()
    const stored = await mustReachRoom(ctx, id)
    if (version !== undefined && stored.version !== version) fail('conflict')
    await mustFit(ctx, form, stored)
    ctx.change.before = stored
    await moveLiveFile(ctx, stored.fileId, form)
    // a room that was moved to another time is announced and reminded of again
    const again = stored.startTime.getTime() === form.startTime.getTime() ? {} : { remindTime: null, noticeTime: null }
    await ctx.db
      .updateTable('liveRoom')
      .where('id', '=', id)
      .set({ ...form, ...again, version: stored.version + 1 })
      .execute()
    return { id }
  }
  await mustFit(ctx, form)
  const minSec = Math.max(1, Math.floor((form.endTime.getTime() - form.startTime.getTime()) / HALF))
  const fileId = await addLiveFile(ctx, { courseId: form.courseId, title: form.title, minSec })
  return ctx.db
    .insertInto('liveRoom')
    .values({ ...form, fileId, stream: randomBytes(16).toString('hex'), createBy: ctx.user.id, createTime: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
}

async function mustFit(ctx: Ctx, form: Omit<Input<Calls['save']>, 'id' | 'version'>, stored?: Room) {
  const changed =
    stored &&
    stored.state !== LiveState.planned &&
    fixed.find((name) => Number(stored[name]) !== Number(form[name]) && String(stored[name]) !== String(form[name]))
  if (changed) failField(changed, say('liveFixed'))
  if (!(await ctx.db.selectFrom('course').where('id', '=', form.courseId).select('id').forKeyShare().executeTakeFirst()))
    failField('courseId', say('liveCourseGone'))
  const teacher = await ctx.db
    .selectFrom('sysUser')
    .where('id', '=', form.teacherId)
    .where(await withinDataScope(ctx))
    .select('id')
    .executeTakeFirst()
  if (!teacher && form.teacherId !== stored?.teacherId) failField('teacherId', say('liveTeacherGone'))
  if (form.provider === 'aliyun' && stored?.provider !== 'aliyun' && !(await aliyunLive(ctx.app)))
    failField('provider', say('liveServiceUnset'))
}

/** Removes rooms with their files from the courses. Fails notFound beyond the data scope, and liveBegun for a room that has begun. */
export async function deleteRooms(ctx: Ctx, { ids }: Input<Calls['delete']>): Promise<true> {
  const named = sql<string>`any(${[...new Set(ids)]}::bigint[])`
  await ctx.db.selectFrom('liveRoom').where('id', '=', named).orderBy('id').forUpdate().select('id').execute()
  const found = await rooms(ctx)
    .where('liveRoom.id', '=', named)
    .where(await withinDataScope(ctx))
    .execute()
  if (found.length < new Set(ids).size) fail('notFound')
  if (found.some((one) => one.beganAt !== null)) fail('liveBegun')
  ctx.change.before = found.map(({ id, title, fileId }) => ({ id, title, fileId }))
  await ctx.db.deleteFrom('liveRoom').where('id', '=', named).execute()
  await removeLiveFiles(
    ctx,
    found.map((one) => one.fileId),
  )
  return true
}

/**
 * The recording of a cloud broadcast, fetched from its address, takes the place of the room. Fails notFound, liveNotEnded, fetchRefused for
 * an address that is not public, and at `url` for a broadcast of this server.
 */
export async function setReplay(ctx: SlowCtx, { id, url }: Input<Calls['replay']>): Promise<true> {
  if ((await ctx.app.outgoing.problemOf(url)) !== null) fail('fetchRefused')
  await ctx.transaction(async (inner) => {
    const room = await mustReachRoom(inner, id)
    if (room.provider === 'local') failField('url', say('liveReplayLocal'))
    if (room.state !== LiveState.ended) fail('liveNotEnded')
    await fetchReplay(inner, room.fileId, url)
    await inner.db.updateTable('liveRoom').where('id', '=', id).set({ replayState: ReplayState.ready, replayError: '' }).execute()
  })
  return true
}
