// The grade book of the stand-in platform: gives access tokens for signed statements, and takes scores as Assignment and Grade Services 2.0 says.
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { ltiClient } from './lti-stub.ts'
import type { Call, Play } from './provider-stub.ts'

const AGS = 'https://purl.imsglobal.org/spec/lti-ags/'
export const scoreScope = `${AGS}scope/score`
type Score = {
  userId: string
  timestamp: string
  scoreGiven?: number
  scoreMaximum?: number
  activityProgress: string
  gradingProgress: string
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
  const given = new Set<string>()
  const used = new Set<string>()

  function reset() {
    Object.assign(book, { fault: () => undefined, seconds: 20, scores: [], asked: 0, audience: undefined })
  }

  async function tokenFor({ body, headers, url }: Call): Promise<Play> {
    book.asked += 1
    const form = new URLSearchParams(body)
    const isForm = headers['content-type'] === 'application/x-www-form-urlencoded'
    if (!isForm || form.get('grant_type') !== 'client_credentials') return { status: 400, body: { error: 'unsupported_grant_type' } }
    if (form.get('client_assertion_type') !== 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
      return { status: 400, body: { error: 'invalid_request' } }
    try {
      const { payload } = await jwtVerify(form.get('client_assertion') ?? '', createLocalJWKSet(await book.keys()), {
        issuer: ltiClient.clientId,
        subject: ltiClient.clientId,
        audience: book.audience ?? `http://${headers.host ?? ''}${url.pathname}`,
        algorithms: ['RS256'],
        requiredClaims: ['jti', 'exp', 'iat'],
        maxTokenAge: 60,
      })
      if (used.has(payload.jti ?? '')) throw new Error('again')
      used.add(payload.jti ?? '')
    } catch {
      return { status: 400, body: { error: 'invalid_client' } }
    }
    if (form.get('scope') !== scoreScope) return { status: 400, body: { error: 'invalid_scope' } }
    const token = `t-${book.asked}`
    given.add(token)
    return { body: { access_token: token, token_type: 'Bearer', expires_in: book.seconds, scope: scoreScope } }
  }

  function take({ method, url, headers, body }: Call): Play {
    if (method !== 'POST') return { status: 405, body: {} }
    if (!given.has(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '')) return { status: 401, body: {} }
    if (headers['content-type'] !== 'application/vnd.ims.lis.v1.score+json') return { status: 415, body: {} }
    book.scores.push({ path: url.pathname, query: url.search, score: JSON.parse(body) as Score })
    return { status: 204, body: {} }
  }

  function answer(call: Call): Play | Promise<Play> {
    const fault = book.fault(call)
    if (fault) return fault
    if (call.url.pathname === '/token') return tokenFor(call)
    return call.url.pathname.endsWith('/scores') ? take(call) : { status: 404, body: {} }
  }
  return book
}
