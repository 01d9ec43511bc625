// Checks the ID token of an LTI 1.3 launch (1EdTech Security Framework 1.0, LTI Core 1.3).
import * as z from 'zod'
import { type Reach, verifiedJwt } from './lti-verify.ts'
import { refuse } from './verify-token.ts'

const MOST_SUB = 255
const claim = <T extends string>(name: T): `https://purl.imsglobal.org/spec/lti/claim/${T}` =>
  `https://purl.imsglobal.org/spec/lti/claim/${name}`

const AGS = 'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint'
const NRPS = 'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice'
const CHOOSING = 'https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings'
/** Roles of the context, the institution and the system that write courses (LTI Core 1.3, appendix A). */
const teaching = /#(?:Instructor|ContentDeveloper|Administrator|Faculty|Staff|SysAdmin)$/
const learning = /(?:#|^)(?:Learner|Student|NonCreditLearner)$/
/** The role in the course, which may be a sub-role of `membership/Instructor`. */
const inContext = /\/membership[/#]/

/** Whether a person teaches the course of a launch: by the roles there, where the platform names some, else by all roles. */
export function isTeaching(roles: readonly string[]): boolean {
  const own = roles.filter((role) => inContext.test(role) || !role.includes('/'))
  const counted = own.length > 0 ? own : roles
  return counted.some((role) => teaching.test(role) || role === 'Instructor') && !counted.some((role) => learning.test(role))
}

const cjk = /^[\p{Script=Han}·]+$/u
/** Two parts of a Chinese name stand together, the family name first; another name stands as the platform writes it. */
export function nameOf({ name = '', family_name: family = '', given_name: given = '' }: SentName): string {
  if (cjk.test(family) && cjk.test(given)) return family + given
  const parts = name.trim().split(/\s+/)
  if (parts.length === 2 && parts.every((part) => cjk.test(part))) return parts.join('')
  return name.trim() === '' ? [given, family].filter((part) => part !== '').join(' ') : name
}
type SentName = { name?: string | undefined; family_name?: string | undefined; given_name?: string | undefined }

const MOST_ADDRESS = 2_000
const MOST_DATA = 20_000
/** PostgreSQL stores no NUL. */
const storable = (most: number) =>
  z
    .string()
    .max(most)
    .refine((text) => !text.includes('\0'))
const address = storable(MOST_ADDRESS).refine((one) => URL.canParse(one) && /^https?:$/.test(new URL(one).protocol))

const common = {
  sub: storable(MOST_SUB).min(1),
  nonce: z.string(),
  azp: z.string().optional(),
  aud: z.union([z.string(), z.array(z.string())]),
  name: z.string().optional().catch(undefined),
  family_name: z.string().optional().catch(undefined),
  given_name: z.string().optional().catch(undefined),
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
    [claim('roles')]: z.array(z.string()).default([]).catch([]),
    [claim('resource_link')]: z.object({ id: storable(MOST_SUB).min(1) }),
    [claim('context')]: z
      .object({ id: storable(MOST_SUB).min(1), title: storable(MOST_ADDRESS).optional().catch(undefined) })
      .optional()
      .catch(undefined),
    [NRPS]: z.object({ context_memberships_url: address }).optional().catch(undefined),
    // what the platform lets this site do with its grade book; a launch with a wrong one is still a launch
    [AGS]: z
      .object({
        lineitem: address.optional().catch(undefined),
        lineitems: address.optional().catch(undefined),
        scope: z.array(storable(MOST_SUB)).max(20).catch([]),
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
      data: storable(MOST_DATA).optional(),
    }),
  }),
])

export type LtiClient = { issuer: string; clientId: string; deployments: readonly string[]; keysUrl: string }
type Sender = { subject: string; name: string; deployment: string }
/** A person opens a link. */
export type LtiLaunch = Sender & {
  kind: 'link'
  /** they teach the course there */
  teaches: boolean
  target: string
  resourceLink: string
  /** '' where the link has no column in the grade book */
  lineItem: string
  lineItems: string
  scopes: string[]
  /** the course there; null where the platform names none, or gives no roster of it */
  context: { id: string; title: string; rosterUrl: string } | null
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

/** Fails thirdRefused for a token that is not this platform's message for this client and nonce, thirdDown where its keys cannot be read. */
export async function messageOf(idToken: string, nonce: string, client: LtiClient, reach: Reach): Promise<LtiLaunch | LtiChoice> {
  const read = Claims.safeParse(
    await verifiedJwt(idToken, { issuer: client.issuer, audience: client.clientId, requiredClaims: ['nonce'] }, client, reach),
  )
  if (!read.success) return refuse(read.error.issues[0]?.path.join('.') ?? 'claims')
  const { data } = read
  if (data.nonce !== nonce) refuse('nonce')
  // a token for several clients names the one that asked
  const asker = data.azp ?? (Array.isArray(data.aud) && data.aud.length > 1 ? '' : client.clientId)
  if (asker !== client.clientId) refuse('azp')
  const deployment = data[claim('deployment_id')]
  if (!client.deployments.includes(deployment)) refuse('deployment_id')
  const sender = { subject: data.sub, name: nameOf(data), deployment }
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
  const [book, context, roster] = [data[AGS], data[claim('context')], data[NRPS]]
  return {
    ...sender,
    kind: 'link',
    teaches: isTeaching(data[claim('roles')]),
    target: data[claim('target_link_uri')],
    resourceLink: data[claim('resource_link')].id,
    lineItem: book?.lineitem ?? '',
    lineItems: book?.lineitems ?? '',
    scopes: book?.scope ?? [],
    context: context && roster ? { id: context.id, title: context.title ?? '', rosterUrl: roster.context_memberships_url } : null,
  }
}
