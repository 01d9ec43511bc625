// Gaps of a fill-in stem: runs of underscores in its text, replaced by inputs.

const tagOrGap = /<(?:"[^"]*"|'[^']*'|[^'"<>])*>|[_＿]{2,}/g

/** Replaces each gap of a stem by an empty element `<span data-gap="0">`, counted from 0. Attributes are not changed. */
export function markGaps(stem: string): { html: string; count: number } {
  let count = 0
  const html = stem.replace(tagOrGap, (found) => (found.startsWith('<') ? found : `<span data-gap="${count++}"></span>`))
  return { html, count }
}
