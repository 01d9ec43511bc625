// Learning calls: open a file, report time, reach the end. Time is counted by the server's clock, for one page per user.
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import type { courseFileLearn } from '@shuyuan/contract/course/learn/file-learn.ts'
import { firstIn, joined, MOST_SPANS, secondsIn } from '@shuyuan/contract/course/learn/film.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../../kernel/ctx.ts'
import { recordFinished } from '../progress/finish.service.ts'
import { countedSec, isCourseDone, isFinished, isMedia, needSecOf, positionOf, processOf, toldOf } from '../progress/learn.rules.ts'
import type { Occasion } from '../progress/learn.rules.ts'
import { allowedSec, checkIn, isOverdue } from './read-check.rules.ts'
import { passGates, stopOf } from '../progress/gate.service.ts'
import { playKeyOf } from '../media/play-key.service.ts'
import { type Found, isHeld, isWitnessed, mustFindPlace, type FilePlace, pairsOf, stepsOf } from './place.service.ts'
import { addToDay } from '../progress/learn-day.service.ts'
import { isOpenPage, lockOpen, type OpenPage, takeOpen } from '../progress/open-page.service.ts'
import { hintPage } from './read-hint.service.ts'

type Calls = typeof courseFileLearn
const ELSEWHERE = '您已在其他页面打开课件，本页不再计时'
const UNCHECKED = '未在规定时间内完成阅读验证，学习已中断'

/** Each call has its own transaction. */
const within = <T>(ctx: Ctx, act: (inner: Ctx) => Promise<T>): Promise<T> => ctx.app.db.transaction().execute((db) => act({ ...ctx, db }))

/**
 * Opens a file; the time of this page counts from now on, and the page that was open is told. Fails notFound, courseNotOpen, courseDisabled, courseNotBegun, courseClosed,
 * courseNotBought, courseFileNone, courseFileLocked; a failed call leaves the previous file open.
 */
export function loadProcess(ctx: Ctx, place: Input<Calls['load-process']>): Promise<Output<Calls['load-process']>> {
  return within(ctx, async (inner) => {
    const session = randomUUID()
    const before = await lockOpen(inner)
    await takeOpen(inner, place, session)
    const found = await mustFindPlace(inner, place)
    await passGates(inner, place)
    await begin(inner, place)
    if (before) stopPage(inner, before, before.session, ELSEWHERE, true)
    return { ...(await settle(inner, awaiting(found), 'load', session)), session, play: await playKeyOf(ctx.app, ctx.user) }
  })
}

/**
 * Counts the seconds learnt since the last report; of a video or recording those of the film, each once. A page that is not the open one changes nothing and receives a stop hint; so does a page
 * that ignores a reading check beyond the grace. While the course waits for a capture, nothing counts. Fails as loadProcess.
 */
