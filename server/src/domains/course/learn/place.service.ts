// A file of a course with the caller's progress, if it may be learnt now.
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { hasBought } from '../../pay/order/order.service.ts'
import { courseAudience } from '../catalog/audience.service.ts'
import {
  ownEnd,
  type FileSettings,
  isEarly,
  isFinished,
  isPriced,
  isTimed,
  isAttested,
  lockedOf,
  refusalOf,
} from '../progress/learn.rules.ts'
import type { Occasion, Step } from '../progress/learn.rules.ts'
import { joined, type Span } from '@shuyuan/contract/course/learn/film.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { isSeen, type Watch } from '../face/face.rules.ts'
import type { Check } from './read-check.rules.ts'

export type FilePlace = { courseId: string; fileId: string }

/** Course, file and the caller's progress in one query; `inScope`: in the audience, `hasFile`: the course contains the file. */
async function findPlace(ctx: Ctx, { courseId, fileId }: FilePlace) {
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
      .leftJoin('courseFaceState as face', (join) => join.onRef('face.courseId', '=', 'course.id').on('face.userId', '=', userId))
      .leftJoin('courseExtra as extra', (join) => join.onRef('extra.courseId', '=', 'course.id').on('extra.userId', '=', userId))
      .where('course.id', '=', courseId)
      .select(['extra.dueTime as extraTime'])
      .select(['course.id as courseId', 'course.state', 'course.startTime', 'endTime', 'price', 'costPoints', 'videoDrag', 'sequential'])
      .select(['courseFile.id as fileId', 'fileType', 'duration', 'minSec', 'openTime', 'courseLearn.finishTime as courseFinishTime'])
      .select(['checkOn', 'checkSec', 'speeds', 'courseLearn.uncheckedSec', 'faceInterval', 'face.held', 'face.passedTime'])
      .select(
        sql<number | null>`(select min(s.at_sec) from course_stop s where s.course_id = course.id and s.file_id = ${fileId}
          and not exists (select from course_stop_answer a where a.stop_id = s.id and a.user_id = ${userId}))`.as('stopAt'),
      )
      .select([
        'own.learnSec',
        'own.provisionalSec',
        'own.covered',
        'own.witnessed',
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
export async function mustFindPlace(ctx: Ctx, place: FilePlace) {
  const { fileId, fileType, duration, minSec, ...row } = await findPlace(ctx, place)
  const bought = isPriced(row) && (await hasBought(ctx.db, ctx.user.id, 'course', place.courseId))
  const refusal = refusalOf({ ...row, endTime: ownEnd(row.endTime, row.extraTime) }, bought, ctx.now)
  if (refusal) fail(refusal)
  if (fileId === null) fail('courseFileNone')
  const finished = row.finishTime !== null
  if (isEarly({ finished, openTime: row.openTime }, ctx.now)) fail('courseFileEarly')
  const steps = row.sequential && !finished ? await stepsOf(ctx, place.courseId) : []
  if (lockedOf(steps, row.sequential, ctx.now).has(fileId)) fail('courseFileLocked')
  const file = { fileId, fileType: fileType!, duration: duration!, minSec: minSec!, packageProcess: row.packageProcess ?? 0 }
  const { courseId, videoDrag } = row
  const courseFinished = row.courseFinishTime !== null
  const provisional = row.provisionalSec ?? 0
  const stored = { learnSec: (row.learnSec ?? 0) + provisional, provisional, position: row.position ?? 0, furthest: row.furthest ?? 0 }
  const check: Check = { every: row.checkOn && !finished ? row.checkSec : 0, unchecked: row.uncheckedSec ?? 0 }
  return {
    ...file,
    courseId,
    videoDrag,
    finished,
    courseFinished,
    ...stored,
    ...coveredOf(row, stored.learnSec),
    stopAt: finished ? null : row.stopAt,
    check,
    watch: watchOf(ctx, row),
    fastest: Math.max(1, ...row.speeds),
  }
}

/** Pairs of the database as spans; without any, the first `learnSec` seconds. */
const spansOf = (pairs: number[] | null, learnSec: number): Span[] =>
  pairs
    ? Array.from({ length: pairs.length / 2 }, (_one, at) => ({ from: pairs[2 * at]!, to: pairs[2 * at + 1]! }))
    : joined([{ from: 0, to: learnSec }])
export const pairsOf = (spans: readonly Span[]): number[] => spans.flatMap(({ from, to }) => [from, to])

type CoveredRow = { covered: number[] | null; witnessed: number[] | null; learnSec: number | null; provisionalSec: number | null }
/** What was played of a film; `witnessed`: until the last passed capture. `all`: with the provisional seconds. */
function coveredOf({ covered, witnessed, learnSec, provisionalSec }: CoveredRow, all: number) {
  const played = spansOf(covered, all)
  return { covered: played, witnessed: (provisionalSec ?? 0) > 0 ? spansOf(witnessed, learnSec ?? 0) : played }
}

/** `learnSec` includes the provisional seconds. */
export type Found = Awaited<ReturnType<typeof mustFindPlace>>

type WatchRow = { faceInterval: number; held: boolean | null; passedTime: Date | null }
/** Users of the back office who look into a course are not captured; a report without a session is one of a learner. */
export const watchOf = ({ user }: Ctx, { faceInterval, held, passedTime }: WatchRow): Watch => ({
  on: faceInterval > 0 && user.roleType !== RoleType.staff,
  held: held ?? true,
  passedTime,
})

/** Whether nothing counts and nothing is finished until a capture passes. */
export const isHeld = ({ watch }: { watch: Watch }): boolean => watch.on && watch.held

/**
 * Whether what finishes a file was seen, in a course with captures: confirmed seconds that are enough, or a capture that passed just now.
 * `learnSec`: without the provisional ones.
 */
export function isWitnessed(file: FileSettings & { watch: Watch; learnSec: number }, occasion: Occasion, now: Date): boolean {
  // people attest it: a marker, or the teacher in the room
  if (!file.watch.on || isAttested(file)) return true
  if (file.watch.held) return false
  if (isTimed(file) && isFinished(file, 'save')) return true
  return isSeen(file.watch, now) && isFinished(file, occasion)
}

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
    .select(['courseItem.fileId', 'required', 'openTime', sql<boolean>`own.finish_time is not null`.as('finished')])
    .execute()
