// Makes keys for tests of marking.
import type { MarkOptions } from '@shuyuan/contract/exam/exam.ts'
import { Blank, type QuestionKey, QuType } from '@shuyuan/contract/qu/content.ts'

export const plainOptions: MarkOptions = { blankShortZero: true, ignoreCase: true, negative: false }

/** A key of 2 points; `over` replaces the empty defaults. */
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

/** A fill-in key with one blank for each given text or partial blank. */
export const makeBlanks = (gaps: readonly (string | Partial<Blank>)[], over: Partial<QuestionKey> = {}): QuestionKey =>
  makeKey({ quType: QuType.fillIn, blanks: gaps.map((gap) => Blank.parse(typeof gap === 'string' ? { answer: gap } : gap)), ...over })
