// Face checks before a course and captures while it is learnt, compared with the learner's own face.
import { type courseFace, FaceKind } from '@shuyuan/contract/course/face/face.ts'
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { wording } from '../../../kernel/localized.ts'
import type { Match } from '../../../providers/face/face.ts'
import { matchFace, pictureBytes, usableFace } from '../../face/match.service.ts'
import { activeFace } from '../../site/provider/compare.service.ts'
import { storePicture } from '../../site/provider/evidence.service.ts'
import { courseAudience } from '../catalog/audience.service.ts'
import { addLearnGate } from '../progress/gate.service.ts'
import { lockOpen } from '../progress/open-page.service.ts'
import { countedCapture, isOverdue, isSameDay, nextDue, type Outcome } from './face.rules.ts'
import { courseFaceMessage } from './face-message.service.ts'
import { confirmSeconds, takeBackSeconds } from './provisional.service.ts'

type Calls = typeof courseFace
type Place = { courseId: string; fileId: string }

/** As findState, of a course with this file. Fails notFound without it. */
async function findPlaceState(ctx: Ctx, { courseId, fileId }: Place) {
  const row = ctx.db.selectFrom('courseItem').where('courseId', '=', courseId).where('fileId', '=', fileId).select('fileId')
  must(await row.executeTakeFirst())
  return findState(ctx, courseId)
}

/** The course's settings and where the caller stands with it. Fails notFound outside the audience. */
async function findState(ctx: Ctx, courseId: string) {
  const inScope = await courseAudience.inScope(ctx)
  return must(
    await ctx.db
      .selectFrom('course')
      .leftJoin('courseFaceState as own', (join) => join.onRef('own.courseId', '=', 'course.id').on('own.userId', '=', ctx.user.id))
      .where('course.id', '=', courseId)
      .where(inScope)
      .select(['faceCheck', 'faceInterval', 'faceChance', 'own.checkTime', 'own.fails', 'own.dueTime', 'own.blockedUntil'])
      .executeTakeFirst(),
  )
}

const isChecked = ({ checkTime }: { checkTime: Date | null }, now: Date) => isSameDay(checkTime, now)

/** What the course asks of the caller. Fails notFound. */
export async function faceStateOf(ctx: Ctx, { courseId }: Input<Calls['state']>): Promise<Output<Calls['state']>> {
  const state = await findState(ctx, courseId)
  const provider = await activeFace(ctx.app)
  const enrolled = provider !== undefined && (await usableFace(ctx.app, provider, ctx.user.id)) !== undefined
  const { faceInterval, faceChance } = state
  const needCheck = state.faceCheck && !isChecked(state, ctx.now)
  return { needCheck, faceInterval, faceChance, failCount: state.fails ?? 0, compares: provider !== undefined, enrolled }
}

const outcomeOf = ({ passed, problem }: Match): Outcome => {
  if (problem === 'down') return 'unanswered'
  return passed || problem === 'unenrolled' ? 'passed' : 'failed'
}

