// In which of the two languages a caller wants to be answered (api.md, *Conventions*).
import Negotiator from 'negotiator'
import type { IncomingHttpHeaders } from 'node:http'

/**
 * Does `Accept-Language` rank English above Chinese? Chinese is the answer to a missing header and to other languages. For equal
 * weights the header's order counts.
 */
export function prefersEnglish(headers: IncomingHttpHeaders): boolean {
  // without a list of its own: given one, the library ranks an exact `en` above `zh-CN`, whatever their order
  const ranked = new Negotiator({ headers }).languages()
  return /^en\b/i.test(ranked.find((tag) => /^(?:en|zh)\b/i.test(tag)) ?? '')
}
