// The gaps of a fill-in stem: runs of underscores in its text, where the inputs are put.

const tagOrGap = /<(?:"[^"]*"|'[^']*'|[^'"<>])*>|[_＿]{2,}/g

/** Takes a stem, returns it with each gap replaced by an empty element `<span data-gap="0">`, counted from 0. Attributes are left alone. */
export function markGaps(stem: string): { html: string; count: number } {
  let count = 0
  const html = stem.replace(tagOrGap, (found) => (found.startsWith('<') ? found : `<span data-gap="${count++}"></span>`))
  return { html, count }
}
