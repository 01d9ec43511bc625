// A file of a course with the caller's progress, if it may be learnt now.
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { hasBought } from '../../pay/order/order.service.ts'
import { courseAudience } from '../catalog/audience.service.ts'
import { isPriced, lockedOf, refusalOf } from '../progress/learn.rules.ts'
import type { Step } from '../progress/learn.rules.ts'
import type { Check } from './read-check.rules.ts'

export type Place = { courseId: string; fileId: string }

/** Course, file and the caller's progress in one query; `inScope`: in the audience, `hasFile`: the course contains the file. */
async function findPlace(ctx: Ctx, { courseId, fileId }: Place) {
  const scope = await courseAudience.inScope(ctx)
  const { id: userId } = ctx.user
  return must(
    await ctx.db
      .selectFrom('course')
      .leftJoin('courseItem', (join) => join.onRef('courseItem.courseId', '=', 'course.id').on('courseItem.fileId', '=', fileId))
      .leftJoin('courseFile', (join) => join.onRef('courseFile.id', '=', 'courseItem.fileId').on('courseFile.enabled', '=', true))
      .leftJoin('courseLearn', (join) => join.onRef('courseLearn.courseId', '=', 'course.id').on('courseLearn.userId', '=', userId))
      .leftJoin('courseFileLearn as own', (join) =>
        join.onRef('own.courseId', '=', 'course.id').on('own.fileId', '=', fileId).on('own.userId', '=', userId),
      )
      .where('course.id', '=', courseId)
      .select(['course.id as courseId', 'course.state', 'course.startTime', 'endTime', 'price', 'costPoints', 'videoDrag', 'sequential'])
      .select(['courseFile.id as fileId', 'fileType', 'duration', 'minSec', 'courseLearn.finishTime as courseFinishTime'])
      .select(['checkOn', 'checkSec', 'speeds', 'courseLearn.uncheckedSec'])
      .select(
        sql<number | null>`(select min(s.at_sec) from course_stop s where s.course_id = course.id and s.file_id = ${fileId}
          and not exists (select from course_stop_answer a where a.stop_id = s.id and a.user_id = ${userId}))`.as('stopAt'),
      )
      .select([
        'own.learnSec',
        'own.position',
        'own.furthest',
        'own.finishTime',
        'own.packageProcess',
        sql<boolean>`${scope}`.as('inScope'),
      ])
      .executeTakeFirst(),
  )
}

/** As findPlace, if the file may be learnt now; fails otherwise. */
export async function mustFindPlace(ctx: Ctx, place: Place) {
  const { fileId, fileType, duration, minSec, ...row } = await findPlace(ctx, place)
  const bought = isPriced(row) && (await hasBought(ctx.db, ctx.user.id, 'course', place.courseId))
  const refusal = refusalOf(row, bought, ctx.now)
  if (refusal) fail(refusal)
  if (fileId === null) fail('courseFileNone')
  const finished = row.finishTime !== null
  const steps = row.sequential && !finished ? await stepsOf(ctx, place.courseId) : []
  if (lockedOf(steps, row.sequential).has(fileId)) fail('courseFileLocked')
  const file = { fileId, fileType: fileType!, duration: duration!, minSec: minSec!, packageProcess: row.packageProcess ?? 0 }
  const { courseId, videoDrag } = row
  const courseFinished = row.courseFinishTime !== null
  const stored = { learnSec: row.learnSec ?? 0, position: row.position ?? 0, furthest: row.furthest ?? 0 }
  const check: Check = { every: row.checkOn && !finished ? row.checkSec : 0, unchecked: row.uncheckedSec ?? 0 }
  return {
    ...file,
    courseId,
    videoDrag,
    finished,
    courseFinished,
    ...stored,
    stopAt: finished ? null : row.stopAt,
    check,
    fastest: Math.max(1, ...row.speeds),
  }
}
export type Found = Awaited<ReturnType<typeof mustFindPlace>>

/** The enabled files of a course in order, with the caller's completion. */
export const stepsOf = ({ db, user }: Ctx, courseId: string): Promise<Step[]> =>
  db
    .selectFrom('courseItem')
    .innerJoin('courseFile', 'courseFile.id', 'courseItem.fileId')
    .leftJoin('courseFileLearn as own', (join) =>
      join.on('own.userId', '=', user.id).onRef('own.courseId', '=', 'courseItem.courseId').onRef('own.fileId', '=', 'courseItem.fileId'),
    )
    .where('courseItem.courseId', '=', courseId)
    .where('courseFile.enabled', '=', true)
    .orderBy('courseItem.sort')
    .orderBy('courseItem.fileId')
    .select(['courseItem.fileId', 'required', sql<boolean>`own.finish_time is not null`.as('finished')])
    .execute()
