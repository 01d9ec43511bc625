// Marks fill-in questions: right blanks and their score (exam-rules.md, *Marking*, 5 fill-in, credit).
import type { QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { acceptor } from './marking-compare.rules.ts'
import { earned, scaleHalfUp, type Outcome } from './marking-score.rules.ts'

type BlankKey = Pick<QuestionKey, 'score' | 'rule' | 'blanks'>

/** Marks an answer of type 5 with at least one filled blank. Missing blanks count as empty. Scores in 1/100 point. */
export function markBlanks(key: BlankKey, given: readonly string[], ignoreCase: boolean): Outcome {
  const accepts = key.blanks.map((blank) => acceptor(blank, ignoreCase))
  const count = accepts.length
  const typed = accepts.map((_, i) => given[i] ?? '')
  const right = key.rule.order === 'any' ? matchAny(key, accepts, typed) : accepts.flatMap((accept, i) => (accept(typed[i]!) ? [i] : []))
  if (right.length === count && count > 0) return earned(key.score, key.score, true)
  if (key.rule.credit === 'all' || count === 0) return earned(key.score, 0, false)
  return earned(key.score, creditOf(key, right), false)
}

/** The weights of the blanks apply if they sum to the score; otherwise every blank has the same weight. */
function creditOf(key: BlankKey, right: readonly number[]): number {
  const weights = key.blanks.map((blank) => blank.weight ?? 0)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total !== key.score) return scaleHalfUp(key.score, right.length, weights.length)
  return right.reduce((sum, i) => sum + weights[i]!, 0)
}

/**
 * The key blanks of a maximum matching between key blanks and given texts; each text is used once. Heavier blanks are placed first:
 * an augmenting path never drops a placed blank, so the total weight is maximal too.
 */
function matchAny(key: BlankKey, accepts: readonly ((given: string) => boolean)[], typed: readonly string[]): number[] {
  const fits = accepts.map((accept) => typed.flatMap((text, i) => (accept(text) ? [i] : [])))
  const takenBy = new Map<number, number>()
  const place = (gap: number, seen: Set<number>): boolean => {
    for (const i of fits[gap]!) {
      if (seen.has(i)) continue
      seen.add(i)
      const holder = takenBy.get(i)
      if (holder !== undefined && !place(holder, seen)) continue
      takenBy.set(i, gap)
      return true
    }
    return false
  }
  const heaviestFirst = key.blanks.map((_, i) => i).sort((a, b) => (key.blanks[b]!.weight ?? 0) - (key.blanks[a]!.weight ?? 0))
  return heaviestFirst.filter((gap) => place(gap, new Set()))
}
