// Sign-in by OpenID Connect: discovery, authorization code with PKCE, ID token checked with the provider's keys (OpenID Connect Core 1.0).
import type { LoginOidc } from '@shuyuan/contract/sys/provider/prop-login.ts'
import type { JSONWebKeySet, JWTPayload } from 'jose'
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { fail, Failure } from '../../kernel/fail.ts'
import { callProvider, textOf } from '../call-provider.ts'
import type { LoginContext, LoginProvider } from './login.ts'

const KEEP_MS = 60 * 60_000
const SKEW_SECONDS = 60
const MOST_SUB = 255
/** Signatures by a private key only: neither `none` nor a shared secret. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url({ protocol: /^https?$/ }),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
})
type Discovery = z.output<typeof Discovery>
const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) })

const withoutSlash = (address: string) => address.replace(/\/+$/, '')
/** a part of HTTP Basic as RFC 6749 §2.3.1 encodes it */
const formEncoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)
const isHttps = (address: string) => new URL(address).protocol === 'https:'

/**
 * `data`: the client's settings. The account's id is issuer and subject. `identify` fails thirdRefused for a wrong code and for an ID token that
 * does not belong to this sign-in and client, thirdDown without a usable answer.
 */
export function oidcLogin(data: z.output<typeof LoginOidc>, context: LoginContext): LoginProvider {
  const { seal } = context
  const ask = documentsOf(data.issuer, context)
  // both follow from the state, which is random, valid once and stored as a hash; only this server can derive them
  const verifierOf = (state: string) => seal.fingerprint(state, 'oidc verifier')
  const nonceOf = (state: string) => seal.fingerprint(state, 'oidc nonce')

  return {
    async authorizeUrl(state, redirectUri) {
      const { authorization_endpoint } = await ask.discovery()
      const url = new URL(authorization_endpoint)
      const asked = {
        response_type: 'code',
        client_id: data.clientId,
        redirect_uri: redirectUri,
        scope: ['openid', ...data.scope.split(/\s+/)].filter((one, at, all) => one !== '' && all.indexOf(one) === at).join(' '),
        state,
        nonce: nonceOf(state),
        code_challenge: createHash('sha256').update(verifierOf(state)).digest('base64url'),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
      return url.href
    },
    async identify(code, { state, redirectUri }) {
      const found = await ask.discovery()
      const idToken = await exchange(found, data, context, { code, redirect_uri: redirectUri, code_verifier: verifierOf(state) })
      const claims = await checked(idToken, { issuer: found.issuer, audience: data.clientId, keys: ask.keys })
      const { sub = '', azp, aud } = claims
      if (claims.nonce !== nonceOf(state)) refuse('nonce')
      // a token for several clients names the one that asked
      const asker = azp ?? (Array.isArray(aud) && aud.length > 1 ? '' : data.clientId)
      if (asker !== data.clientId) refuse('azp')
      if (sub === '' || sub.length > MOST_SUB) refuse('sub')
      const nickName = textOf(claims, 'name') || textOf(claims, 'preferred_username') || textOf(claims, 'email')
      return { openId: `${found.issuer} ${sub}`, nickName: nickName.slice(0, MOST_SUB) }
    },
  }
}

const refuse = (vendorCode: string): never => fail('thirdRefused', undefined, { vendorCode })

/** The provider's discovery document and keys, kept for an hour. */
function documentsOf(issuer: string, { outgoing, tokens, timeoutMs }: LoginContext) {
  const read = async <T>(url: string, schema: z.ZodType<T>, isFresh = false): Promise<T> => {
    const kept = tokens.get(`oidc ${url}`)
    if (!isFresh && kept && kept.goodUntil > Date.now()) return schema.parse(JSON.parse(kept.token))
    const answer = await callProvider(outgoing, { url, timeoutMs, down: 'thirdDown' })
    const parsed = schema.safeParse(answer.data)
    if (answer.status !== 200 || !parsed.success) return fail('thirdDown')
    tokens.set(`oidc ${url}`, { token: JSON.stringify(parsed.data), goodUntil: Date.now() + KEEP_MS })
    return parsed.data
  }
  const discovery = async (): Promise<Discovery> => {
    const found = await read(`${withoutSlash(issuer)}/.well-known/openid-configuration`, Discovery)
    const isIt = withoutSlash(found.issuer) === withoutSlash(issuer) && (!isHttps(issuer) || isHttps(found.authorization_endpoint))
    return isIt ? found : fail('thirdDown')
  }
  const keys = async (isFresh: boolean) => (await read((await discovery()).jwks_uri, Keys, isFresh)) as JSONWebKeySet
  return { discovery, keys }
}

/** Exchanges a code. @returns the ID token, unchecked */
async function exchange(
  { token_endpoint, token_endpoint_auth_methods_supported: methods }: Discovery,
  { clientId, secret }: z.output<typeof LoginOidc>,
  { outgoing, timeoutMs }: LoginContext,
  fields: Record<string, string>,
): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'authorization_code', ...fields })
  const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
  if (methods.includes('client_secret_basic')) {
    const credentials = Buffer.from(`${formEncoded(clientId)}:${formEncoded(secret)}`).toString('base64')
    headers.authorization = `Basic ${credentials}`
  } else {
    body.set('client_id', clientId)
    body.set('client_secret', secret)
  }
  const request = { url: token_endpoint, method: 'POST', headers, body: body.toString(), timeoutMs, down: 'thirdDown' } as const
  const { status, data } = await callProvider(outgoing, request)
  if (status >= 500) fail('thirdDown')
  if (status >= 400) refuse(textOf(data, 'error'))
  return textOf(data, 'id_token') || fail('thirdDown')
}

type Wanted = { issuer: string; audience: string; keys: (isFresh: boolean) => Promise<JSONWebKeySet> }

/** The claims of an ID token of this issuer for this client. Keys are read again once where none fits, because providers change them. */
async function checked(idToken: string, { issuer, audience, keys }: Wanted): Promise<JWTPayload> {
  // imported late, as few sites sign in this way
  const { createLocalJWKSet, errors, jwtVerify } = await import('jose')
  const verify = async (isFresh: boolean) => {
    const rules = { issuer, audience, algorithms, clockTolerance: SKEW_SECONDS, requiredClaims: ['sub', 'exp', 'iat', 'nonce'] }
    return (await jwtVerify(idToken, createLocalJWKSet(await keys(isFresh)), rules)).payload
  }
  try {
    return await verify(false).catch((error: unknown) => {
      if (error instanceof errors.JWKSNoMatchingKey) return verify(true)
      throw error
    })
  } catch (error) {
    if (error instanceof errors.JWTClaimValidationFailed) return refuse(error.claim)
    if (error instanceof errors.JOSEError) return refuse(error.code)
    if (error instanceof Failure) throw error
    // a published key that cannot be read
    return fail('thirdDown')
  }
}
