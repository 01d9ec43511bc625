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
const CHOOSING = 'https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings'
/** Roles of the context, the institution and the system that write courses (LTI Core 1.3, appendix A). */
const teaching = /#(?:Instructor|ContentDeveloper|Administrator|Faculty|Staff|SysAdmin)$/
const MOST_ADDRESS = 2_000
const MOST_DATA = 20_000
const address = z
  .string()
  .max(MOST_ADDRESS)
  .refine((one) => URL.canParse(one) && /^https?:$/.test(new URL(one).protocol))

const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) })
const common = {
  sub: z.string().min(1).max(MOST_SUB),
  nonce: z.string(),
  azp: z.string().optional(),
  aud: z.union([z.string(), z.array(z.string())]),
  name: z.string().optional(),
  [claim('version')]: z.literal('1.3.0'),
  [claim('deployment_id')]: z.string(),
}
const LINK = 'LtiResourceLinkRequest'
const CHOICE = 'LtiDeepLinkingRequest'
const Claims = z.discriminatedUnion(claim('message_type'), [
  z.object({
    ...common,
    [claim('message_type')]: z.literal(LINK),
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
  }),
  z.object({
    ...common,
    [claim('message_type')]: z.literal(CHOICE),
    [claim('roles')]: z.array(z.string()).refine((roles) => roles.some((role) => teaching.test(role))),
    [CHOOSING]: z.object({
      deep_link_return_url: address,
      accept_types: z.array(z.string()).refine((types) => types.includes('ltiResourceLink')),
      accept_multiple: z.boolean().default(true),
      accept_lineitem: z.boolean().default(true),
      data: z.string().max(MOST_DATA).optional(),
    }),
  }),
])

export type LtiClient = { issuer: string; clientId: string; deployments: readonly string[]; keysUrl: string }
export type LtiKept = Map<string, { keys: JSONWebKeySet; goodUntil: number }>
type Reach = { outgoing: Outgoing; kept: LtiKept }
type Sender = { subject: string; name: string; deployment: string }
/** A person opens a link. */
export type LtiLaunch = Sender & {
  kind: 'link'
  target: string
  resourceLink: string
  /** '' where the link has no column in the grade book */
  lineItem: string
  lineItems: string
  scopes: string[]
}
/** A teacher wants links. */
export type LtiChoice = Sender & {
  kind: 'choice'
  returnUrl: string
  /** returned unchanged */
  data: string | null
  multiple: boolean
  /** whether a link may bring a column of the grade book along */
  scores: boolean
}

const refuse = (vendorCode: string): never => fail('thirdRefused', undefined, { vendorCode })

/** Fails thirdRefused for a token that is not this platform's message for this client and nonce, thirdDown where its keys cannot be read. */
export async function messageOf(idToken: string, nonce: string, client: LtiClient, reach: Reach): Promise<LtiLaunch | LtiChoice> {
  const read = Claims.safeParse(await verified(idToken, client, reach))
  if (!read.success) return refuse(read.error.issues[0]?.path.join('.') ?? 'claims')
  const { data } = read
  if (data.nonce !== nonce) refuse('nonce')
  // a token for several clients names the one that asked
  const asker = data.azp ?? (Array.isArray(data.aud) && data.aud.length > 1 ? '' : client.clientId)
  if (asker !== client.clientId) refuse('azp')
  const deployment = data[claim('deployment_id')]
  if (!client.deployments.includes(deployment)) refuse('deployment_id')
  const sender = { subject: data.sub, name: data.name ?? '', deployment }
  if (CHOOSING in data) {
    const asked = data[CHOOSING]
    return {
      ...sender,
      kind: 'choice',
      returnUrl: asked.deep_link_return_url,
      data: asked.data ?? null,
      multiple: asked.accept_multiple,
      scores: asked.accept_lineitem,
    }
  }
  const book = data[AGS]
  return {
    ...sender,
    kind: 'link',
    target: data[claim('target_link_uri')],
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
