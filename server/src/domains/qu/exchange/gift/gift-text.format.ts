// The signs of GIFT: escapes there and back, and the list of answers between the braces.

export type GiftAnswer = { sign: '=' | '~'; /** per cent; none where the sign says all */ weight?: number; text: string; feedback: string }

const signs = ['~', '=', '#', '{', '}', ':', '\\', 'n']
/** A place in Unicode's private area for each escaped sign, so that parsing meets bare signs only. */
const hidden = new Map(signs.map((sign, i) => [sign, String.fromCharCode(0xe000 + i)]))
const shown = new Map([...hidden].map(([sign, place]) => [place, sign === 'n' ? '\n' : sign]))

/** Escaped signs put out of the way; a backslash before anything else (LaTeX) stays. */
export const protect = (text: string) =>
  text.replaceAll(/\\([~=#{}:\\n])/g, (all, sign: string, at: number) => {
    // `\nabla` is LaTeX, `\n` at a word's end is a line break
    if (sign === 'n' && /[a-z]/i.test(text[at + 2] ?? '')) return all
    return hidden.get(sign) ?? all
  })
export const restore = (text: string) => text.replaceAll(/[\uE000-\uE007]/g, (place) => shown.get(place) ?? '')

/** Text that protect and restore bring back unchanged. */
export const escapeGift = (text: string) =>
  text
    .replaceAll(/\\(?=[~=#{}:\\]|n(?![a-z]))/gi, String.raw`\\`)
    .replaceAll(/[~=#{}:]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n `)

/** `=right ~wrong ~%50%half #feedback`: each answer with its weight and feedback. */
export function answersOf(text: string): GiftAnswer[] {
  const found: GiftAnswer[] = []
  for (const [, sign = '', body = ''] of text.matchAll(/([=~])([^=~]*)/g)) {
    const [all = '', ...feedback] = body.split('#')
    const weighted = /^\s*%(-?[\d.]+)%([\s\S]*)$/.exec(all)
    found.push({
      sign: sign as '=' | '~',
      ...(weighted ? { weight: Number(weighted[1]) } : {}),
      text: (weighted?.[2] ?? all).trim(),
      feedback: feedback.join('#').trim(),
    })
  }
  return found
}