/** Stores what came of a picture; broken and empty ones have no picture. @returns the number of the record */
async function record(app: App, userId: string, place: Place, kind: FaceKind, picture: Buffer, match: Match): Promise<string> {
  const isEvidence = match.problem !== 'camera' && match.problem !== 'broken'
  const url = isEvidence ? await storePicture(app, picture) : ''
  const reason = match.grey ? 'grey' : match.problem
  const { passed, score } = match
  const row = { ...place, userId, kind, passed, score, reason, url, createTime: app.clock() }
  const { id } = await app.db.insertInto('courseFace').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/**
 * Compares the caller before a course. A check that passes counts for the day; so does one that the provider did not answer, because no invigilator
 * could admit a learner. Fails notFound.
 */
export async function validateLearner(
  ctx: Ctx,
  { base64, ...place }: Input<Calls['validate-face']>,
): Promise<Output<Calls['validate-face']>> {
  const { app, user } = ctx
  await findPlaceState(ctx, place)
  const picture = pictureBytes(base64)
  const match = await matchFace(app, user.id, picture)
  const id = await record(app, user.id, place, FaceKind.check, picture, match)
  if (!match.passed && match.problem !== 'down')
    return { pass: false, failMsg: match.problem === '' ? '' : wording(ctx, courseFaceMessage(match.problem)), faceToken: '' }
  const row = { checkTime: app.clock() }
  await app.db
    .insertInto('courseFaceState')
    .values({ userId: user.id, courseId: place.courseId, ...row })
    .onConflict((conflict) => conflict.columns(['userId', 'courseId']).doUpdateSet(row))
    .execute()
  return { pass: true, failMsg: '', faceToken: id }
}

/**
 * Compares a capture and counts consecutive failures; at the limit the course closes for a minute. One that passes confirms the seconds since
 * the one before, one that fails takes them back. Fails notFound.
 */
export async function saveLearnCapture(ctx: Ctx, { base64, ...place }: Input<Calls['save']>): Promise<Output<Calls['save']>> {
  const { app, user } = ctx
  const state = await findPlaceState(ctx, place)
  const { faceChance, faceInterval } = state
  if (faceInterval === 0) return { passed: true, isBreak: false, failCount: 0, faceChance }
  if (isBlocked(state, app.clock())) return { passed: false, isBreak: true, failCount: state.fails ?? 0, faceChance }
  const picture = pictureBytes(base64)
  const match = await matchFace(app, user.id, picture)
  await record(app, user.id, place, FaceKind.capture, picture, match)
  const { fails, isBreak, held } = await app.db.transaction().execute(async (db) => {
    const inner = { ...ctx, db }
    // the learning calls of the caller change the same seconds
    await lockOpen(inner)
    return count(inner, place.courseId, outcomeOf(match), state)
  })
  return { passed: !held, isBreak, failCount: fails, faceChance }
}

const isBlocked = ({ blockedUntil }: { blockedUntil: Date | null }, now: Date) => blockedUntil !== null && blockedUntil > now

type Rules = { faceChance: number; faceInterval: number }

/** Counts a capture in the learner's row, which serialises concurrent ones, and decides about their provisional seconds. */
async function count(ctx: Ctx, courseId: string, outcome: Outcome, rules: Rules) {
  const { db, user, app } = ctx
  const now = app.clock()
  const key = { userId: user.id, courseId }
  await db
    .insertInto('courseFaceState')
    .values(key)
    .onConflict((conflict) => conflict.columns(['userId', 'courseId']).doNothing())
    .execute()
  const own = db.selectFrom('courseFaceState').where('userId', '=', user.id).where('courseId', '=', courseId)
  const { fails: before } = await own.select('fails').forUpdate().executeTakeFirstOrThrow()
  const counted = countedCapture(before, outcome, rules.faceChance, now)
  const { fails, blockedUntil, isBreak, held } = counted
  if (outcome === 'failed') await takeBackSeconds(ctx, courseId)
  else if (!held) await confirmSeconds(ctx, courseId)
  await db
    .updateTable('courseFaceState')
    // a learner who comes back after a break begins anew
    .set({
      fails: isBreak ? 0 : fails,
      blockedUntil,
      held,
      dueTime: isBreak ? null : nextDue(now, rules.faceInterval),
      ...(held ? {} : { passedTime: now }),
    })
    .where('userId', '=', user.id)
    .where('courseId', '=', courseId)
    .execute()
  return counted
}

/** A file that opens waits for its first capture, which is expected within one interval. */
async function expectCapture({ db, user, now }: Ctx, courseId: string, faceInterval: number) {
  const row = { dueTime: nextDue(now, faceInterval), held: true }
  await db
    .insertInto('courseFaceState')
    .values({ userId: user.id, courseId, ...row })
    .onConflict((conflict) => conflict.columns(['userId', 'courseId']).doUpdateSet(row))
    .execute()
}

/** Back-office users who look into a course need no face check. */
const isLearner = ({ user }: Ctx) => user.roleType === RoleType.learner

/** Fails courseFaceBlocked and courseFace for a learner whose check before the course is missing. */
export async function mustBeChecked(ctx: Ctx, courseId: string): Promise<void> {
  if (isLearner(ctx)) passCheck(await findState(ctx, courseId), ctx.now)
}

function passCheck(state: Awaited<ReturnType<typeof findState>>, now: Date) {
  if (isBlocked(state, now)) fail('courseFaceBlocked')
  if (state.faceCheck && !isChecked(state, now)) fail('courseFace')
}

/** Subscribes to the learning calls: no file opens without its check, and missing captures count as failures. */
export function guardLearning(app: App): void {
  addLearnGate(app, {
    async open(ctx, { courseId }) {
      const state = await findState(ctx, courseId)
      if (!isLearner(ctx)) return
      passCheck(state, ctx.now)
      if (state.faceInterval > 0) await expectCapture(ctx, courseId, state.faceInterval)
    },
    async stop(ctx, { courseId, fileId }) {
      const state = await findState(ctx, courseId)
      const { faceInterval } = state
      if (faceInterval === 0 || !isLearner(ctx)) return ''
      if (isBlocked(state, ctx.now)) return wording(ctx, say('faceBreak', { n: state.faceChance }))
      if (!isOverdue(state.dueTime, faceInterval, ctx.now)) return ''
      const { fails, isBreak } = await count(ctx, courseId, 'failed', state)
      const missing = {
        userId: ctx.user.id,
        courseId,
        fileId,
        kind: FaceKind.capture,
        passed: false,
        reason: 'missing',
        createTime: ctx.now,
      }
      await ctx.db.insertInto('courseFace').values(missing).execute()
      return isBreak ? wording(ctx, say('faceBreak', { n: fails })) : ''
    },
  })
}
