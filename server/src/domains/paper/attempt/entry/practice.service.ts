// Poses and judges questions outside exams, for training and the wrong-answer book (exam-rules.md, *Marking*).
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { MarkOptions } from '@shuyuan/contract/exam/exam.ts'
import type { Answer, QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { checkAnswer, isBlank, shapeOf } from '../../marking/answer.rules.ts'
import { type BankQuestion, freezeQuestion } from '../../question/freeze.rules.ts'
import { type FrozenQuestion, inBankOrder, inBankTags } from '../../question/origin.rules.ts'
import { markQuestion, maxScore, type QuestionMark } from '../../marking/marking.rules.ts'
import { seededRandom, shuffled } from '../../question/random.rules.ts'

export { seededRandom } from '../../question/random.rules.ts'
export { randomReference } from '../../question/reference.rules.ts'

/** 100 points in 1/100 point, so that a score is a share in 1/10000. */
const FULL = 10_000
const options = MarkOptions.parse({})

export type Posed = FrozenQuestion
export type Verdict = {
  result: QuestionMark['state']
  isRight: boolean
  /** share of the maximum in 1/10000 */ ratio: number
  subs: Verdict[]
}

/** Prepares a question for practice: options in the bank's order, right items of pairs shuffled, deterministic by seed. */
export const poseQuestion = (question: BankQuestion, seed: string): Posed =>
  freezeQuestion(question, FULL, false, seededRandom(String((BigInt(seed) + BigInt(question.id)) % 2n ** 53n)))

/** A question that was posed, with the learner's answer, in the letters and the order of the bank: for the wrong-answer book. */
export const asAnswered = (posed: Posed, answer: Answer | null) => ({
  frozen: inBankOrder(posed, FULL),
  answer: inBankTags(answer, posed.key),
})

/** The refusal of an answer that does not fit the question; null if it fits. */
export const refuseAnswer = ({ shown }: Posed, answer: Answer | null): Message | null => checkAnswer(shapeOf(shown), answer)

/** Judges an answer. A short answer stays pending, as no marker sees it. */
export function judgeAnswer({ key }: Posed, answer: Answer | null): Verdict {
  const verdictOf = (mark: QuestionMark, of: QuestionKey): Verdict => {
    const full = maxScore(of)
    return {
      result: mark.state,
      isRight: mark.isRight,
      ratio: full === 0 ? 0 : Math.round((mark.score * 10_000) / full),
      subs: (mark.subs ?? []).flatMap((sub, i) => (of.subs[i] ? [verdictOf(sub, of.subs[i])] : [])),
    }
  }
  return verdictOf(markQuestion(key, isBlank(answer) ? null : answer, options), key)
}

/** The key as displayed after the answer. */
export const shownKey = ({ right, blanks, pairs, modelAnswer, analysis }: QuestionKey) => ({
  right,
  blanks: blanks.map((blank) => blank.answer),
  pairs,
  modelAnswer,
  analysis,
})

/** A shuffled copy, deterministic by seed. */
export const mixed = <T>(items: readonly T[], seed: string): T[] => shuffled(items, seededRandom(seed))
