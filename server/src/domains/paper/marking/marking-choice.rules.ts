// Marks single choice, multiple choice and true/false (exam-rules.md, *Marking*, 1, 2, 3 and *Negative marks*).
import type { QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { blankOutcome, earned, scaleHalfUp, type Outcome } from './marking-score.rules.ts'

type ChoiceKey = Pick<QuestionKey, 'score' | 'rule' | 'right' | 'points'>

/** Marks types 1 and 3: full marks for exactly one tag of the accepted set. */
export function markSingle(key: ChoiceKey, tags: readonly string[], negative: boolean): Outcome {
  const [chosen] = tags
  if (chosen === undefined) return blankOutcome()
  return tags.length === 1 && key.right.includes(chosen) ? earned(key.score, key.score, true) : missed(key, negative)
}

/** Marks type 2: a wrong option scores nothing, except in mode `net`; an incomplete answer without a wrong option scores by the mode. */
export function markMultiple(key: ChoiceKey, tags: readonly string[], negative: boolean): Outcome {
  const chosen = new Set(tags)
  if (chosen.size === 0) return blankOutcome()
  const right = new Set(key.right)
  const hits = [...chosen].filter((tag) => right.has(tag))
  const wrong = chosen.size - hits.length
  if (wrong === 0 && hits.length === right.size) return earned(key.score, key.score, true)
  if (wrong > 0 && key.rule.multiple !== 'net') return missed(key, negative)
  const score = partOf(key, hits, wrong, right.size)
  return wrong > 0 && score === 0 ? missed(key, negative) : earned(key.score, score, false)
}

function partOf(key: ChoiceKey, hits: readonly string[], wrong: number, all: number): number {
  switch (key.rule.multiple) {
    case 'half':
      return scaleHalfUp(key.score, 1, 2)
    case 'fixed':
      return key.rule.fixed ?? 0
    case 'share':
      return scaleHalfUp(key.score, hits.length, all)
    case 'perOption':
      return hits.reduce((sum, tag) => sum + (key.points[tag] ?? 0), 0)
    case 'net':
      return all === 0 ? 0 : scaleHalfUp(key.score, Math.max(0, hits.length - wrong), all)
    default:
      return 0
  }
}

/** The outcome of a wrong answer: 0, or minus the penalty if the exam has negative marks. */
function missed(key: ChoiceKey, negative: boolean): Outcome {
  const penalty = negative ? (key.rule.penalty ?? 0) : 0
  return { state: 'wrong', score: penalty > 0 ? -penalty : 0, isRight: false }
}
