// Which seconds of a film were played, as the server and the page count them.
import * as z from '../../kernel/z.ts'

/** Seconds of a film from `from` up to, and without, `to`. */
export const Span = z.object({ from: z.number().min(0).max(1_000_000), to: z.number().min(0).max(1_000_000) })
export type Span = z.infer<typeof Span>

/** parts of a film that are stored; a film played in more pieces counts no further ones */
export const MOST_SPANS = 300

/** The spans in order, in whole seconds, joined where they meet; empty ones are left out. */
export function joined(spans: readonly Span[]): Span[] {
  const all: { from: number; to: number }[] = []
  const whole = spans.map(({ from, to }) => ({ from: Math.round(from), to: Math.round(to) }))
  for (const { from, to } of whole.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (to <= from) continue
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else all.push({ from, to })
  }
  return all
}

/** The seconds in joined spans. */
export const secondsIn = (spans: readonly Span[]): number => spans.reduce((sum, { from, to }) => sum + to - from, 0)

/** What of `spans` is before `end` and not in `covered`, joined. */
export function freshIn(spans: readonly Span[], covered: readonly Span[], end: number): Span[] {
  let left = joined(spans.map(({ from, to }) => ({ from, to: Math.min(to, end) })))
  for (const one of joined(covered))
    left = left.flatMap(({ from, to }) =>
      joined([
        { from, to: Math.min(to, one.from) },
        { from: Math.max(from, one.to), to },
      ]),
    )
  return left
}

/** The first `seconds` of joined spans. */
export function firstIn(spans: readonly Span[], seconds: number): Span[] {
  let left = seconds
  return spans.flatMap(({ from, to }) => {
    const taken = Math.max(0, Math.min(to - from, left))
    left -= taken
    return taken > 0 ? [{ from, to: from + taken }] : []
  })
}
