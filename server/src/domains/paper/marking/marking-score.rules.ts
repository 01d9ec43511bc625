// Turns fractions into scores: integers of 1/100 point, rounded once (exam-rules.md, *Marking*, Common).

export type MarkState = 'blank' | 'right' | 'wrong' | 'partial' | 'pending'
/** The result of one question; `score` in 1/100 point, 0 while pending. */
export type Outcome = { state: MarkState; score: number; isRight: boolean }

/** value·p/q, rounded half up. Takes integers ≥ 0 whose product is below 2^52, q > 0. */
export function scaleHalfUp(value: number, p: number, q: number): number {
  const doubled = 2 * value * p + q
  return (doubled - (doubled % (2 * q))) / (2 * q)
}

export const blankOutcome = (): Outcome => ({ state: 'blank', score: 0, isRight: false })
export const pendingOutcome = (): Outcome => ({ state: 'pending', score: 0, isRight: false })

/** The outcome of an answered question, its score clamped to [0, max]; right only if every part is right. */
export function earned(max: number, score: number, allRight: boolean): Outcome {
  const bounded = Math.min(max, Math.max(0, score))
  if (allRight) return { state: 'right', score: bounded, isRight: bounded === max }
  return { state: bounded > 0 ? 'partial' : 'wrong', score: bounded, isRight: false }
}
