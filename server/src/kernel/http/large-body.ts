// What a body may cost a server: its size before the caller is known, and the number of its values before a schema reads them.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { finished, type Readable } from 'node:stream'

/** Bytes of a body that are read for everybody. */
export const SMALL_BODY = 256 * 1024

/** Whether a body may be above `SMALL_BODY`: of one in chunks the length is not known. One above the limit is refused unread. */
export function isLarge({ headers, routeOptions }: Pick<FastifyRequest, 'headers' | 'routeOptions'>): boolean {
  const length = Number(headers['content-length'] ?? 0)
  return headers['transfer-encoding'] !== undefined || (length > SMALL_BODY && length <= (routeOptions.bodyLimit ?? length))
}

/**
 * Calls `act`, which refuses, when the body has come or the connection is gone. Without a parser that costs little; and a client that wants the
 * connection closed would find it closed while it is still sending, before the answer. A body without a length may have no end.
 */
export function afterBody({ headers }: FastifyRequest, reply: FastifyReply, payload: Readable, act: () => void) {
  if (headers['transfer-encoding'] !== undefined) {
    reply.header('connection', 'close')
    return act()
  }
  finished(payload, { writable: false }, act)
  payload.resume()
}

/** The longest lists of the contract have 50,000 ids. */
const MOST_VALUES = 100_000
/** The pages' own bodies have less than twenty levels. */
const MOST_LEVELS = 100
/** Of one object: what a SCORM package may store (`scormLimits`). Zod names each wrong one, where objects have any names. */
const MOST_MEMBERS = 5_000
/** A shorter text costs little, whatever is in it. */
const FREE_LENGTH = 16 * 1024

/** The place of the quote that ends the string which begins at `at`; -1 without one. */
function endOfString(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (text[before] === '\\') before -= 1
    if ((end - before) % 2 === 1) return end
  }
  return -1
}

/**
 * Whether reading this JSON text and looking at each of its values costs little. 8 MB of short values, or of lists within lists, keep a
 * processor for seconds; a long string costs next to nothing.
 * @param text JSON, or a text that is none
 */
export function isCheap(text: string): boolean {
  if (text.length <= FREE_LENGTH) return true
  let values = 0
  let levels = 0
  const members = new Uint32Array(MOST_LEVELS + 1)
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') {
      at = endOfString(text, at)
      if (at === -1) return true
    } else if (sign === ',') values += 1
    else if (sign === '[' || sign === '{') {
      values += 1
      levels += 1
      members[levels] = 0
    } else if (sign === ']' || sign === '}') levels -= 1
    else if (sign === ':' && ++members[levels]! > MOST_MEMBERS) return false
    if (values > MOST_VALUES || levels > MOST_LEVELS) return false
  }
  return true
}

class TooManyValues extends Error {
  readonly statusCode = 400
}

/** Reads bodies of JSON as Fastify does, and refuses with HTTP 400 what would keep the server from other calls. */
export function readJson(http: FastifyInstance) {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isCheap(body)) return parse(request, body, done)
    return done(new TooManyValues('JSON with too many values'))
  })
}
