// Learning calls: open a file, report time, reach the end. Time is counted by the server's clock, for one page per user.
import type { courseFileLearn } from '@shuyuan/contract/course/learn/file-learn.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { mayUse } from '../../pay/order.service.ts'
import { courseAudience } from '../catalog/audience.service.ts'
import { recordFinished } from '../progress/finish.service.ts'
import {
  countedSec,
  isCourseDone,
  isFinished,
  isPriced,
  lockedOf,
  needSecOf,
  positionOf,
  processOf,
  refusalOf,
} from '../progress/learn.rules.ts'
import type { Occasion, Step } from '../progress/learn.rules.ts'
import { passGates, stopOf } from '../progress/gate.service.ts'
import { hintPage } from './read-hint.service.ts'

type Calls = typeof courseFileLearn
type Place = { courseId: string; fileId: string }
const ELSEWHERE = '您已在其他页面打开课件，本页不再计时'

/** Each call has its own transaction. */
const within = <T>(ctx: Ctx, act: (inner: Ctx) => Promise<T>): Promise<T> => ctx.app.db.transaction().execute((db) => act({ ...ctx, db }))

/**
 * Opens a file; the time of this page counts from now on. Fails notFound, courseNotOpen, courseDisabled, courseNotBegun, courseClosed,
 * courseNotBought, courseFileNone, courseFileLocked; a failed call leaves the previous file open.
 */
export function loadProcess(ctx: Ctx, place: Input<Calls['load-process']>): Promise<Output<Calls['load-process']>> {
  return within(ctx, async (inner) => {
    const session = randomUUID()
    await takeOpen(inner, place, session)
    const found = await mustFindPlace(inner, place)
    await passGates(inner, place)
    await begin(inner, place)
    return { ...(await settle(inner, found, 'load', session)), session }
  })
}

/** Counts the seconds learnt since the last report. A page that is not the open one changes nothing and receives a stop hint. Fails as loadProcess. */
export function saveProcess(
  ctx: Ctx,
  { learnSec, position, ...page }: Input<Calls['save-process']>,
): Promise<Output<Calls['save-process']>> {
  return within(ctx, async (inner) => {
    const open = await lockOpen(inner)
    const found = await mustFindPlace(inner, page)
    if (!open || !isOpenPage(open, page)) return refuse(inner, found, page, open)
    const stopMsg = await stopOf(inner, page)
    if (stopMsg !== '') return stop(inner, found, { ...page, session: open.session }, stopMsg)
    const { counted, seen } = countedSec(learnSec, open.seenTime, ctx.now)
    await inner.db.updateTable('courseOpen').set({ seenTime: seen }).where('userId', '=', ctx.user.id).execute()
    const now = { ...found, learnSec: found.learnSec + counted }
    if (position !== undefined) now.position = positionOf(position, now, now.videoDrag || now.finished)
    return settle(inner, now, 'save', open.session)
  })
}

/** Reports the end of the file, which may finish it. Fails as loadProcess. */
export function fixProcess(ctx: Ctx, page: Input<Calls['fix-process']>): Promise<Output<Calls['fix-process']>> {
  return within(ctx, async (inner) => {
    const open = await lockOpen(inner)
    const found = await mustFindPlace(inner, page)
    if (!open || !isOpenPage(open, page)) return refuse(inner, found, page, open)
    return settle(inner, found, 'fix', open.session)
  })
}

type Open = { session: string; courseId: string; fileId: string; seenTime: Date }

/** Locks the row that serializes the learning calls of a user. */
const lockOpen = ({ db, user }: Ctx): Promise<Open | undefined> =>
  db
    .selectFrom('courseOpen')
    .where('userId', '=', user.id)
    .select(['session', 'courseId', 'fileId', 'seenTime'])
    .forUpdate()
    .executeTakeFirst()

/** Stores which page is open. `seen` never goes back, so that reopening grants no further slack. */
async function takeOpen({ db, user, now }: Ctx, { courseId, fileId }: Place, session: string) {
  await db
    .insertInto('courseOpen')
    .values({ userId: user.id, session, courseId, fileId, seenTime: now })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ session, courseId, fileId, seenTime: sql<Date>`greatest(course_open.seen_time, excluded.seen_time)` }),
    )
    .execute()
}

const isOpenPage = (open: Open, { courseId, fileId, session }: Place & { session?: string | undefined }) =>
  open.courseId === courseId && open.fileId === fileId && (session === undefined || session === open.session)

