// A stand-in OpenID Connect provider with real keys: checks client, redirect address and PKCE as a provider does, and spoils ID tokens on request.
import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { type Call, type Play, type ProviderStub, startProviderStub } from './provider-stub.ts'

export const oidcClient = { clientId: 'shuyuan+school', secret: 's:ecret/ü' }
type Asked = { nonce: string; challenge: string; redirectUri: string; sub: string }
/** What the provider does otherwise than it should. */
export type Spoilt = {
  claims?: JWTPayload
  /** claims that are left out */
  without?: string[]
  /** signs with a key that is not published, with the client's secret, or not at all */
  signed?: 'strange' | 'secret' | 'none'
  discovery?: Record<string, unknown>
  /** answers of these addresses instead of its own */
  plays?: Record<string, Play>
}
export type OidcStub = ProviderStub & {
  spoil: (how: Spoilt) => void
  /** replaces the provider's key */
  rotate: () => Promise<void>
  /** What the user does on the provider's page. @returns the code with which the provider redirects */
  allow: (authorizeUrl: string, sub?: string) => string
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const makeKey = async (kid: string) => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** Whether the client's id and secret are right, as HTTP Basic or in the body. */
function isKnown(authorization: string | undefined, form: URLSearchParams): boolean {
  const plain = (text = '') => decodeURIComponent(text.replaceAll('+', ' '))
  const basic = Buffer.from((authorization ?? '').replace('Basic ', ''), 'base64')
    .toString()
    .split(':')
  const [id, secret] = authorization === undefined ? [form.get('client_id'), form.get('client_secret')] : basic.map(plain)
  return id === oidcClient.clientId && secret === oidcClient.secret
}

export async function startOidcStub(): Promise<OidcStub> {
  const strange = await makeKey('key-1')
  let key = await makeKey('key-1')
  let how: Spoilt = {}
  let number = 0
  const codes = new Map<string, Asked>()

  const idToken = async ({ nonce, sub }: Asked): Promise<string> => {
    const now = Math.floor(Date.now() / 1_000)
    const own = { iss: stub.url, aud: oidcClient.clientId, sub, nonce, iat: now, exp: now + 300, name: '王老师', ...how.claims }
    const claims = Object.fromEntries(Object.entries(own).filter(([name]) => !how.without?.includes(name)))
    if (how.signed === 'none') return `${base64url({ alg: 'none' })}.${base64url(claims)}.`
    const alg = how.signed === 'secret' ? 'HS256' : 'RS256'
    const by = how.signed === 'secret' ? Buffer.from(oidcClient.secret) : (how.signed === 'strange' ? strange : key).privateKey
    return new SignJWT(claims).setProtectedHeader({ alg, kid: key.kid }).sign(by)
  }
  const allow = (authorizeUrl: string, sub = 'u-1') => {
    const asked = new URL(authorizeUrl).searchParams
    const of = (name: string) => asked.get(name) ?? ''
    if (of('code_challenge_method') !== 'S256' || !of('scope').split(' ').includes('openid')) throw new Error('the provider refuses')
    const code = `code-${++number}`
    codes.set(code, { nonce: of('nonce'), challenge: of('code_challenge'), redirectUri: of('redirect_uri'), sub })
    return code
  }
  const token = async ({ headers, body }: Call): Promise<Play> => {
    const form = new URLSearchParams(body)
    if (!isKnown(headers.authorization, form)) return { status: 401, body: { error: 'invalid_client' } }
    const asked = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = challengeOf(form.get('code_verifier') ?? '')
    const isIt = asked?.challenge === challenge && asked.redirectUri === form.get('redirect_uri')
    if (!asked || !isIt) return { status: 400, body: { error: 'invalid_grant' } }
    return { body: { access_token: 'at', token_type: 'Bearer', id_token: await idToken(asked) } }
  }
  const stub = await startProviderStub((call): Play | Promise<Play> => {
    const { pathname } = call.url
    const play = how.plays?.[pathname]
    if (play) return play
    if (pathname === '/.well-known/openid-configuration') {
      const own = { issuer: stub.url, authorization_endpoint: `${stub.url}/auth`, token_endpoint: `${stub.url}/token` }
      return { body: { ...own, jwks_uri: `${stub.url}/keys`, ...how.discovery } }
    }
    // a provider whose user is signed in and agrees
    if (pathname === '/auth') {
      const back = new URL(call.url.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', allow(call.url.href))
      back.searchParams.set('state', call.url.searchParams.get('state') ?? '')
      return { status: 302, raw: '', headers: { location: back.href } }
    }
    if (pathname === '/keys') return { body: { keys: [key.jwk] } }
    return pathname === '/token' && call.method === 'POST' ? token(call) : { status: 404, body: {} }
  })
  return {
    ...stub,
    spoil: (next) => void (how = next),
    rotate: async () => void (key = await makeKey('key-2')),
    allow,
  }
}
