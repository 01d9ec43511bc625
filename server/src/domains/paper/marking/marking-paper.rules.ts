// Marks a whole paper and chooses the attempt that counts (exam-rules.md, *Marking*).
import type { MarkOptions } from '@shuyuan/contract/exam/exam.ts'
import { type Answer, type QuestionKey, QuType } from '@shuyuan/contract/qu/content.ts'
import { type ManualMarks, markQuestion, maxScore, type QuestionMark, ruleVersion } from './marking.rules.ts'
import { scaleHalfUp } from './marking-score.rules.ts'

export type PaperOptions = MarkOptions & {
  /** 1/100 point */
  passScore: number
  /** questions voided after the exam, one way per exam: `full` marks for all, or `drop` from the total with the pass score scaled */
  voided?: { quIds: ReadonlySet<string>; how: 'full' | 'drop' }
}

/** All scores in 1/100 point. While `pending`, `score` sums the known marks and `passed` is null. */
export type PaperMark = {
  ruleVersion: number
  marks: QuestionMark[]
  /** the sum of all marks, never below 0 */
  score: number
  total: number
  /** negative if the penalties exceed the earned points */
  objScore: number
  subjScore: number
  passScore: number
  pending: boolean
  passed: boolean | null
}

export type AnswersById = ReadonlyMap<string, Answer | null>

/** Marks a paper from its keys in paper order, the answers by question and the manual marks by `markId`. */
export function markPaper(keys: readonly QuestionKey[], answers: AnswersById, manual: ManualMarks, options: PaperOptions): PaperMark {
  const voided = (key: QuestionKey) => options.voided?.quIds.has(key.quId) ?? false
  const drops = options.voided?.how === 'drop'
  const marks = keys.map((key) => (voided(key) ? voidMark(key, !drops) : markQuestion(key, answers.get(key.quId), options, manual)))
  const offered = keys.reduce((sum, key) => sum + maxScore(key), 0)
  const dropped = drops ? keys.reduce((sum, key) => sum + (voided(key) ? maxScore(key) : 0), 0) : 0
  const subjScore = keys.reduce((sum, key, i) => sum + subjectivePart(key, marks[i]!), 0)
  return settlePaper(marks, { offered, dropped, subjScore, passScore: options.passScore })
}

/** Sums the marks of all questions. All in 1/100 point: `offered` is the paper's total, `dropped` the part of it that no longer counts. */
export function settlePaper(
  marks: QuestionMark[],
  { offered, dropped, subjScore, passScore }: { offered: number; dropped: number; subjScore: number; passScore: number },
): PaperMark {
  const total = offered - dropped
  const sum = marks.reduce((all, mark) => all + mark.score, 0)
  const score = Math.max(0, sum)
  const pending = marks.some((mark) => mark.state === 'pending')
  const line = dropped === 0 ? passScore : scaleHalfUp(passScore, total, offered)
  return {
    ruleVersion,
    marks,
    score,
    total,
    objScore: sum - subjScore,
    subjScore,
    passScore: line,
    pending,
    passed: pending ? null : score >= line,
  }
}

/** The mark of a voided question: full marks, or a dropped question with score 0. */
export function voidMark(key: QuestionKey, full: boolean): QuestionMark {
  const mark: QuestionMark = {
    quId: key.quId,
    state: full ? 'right' : 'blank',
    score: full ? maxScore(key) : 0,
    isRight: full,
    voided: true,
  }
  if (key.quType === QuType.composite) mark.subs = key.subs.map((sub) => voidMark(sub, full))
  return mark
}

/** The part of a mark that comes from short answers, in 1/100 point. */
export function subjectivePart(key: QuestionKey, mark: QuestionMark): number {
  if (key.quType === QuType.shortAnswer) return mark.score
  return key.subs.reduce((sum, sub, i) => sum + subjectivePart(sub, mark.subs![i]!), 0)
}

/** The attempt that counts: the highest score, on a tie the earliest start. Takes `score` in 1/100 point. */
export function bestAttempt<T extends { score: number; startTime: Date }>(attempts: readonly T[]): T | undefined {
  return attempts.toSorted((a, b) => b.score - a.score || a.startTime.getTime() - b.startTime.getTime())[0]
}

/** The score on a scale of 100 points, in 1/100 point. It is only displayed; no decision depends on it. */
export const scaledToHundred = (score: number, total: number): number => (total === 0 ? 0 : scaleHalfUp(10_000, score, total))
