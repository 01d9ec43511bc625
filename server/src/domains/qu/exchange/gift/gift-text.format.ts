// GIFT syntax: escaping and unescaping, and the answer list between the braces.

export type GiftAnswer = {
  sign: '=' | '~'
  /** percent; undefined if the sign alone decides */ weight?: number
  text: string
  feedback: string
}

const signs = ['~', '=', '#', '{', '}', ':', '\\', 'n']
/** A private-use code point for each escaped character, so that the parser sees only syntax characters. */
const hidden = new Map(signs.map((sign, i) => [sign, String.fromCharCode(0xe000 + i)]))
const shown = new Map([...hidden].map(([sign, place]) => [place, sign === 'n' ? '\n' : sign]))

/** LaTeX commands that begin with n, without it. */
const latexAfterN =
  /^(?:abla|e|eq|eg|i|u|ot|otin|mid|leq|geq|less|gtr|parallel|prec|succ|subseteq|supseteq|exists|atural|earrow|warrow|olimits|onumber|sim|cong|rightarrow|leftarrow|Rightarrow|Leftarrow)(?![a-z])/i
/** Moodle writes each question below such a comment, and every backslash as two: there `\n` is a line break whatever follows. */
export const isFromMoodle = (text: string) => /^\/\/ question: \d+ {2}name: /m.test(text)

/** Hides escaped characters; a backslash before other characters (LaTeX) stays, without `fromMoodle` also before a LaTeX command in n. */
export const protect = (text: string, fromMoodle = false) =>
  text.replaceAll(/\\([~=#{}:\\n])/g, (all, sign: string, at: number) => {
    if (sign === 'n' && !fromMoodle && latexAfterN.test(text.slice(at + 2, at + 20))) return all
    return hidden.get(sign) ?? all
  })
export const restore = (text: string) => text.replaceAll(/[\uE000-\uE007]/g, (place) => shown.get(place) ?? '')

/** Escapes text without line breaks so that protect and restore return it unchanged. */
export const escapeGift = (text: string) =>
  text
    // all of them: Moodle reads `\n` before a letter as a line break
    .replaceAll('\\', String.raw`\\`)
    .replaceAll(/[~=#{}:]/g, String.raw`\$&`)

/** `=right ~wrong ~%50%half #feedback`: the answers with weight and feedback. */
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