export function saveProcess(
  ctx: Ctx,
  { learnSec, position, played, ...page }: Input<Calls['save-process']>,
): Promise<Output<Calls['save-process']>> {
  return within(ctx, async (inner) => {
    const open = await lockOpen(inner)
    const before = await mustFindPlace(inner, page)
    if (!open || !isOpenPage(open, page)) return refuse(inner, before, page, open)
    const stopMsg = await stopOf(inner, page)
    // a capture that did not arrive has changed the state
    const found = before.watch.on ? await mustFindPlace(inner, page) : before
    if (stopMsg !== '') {
      stopPage(inner, page, open.session, stopMsg)
      return answerOf(found)
    }
    const { fresh, clockSec, speed } = toldOf(found, { learnSec, played })
    const { counted, seen } = countedSec(clockSec, open.seenTime, ctx.now)
    await inner.db.updateTable('courseOpen').set({ seenTime: seen }).where('userId', '=', ctx.user.id).execute()
    // the time of a live file is that of its attendance (creditTime)
    const worth = found.fileType === CourseFileType.live || isHeld(found) ? 0 : allowedSec(counted, found.check)
    const check = { ...found.check, unchecked: found.check.unchecked + (found.check.every > 0 ? worth : 0) }
    const film = firstIn(fresh, Math.floor(worth * speed))
    const covered = joined([...found.covered, ...film])
    const isStored = covered.length <= MOST_SPANS
    const learnt = isMedia(found) ? (isStored ? secondsIn(film) : 0) : worth
    const now = { ...found, check, learnSec: found.learnSec + learnt, covered: isStored ? covered : found.covered }
    if (position !== undefined && !isOverdue(check)) {
      const reached = positionOf(position, now, now.videoDrag || now.finished)
      now.position = Math.min(reached, now.stopAt ?? reached)
      now.furthest = Math.max(now.furthest, now.position)
    }
    if (isOverdue(check)) stopPage(inner, page, open.session, UNCHECKED)
    return settle(inner, now, 'save', open.session, { learnt, day: worth })
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
export async function creditTime(ctx: Ctx, place: FilePlace, seconds: number): Promise<Output<Calls['save-process']>> {
  const found = await mustFindPlace(ctx, place)
  await begin(ctx, place)
  const worth = isHeld(found) ? 0 : seconds
  return settle(ctx, { ...found, learnSec: found.learnSec + worth }, 'save', '', { learnt: worth, day: worth })
}

/** As found, after an opening: a course with captures waits for the first one. */
const awaiting = (found: Found): Found => ({ ...found, watch: { ...found.watch, held: true } })

/** The stored progress for a page whose time does not count; the stop hint follows after the answer. */
function refuse(ctx: Ctx, found: Found, page: FilePlace & { session?: string | undefined }, open: OpenPage | undefined) {
  const { courseId, fileId, session = '' } = page
  // pages without a session are indistinguishable, so pages of the same file are not stopped
  if (open && (session !== '' || open.fileId !== fileId || open.courseId !== courseId)) stopPage(ctx, page, session, ELSEWHERE, true)
  return answerOf(found)
}

/** Tells a page after the commit that its time no longer counts; `elsewhere`: because another page counts now. */
function stopPage(ctx: Ctx, { courseId, fileId }: FilePlace, session: string, stopMsg: string, elsewhere = false) {
  const hint = { stopped: true, stopMsg, ...(elsewhere ? { elsewhere } : {}) }
  ctx.afterCommit(() => hintPage(ctx.app, { userId: ctx.user.id, courseId, fileId, session }, hint))
}

/** Inserts the progress rows of course and file, unless they exist. */
export async function begin({ db, user, now }: Ctx, { courseId, fileId }: FilePlace) {
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
 * Stores the progress and, if reached, the completion of file and course; sends a hint to the page after the commit. `learnt`: the seconds
 * that this report has added to the file; `day`: those of the clock, which are added to the user's day.
 */
async function settle(ctx: Ctx, found: Found, occasion: Occasion, session: string, { learnt, day } = { learnt: 0, day: 0 }) {
  const { courseId, fileId, position, furthest } = found
  const userId = ctx.user.id
  // not before all questions in the file are answered
  const isThrough = found.finished || (found.stopAt === null && isFinished(found, occasion))
  const provisional = found.watch.on ? found.provisional + learnt : 0
  const learnSec = found.learnSec - provisional
  const finished = found.finished || (isThrough && isWitnessed({ ...found, learnSec }, occasion, ctx.now))
  const process = processOf({ ...found, learnSec, needSec: needSecOf(found), finished })
  await ctx.db
    .with('learnt', (q) =>
      q
        .updateTable('courseLearn')
        .set({ lastTime: ctx.now, uncheckedSec: found.check.unchecked })
        .where('userId', '=', userId)
        .where('courseId', '=', courseId),
    )
    .with('daily', (q) => addToDay(q, ctx, courseId, found.watch.on ? 0 : day + found.provisional))
    .updateTable('courseFileLearn')
    .set({ learnSec, provisionalSec: provisional, position, furthest, process, updateTime: ctx.now })
    .$if(isMedia(found), (q) => q.set({ covered: pairsOf(found.covered), witnessed: found.watch.on ? pairsOf(found.witnessed) : null }))
    .$if(finished, (q) => q.set({ finishTime: sql<Date>`coalesce(finish_time, ${ctx.now}::timestamptz)` }))
    .where('userId', '=', userId)
    .where('courseId', '=', courseId)
    .where('fileId', '=', fileId)
    .execute()
  const isNew = finished && !found.finished
  // also without: the last unfinished file may have been removed from the course
  const isAsked = isNew || occasion === 'load' || found.watch.on
  const isAll = !found.courseFinished && isAsked && !isHeld(found) && isCourseDone(await stepsOf(ctx, courseId))
  if (isAll) await recordFinished(ctx, { courseId, userId })
  if (isNew || isAll) {
    const hint = isAll ? { all: true } : { current: true }
    ctx.afterCommit(async () => {
      // also to pages that connected without a session
      for (const one of [session, '']) await hintPage(ctx.app, { userId, courseId, fileId, session: one }, hint)
    })
  }
  return answerOf({ ...found, finished, courseFinished: found.courseFinished || isAll }, isThrough && !finished)
}

/** `isThrough`: only a capture is missing to finish the file. */
function answerOf(found: Found, isThrough = false): Output<Calls['save-process']> {
  const { position, furthest, learnSec, finished, courseFinished, check, stopAt } = found
  const needSec = needSecOf(found)
  const process = processOf({ ...found, needSec })
  const open = finished ? { checkIn: null, checkDue: false, stopAt: null } : { checkIn: checkIn(check), checkDue: isOverdue(check), stopAt }
  const captureHeld = !finished && isHeld(found)
  const captures = { captureHeld, captureDue: isThrough && !captureHeld }
  const covered = isMedia(found) ? found.covered : []
  return { position, furthest, learnSec, needSec, covered, finished, courseFinished, process, ...open, ...captures }
}
