// Score bands as text: ranges 'a-b' joined by ';' between a minimum and a maximum (admin.md, *Score range splitter*).

const tidy = (value: number) => Math.round(value * 100) / 100

/** The cuts between the bounds, without duplicates, ascending. */
export const cutsWithin = (cuts: readonly number[], min: number, max: number): number[] =>
  [...new Set(cuts.map(tidy))].filter((cut) => cut > min && cut < max).toSorted((a, b) => a - b)

/** `rangesText([60, 80], 0, 100)` is '0-60;60-80;80-100'. */
export function rangesText(cuts: readonly number[], min: number, max: number): string {
  const nodes = [min, ...cutsWithin(cuts, min, max), max]
  return nodes
    .slice(0, -1)
    .map((from, at) => `${from}-${nodes[at + 1] ?? max}`)
    .join(';')
}

/** The cuts of such a text; undefined if the text is not valid. */
export function cutsOf(text: string): number[] | undefined {
  const nodes = text.split(';').map((range) => /^(\d+(?:\.\d{1,2})?)-(\d+(?:\.\d{1,2})?)$/.exec(range.trim()))
  if (nodes.some((one) => one === null)) return undefined
  return nodes.slice(1).map((one) => Number(one?.[1]))
}

/** Cuts at these percentages of the maximum. */
export const cutsAt = (percents: readonly number[], max: number): number[] => percents.map((percent) => tidy((max * percent) / 100))
