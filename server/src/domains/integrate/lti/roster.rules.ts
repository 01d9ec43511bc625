// Rosters of courses (LTI Names and Role Provisioning Services 2.0): names of the standard, and what a platform answers.
import * as z from 'zod'
import { isTeaching, nameOf } from '../../../providers/login/lti-token.ts'

export const ROSTER_SCOPE = 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly'
export const ROSTER_CLAIM = 'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice'
export const ROSTER_TYPE = 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json'

const MOST_ID = 255
const MOST_NAME = 60

export type Member = { subject: string; name: string; teaches: boolean; active: boolean }

const text = z.string().optional().catch(undefined)
const Container = z.object({
  members: z.array(
    z.object({
      user_id: z.string().min(1).max(MOST_ID),
      status: z.string().default('Active').catch('Active'),
      roles: z.array(z.string()).default([]).catch([]),
      name: text,
      given_name: text,
      family_name: text,
    }),
  ),
})

const cleaned = (name: string) => name.replaceAll('\0', '').toWellFormed().trim().slice(0, MOST_NAME)

/** The members of one page; undefined where the text is no membership container. Members that the platform calls deleted are left out. */
export function membersIn(body: string): Member[] | undefined {
  let data: unknown
  try {
    data = JSON.parse(body)
  } catch {
    return undefined
  }
  const read = Container.safeParse(data)
  if (!read.success || read.data.members.some(({ user_id }) => user_id.includes('\0'))) return undefined
  return read.data.members
    .filter(({ status }) => status !== 'Deleted')
    .map(({ user_id, status, roles, ...name }) => ({
      subject: user_id,
      name: cleaned(nameOf(name)),
      teaches: isTeaching(roles),
      active: status === 'Active',
    }))
}

/** The address of a Link header (RFC 8288) with `rel="next"`, also a relative one; undefined without one. */
export function nextOf(header: string | undefined, address: string): string | undefined {
  // commas stand within addresses, too
  for (const [, target = '', parameters = ''] of (header ?? '').matchAll(/<([^<>]*)>((?:\s*;\s*[^\s=;,]+\s*=\s*(?:"[^"]*"|[^\s";,]+))*)/g))
    if (/;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\b)/i.test(parameters)) return URL.parse(target, address)?.href
  return undefined
}
