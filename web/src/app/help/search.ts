// Search over all chapters: every part of the query must occur; no index, because the texts are small.
export type Entry = { id: string; title: string; html: string }
export type Hit = { id: string; title: string; before: string; match: string; after: string }

const MOST = 20
const AROUND = 24
const WEIGHT = { title: 10, head: 4, text: 1 }

const plain = (html: string) =>
  html
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#123;', '{')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/** The first place of the longest part, with some text around it. */
function excerptOf(text: string, parts: readonly string[]): Pick<Hit, 'before' | 'match' | 'after'> {
  const lower = folded(text)
  // folding may change the length of a text; then it is shown from its beginning
  const source = lower.length === text.length ? text : lower
  const part = parts.toSorted((a, b) => b.length - a.length).find((one) => lower.includes(one)) ?? ''
  const at = Math.max(0, lower.indexOf(part))
  const from = Math.max(0, at - AROUND)
  const to = at + part.length
  return {
    before: `${from > 0 ? '…' : ''}${source.slice(from, at)}`,
    match: source.slice(at, to),
    after: `${source.slice(to, to + 2 * AROUND)}…`,
  }
}

/** @returns the chapters that have every part of the query, the best first; none for an empty query */
export function find(query: string, entries: readonly Entry[]): Hit[] {
  const parts = folded(query).split(/\s+/).filter(Boolean)
  if (parts.length === 0) return []
  const scored = entries.flatMap(({ id, title, html }) => {
    const name = folded(title)
    const heads = folded(plain((html.match(/<h2[^]*?<\/h2>|<strong>[^]*?<\/strong>/g) ?? []).join(' ')))
    const text = plain(html)
    const lower = folded(text)
    if (!parts.every((part) => name.includes(part) || lower.includes(part))) return []
    const score = parts.reduce(
      (sum, part) =>
        sum +
        (name.includes(part) ? WEIGHT.title : 0) +
        (heads.includes(part) ? WEIGHT.head : 0) +
        (lower.includes(part) ? WEIGHT.text : 0),
      0,
    )
    return [{ id, title, text, score }]
  })
  return scored
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ id, title, text }) => ({ id, title, ...excerptOf(text, parts) }))
}
