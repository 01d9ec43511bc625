// How far the people of a course are, overall and in each file.
import type { statCourse } from '@shuyuan/contract/course/records/stat-course.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { must } from '../../../kernel/fail.ts'
import { briefly } from '../../../kernel/memo/briefly.ts'
import { keyedPageOf } from '../../../kernel/page.ts'
import { scopeOf } from '../../people/role-menu/scope.service.ts'
import { dueOf, isOverdue } from '../progress/learn.rules.ts'
import { packageResults } from '../scorm/result.service.ts'
import type { Result } from '../scorm/track.rules.ts'
import { hasMoreTime, learnersOf, mustFindStudied, type Studied } from './reach.service.ts'
import { among } from '../../../kernel/database.ts'

type Calls = typeof statCourse
type Row = Output<Calls['user-paging']>['records'][number]
type FileStates = Row['files']

/** The enabled files of a course in order. */
export const studiedFiles = ({ db }: Pick<Ctx, 'db'>, courseId: string) =>
  db
    .selectFrom('courseItem')
    .innerJoin('courseFile', 'courseFile.id', 'courseItem.fileId')
    .where('courseId', '=', courseId)
    .where('enabled', '=', true)
    .orderBy('sort')
    .orderBy('fileId')
    .select(['fileId', 'title', 'required', 'fileType'])
    .execute()

/** Figures over so many people are remembered for half a minute. */
const LARGE = 2_000

/** The files of a course, and how many of its people within the caller's data scope are how far. Fails notFound. */
export async function courseOverview(ctx: Ctx, { courseId, deptCode }: Input<Calls['overview']>): Promise<Output<Calls['overview']>> {
  const course = await mustFindStudied(ctx, courseId)
  const { id, title, deadlineTime, deadlineDays } = course
  const { people, begun, finished, overdue } = await counted(ctx, course, deptCode)
  const files = await studiedFiles(ctx, courseId)
  return { id, title, deadlineTime, deadlineDays, files, people, begun, none: people - begun, going: begun - finished, finished, overdue }
}

async function counted(ctx: Ctx, course: Studied, deptCode: string | undefined) {
  const key = JSON.stringify(['course', course.id, deptCode, (await scopeOf(ctx)).key])
  return briefly(ctx, key, () => countLearners(ctx, course, deptCode), { isDear: (one) => one.people >= LARGE })
}

async function countLearners(ctx: Ctx, course: Studied, deptCode: string | undefined) {
  const { id, deadlineTime, deadlineDays } = course
  const { rows } = await sql<Record<'people' | 'begun' | 'finished' | 'overdue', number>>`
    select count(*)::int as people, count(l.user_id)::int as begun, count(l.finish_time)::int as finished,
      count(*) filter (where l.finish_time is null
        and least(${deadlineTime}::timestamptz, l.start_time + make_interval(days => ${deadlineDays}::integer)) <= ${ctx.now}::timestamptz
        and not ${hasMoreTime(id, ctx.now)})::int as overdue
    from sys_user left join course_learn l on l.course_id = ${id}::bigint and l.user_id = sys_user.id
    where ${await learnersOf(ctx, course, { deptCode })}`.execute(ctx.db)
  return must(rows[0])
}

/** People of one state are compared with their learning one by one; the overview has the exact numbers. */
const COUNTED = 1_000
/** Beyond it, users search by name or department. */
export const DEEPEST = 5_000
const DEEPEST_IN_STATE = 2_000
/** People in one state who are gathered by it; of more, each person on the way to the page is looked at. */
const GATHERED = 2_000
const GATHERED_MS = 5_000

const sortable = { userName: 'sysUser.userName', realName: 'sysUser.realName' }

/** People of a course by department, with their progress in each file. Fails notFound. */
export async function pageLearners(ctx: Ctx, { params, ...paging }: Input<Calls['user-paging']>): Promise<Output<Calls['user-paging']>> {
  const course = await mustFindStudied(ctx, must(params.courseId))
  const few = await fewOf(ctx, course, params)
  const found = ctx.db.selectFrom('sysUser').where(few ? among('sysUser.id', few) : await learnersOf(ctx, course, params))
  const page = await keyedPageOf(ctx.db, found, paging, {
    key: 'sysUser.id',
    sortable,
    fallback: [
      ['sysUser.deptCode', 'asc'],
      ['sysUser.createTime', 'asc'],
      ['sysUser.id', 'asc'],
    ],
    most: params.learned === undefined ? undefined : COUNTED,
    deepest: params.learned === undefined ? DEEPEST : DEEPEST_IN_STATE,
    read: async (ids) => (await learnerRows(ctx, course, ids)).map((row) => ({ ...row, id: row.userId })),
  })
  return { ...page, records: page.records.map(({ id: _id, ...row }) => row) }
}

