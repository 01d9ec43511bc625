// Access to the services of a learning platform: tokens by a signed statement of this site (1EdTech Security Framework 1.0, section 4.1).
import type { App } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import type { OutgoingReply } from '../../../kernel/http/outgoing.ts'
import { signedByUs } from './lti-key.service.ts'
import { SCORE_SCOPE, SCORE_TYPE, scoresAddress } from './lti-score.rules.ts'
import { ROSTER_SCOPE, ROSTER_TYPE } from './roster.rules.ts'

const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const ASSERTION_SECONDS = 300
/** A token that ends within this time is not used any more. */
const SPARE_SECONDS = 30
const DEFAULT_SECONDS = 300
const MOST_SECONDS = 3_600
const MAX_ANSWER = 65_536

export type ScoreTaker = { platformId: string; clientId: string; tokenUrl: string; tokenAudience: string }
type Token = { value: string; goodUntil: number }
/** `goodUntil` is infinite while it is being asked for */
type Asked = { token: Promise<string>; goodUntil: number }

const tokensOf = appPart(() => new Map<string, Asked>())
const nameOf = ({ platformId, clientId, tokenUrl, tokenAudience }: ScoreTaker, scope: string) =>
  JSON.stringify([platformId, clientId, tokenUrl, tokenAudience, scope])
/** The platform gave no token. */
export class NoToken extends Error {}

/** A kept token, or a new one; several messages at once ask once. */
function tokenFor(app: App, taker: ScoreTaker, scope: string, timeoutMs: number): Promise<string> {
  const tokens = tokensOf(app)
  const name = nameOf(taker, scope)
  const kept = tokens.get(name)
  if (kept && kept.goodUntil > Date.now()) return kept.token
  const asked: Asked = { token: ask(app, taker, scope, timeoutMs).then(keep), goodUntil: Number.POSITIVE_INFINITY }
  function keep({ value, goodUntil }: Token) {
    asked.goodUntil = goodUntil
    return value
  }
  tokens.set(name, asked)
  asked.token.catch(() => {
    if (tokens.get(name) === asked) tokens.delete(name)
  })
  return asked.token
}

async function ask(app: App, { clientId, tokenUrl, tokenAudience }: ScoreTaker, scope: string, timeoutMs: number): Promise<Token> {
  const aud = tokenAudience === '' ? tokenUrl : tokenAudience
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: ASSERTION,
    client_assertion: await signedByUs(app, { iss: clientId, sub: clientId, aud }, ASSERTION_SECONDS),
    scope,
  })
  const reply = await app.outgoing.request(tokenUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: body.toString(),
    timeoutMs,
    maxBytes: MAX_ANSWER,
  })
  const read = await jsonOf(reply)
  const { access_token: value, expires_in: seconds, error } = read
  if (reply.status !== 200 || typeof value !== 'string' || value === '')
    throw new NoToken(`token: HTTP ${reply.status}${typeof error === 'string' ? ` ${error}` : ''}`)
  const given = Number(seconds)
  const life = Math.min(given > 0 ? given : DEFAULT_SECONDS, MOST_SECONDS)
  return { value, goodUntil: Date.now() + (life - SPARE_SECONDS) * 1_000 }
}

async function jsonOf(reply: OutgoingReply): Promise<Record<string, unknown>> {
  try {
    const data: unknown = JSON.parse(await reply.text())
    return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Posts a score to a line item. @returns the answer's status; throws without a token or an answer */
export async function postScore(app: App, taker: ScoreTaker, { lineItem, body }: { lineItem: string; body: string }, timeoutMs: number) {
  const token = await tokenFor(app, taker, SCORE_SCOPE, timeoutMs)
  const reply = await app.outgoing.request(scoresAddress(lineItem), {
    method: 'POST',
    headers: { 'content-type': SCORE_TYPE, authorization: `Bearer ${token}` },
    body,
    timeoutMs,
    maxBytes: MAX_ANSWER,
  })
  reply.discard()
  // the platform has forgotten the token; the next attempt asks for another one
  if (reply.status === 401) tokensOf(app).delete(nameOf(taker, SCORE_SCOPE))
  return reply.status
}

const ROSTER_BYTES = 4 * 1024 * 1024
type Page = { status: number; link: string | undefined; body: string }

/** Reads one page of a roster, with a new token where the platform has forgotten the kept one. Throws NoToken, and without an answer. */
export async function rosterPage(app: App, taker: ScoreTaker, url: string, timeoutMs: number): Promise<Page> {
  const read = async () => {
    const token = await tokenFor(app, taker, ROSTER_SCOPE, timeoutMs)
    const headers = { accept: ROSTER_TYPE, authorization: `Bearer ${token}` }
    return app.outgoing.request(url, { headers, timeoutMs, maxBytes: ROSTER_BYTES })
  }
  let reply = await read()
  if (reply.status === 401) {
    reply.discard()
    tokensOf(app).delete(nameOf(taker, ROSTER_SCOPE))
    reply = await read()
  }
  return { status: reply.status, link: reply.headers['link'], body: await reply.text() }
}
