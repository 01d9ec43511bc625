// Scores that tools report (LTI Assignment and Grade Services 2.0).
import type { ToolProblem } from '@shuyuan/contract/integrate/tool.ts'
import type { CallbackInput, CallbackReply } from '@shuyuan/contract/kernel/endpoint.ts'
import { type App, type Ctx, nobody } from '../../../kernel/ctx.ts'
import { ownTransaction } from '../../../kernel/own-transaction.ts'
import { finishTool } from '../../course/learn/package-finish.service.ts'
import { SCORE_SCOPE, SCORE_TYPE } from '../lti/lti-score.rules.ts'
import { readScore, type ReportedScore } from './score.rules.ts'
import { answer, callerOf, noteProblem, refusal, SKEW_MS } from './tool-access.service.ts'

const MOST_COMMENT = 2_000

/** Stores what a tool reports about a learner, and finishes the course file where the learner is through. */
export async function takeScore(ctx: Ctx, input: CallbackInput): Promise<CallbackReply> {
  const { app } = ctx
  const caller = await callerOf(app, input.headers, SCORE_SCOPE)
  if (!caller) return refusal(401, 'unauthorized')
  const toolId = caller.id
  const refused = await orRefused(ctx, toolId, input)
  if (!refused) return answer(200, {})
  await noteProblem(app, toolId, refused.problem, refused.detail)
  return refusal(refused.status, refused.error, refused.detail)
}

type Refused = { status: number; error: string; problem: ToolProblem; detail?: string }
const unknownPlace: Refused = { status: 404, error: 'not_found', problem: 'place' }

async function orRefused({ app, now }: Ctx, toolId: string, { raw, headers, query }: CallbackInput): Promise<Refused | undefined> {
  if ((headers['content-type'] ?? '').split(';')[0]?.trim() !== SCORE_TYPE)
    return { status: 415, error: 'unsupported_media_type', problem: 'type' }
  const score = readScore(Buffer.from(raw).toString())
  if ('wrong' in score) return { status: 400, error: 'invalid_score', problem: 'score', detail: score.wrong }
  // one of the year 9999 would be the newest for ever
  if (score.timestamp.getTime() > now.getTime() + SKEW_MS)
    return { status: 400, error: 'invalid_score', problem: 'score', detail: 'timestamp' }
  const [, courseId, fileId] = /^(\d{1,18})-(\d{1,18})$/.exec(query['id'] ?? '') ?? []
  if (courseId === undefined || fileId === undefined) return unknownPlace
  return ownTransaction(app, async (ctx): Promise<Refused | undefined> => {
    const { db } = ctx
    const person = await learnerOf(db, { toolId, courseId, fileId, subject: score.userId })
    if (!person) return unknownPlace
    const place = { courseId, fileId }
    if (!(await store(db, { ...place, userId: person.userId }, score, now))) return { status: 409, error: 'older', problem: 'older' }
    if (score.activityProgress === 'Completed') {
      const user = { ...nobody, id: person.userId }
      await finishTool({ ...ctx, now, user }, place)
    }
    return undefined
  })
}

type Column = { toolId: string; courseId: string; fileId: string; subject: string }
/** A user who opened the file in this course; locked, so that reports come one after the other. */
const learnerOf = (db: App['db'], { toolId, courseId, fileId, subject }: Column) =>
  db
    .selectFrom('integrateToolUser as known')
    .innerJoin('integrateToolLink as link', 'link.toolId', 'known.toolId')
    .innerJoin('courseFileLearn as own', (join) => join.onRef('own.userId', '=', 'known.userId').onRef('own.fileId', '=', 'link.fileId'))
    .where('known.toolId', '=', toolId)
    .where('known.subject', '=', subject)
    .where('link.fileId', '=', fileId)
    .where('own.courseId', '=', courseId)
    .select('known.userId')
    .forUpdate('own')
    .executeTakeFirst()

type Key = { courseId: string; fileId: string; userId: string }
/** @returns false where a newer report is stored */
async function store(db: App['db'], key: Key, given: ReportedScore, now: Date): Promise<boolean> {
  const row = {
    score: given.scoreGiven ?? null,
    maximum: given.scoreGiven == null ? null : (given.scoreMaximum ?? null),
    activity: given.activityProgress,
    grading: given.gradingProgress,
    comment: (given.comment ?? '').replaceAll('\0', '').toWellFormed().slice(0, MOST_COMMENT),
    scoreTime: given.timestamp,
    updateTime: now,
  }
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('integrateToolResult')
    .values({ ...key, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['fileId', 'courseId', 'userId'])
        .doUpdateSet(row)
        .where((eb) =>
          eb.or([
            eb('integrateToolResult.scoreTime', '<=', given.timestamp),
            // an earlier version took times of the future
            eb('integrateToolResult.scoreTime', '>', new Date(now.getTime() + SKEW_MS)),
          ]),
        ),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}
