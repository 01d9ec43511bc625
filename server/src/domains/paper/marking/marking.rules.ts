// Marks one question: a pure function of frozen key, answer and rule version (exam-rules.md, *Marking*).
import type { MarkOptions } from '@shuyuan/contract/exam/exam.ts'
import { type Answer, type QuestionKey, QuType } from '@shuyuan/contract/qu/content.ts'
import { isBlank } from './answer.rules.ts'
import { markBlanks } from './marking-blank.rules.ts'
import { markMultiple, markSingle } from './marking-choice.rules.ts'
import { blankOutcome, earned, type MarkState, type Outcome, pendingOutcome, scaleHalfUp } from './marking-score.rules.ts'

type MatchKey = Pick<QuestionKey, 'score' | 'rule' | 'pairs'>

/** Marks an answer of type 6 with at least one pair. A left item without a partner is wrong; its second partner is ignored. */
function markPairs(key: MatchKey, pairs: readonly (readonly [string, string])[]): Outcome {
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
  return earned(key.score, scaleHalfUp(key.score, hits, all), false)
}

/** Increased whenever a change of the rules gives the same paper and answers another mark. */
export const ruleVersion = 1

/** The mark of one question of a paper, `score` in 1/100 point. A pending composite has the sum of the known marks. */
export type QuestionMark = {
  quId: string
  state: MarkState
  score: number
  isRight: boolean
  /** the sub-questions of a composite in paper order */
  subs?: QuestionMark[]
  /** voided after the exam: full marks for all, or dropped from the total */
  voided?: true
}
/** Manual marks in 1/100 point by `markId`; they override the score of the rules. */
export type ManualMarks = ReadonlyMap<string, { readonly score: number }>

/** The id of a manual mark of a question or of one sub-question. */
export const markId = (quId: string, subId?: string): string => (subId === undefined ? quId : `${quId}/${subId}`)

/** The maximum score of a question in 1/100 point; for a composite the sum of its sub-questions. */
export const maxScore = (key: QuestionKey): number =>
  key.quType === QuType.composite ? key.subs.reduce((sum, sub) => sum + sub.score, 0) : key.score

const nothingManual: ManualMarks = new Map()

/**
 * Marks one question. Takes an answer that `checkAnswer` accepted (null: no answer) and returns its mark in 1/100 point.
 * Training calls it too, with the default options.
 */
export function markQuestion(
  key: QuestionKey,
  answer: Answer | null | undefined,
  options: MarkOptions,
  manual: ManualMarks = nothingManual,
): QuestionMark {
  if (key.quType !== QuType.composite) return markLeaf(key, answer, options, manual.get(key.quId))
  const given = answer && 'subs' in answer ? answer.subs : {}
  const subs = key.subs.map((sub) =>
    markLeaf(sub, Object.hasOwn(given, sub.quId) ? given[sub.quId] : null, options, manual.get(markId(key.quId, sub.quId))),
  )
  return { quId: key.quId, ...joined(subs), subs }
}

function markLeaf(
  key: QuestionKey,
  answer: Answer | null | undefined,
  options: MarkOptions,
  manual: { readonly score: number } | undefined,
): QuestionMark {
  return { quId: key.quId, ...(manual ? earned(key.score, manual.score, manual.score >= key.score) : graded(key, answer, options)) }
}

/** An answer whose form does not fit the question type is wrong; no save accepts one. */
function graded(key: QuestionKey, answer: Answer | null | undefined, options: MarkOptions): Outcome {
  if (key.quType === QuType.shortAnswer) return isBlank(answer) && options.blankShortZero ? blankOutcome() : pendingOutcome()
  if (!answer || isBlank(answer)) return blankOutcome()
  switch (key.quType) {
    case QuType.single:
    case QuType.trueFalse:
      if ('tags' in answer) return markSingle(key, answer.tags, options.negative)
      break
    case QuType.multiple:
      if ('tags' in answer) return markMultiple(key, answer.tags, options.negative)
      break
    case QuType.fillIn:
      if ('blanks' in answer) return markBlanks(key, answer.blanks, options.ignoreCase)
      break
    case QuType.matching:
      if ('pairs' in answer) return markPairs(key, answer.pairs)
      break
  }
  return earned(key.score, 0, false)
}

function joined(subs: readonly QuestionMark[]): Outcome {
  const score = subs.reduce((sum, sub) => sum + sub.score, 0)
  const all = (state: MarkState) => subs.every((sub) => sub.state === state)
  if (subs.some((sub) => sub.state === 'pending')) return { state: 'pending', score, isRight: false }
  if (all('blank')) return blankOutcome()
  if (subs.every((sub) => sub.isRight)) return { state: 'right', score, isRight: true }
  return { state: score > 0 ? 'partial' : 'wrong', score, isRight: false }
}

/** The questions of a marked paper for the wrong-answer book, each with its failed sub-questions. */
export const wrongOf = (marks: readonly QuestionMark[]): { quId: string; subIds: string[] }[] =>
  marks
    .filter((mark) => mark.state !== 'pending' && !mark.voided && !mark.isRight)
    .map((mark) => ({ quId: mark.quId, subIds: (mark.subs ?? []).filter((sub) => !sub.isRight).map((sub) => sub.quId) }))
