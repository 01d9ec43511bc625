// Courses for learners: list and description.
import { type course, CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { containing, among } from '../../../kernel/database.ts'
import { must } from '../../../kernel/fail.ts'
import { pageOf } from '../../../kernel/page.ts'
import { courseAudience } from './audience.service.ts'
import { courseCatalog, inCategory } from './course.service.ts'
import { mediaAddresses } from '../media/media-address.service.ts'
import { noRates, rateSums } from './rate-sum.service.ts'
import { dueOf, ownEnd, isOverdue, phaseOf } from '../progress/learn.rules.ts'

/** Order: in progress, required, others, then finished or ended ones. */
const turn = (
  now: Date,
) => sql`case when course_learn.finish_time is not null or greatest(course.end_time, course_extra.due_time) <= ${now} and course.end_time <= ${now} then 3
  when course_learn.user_id is not null then 0 when course.required then 1 else 2 end`
/** Over the enabled files: number, total seconds, progress of the required ones in percent, and whether one is a lesson in a room. */
type Sum = { fileCount: number; duration: number; process: number; inRoom: boolean }

/**
 * Sums for the caller, by course, in one query. Lists add them to the rows of one page, because as a subquery of the list they would be
 * computed for the rows of all earlier pages, too.
 */
export async function courseSums({ db, user }: Ctx, courseIds: readonly string[]): Promise<Map<string, Sum>> {
  const rows = await db
    .selectFrom('courseItem')
    .innerJoin('courseFile', 'courseFile.id', 'courseItem.fileId')
    .leftJoin('courseFileLearn as own', (join) =>
      join.on('own.userId', '=', user.id).onRef('own.courseId', '=', 'courseItem.courseId').onRef('own.fileId', '=', 'courseItem.fileId'),
    )
    .where(among('courseItem.courseId', courseIds))
    .where('enabled', '=', true)
    .groupBy('courseItem.courseId')
    .select(['courseItem.courseId', sql<number>`count(*)::int`.as('fileCount'), sql<number>`sum(duration)::int`.as('duration')])
    .select(sql<boolean>`coalesce(bool_or(file_type = ${sql.lit(CourseFileType.room)}), false)`.as('inRoom'))
    .select(sql<number>`coalesce(floor(avg(coalesce(own.process, 0)) filter (where required)), 0)::int`.as('process'))
    .execute()
  return new Map(rows.map(({ courseId, ...sum }) => [courseId, sum]))
}

/** All courses, joined with the progress of one learner. */
const coursesWith = ({ db }: Pick<Ctx, 'db'>, learnerId: string) =>
  db
    .selectFrom('course')
    .leftJoin('courseLearn', (join) => join.onRef('courseLearn.courseId', '=', 'course.id').on('courseLearn.userId', '=', learnerId))
    .leftJoin('courseExtra', (join) => join.onRef('courseExtra.courseId', '=', 'course.id').on('courseExtra.userId', '=', learnerId))

/** Enabled courses for whose audience the caller qualifies, joined with their progress; they may not be learnable now. */
const mine = async (ctx: Ctx) =>
  coursesWith(ctx, ctx.user.id)
    .where('course.state', '=', CourseState.enabled)
    .where(await courseAudience.inScope(ctx))

const listed = [
  ...(['course.id', 'course.title', 'course.cover', 'course.catId', 'course.required', 'course.price', 'course.costPoints'] as const),
  ...(['course.startTime', 'course.endTime', 'courseLearn.finishTime', 'courseLearn.lastTime'] as const),
  ...(['course.deadlineTime', 'course.deadlineDays', 'courseLearn.startTime as beginTime', 'courseExtra.dueTime as extraTime'] as const),
] as const

/** Sorts courses that were never opened last. */
const lastLearnt = sql`coalesce(course_learn.last_time, '-infinity')`

type Times = 'startTime' | 'endTime' | 'finishTime' | 'lastTime' | 'deadlineTime' | 'beginTime' | 'extraTime'
type Row = { id: string; cover: string; catId: string; deadlineDays: number | null } & Record<Times, Date | null>

/** Pictures of the first videos that have one, by course; conversions make them. */
async function posters({ app, db, user }: Ctx, courseIds: readonly string[]): Promise<Map<string, string>> {
  if (courseIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('courseItem')
    .innerJoin('courseFile', 'courseFile.id', 'courseItem.fileId')
    .distinctOn('courseItem.courseId')
    .where(among('courseItem.courseId', courseIds))
    .where('courseFile.enabled', '=', true)
    .where('courseFile.posterUrl', '<>', '')
    .orderBy('courseItem.courseId')
    .orderBy('courseItem.sort')
    .orderBy('courseItem.fileId')
    .select(['courseItem.courseId', 'courseItem.fileId', 'posterUrl'])
    .execute()
  if (rows.length === 0) return new Map()
  const opened = await mediaAddresses(app, user)
  return new Map(
    rows.map(({ courseId, fileId, posterUrl }) => [courseId, opened(fileId, { fileUrl: '', viewUrl: '', posterUrl }).posterUrl]),
  )
}

/** Adds the columns that are not in the row. A course without a cover has the picture of its first video. */
async function shown<T extends Row>(ctx: Ctx, rows: readonly T[]) {
  const titles = await courseCatalog(ctx)
  const ids = rows.map((row) => row.id)
  const bare = rows.filter((row) => row.cover === '').map((row) => row.id)
  const [sums, pictures, rates] = await Promise.all([courseSums(ctx, ids), posters(ctx, bare), rateSums(ctx, ids)])
  return rows.map((row) => {
    const { fileCount, duration, process, inRoom } = sums.get(row.id) ?? { fileCount: 0, duration: 0, process: 0, inRoom: false }
    const dueTime = dueOf(row, row.beginTime, row.extraTime)
    const endTime = ownEnd(row.endTime, row.extraTime)
    const learned = row.finishTime ? ('finished' as const) : row.lastTime ? ('going' as const) : ('none' as const)
    return {
      ...row,
      ...(rates.get(row.id) ?? noRates),
      cover: row.cover || (pictures.get(row.id) ?? ''),
      catId_dictText: titles.get(row.catId) ?? '',
      endTime,
      phase: phaseOf({ ...row, endTime }, ctx.now),
      fileCount,
      duration,
      inRoom,
      learned,
      // files added later do not undo it
      process: learned === 'finished' ? 100 : process,
      dueTime,
      overdue: isOverdue(dueTime, row.finishTime, ctx.now),
    }
  })
}

const sortable = {
  title: 'course.title',
  startTime: 'course.startTime',
  endTime: 'course.endTime',
  lastTime: 'lastLearnt',
  finishTime: 'courseLearn.finishTime',
}

/** The enabled courses open to the caller: first those in progress, then required ones, then others, newest first. */
export async function pageMyCourses(
  ctx: Ctx,
  { params, ...paging }: Input<(typeof course)['user-paging']>,
): Promise<Output<(typeof course)['user-paging']>> {
  const { title, catId, learned } = params
  const query = (await mine(ctx))
    .$if(!!title, (q) => q.where('course.title', 'ilike', containing(title ?? '')))
    .$if(!!catId, (q) => q.where(inCategory(catId ?? '')))
    .$if(learned === 'none', (q) => q.where('courseLearn.userId', 'is', null))
    .$if(learned === 'going', (q) => q.where('courseLearn.userId', 'is not', null).where('courseLearn.finishTime', 'is', null))
    .$if(learned === 'finished', (q) => q.where('courseLearn.finishTime', 'is not', null))
    .select(listed)
    .select(lastLearnt.as('lastLearnt'))
    .$if(!paging.orders?.length, (q) => q.orderBy(turn(ctx.now)).orderBy('courseLearn.lastTime', (o) => o.desc().nullsLast()))
  const page = await pageOf(query, paging, sortable, [['course.id', 'desc']])
  return { ...page, records: await shown(ctx, page.records) }
}

const described = [
  ...listed,
  ...(['course.content', 'course.videoDrag', 'course.dragFinished', 'course.sequential', 'course.checkOn', 'course.checkSec'] as const),
  ...(['course.speeds', 'course.watermark', 'course.faceInterval', 'course.faceChance'] as const),
] as const

/** A course of the caller with its description and their progress. Fails notFound. */
export async function findMine(ctx: Ctx, id: string) {
  const query = (await mine(ctx)).where('course.id', '=', id).select(described)
  const [row] = await shown(ctx, [must(await query.executeTakeFirst())])
  return row!
}

/** No user has this id. */
export const NO_LEARNER = '0'

/** Any course with its description, as to a learner who has not begun. Fails notFound. */
export async function findUnbegun(ctx: Ctx, id: string) {
  const query = coursesWith(ctx, NO_LEARNER).where('course.id', '=', id).select(described)
  const [row] = await shown(ctx, [must(await query.executeTakeFirst())])
  return { ...row!, process: 0 }
}

/** The title of a course that the caller sees, whether they may learn it now or not. Fails notFound. */
export const mustSeeCourse = async (ctx: Ctx, id: string): Promise<{ title: string }> =>
  must(await (await mine(ctx)).where('course.id', '=', id).select('course.title').executeTakeFirst())

/** The description of a course. Fails notFound if it is disabled or not open to the caller. */
export const simpleDetail = (
  ctx: Ctx,
  { id }: Input<(typeof course)['simple-detail']>,
): Promise<Output<(typeof course)['simple-detail']>> => findMine(ctx, id)
