// What tools call: access tokens for signed statements, and scores (LTI Assignment and Grade Services 2.0).
import { toolActivity, type ToolActivity, toolGrading, toolService } from '@shuyuan/contract/integrate/tool.ts'
import type { CallbackInput, CallbackReply } from '@shuyuan/contract/kernel/endpoint.ts'
import type { JWTPayload } from 'jose'
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { type App, type Ctx, ctxOf, nobody } from '../../kernel/ctx.ts'
import { Failure } from '../../kernel/fail.ts'
import { appPart } from '../../kernel/part.ts'
import { type LtiKept, verifiedJwt } from '../../providers/login/lti-verify.ts'
import { finishTool } from '../course/learn/package-finish.service.ts'
import { ownKeys, signedByUs } from './lti-key.service.ts'
import { SCORE_SCOPE, SCORE_TYPE } from './lti-score.rules.ts'

const ACCESS_SECONDS = 3_600
/** A statement is kept as used until it ends; one with a longer life is refused. */
const MOST_STATEMENT_SECONDS = 3_600
const SKEW_MS = 60_000
const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
/** The audience of access tokens, which no tool has as its client id. */
const AUDIENCE = 'urn:shuyuan:tool-service'
const MOST_COMMENT = 2_000

const keptOf = appPart((): LtiKept => new Map())
const answer = (status: number, body: object): CallbackReply => ({ status, type: 'application/json', body: JSON.stringify(body) })
const refusal = (status: number, error: string) => answer(status, { error })

const toolBy = ({ db }: App) =>
  db.selectFrom('integrateTool').where('enabled', '=', true).select(['id', 'clientId', 'issuer', 'keysUrl', 'publicKey'])

/** The issuer that a token names, before anything about it is known to be true. */
function namedBy(token: string): string {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    const iss = (claims as { iss?: unknown } | null)?.iss
    return typeof iss === 'string' ? iss.replaceAll('\0', '') : ''
  } catch {
    return ''
  }
}

/** Gives an access token for a statement that the tool signed, once (RFC 7523, 1EdTech Security Framework 1.0). */
export async function giveToken({ app }: Ctx, { raw }: CallbackInput): Promise<CallbackReply> {
  const form = new URLSearchParams(Buffer.from(raw).toString())
  if (form.get('grant_type') !== 'client_credentials') return refusal(400, 'unsupported_grant_type')
  if (form.get('client_assertion_type') !== ASSERTION) return refusal(400, 'invalid_request')
  const statement = form.get('client_assertion') ?? ''
  const tool = await toolBy(app).where('clientId', '=', namedBy(statement)).executeTakeFirst()
  if (!tool) return refusal(401, 'invalid_client')
  const rules = {
    issuer: tool.clientId,
    subject: tool.clientId,
    audience: new URL(toolService.token.path, tool.issuer).href,
    requiredClaims: ['jti'],
  }
  try {
    const claims = await verifiedJwt(statement, rules, tool, { outgoing: app.outgoing, kept: keptOf(app) })
    if (!(await spend(app, tool.id, claims))) return refusal(401, 'invalid_client')
  } catch (error) {
    if (error instanceof Failure) return refusal(401, 'invalid_client')
    throw error
  }
  const scopes = (form.get('scope') ?? '').split(' ')
  if (!scopes.includes(SCORE_SCOPE)) return refusal(400, 'invalid_scope')
  const claims = { iss: tool.issuer, aud: AUDIENCE, sub: tool.id, scope: SCORE_SCOPE }
  const token = await signedByUs(app, claims, ACCESS_SECONDS)
  return answer(200, { access_token: token, token_type: 'Bearer', expires_in: ACCESS_SECONDS, scope: SCORE_SCOPE })
}

/** @returns false for a statement that was used, or that lives too long */
async function spend({ db }: App, toolId: string, { jti = '', exp = 0 }: JWTPayload): Promise<boolean> {
  const until = exp * 1_000 + SKEW_MS
  if (until > Date.now() + MOST_STATEMENT_SECONDS * 1_000 + 2 * SKEW_MS) return false
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('integrateToolSpent')
    .values({ hash: createHash('sha256').update(`${toolId}:${jti}`).digest(), expireTime: new Date(until) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** The tool of an access token; undefined without one that is good. */
async function callerOf(app: App, headers: CallbackInput['headers']): Promise<string | undefined> {
  const token = /^Bearer (\S+)$/i.exec(headers['authorization'] ?? '')?.[1] ?? ''
  const { createLocalJWKSet, errors, jwtVerify } = await import('jose')
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(await ownKeys(app)), { audience: AUDIENCE, requiredClaims: ['exp'] })
    const tool = await toolBy(app)
      .where('id', '=', payload.sub ?? '0')
      .executeTakeFirst()
    return tool?.issuer === payload.iss ? tool?.id : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

const Score = z
  .object({
    userId: z.uuid(),
    timestamp: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
    scoreGiven: z.number().min(0).nullish(),
    scoreMaximum: z.number().positive().nullish(),
    activityProgress: z.enum(Object.keys(toolActivity) as [ToolActivity]),
    gradingProgress: z.enum(Object.keys(toolGrading) as [keyof typeof toolGrading]),
    comment: z.string().nullish(),
  })
  // a score means nothing without its maximum
  .refine(({ scoreGiven, scoreMaximum }) => typeof scoreGiven !== 'number' || typeof scoreMaximum === 'number')
type Score = z.output<typeof Score>

function scoreIn(raw: Uint8Array): Score | undefined {
  try {
    const read = Score.safeParse(JSON.parse(Buffer.from(raw).toString()))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

/** Stores what a tool reports about a learner, and finishes the course file where the learner is through. */
export async function takeScore({ app, now }: Ctx, { raw, headers, query }: CallbackInput): Promise<CallbackReply> {
  const toolId = await callerOf(app, headers)
  if (toolId === undefined) return refusal(401, 'unauthorized')
  if ((headers['content-type'] ?? '').split(';')[0]?.trim() !== SCORE_TYPE) return refusal(415, 'unsupported_media_type')
  const score = scoreIn(raw)
  if (!score) return refusal(400, 'invalid_score')
  const [, courseId, fileId] = /^(\d{1,18})-(\d{1,18})$/.exec(query['id'] ?? '') ?? []
  if (courseId === undefined || fileId === undefined) return refusal(404, 'not_found')
  const after: (() => void | Promise<void>)[] = []
  const reply = await app.db.transaction().execute(async (db): Promise<CallbackReply> => {
    const person = await learnerOf(db, { toolId, courseId, fileId, subject: score.userId })
    if (!person) return refusal(404, 'not_found')
    const place = { courseId, fileId }
    if (!(await store(db, { ...place, userId: person.userId }, score, now))) return refusal(409, 'older')
    if (score.activityProgress === 'Completed') {
      const user = { ...nobody, id: person.userId }
      await finishTool(ctxOf(app, { db, now, user, afterCommit: (act) => void after.push(act) }), place)
    }
    return answer(200, {})
  })
  for (const act of after) await act()
  return reply
}

type Column = { toolId: string; courseId: string; fileId: string; subject: string }
/** Somebody who opened the file in this course; locked, so that reports come one after the other. */
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
async function store(db: App['db'], key: Key, given: Score, now: Date): Promise<boolean> {
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
      conflict.columns(['fileId', 'courseId', 'userId']).doUpdateSet(row).where('integrateToolResult.scoreTime', '<=', given.timestamp),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Forgets statements that have ended. */
export const sweepSpent = async ({ db, clock }: App) =>
  void (await db.deleteFrom('integrateToolSpent').where('expireTime', '<=', clock()).execute())
