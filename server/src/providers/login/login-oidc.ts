// Sign-in by OpenID Connect: discovery, authorization code with PKCE, ID token checked with the provider's keys (OpenID Connect Core 1.0).
import { withoutSlash } from '@shuyuan/contract/kernel/without-slash.ts'
import type { LoginOidc } from '@shuyuan/contract/site/provider/prop-login.ts'
import type { JSONWebKeySet } from 'jose'
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { fail, Failure } from '../../kernel/fail.ts'
import { callProvider, textOf } from '../call-provider.ts'
import type { LoginContext, LoginProvider } from './login.ts'
import { algorithms, Keys, refuse, verifyIdToken } from './verify-token.ts'

const KEEP_MS = 60 * 60_000
const MOST_SUB = 255
const required = { algorithms: [...algorithms, 'EdDSA', 'Ed25519'], requiredClaims: ['sub', 'exp', 'iat', 'nonce'] }

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url({ protocol: /^https?$/ }),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional().catch(undefined),
  authorization_response_iss_parameter_supported: z.boolean().catch(false),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
})
type Discovery = z.output<typeof Discovery>

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
    async identify(code, { state, redirectUri, iss }) {
      const found = await ask.discovery()
      // RFC 9207: the answer of another provider is told before its code is sent anywhere
      const isMissing = iss === undefined && found.authorization_response_iss_parameter_supported
      if (isMissing || (iss !== undefined && iss !== found.issuer)) refuse('iss')
      const { idToken, accessToken } = await exchange(found, data, context, {
        code,
        redirect_uri: redirectUri,
        code_verifier: verifierOf(state),
      })
      const claims = await verifyIdToken(idToken, { issuer: found.issuer, audience: data.clientId, ...required }, ask.keys)
      const { sub = '', azp, aud } = claims
      if (claims.nonce !== nonceOf(state)) refuse('nonce')
      // a token for several clients names the one that asked
      const asker = azp ?? (Array.isArray(aud) && aud.length > 1 ? '' : data.clientId)
      if (asker !== data.clientId) refuse('azp')
      if (sub === '' || sub.length > MOST_SUB) refuse('sub')
      const nickName = nameIn(claims) || nameIn(await userInfo(found, { accessToken, sub }, context))
      return { openId: `${found.issuer} ${sub}`, nickName: nickName.slice(0, MOST_SUB) }
    },
  }
}

const nameIn = (claims: Record<string, unknown>) =>
  textOf(claims, 'name') || textOf(claims, 'preferred_username') || textOf(claims, 'email')

/** Claims that a provider keeps out of its ID tokens (Core 5.3, 5.4). Without an answer the person has no name; one about another person is refused. */
async function userInfo(
  { userinfo_endpoint: url }: Discovery,
  { accessToken, sub }: { accessToken: string; sub: string },
  { outgoing, timeoutMs }: LoginContext,
): Promise<Record<string, unknown>> {
  if (url === undefined || accessToken === '') return {}
  const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' }
  const answer = await callProvider(outgoing, { url, headers, timeoutMs, down: 'thirdDown' }).catch((error: unknown) => {
    if (error instanceof Failure) return undefined
    throw error
  })
  if (answer?.status !== 200) return {}
  return textOf(answer.data, 'sub') === sub ? answer.data : refuse('sub')
}

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

/** Exchanges a code. @returns the ID token, unchecked, and the access token, '' for none */
async function exchange(
  { token_endpoint, token_endpoint_auth_methods_supported: methods }: Discovery,
  { clientId, secret }: z.output<typeof LoginOidc>,
  { outgoing, timeoutMs }: LoginContext,
  fields: Record<string, string>,
): Promise<{ idToken: string; accessToken: string }> {
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
  return { idToken: textOf(data, 'id_token') || fail('thirdDown'), accessToken: textOf(data, 'access_token') }
}
