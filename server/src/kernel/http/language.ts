// The language of an answer: Chinese or English (api.md, *Conventions*).
import Negotiator from 'negotiator'
import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether `Accept-Language` ranks English above Chinese. Chinese is the default for a missing header and for other languages. For equal
 * weights the header's order counts.
 */
export function prefersEnglish(headers: IncomingHttpHeaders): boolean {
  // called without a list of languages: with one, the library ranks an exact `en` above `zh-CN` regardless of their order
  const ranked = new Negotiator({ headers }).languages()
  return /^en\b/i.test(ranked.find((tag) => /^(?:en|zh)\b/i.test(tag)) ?? '')
}
