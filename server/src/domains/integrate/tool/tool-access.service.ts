// Access of tools: tokens for signed statements (RFC 7523, 1EdTech Security Framework 1.0), and what a refused call leaves for administrators.
import { type ToolProblem, toolService } from '@shuyuan/contract/integrate/tool.ts'
import type { CallbackInput, CallbackReply } from '@shuyuan/contract/kernel/endpoint.ts'
import type { JWTPayload } from 'jose'
import { createHash } from 'node:crypto'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { Failure } from '../../../kernel/fail.ts'
import { appPart } from '../../../kernel/part.ts'
import { type LtiKept, verifiedJwt } from '../../../providers/login/lti-verify.ts'
import { ownKeys, signedByUs } from '../lti/lti-key.service.ts'
import { ROSTER_SCOPE } from '../lti/roster.rules.ts'
import { SCORE_SCOPE } from '../lti/lti-score.rules.ts'

const ACCESS_SECONDS = 3_600
/** A statement is kept as used until it ends; one with a longer life is refused. */
const MOST_STATEMENT_SECONDS = 3_600
export const SKEW_MS = 60_000
const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
/** The audience of access tokens, which no tool has as its client id. */
const AUDIENCE = 'urn:shuyuan:tool-service'

const keptOf = appPart((): LtiKept => new Map())
export const answer = (status: number, body: object): CallbackReply => ({ status, type: 'application/json', body: JSON.stringify(body) })
export const refusal = (status: number, error: string, detail = '') =>
  answer(status, { error, ...(detail === '' ? {} : { error_description: detail }) })

/** Shows administrators the last call of a tool that was refused. */
export const noteProblem = async ({ db, clock }: App, toolId: string, problem: ToolProblem, detail = '') =>
  void (await db
    .updateTable('integrateTool')
    .where('id', '=', toolId)
    .set({ problem, problemDetail: detail, problemTime: clock() })
    .execute())

const toolBy = ({ db }: App) =>
  db.selectFrom('integrateTool').where('enabled', '=', true).select(['id', 'clientId', 'issuer', 'keysUrl', 'publicKey', 'roster'])

const detailOf = ({ data, reason }: Failure) => (data as { vendorCode?: string }).vendorCode ?? reason

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

/** What a tool may ask for. */
const scopesOf = ({ roster }: { roster: boolean }) => [SCORE_SCOPE, ...(roster ? [ROSTER_SCOPE] : [])]

/** Gives an access token for a statement that the tool signed, once. */
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
    if (!(await spend(app, tool.id, claims))) {
      await noteProblem(app, tool.id, 'token', 'jti')
      return refusal(401, 'invalid_client')
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    await noteProblem(app, tool.id, 'token', detailOf(error))
    return refusal(401, 'invalid_client')
  }
  const asked = (form.get('scope') ?? '').split(' ')
  const scope = scopesOf(tool)
    .filter((one) => asked.includes(one))
    .join(' ')
  if (scope === '') {
    await noteProblem(app, tool.id, 'scope')
    return refusal(400, 'invalid_scope')
  }
  const token = await signedByUs(app, { iss: tool.issuer, aud: AUDIENCE, sub: tool.id, scope }, ACCESS_SECONDS)
  return answer(200, { access_token: token, token_type: 'Bearer', expires_in: ACCESS_SECONDS, scope })
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

export type Caller = { id: string; issuer: string; roster: boolean }
/** The tool of an access token for this scope; undefined without one that is good. */
export async function callerOf(app: App, headers: CallbackInput['headers'], scope: string): Promise<Caller | undefined> {
  const token = /^Bearer (\S+)$/i.exec(headers['authorization'] ?? '')?.[1] ?? ''
  const { createLocalJWKSet, errors, jwtVerify } = await import('jose')
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(await ownKeys(app)), { audience: AUDIENCE, requiredClaims: ['exp'] })
    if (typeof payload['scope'] !== 'string' || !payload['scope'].split(' ').includes(scope)) return undefined
    const tool = await toolBy(app)
      .where('id', '=', payload.sub ?? '0')
      .executeTakeFirst()
    return tool?.issuer === payload.iss ? tool : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

/** Forgets statements that have ended. */
export const sweepSpent = async ({ db, clock }: App) =>
  void (await db.deleteFrom('integrateToolSpent').where('expireTime', '<=', clock()).execute())
