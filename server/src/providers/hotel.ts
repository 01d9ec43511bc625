// Looks up a hotel at an outside service: GET {url}?hotelCode=…, answered by {zwmc, yyzzmc, fr}, directly or as `data` of
// {code: 0}; another code is a refusal with the service's `msg`.
import type { Outgoing } from '../kernel/http/outgoing.ts'

export type HotelFacts = { zwmc: string; yyzzmc: string; fr: string }
/** unknown: the answer names no hotel or is malformed, with the service's own message if any; down: no answer */
export type HotelAnswer = { found: HotelFacts } | { missing: 'unknown' | 'down'; reason: string; msg?: string | undefined }

const TIMEOUT_MS = 5_000
const MAX_BYTES = 64 * 1024

/** @param limitMs timeout of the service, in ms */
export async function requestHotel(outgoing: Outgoing, url: string, hotelCode: string, limitMs = TIMEOUT_MS): Promise<HotelAnswer> {
  if (!URL.canParse(url)) return { missing: 'down', reason: 'no address is configured' }
  const address = new URL(url)
  address.searchParams.set('hotelCode', hotelCode)
  try {
    const options = { headers: { accept: 'application/json' }, timeoutMs: limitMs, maxBytes: MAX_BYTES }
    const reply = await outgoing.request(address.href, options)
    if (reply.status < 500 && reply.status !== 429) return factsOf(await reply.text())
    reply.discard()
    return { missing: 'down', reason: `HTTP ${reply.status}` }
  } catch (error) {
    if (error instanceof RangeError) return { missing: 'unknown', reason: 'the answer is too long' }
    return { missing: 'down', reason: error instanceof Error ? error.message : 'no answer' }
  }
}

function factsOf(text: string): HotelAnswer {
  const answer = parsed(text)
  const facts = answer && 'data' in answer ? answer.data : answer
  if (answer && 'code' in answer && answer.code !== 0 && answer.code !== '0')
    return { missing: 'unknown', reason: 'the service refused', msg: wordOf(answer.msg) || undefined }
  if (!isObject(facts)) return { missing: 'unknown', reason: 'the answer names no hotel' }
  const [zwmc, yyzzmc, fr] = [facts.zwmc, facts.yyzzmc, facts.fr].map(wordOf)
  if (zwmc === undefined || yyzzmc === undefined || fr === undefined) return { missing: 'unknown', reason: 'the answer has other fields' }
  if (zwmc + yyzzmc + fr === '') return { missing: 'unknown', reason: 'the answer is empty' }
  return { found: { zwmc, yyzzmc, fr } }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A text field of the answer. Missing and null mean unknown; any other type is malformed. */
function wordOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed().trim().slice(0, 200) : undefined
}
