// The services of the stand-in platform: access tokens for signed statements, scores (Assignment and Grade Services 2.0), members of courses
// (Names and Role Provisioning Services 2.0).
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { ltiClient } from './lti-stub.ts'
import type { Call, Play } from './provider-stub.ts'

const AGS = 'https://purl.imsglobal.org/spec/lti-ags/'
export const scoreScope = `${AGS}scope/score`
export const rosterScope = 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly'
type Score = {
  userId: string
  timestamp: string
  scoreGiven?: number
  scoreMaximum?: number
  activityProgress: string
  gradingProgress: string
}

const ROSTER_TYPE = 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json'
/** One page of the members of a course; a Link header tells the next one. */
function rosterPage({ method, headers, url }: Call, pages: object[][]): Play {
  if (method !== 'GET') return { status: 405, body: {} }
  if (headers.accept !== ROSTER_TYPE) return { status: 406, body: {} }
  const at = Number(url.searchParams.get('page') ?? '0')
  const address = `http://${headers.host ?? ''}${url.pathname}`
  const links = [`<${address}?since=7>; rel="differences"`, ...(at + 1 < pages.length ? [`<${address}?page=${at + 1}>; rel="next"`] : [])]
  const body = { id: url.href, context: { id: 'c-1', label: 'C1', title: '急救' }, members: pages[at] }
  return { raw: JSON.stringify(body), headers: { 'content-type': ROSTER_TYPE, link: links.join(', ') } }
}

/** Whether the statement is the tool's own, for this audience. @returns its id, which is good once; undefined for another one */
async function idOf(statement: string, keys: JSONWebKeySet, audience: string): Promise<string | undefined> {
  try {
    const { payload } = await jwtVerify(statement, createLocalJWKSet(keys), {
      issuer: ltiClient.clientId,
      subject: ltiClient.clientId,
      audience,
      algorithms: ['RS256'],
      requiredClaims: ['jti', 'exp', 'iat'],
      maxTokenAge: 60,
    })
    return payload.jti
  } catch {
    return undefined
  }
}

export function makeLtiBook() {
  const book = {
    /** the tool's published keys */
    keys: async (): Promise<JSONWebKeySet> => ({ keys: [] }),
    /** what clients must name as audience; without it the address of the token endpoint */
    audience: undefined as string | undefined,
    /** plays a fault; undefined: none */
    fault: (_call: Call): Play | undefined => undefined,
    /** how long a token is good, as the platform says; by default too short to be used again */
    seconds: 20,
    /** pages of the members of a course (Names and Role Provisioning Services 2.0) */
    members: [[]] as object[][],
    /** what was taken, in order */
    scores: [] as { path: string; query: string; score: Score }[],
    asked: 0,
    answer,
    reset,
    /** forgets the tokens that it gave */
    forget: () => given.clear(),
    /** the claim of a launch */
    claimOf: (lineItem: string | undefined, scope = [scoreScope]) => ({ [`${AGS}claim/endpoint`]: { scope, lineitem: lineItem } }),
  }
  const given = new Map<string, string>()
  const used = new Set<string>()

  function reset() {
    Object.assign(book, { fault: () => undefined, seconds: 20, scores: [], asked: 0, members: [[]], audience: undefined })
  }

  async function tokenFor({ body, headers, url }: Call): Promise<Play> {
    book.asked += 1
    const form = new URLSearchParams(body)
    const isForm = headers['content-type'] === 'application/x-www-form-urlencoded'
    if (!isForm || form.get('grant_type') !== 'client_credentials') return { status: 400, body: { error: 'unsupported_grant_type' } }
    if (form.get('client_assertion_type') !== 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
      return { status: 400, body: { error: 'invalid_request' } }
    const audience = book.audience ?? `http://${headers.host ?? ''}${url.pathname}`
    const id = await idOf(form.get('client_assertion') ?? '', await book.keys(), audience)
    if (id === undefined || used.has(id)) return { status: 400, body: { error: 'invalid_client' } }
    used.add(id)
    const scope = form.get('scope') ?? ''
    if (scope !== scoreScope && scope !== rosterScope) return { status: 400, body: { error: 'invalid_scope' } }
    const token = `t-${book.asked}`
    given.set(token, scope)
    return { body: { access_token: token, token_type: 'Bearer', expires_in: book.seconds, scope } }
  }

  const isGiven = ({ headers }: Call, scope: string) => given.get(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '') === scope

  function take(call: Call): Play {
    const { method, url, headers, body } = call
    if (method !== 'POST') return { status: 405, body: {} }
    if (!isGiven(call, scoreScope)) return { status: 401, body: {} }
    if (headers['content-type'] !== 'application/vnd.ims.lis.v1.score+json') return { status: 415, body: {} }
    book.scores.push({ path: url.pathname, query: url.search, score: JSON.parse(body) as Score })
    return { status: 204, body: {} }
  }

  function answer(call: Call): Play | Promise<Play> {
    const fault = book.fault(call)
    if (fault) return fault
    if (call.url.pathname === '/token') return tokenFor(call)
    if (call.url.pathname === '/memberships') return isGiven(call, rosterScope) ? rosterPage(call, book.members) : { status: 401, body: {} }
    return call.url.pathname.endsWith('/scores') ? take(call) : { status: 404, body: {} }
  }
  return book
}
