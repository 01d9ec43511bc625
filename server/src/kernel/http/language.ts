// In which of the two languages a caller wants to be answered (api.md, *Conventions*).
import type { IncomingHttpHeaders } from 'node:http'

/**
 * Does `Accept-Language` rank English above Chinese? Chinese is the answer to a missing header and to other languages. For equal
 * weights the header's order counts.
 */
export function prefersEnglish({ 'accept-language': header = '' }: IncomingHttpHeaders): boolean {
  const ranges = header.split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase())
    const weight = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1)
    return { tag, weight: Number.isNaN(weight) ? 0 : weight }
  })
  const known = ranges.filter(({ tag, weight }) => weight > 0 && /^(?:en|zh)\b/.test(tag)).toSorted((a, b) => b.weight - a.weight)
  return known[0]?.tag.startsWith('en') ?? false
}