/** The stored progress for a page whose time does not count; the stop hint follows after the answer. */
function refuse(ctx: Ctx, found: Found, page: Place & { session?: string | undefined }, open: Open | undefined) {
  const { courseId, fileId, session = '' } = page
  // pages without a session are indistinguishable, so pages of the same file are not stopped
  if (open && (session !== '' || open.fileId !== fileId || open.courseId !== courseId))
    ctx.afterCommit(() => hintPage(ctx.app, { userId: ctx.user.id, courseId, fileId, session }, { stopped: true, stopMsg: ELSEWHERE }))
  return answerOf(found)
}

/** The stored progress for a page that another room has stopped. */
function stop(ctx: Ctx, found: Found, { courseId, fileId, session }: Place & { session: string }, stopMsg: string) {
  const page = { userId: ctx.user.id, courseId, fileId, session }
  ctx.afterCommit(() => hintPage(ctx.app, page, { stopped: true, stopMsg }))
  return answerOf(found)
}

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
      .select(['own.learnSec', 'own.position', 'own.finishTime', sql<boolean>`${scope}`.as('inScope')])
      .executeTakeFirst(),
  )
}

/** As findPlace, if the file may be learnt now; fails otherwise. */
async function mustFindPlace(ctx: Ctx, place: Place) {
  const { fileId, fileType, duration, minSec, ...row } = await findPlace(ctx, place)
  const bought = isPriced(row) && (await mayUse(ctx, 'course', place.courseId))
  const refusal = refusalOf(row, bought, ctx.now)
  if (refusal) fail(refusal)
  if (fileId === null) fail('courseFileNone')
  const finished = row.finishTime !== null
  const steps = row.sequential && !finished ? await stepsOf(ctx, place.courseId) : []
  if (lockedOf(steps, row.sequential).has(fileId)) fail('courseFileLocked')
  const file = { fileId, fileType: fileType!, duration: duration!, minSec: minSec! }
  const { courseId, videoDrag } = row
  const courseFinished = row.courseFinishTime !== null
  return { ...file, courseId, videoDrag, finished, courseFinished, learnSec: row.learnSec ?? 0, position: row.position ?? 0 }
}
type Found = Awaited<ReturnType<typeof mustFindPlace>>

/** The enabled files of a course in order, with the caller's completion. */
const stepsOf = ({ db, user }: Ctx, courseId: string): Promise<Step[]> =>
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

/** Inserts the progress rows of course and file, unless they exist. */
async function begin({ db, user, now }: Ctx, { courseId, fileId }: Place) {
  await db
    .with('begun', (q) =>
      q
        .insertInto('courseLearn')
        .values({ courseId, userId: user.id, startTime: now, lastTime: now })
        .onConflict((conflict) => conflict.columns(['userId', 'courseId']).doUpdateSet({ lastTime: now })),
    )
    .insertInto('courseFileLearn')
    .values({ courseId, fileId, userId: user.id, createTime: now, updateTime: now })
    .onConflict((conflict) => conflict.columns(['userId', 'courseId', 'fileId']).doUpdateSet({ updateTime: now }))
    .execute()
}

/** Stores the progress and, if reached, the completion of file and course; sends a hint to the page after the commit. */
async function settle(ctx: Ctx, found: Found, occasion: Occasion, session: string) {
  const { courseId, fileId, learnSec, position } = found
  const userId = ctx.user.id
  const finished = found.finished || isFinished(found, occasion, found.videoDrag)
  const process = processOf({ learnSec, needSec: needSecOf(found), finished })
  await ctx.db
    .with('learnt', (q) =>
      q.updateTable('courseLearn').set({ lastTime: ctx.now }).where('userId', '=', userId).where('courseId', '=', courseId),
    )
    .updateTable('courseFileLearn')
    .set({ learnSec, position, process, updateTime: ctx.now })
    .$if(finished, (q) => q.set({ finishTime: sql<Date>`coalesce(finish_time, ${ctx.now}::timestamptz)` }))
    .where('userId', '=', userId)
    .where('courseId', '=', courseId)
    .where('fileId', '=', fileId)
    .execute()
  const isNew = finished && !found.finished
  // also on load: the last unfinished file may have been removed from the course
  const isAll = !found.courseFinished && (isNew || occasion === 'load') && isCourseDone(await stepsOf(ctx, courseId))
  if (isAll) await recordFinished(ctx, { courseId, userId })
  if (isNew || isAll) {
    const hint = isAll ? { all: true } : { current: true }
    ctx.afterCommit(async () => {
      // also to pages that connected without a session
      for (const one of [session, '']) await hintPage(ctx.app, { userId, courseId, fileId, session: one }, hint)
    })
  }
  return answerOf({ ...found, finished, courseFinished: found.courseFinished || isAll })
}

function answerOf(found: Found): Output<Calls['save-process']> {
  const { position, learnSec, finished, courseFinished } = found
  const needSec = needSecOf(found)
  return { position, learnSec, needSec, finished, courseFinished, process: processOf({ learnSec, needSec, finished }) }
}
