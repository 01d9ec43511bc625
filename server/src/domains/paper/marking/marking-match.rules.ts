// Marks matching questions (exam-rules.md, *Marking*, 6 matching).
import type { QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { earned, halfUp, type Outcome } from './marking-score.rules.ts'

type MatchKey = Pick<QuestionKey, 'score' | 'rule' | 'pairs'>

/** Marks an answer of type 6 with at least one pair. A left item without a partner is wrong; its second partner is ignored. */
export function markPairs(key: MatchKey, pairs: readonly (readonly [string, string])[]): Outcome {
  const wanted = new Set(key.pairs.map(([left, right]) => left + right))
  const all = new Set(key.pairs.map(([left]) => left)).size
  const seen = new Set<string>()
  let hits = 0
  for (const [left, right] of pairs) {
    if (!seen.has(left) && wanted.has(left + right)) hits++
    seen.add(left)
  }
  if (hits === all && all > 0) return earned(key.score, key.score, true)
  if (key.rule.matching === 'strict' || all === 0) return earned(key.score, 0, false)
  return earned(key.score, halfUp(key.score, hits, all), false)
}