/** The people in a state that may be rare, if they are few; undefined otherwise. A walk in the order of the list would pass over everybody else. */
async function fewOf(ctx: Ctx, course: Studied, filters: Input<Calls['user-paging']>['params']): Promise<string[] | undefined> {
  if (filters.learned !== 'none' && filters.learned !== 'outside') return undefined
  const key = JSON.stringify(['few', course.id, filters, (await scopeOf(ctx)).key])
  const gather = async () => {
    const rows = await ctx.db
      .selectFrom('sysUser')
      .where(await learnersOf(ctx, course, filters))
      .limit(GATHERED + 1)
      .select('sysUser.id')
      .execute()
    return rows.map((row) => row.id)
  }
  const { people } = await counted(ctx, course, filters.deptCode)
  const ids = await briefly(ctx, key, gather, { forMs: GATHERED_MS, isDear: () => people >= LARGE })
  return ids.length > GATHERED ? undefined : ids
}

/** All ids of the people who match, in the order of the list; at most `most` and one more. */
export async function learnerIds(ctx: Ctx, course: Studied, filters: Input<Calls['export']>, most: number): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('sysUser')
    .where(await learnersOf(ctx, course, filters))
    .orderBy('deptCode')
    .orderBy('createTime')
    .orderBy('id')
    .limit(most + 1)
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}

/** The rows of these people in this order, without those who are gone. */
export async function learnerRows(ctx: Pick<Ctx, 'db' | 'now'>, course: Studied, ids: readonly string[]): Promise<Row[]> {
  const { db, now } = ctx
  const rows = await db
    .selectFrom('sysUser')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .leftJoin('courseLearn', (join) => join.onRef('courseLearn.userId', '=', 'sysUser.id').on('courseLearn.courseId', '=', course.id))
    .leftJoin('courseExtra', (join) => join.onRef('courseExtra.userId', '=', 'sysUser.id').on('courseExtra.courseId', '=', course.id))
    .where(among('sysUser.id', ids))
    .select(['sysUser.id as userId', 'userName', 'realName', sql<string>`coalesce(dept_name, '')`.as('deptName')])
    .select(['courseLearn.startTime', 'courseLearn.lastTime', 'courseLearn.finishTime', 'courseExtra.dueTime as extraTime'])
    .execute()
  const states = await fileStates(ctx, course.id, ids)
  const required = (await studiedFiles(ctx, course.id)).filter((file) => file.required).map((file) => file.fileId)
  const byId = new Map(rows.map((row) => [row.userId, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const files = states.get(id) ?? {}
    const dueTime = dueOf(course, row.startTime, row.extraTime)
    return [
      {
        ...row,
        learned: row.finishTime ? ('finished' as const) : row.startTime ? ('going' as const) : ('none' as const),
        process: row.finishTime ? 100 : processWithin(required, files),
        learnSec: Object.values(files).reduce((sum, one) => sum + one.learnSec, 0),
        dueTime,
        overdue: isOverdue(dueTime, row.finishTime, now),
        files,
      },
    ]
  })
}

/** The mean over the required files, in whole percent. */
function processWithin(required: readonly string[], files: FileStates): number {
  const sum = required.reduce((total, fileId) => total + (files[fileId]?.process ?? 0), 0)
  return Math.floor(sum / Math.max(1, required.length))
}

/** The progress of these people in the files of a course, by user id. */
async function fileStates({ db }: Pick<Ctx, 'db'>, courseId: string, ids: readonly string[]): Promise<Map<string, FileStates>> {
  const { rows } = await sql<{ userId: string; files: FileStates }>`
    select user_id as "userId", jsonb_object_agg(file_id,
      jsonb_build_object('process', process, 'learnSec', learn_sec, 'finished', finish_time is not null)) as files
    from course_file_learn where course_id = ${courseId}::bigint and user_id = any(${ids}::bigint[]) group by user_id`.execute(db)
  const results = await packageResults({ db }, courseId, ids)
  return new Map(rows.map(({ userId, files }) => [userId, withResults(files, results.get(userId) ?? {})]))
}

const withResults = (files: FileStates, results: Record<string, Result>): FileStates =>
  Object.fromEntries(Object.entries(files).map(([fileId, one]) => [fileId, { ...one, ...results[fileId] }]))
