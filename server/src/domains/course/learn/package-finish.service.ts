// Finishes a file whose package, tool, assignment or attendance says that it is done, also after its page was closed.
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { recordFinished } from '../progress/finish.service.ts'
import { ownEnd, isCourseDone, isFinished, isAttested, phaseOf, processOf } from '../progress/learn.rules.ts'
import { hintPage } from './read-hint.service.ts'
import { announceLesson } from './lesson-finished.service.ts'
import { isWitnessed, type FilePlace, stepsOf, watchOf } from './place.service.ts'

const findRow = ({ db, user }: Ctx, { courseId, fileId }: FilePlace) =>
  db
    .selectFrom('courseFileLearn as own')
    .innerJoin('courseItem', (join) => join.onRef('courseItem.courseId', '=', 'own.courseId').onRef('courseItem.fileId', '=', 'own.fileId'))
    .innerJoin('courseFile', 'courseFile.id', 'own.fileId')
    .innerJoin('course', 'course.id', 'own.courseId')
    .innerJoin('courseLearn', (join) =>
      join.onRef('courseLearn.courseId', '=', 'own.courseId').onRef('courseLearn.userId', '=', 'own.userId'),
    )
    .leftJoin('courseFaceState as face', (join) => join.onRef('face.courseId', '=', 'own.courseId').onRef('face.userId', '=', 'own.userId'))
    .leftJoin('courseExtra as extra', (join) => join.onRef('extra.courseId', '=', 'own.courseId').onRef('extra.userId', '=', 'own.userId'))
    .where('own.userId', '=', user.id)
    .where('own.courseId', '=', courseId)
    .where('own.fileId', '=', fileId)
    .select(['faceInterval', 'face.held', 'face.passedTime'])
    .select(['own.learnSec', 'own.packageProcess', 'own.finishTime', 'courseLearn.finishTime as courseFinishTime'])
    .select([
      'minSec',
      'fileType',
      'duration',
      'courseFile.enabled',
      'course.state',
      'course.startTime',
      'course.endTime',
      'extra.dueTime as extraTime',
    ])
    .executeTakeFirst()

/**
 * Stores the progress of a package, and its completion where nothing is missing; not in a course that is closed or switched off.
 * @returns what is finished now
 */
export async function finishPackage(ctx: Ctx, place: FilePlace): Promise<{ finished: boolean; courseFinished: boolean }> {
  const row = await findRow(ctx, place)
  if (!row) return { finished: false, courseFinished: false }
  const window = { startTime: row.startTime, endTime: ownEnd(row.endTime, row.extraTime) }
  // an assignment was handed in while it could be, and may be marked later; attendance is recorded later, too
  const isOpen = isAttested(row) || (row.enabled && row.state === CourseState.enabled && phaseOf(window, ctx.now) === 'open')
  const wasFinished = row.finishTime !== null
  const watch = watchOf(ctx, row)
  const finished = wasFinished || (isOpen && isFinished(row, 'fix') && isWitnessed({ ...row, watch }, 'fix', ctx.now))
  const { courseId, fileId } = place
  const userId = ctx.user.id
  await ctx.db
    .updateTable('courseFileLearn')
    .where('userId', '=', userId)
    .where('courseId', '=', courseId)
    .where('fileId', '=', fileId)
    .set({ process: processOf({ ...row, needSec: row.minSec, finished }), ...(finished && !wasFinished ? { finishTime: ctx.now } : {}) })
    .execute()
  const isNew = finished && !wasFinished
  const isAll = isNew && row.courseFinishTime === null && isCourseDone(await stepsOf(ctx, courseId))
  if (isAll) await recordFinished(ctx, { courseId, userId })
  if (isNew) ctx.afterCommit(() => hintPage(ctx.app, { userId, courseId, fileId, session: '' }, isAll ? { all: true } : { current: true }))
  return { finished, courseFinished: row.courseFinishTime !== null || isAll }
}

/** A tool reported, or an assignment shows, that the user of `ctx` is done: as finishPackage, for a file that the user has begun. */
export async function finishTool(ctx: Ctx, place: FilePlace): Promise<{ finished: boolean; courseFinished: boolean }> {
  await ctx.db
    .updateTable('courseFileLearn')
    .where('userId', '=', ctx.user.id)
    .where('courseId', '=', place.courseId)
    .where('fileId', '=', place.fileId)
    .set({ packageProcess: 100 })
    .execute()
  const done = await finishPackage(ctx, place)
  const open = await ctx.db
    .selectFrom('courseOpen')
    .where('userId', '=', ctx.user.id)
    .where('courseId', '=', place.courseId)
    .where('fileId', '=', place.fileId)
    .select('session')
    .executeTakeFirst()
  // the page of the lesson stays open beside the tool
  if (done.finished && open && open.session !== '')
    ctx.afterCommit(() => hintPage(ctx.app, { userId: ctx.user.id, ...place, session: open.session }, { current: true }))
  if (done.finished) await announceLesson(ctx, { fileId: place.fileId, userId: ctx.user.id, gone: false })
  return done
}

/** Takes the completion of a file back that was recorded by mistake; of a finished course, nothing changes. */
export async function unfinishTool(ctx: Ctx, { courseId, fileId }: FilePlace): Promise<void> {
  const { db, user } = ctx
  await db
    .updateTable('courseFileLearn')
    .where('userId', '=', user.id)
    .where('courseId', '=', courseId)
    .where('fileId', '=', fileId)
    .where(
      sql<boolean>`not exists (select from course_learn l where l.course_id = ${courseId}::bigint and l.user_id = ${user.id}::bigint
        and l.finish_time is not null)`,
    )
    .set({ finishTime: null, process: 0, packageProcess: 0 })
    .execute()
  await announceLesson(ctx, { fileId, userId: user.id, gone: true })
}
