// Learning calls: open a file, report time, reach the end. Time is counted by the server's clock, for one page per user.
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import type { courseFileLearn } from '@shuyuan/contract/course/learn/file-learn.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../../kernel/ctx.ts'
import { recordFinished } from '../progress/finish.service.ts'
import { countedSec, isCourseDone, isFinished, needSecOf, positionOf, processOf } from '../progress/learn.rules.ts'
import type { Occasion } from '../progress/learn.rules.ts'
import { allowedSec, checkIn, isOverdue } from './read-check.rules.ts'
import { passGates, stopOf } from '../progress/gate.service.ts'
import { playKeyOf } from '../media/play-key.service.ts'
import { type Found, mustFindPlace, type Place, stepsOf } from './place.service.ts'
import { addToDay } from './learn-day.service.ts'
import { hintPage } from './read-hint.service.ts'

type Calls = typeof courseFileLearn
const ELSEWHERE = '您已在其他页面打开课件，本页不再计时'
const UNCHECKED = '未在规定时间内完成阅读验证，学习已中断'

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
    return { ...(await settle(inner, found, 'load', session)), session, play: await playKeyOf(ctx.app, ctx.user) }
  })
}

/**
 * Counts the seconds learnt since the last report. A page that is not the open one changes nothing and receives a stop hint; so does a page
 * that ignores a reading check beyond the grace. Fails as loadProcess.
 */
export function saveProcess(
  ctx: Ctx,
  { learnSec, position, ...page }: Input<Calls['save-process']>,
): Promise<Output<Calls['save-process']>> {
  return within(ctx, async (inner) => {
    const open = await lockOpen(inner)
    const found = await mustFindPlace(inner, page)
    if (!open || !isOpenPage(open, page)) return refuse(inner, found, page, open)
    const stopMsg = await stopOf(inner, page)
    if (stopMsg !== '') {
      stopPage(inner, page, open.session, stopMsg)
      return answerOf(found)
    }
    const { counted, seen } = countedSec(learnSec, open.seenTime, ctx.now)
    await inner.db.updateTable('courseOpen').set({ seenTime: seen }).where('userId', '=', ctx.user.id).execute()
    // the time of a live file is that of its attendance (creditTime)
    const worth = found.fileType === CourseFileType.live ? 0 : allowedSec(counted, found.check)
    const check = { ...found.check, unchecked: found.check.unchecked + (found.check.every > 0 ? worth : 0) }
    const now = { ...found, check, learnSec: found.learnSec + worth }
    if (position !== undefined && !isOverdue(check)) {
      const reached = positionOf(position, now, now.videoDrag || now.finished)
      now.position = Math.min(reached, now.stopAt ?? reached)
      now.furthest = Math.max(now.furthest, now.position)
    }
    if (isOverdue(check)) stopPage(inner, page, open.session, UNCHECKED)
    return settle(inner, now, 'save', open.session, worth)
  })
}

/** Reports the end of the file, which may finish it. Fails as loadProcess. */
export function fixProcess(ctx: Ctx, page: Input<Calls['fix-process']>): Promise<Output<Calls['fix-process']>> {
  return within(ctx, async (inner) => {
    const open = await lockOpen(inner)
    const found = await mustFindPlace(inner, page)
    if (!open || !isOpenPage(open, page)) return refuse(inner, found, page, open)
    // the end of a file says nothing about a learner who is not there
    return settle(inner, found, isOverdue(found.check) ? 'save' : 'fix', open.session)
  })
}

/**
 * Adds seconds that another domain counted for a file, and finishes it when they are enough; in the caller's transaction. Fails as
 * loadProcess.
 */
export async function creditTime(ctx: Ctx, place: Place, seconds: number): Promise<Output<Calls['save-process']>> {
  const found = await mustFindPlace(ctx, place)
  await begin(ctx, place)
  return settle(ctx, { ...found, learnSec: found.learnSec + seconds }, 'save', '', seconds)
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
  if (open && (session !== '' || open.fileId !== fileId || open.courseId !== courseId)) stopPage(ctx, page, session, ELSEWHERE)
  return answerOf(found)
}

/** Tells a page after the commit that its time no longer counts. */
function stopPage(ctx: Ctx, { courseId, fileId }: Place, session: string, stopMsg: string) {
  ctx.afterCommit(() => hintPage(ctx.app, { userId: ctx.user.id, courseId, fileId, session }, { stopped: true, stopMsg }))
}

/** Inserts the progress rows of course and file, unless they exist. */
export async function begin({ db, user, now }: Ctx, { courseId, fileId }: Place) {
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

/**
 * Stores the progress and, if reached, the completion of file and course; sends a hint to the page after the commit. `counted`: the seconds
 * of this report, which are added to the user's day.
 */
async function settle(ctx: Ctx, found: Found, occasion: Occasion, session: string, counted = 0) {
  const { courseId, fileId, learnSec, position, furthest } = found
  const userId = ctx.user.id
  // not before all questions in the file are answered
  const finished = found.finished || (found.stopAt === null && isFinished(found, occasion, found.videoDrag))
  const process = processOf({ ...found, needSec: needSecOf(found), finished })
  await ctx.db
    .with('learnt', (q) =>
      q
        .updateTable('courseLearn')
        .set({ lastTime: ctx.now, uncheckedSec: found.check.unchecked })
        .where('userId', '=', userId)
        .where('courseId', '=', courseId),
    )
    .with('daily', (q) => addToDay(q, ctx, courseId, counted))
    .updateTable('courseFileLearn')
    .set({ learnSec, position, furthest, process, updateTime: ctx.now })
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
  const { position, furthest, learnSec, finished, courseFinished, check, stopAt } = found
  const needSec = needSecOf(found)
  const process = processOf({ ...found, needSec })
  const open = finished ? { checkIn: null, checkDue: false, stopAt: null } : { checkIn: checkIn(check), checkDue: isOverdue(check), stopAt }
  return { position, furthest, learnSec, needSec, finished, courseFinished, process, ...open }
}
