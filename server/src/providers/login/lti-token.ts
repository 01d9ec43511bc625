// Checks the ID token of an LTI 1.3 launch (1EdTech Security Framework 1.0, LTI Core 1.3).
import type { JSONWebKeySet } from 'jose'
import * as z from 'zod'
import { fail, Failure } from '../../kernel/fail.ts'
import type { Outgoing } from '../../kernel/http/outgoing.ts'
import { callProvider } from '../call-provider.ts'

const TIMEOUT_MS = 8_000
const KEEP_MS = 60 * 60_000
const SKEW_SECONDS = 60
const MOST_SUB = 255
/** Signatures by a private key only: neither `none` nor a shared secret. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512']
const claim = <T extends string>(name: T): `https://purl.imsglobal.org/spec/lti/claim/${T}` =>
  `https://purl.imsglobal.org/spec/lti/claim/${name}`

const AGS = 'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint'
const MOST_ADDRESS = 2_000
const address = z
  .string()
  .max(MOST_ADDRESS)
  .refine((one) => URL.canParse(one) && /^https?:$/.test(new URL(one).protocol))

const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) })
const Claims = z.object({
  sub: z.string().min(1).max(MOST_SUB),
  nonce: z.string(),
  azp: z.string().optional(),
  aud: z.union([z.string(), z.array(z.string())]),
  name: z.string().optional(),
  [claim('message_type')]: z.literal('LtiResourceLinkRequest'),
  [claim('version')]: z.literal('1.3.0'),
  [claim('deployment_id')]: z.string(),
  [claim('target_link_uri')]: z.string(),
  [claim('resource_link')]: z.object({ id: z.string().min(1).max(MOST_SUB) }),
  // what the platform lets this site do with its grade book; a launch with a wrong one is still a launch
  [AGS]: z
    .object({
      lineitem: address.optional().catch(undefined),
      lineitems: address.optional().catch(undefined),
      scope: z.array(z.string()).max(20).catch([]),
    })
    .optional()
    .catch(undefined),
})

export type LtiClient = { issuer: string; clientId: string; deployments: readonly string[]; keysUrl: string }
export type LtiKept = Map<string, { keys: JSONWebKeySet; goodUntil: number }>
type Reach = { outgoing: Outgoing; kept: LtiKept }
export type LtiLaunch = {
  subject: string
  name: string
  target: string
  deployment: string
  resourceLink: string
  /** '' where the link has no column in the grade book */
  lineItem: string
  lineItems: string
  scopes: string[]
}

const refuse = (vendorCode: string): never => fail('thirdRefused', undefined, { vendorCode })

/** Fails thirdRefused for a token that is not this platform's launch for this client and nonce, thirdDown where its keys cannot be read. */
export async function launchOf(idToken: string, nonce: string, client: LtiClient, reach: Reach): Promise<LtiLaunch> {
  const read = Claims.safeParse(await verified(idToken, client, reach))
  if (!read.success) return refuse(read.error.issues[0]?.path.join('.') ?? 'claims')
  const { data } = read
  if (data.nonce !== nonce) refuse('nonce')
  // a token for several clients names the one that asked
  const asker = data.azp ?? (Array.isArray(data.aud) && data.aud.length > 1 ? '' : client.clientId)
  if (asker !== client.clientId) refuse('azp')
  const deployment = data[claim('deployment_id')]
  if (!client.deployments.includes(deployment)) refuse('deployment_id')
  const book = data[AGS]
  return {
    subject: data.sub,
    name: data.name ?? '',
    target: data[claim('target_link_uri')],
    deployment,
    resourceLink: data[claim('resource_link')].id,
    lineItem: book?.lineitem ?? '',
    lineItems: book?.lineitems ?? '',
    scopes: book?.scope ?? [],
  }
}

/** Keys are read again once where none fits, because platforms change them. */
async function verified(idToken: string, { issuer, clientId, keysUrl }: LtiClient, reach: Reach): Promise<unknown> {
  const { createLocalJWKSet, errors, jwtVerify } = await import('jose')
  const verify = async (isFresh: boolean) => {
    const rules = { issuer, audience: clientId, algorithms, clockTolerance: SKEW_SECONDS, requiredClaims: ['sub', 'exp', 'iat', 'nonce'] }
    return (await jwtVerify(idToken, createLocalJWKSet(await keysAt(keysUrl, reach, isFresh)), rules)).payload
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

async function keysAt(url: string, { outgoing, kept }: Reach, isFresh: boolean): Promise<JSONWebKeySet> {
  const known = kept.get(url)
  if (!isFresh && known && known.goodUntil > Date.now()) return known.keys
  const { status, data } = await callProvider(outgoing, { url, timeoutMs: TIMEOUT_MS, down: 'thirdDown' })
  const read = Keys.safeParse(data)
  if (status !== 200 || !read.success) return fail('thirdDown')
  const keys = read.data as JSONWebKeySet
  kept.set(url, { keys, goodUntil: Date.now() + KEEP_MS })
  return keys
}
