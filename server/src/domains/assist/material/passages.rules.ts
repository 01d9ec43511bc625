// A text in passages of 400 to 900 characters, cut at the ends of paragraphs and sentences.

/** `at`: the page or slide, from 1; 0: the material has none. */
export type Page = { at: number; text: string }
export type Passage = { at: number; text: string }

const LEAST = 400
const MOST = 900

/** Text without invisible signs, with narrow spaces and line ends of one kind. */
export const tidyText = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    // oxlint-disable-next-line no-control-regex -- they are what is removed
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u200B-\u200F\u2028-\u202E\u2060-\u2064\uFEFF]/g, '')
    .replaceAll(/[ \t\u00A0\u3000]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** Lines of a PDF are as wide as the page: one that ends without a stop goes on. */
export const joinedLines = (text: string) => text.replaceAll(/(?<=[\u4E00-\u9FFF，、；])\n(?=[\u4E00-\u9FFF，、；。])/g, '')

/** The passages of all pages, in order. A page with little text is a passage of its own, so that its number stays right. */
export function passagesOf(pages: readonly Page[]): Passage[] {
  return pages.flatMap(({ at, text }) => portions(tidyText(text)).map((one) => ({ at, text: one })))
}

function portions(text: string): string[] {
  const found: string[] = []
  let rest = text
  while (rest.length > MOST) {
    const end = endWithin(rest)
    found.push(rest.slice(0, end).trim())
    rest = rest.slice(end)
  }
  if (rest.trim() !== '') found.push(rest.trim())
  return found
}

/** The last end of a paragraph, else of a sentence, between the least and the most. */
function endWithin(text: string): number {
  const part = text.slice(0, MOST)
  for (const sign of [/\n/g, /[。！？!?]/g, /[；;，,. ]/g]) {
    const ends = [...part.matchAll(sign)].map((one) => one.index + 1).filter((at) => at >= LEAST)
    const last = ends.at(-1)
    if (last !== undefined) return last
  }
  return MOST
}
