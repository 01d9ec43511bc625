// Gaps of a fill-in stem: runs of underscores in its text, replaced by inputs.

const tagOrGap = /<(?:"[^"]*"|'[^']*'|[^'"<>])*>|[_＿]{2,}/g

/** Replaces each gap of a stem by an empty element `<span data-gap="0">`, counted from 0. Attributes are not changed. */
export function markGaps(stem: string): { html: string; count: number } {
  let count = 0
  const html = stem.replace(tagOrGap, (found) => (found.startsWith('<') ? found : `<span data-gap="${count++}"></span>`))
  return { html, count }
}

/** Names longer than this are tiring to hear. */
const LONGEST = 120
const ends = /[。！？；!?;\n]|\.(?=\s|$)/
const blocks = 'p, li, td, th, h1, h2, h3, h4, div, pre, br'

/**
 * The sentence around each gap of a stem from `markGaps`, as it is read out: gaps are an ellipsis.
 * @returns one text per gap, '' where there are no words beside it
 */
export function sentencesOfGaps(marked: string): string[] {
  const { body } = new DOMParser().parseFromString(marked, 'text/html')
  for (const gap of body.querySelectorAll('[data-gap]')) gap.textContent = '\u0000'
  for (const block of body.querySelectorAll(blocks)) block.after('\n')
  return body.textContent.split(ends).flatMap((sentence) => {
    const gaps = sentence.split('\u0000').length - 1
    const words = sentence.replaceAll('\u0000', ' … ').replaceAll(/\s+/g, ' ').trim()
    const isNamed = /[\p{L}\p{N}]/u.test(words)
    const short = words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words
    return Array.from({ length: gaps }, () => (isNamed ? short : ''))
  })
}
