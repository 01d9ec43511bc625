// How many tokens a text is, for limits and estimates where no service has counted.

/** About how many tokens a text is: a Chinese character is one, four others are one. No vocabulary of a model is known here. */
export function tokensOf(text: string): number {
  const wide = text.match(/[\u2E80-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF]/g)?.length ?? 0
  return wide + Math.ceil((text.length - wide) / 4)
}
