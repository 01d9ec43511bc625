// What a teacher chose in a tool (LTI Deep Linking 2.0, section 4).
import * as z from 'zod'

export const MOST_CHOSEN = 50
const MOST_TITLE = 200
const MOST_URL = 500
const MOST_CUSTOM = 4_000
const claim = <T extends string>(name: T): `https://purl.imsglobal.org/spec/lti-dl/claim/${T}` =>
  `https://purl.imsglobal.org/spec/lti-dl/claim/${name}`

const Item = z.looseObject({
  type: z.string(),
  title: z.string().optional().catch(undefined),
  url: z.string().max(MOST_URL).optional(),
  custom: z.record(z.string(), z.unknown()).optional().catch(undefined),
})
const Answer = z.looseObject({
  'https://purl.imsglobal.org/spec/lti/claim/message_type': z.literal('LtiDeepLinkingResponse'),
  'https://purl.imsglobal.org/spec/lti/claim/deployment_id': z.string(),
  [claim('data')]: z.string(),
  [claim('content_items')]: z.array(Item).max(MOST_CHOSEN).default([]),
})

/** `targetUrl`: '' for the tool's own address */
export type ChosenLink = { title: string; targetUrl: string; custom: string }
export type Chosen = { code: string; deployment: string; links: ChosenLink[] }

const oneLine = (value: unknown) =>
  (typeof value === 'string' || typeof value === 'number' ? String(value) : '').replaceAll(/[\s\0]+/g, ' ').trim()
const isWeb = (address: string) => /^https?:$/.test(URL.parse(address)?.protocol ?? '')

/** @returns undefined for an answer that is none, or with an address that is no web address; items of other types are left out */
export function chosenIn(claims: unknown, toolTitle: string): Chosen | undefined {
  const read = Answer.safeParse(claims)
  if (!read.success) return undefined
  const items = read.data[claim('content_items')].filter(({ type }) => type === 'ltiResourceLink')
  if (items.some(({ url }) => url !== undefined && !isWeb(url))) return undefined
  const links = items.map(({ title, url = '', custom = {} }) => {
    const lines = Object.entries(custom).map(([name, value]) => [oneLine(name).replaceAll('=', ''), oneLine(value)])
    return {
      title: (oneLine(title) || toolTitle).toWellFormed().slice(0, MOST_TITLE),
      targetUrl: url,
      custom: lines
        .filter(([name]) => name !== '')
        .map(([name, value]) => `${name}=${value}`)
        .join('\n')
        .toWellFormed()
        .slice(0, MOST_CUSTOM),
    }
  })
  return { code: read.data[claim('data')], deployment: read.data['https://purl.imsglobal.org/spec/lti/claim/deployment_id'], links }
}

/** The claim that describes the wanted answer to the tool. */
export const choiceSettings = (returnUrl: string, code: string) => ({
  [claim('deep_linking_settings')]: {
    deep_link_return_url: returnUrl,
    accept_types: ['ltiResourceLink'],
    accept_presentation_document_targets: ['window'],
    accept_multiple: true,
    accept_lineitem: false,
    auto_create: true,
    data: code,
  },
})
