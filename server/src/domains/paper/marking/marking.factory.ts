// Keys for tests of marking.
import type { MarkOptions } from '@shuyuan/contract/exam/exam.ts'
import { Blank, type QuestionKey, QuType } from '@shuyuan/contract/qu/content.ts'

export const plainOptions: MarkOptions = { blankShortZero: true, ignoreCase: true, negative: false }

/** A key of 2 points with nothing in it but what is given. */
export const makeKey = (over: Partial<QuestionKey>): QuestionKey => ({
  quId: '1',
  quType: QuType.single,
  score: 200,
  rule: {},
  right: [],
  points: {},
  blanks: [],
  pairs: [],
  reusable: [],
  modelAnswer: '',
  analysis: '',
  subs: [],
  origin: {},
  version: 1,
  ...over,
})

/** A fill-in key with a gap for each given text or half-made gap. */
export const makeBlanks = (gaps: readonly (string | Partial<Blank>)[], over: Partial<QuestionKey> = {}): QuestionKey =>
  makeKey({ quType: QuType.fillIn, blanks: gaps.map((gap) => Blank.parse(typeof gap === 'string' ? { answer: gap } : gap)), ...over })
