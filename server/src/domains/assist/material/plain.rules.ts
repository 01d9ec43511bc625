// Plain texts compared: without spaces and punctuation, by their pairs of characters, and by their script.

/** Text for comparison: of one width, without spaces and punctuation. */
export const bare = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}]/gu, '')

/** The pairs of neighbouring characters of a text, without spaces and punctuation. */
export function pairsOf(text: string): Set<string> {
  const signs = Array.from(bare(text))
  return new Set(signs.slice(1).map((sign, at) => (signs[at] ?? '') + sign))
}

/** Whether a good part of the letters are Chinese. */
export function hasChinese(text: string): boolean {
  const letterCount = text.match(/\p{L}/gu)?.length ?? 0
  return (text.match(/\p{Script=Han}/gu)?.length ?? 0) > letterCount * 0.2
}
