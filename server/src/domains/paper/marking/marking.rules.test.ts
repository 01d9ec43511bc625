// Marking of one question, sentence by sentence: exam-rules.md, *Marking*, Common, 1-3, 6, 99 and *Negative marks*.
import { type Answer, type QuestionKey, QuType } from '@shuyuan/contract/qu/content.ts'
import { expect, test } from 'vitest'
import { makeBlanks, makeKey, plainOptions } from './marking.factory.ts'
import { markId, markQuestion, maxScore, wrongOf } from './marking.rules.ts'
import { scaleHalfUp } from './marking-score.rules.ts'

const negative = { ...plainOptions, negative: true }
const tags = (letters: string): Answer => ({ tags: letters.split('') })
const pairs = (text: string): Answer => ({ pairs: text.split(' ').map((pair): [string, string] => [pair[0]!, pair[1]!]) })
const mark = (key: QuestionKey, answer: Answer | null) => markQuestion(key, answer, plainOptions)
const scoreOf = (key: QuestionKey, answer: Answer | null) => mark(key, answer).score
const multiple = (over: Partial<QuestionKey> = {}) => makeKey({ quType: QuType.multiple, right: ['A', 'B', 'C'], ...over })
/** every non-empty choice from A-E */
const choices = Array.from({ length: 31 }, (_, i) =>
  'ABCDE'
    .split('')
    .filter((_, bit) => ((i + 1) >> bit) & 1)
    .join(''),
)

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen)
  return value
}

test('Scores are integers in 1/100 point; no floats', () => {
  for (let score = 0; score <= 300; score += 7) {
    for (const mode of ['half', 'share', 'net'] as const) {
      for (const chosen of choices) {
        expect(Number.isInteger(scoreOf(multiple({ score, rule: { multiple: mode } }), tags(chosen)))).toBe(true)
      }
    }
  }
})

test.each([
  [100, 1, 3, 33],
  [200, 1, 3, 67],
  [1, 1, 2, 1],
  [250, 1, 4, 63],
  [0, 1, 2, 0],
  [10_000_000, 9_999_999, 10_000_000, 9_999_999],
  [150, 29, 50, 87],
])('score = half-up(M*p/q): %i * %i / %i = %i', (max, p, q, score) => {
  expect(scaleHalfUp(max, p, q)).toBe(score)
})

test('half-up is exact: it equals the same fraction in big integers', () => {
  for (let max = 1; max <= 1_000; max += 13) {
    for (let q = 1; q <= 50; q++) {
      for (let p = 0; p <= q; p++) expect(BigInt(scaleHalfUp(max, p, q))).toBe((2n * BigInt(max * p) + BigInt(q)) / (2n * BigInt(q)))
    }
  }
})

test('Grading is a pure function of (frozen paper, answer, rule version)', () => {
  const key = frozen(
    makeKey({
      quType: QuType.composite,
      subs: [multiple({ quId: '2', rule: { multiple: 'share' } }), makeBlanks(['水', '火'], { rule: { order: 'any' } })],
    }),
  )
  const answer = frozen<Answer>({ subs: { '1': { blanks: ['火', ''] }, '2': { tags: ['A'] } } })
  expect(mark(key, answer)).toEqual(mark(key, answer))
})

test('Blank = 0, state `blank`', () => {
  for (const [key, empty] of [
    [makeKey({ right: ['A'] }), { tags: [] }],
    [multiple(), { tags: [] }],
    [makeKey({ quType: QuType.trueFalse, right: ['A'] }), null],
    [makeKey({ quType: QuType.shortAnswer }), { text: '<p>&nbsp;</p>' }],
    [makeBlanks(['水']), { blanks: [' \u3000'] }],
    [makeKey({ quType: QuType.matching, pairs: [['A', 'a']] }), { pairs: [] }],
    [makeKey({ quType: QuType.composite, subs: [makeKey({ right: ['A'] })] }), { subs: { '1': null } }],
  ] satisfies [QuestionKey, Answer | null][]) {
    expect(mark(key, empty)).toMatchObject({ state: 'blank', score: 0, isRight: false })
    expect(mark(key, null)).toMatchObject({ state: 'blank', score: 0, isRight: false })
  }
})

test('isRight only when score = M, and never because rounding reached M', () => {
  const one = multiple({ score: 1, rule: { multiple: 'share' } })
  expect(mark(one, tags('AB'))).toEqual({ quId: '1', state: 'partial', score: 1, isRight: false })
  expect(mark(one, tags('CBA'))).toEqual({ quId: '1', state: 'right', score: 1, isRight: true })
})

test('Clamp to [0, M] unless negative marks are on', () => {
  const generous = multiple({ rule: { multiple: 'perOption' }, points: { A: 300, B: 1, C: 1 } })
  expect(scoreOf(generous, tags('A'))).toBe(200)
  expect(scoreOf(makeKey({ right: ['A'], rule: { penalty: 50 } }), tags('B'))).toBe(0)
  expect(markQuestion(makeKey({ right: ['A'] }), null, plainOptions, new Map([['1', { score: 900 }]])).score).toBe(200)
})

test('single: in the accepted set: M, else 0', () => {
  const key = makeKey({ right: ['B'] })
  expect(mark(key, tags('B'))).toEqual({ quId: '1', state: 'right', score: 200, isRight: true })
  expect(mark(key, tags('A'))).toEqual({ quId: '1', state: 'wrong', score: 0, isRight: false })
})

test('single: the accepted set is normally one; a key fix may hold several', () => {
  const key = makeKey({ right: ['B', 'C'] })
  expect(['A', 'B', 'C'].map((tag) => scoreOf(key, tags(tag)))).toEqual([0, 200, 200])
})

test('single: exactly one option id', () => {
  expect(scoreOf(makeKey({ right: ['B', 'C'] }), tags('BC'))).toBe(0)
})

test.each([undefined, 'strict', 'half', 'fixed', 'share', 'perOption', 'net'] as const)('multiple %s: S = C: M', (mode) => {
  expect(mark(multiple({ rule: { multiple: mode }, points: { A: 1 } }), tags('CAB'))).toMatchObject({
    state: 'right',
    score: 200,
    isRight: true,
  })
})

test.each(['strict', 'half', 'fixed', 'share', 'perOption'] as const)('multiple %s: w > 0: 0', (mode) => {
  const key = multiple({ rule: { multiple: mode, fixed: 50 }, points: { A: 50, B: 50, C: 50, D: 50 } })
  for (const chosen of choices.filter((one) => /[DE]/.test(one)))
    expect(mark(key, tags(chosen))).toMatchObject({ state: 'wrong', score: 0 })
})

test.each([
  [undefined, 'A', 0],
  ['strict', 'AB', 0],
  ['half', 'A', 100],
  ['half', 'AB', 100],
  ['fixed', 'A', 50],
  ['fixed', 'AB', 50],
  ['share', 'A', 67],
  ['share', 'AB', 133],
  ['perOption', 'A', 30],
  ['perOption', 'AB', 90],
  ['net', 'AB', 133],
] as const)('multiple, some missed, none wrong: `%s` with %s earns %i', (mode, chosen, score) => {
  const key = multiple({ rule: { multiple: mode, fixed: 50 }, points: { A: 30, B: 60, C: 110 } })
  expect(mark(key, tags(chosen))).toEqual({ quId: '1', state: score > 0 ? 'partial' : 'wrong', score, isRight: false })
})

test('half of an odd score is rounded up once', () => {
  expect(scoreOf(multiple({ score: 25, rule: { multiple: 'half' } }), tags('A'))).toBe(13)
})

test.each([
  ['ABD', 67],
  ['AD', 0],
  ['ADE', 0],
  ['ABCD', 133],
  ['ABCDE', 67],
])('multiple: `net` = M*max(0, h-w)/n: %s earns %i', (chosen, score) => {
  expect(scoreOf(multiple({ rule: { multiple: 'net' } }), tags(chosen))).toBe(score)
})

test('picking every option scores nothing when one is wrong, except possibly in `net`', () => {
  for (const mode of ['strict', 'half', 'fixed', 'share', 'perOption'] as const) {
    for (const right of choices.filter((one) => one.length < 5)) {
      const key = multiple({ right: right.split(''), rule: { multiple: mode, fixed: 50 }, points: { A: 50, B: 50, C: 50, D: 50, E: 50 } })
      expect(scoreOf(key, tags('ABCDE'))).toBe(0)
    }
  }
})

test('another right option never lowers the score, another wrong option never raises it', () => {
  for (const mode of ['strict', 'half', 'fixed', 'share', 'perOption', 'net'] as const) {
    const key = multiple({ rule: { multiple: mode, fixed: 50 }, points: { A: 30, B: 60, C: 110 } })
    for (const chosen of choices) {
      for (const more of 'ABCDE') {
        if (chosen.includes(more)) continue
        const gain = scoreOf(key, tags(chosen + more)) - scoreOf(key, tags(chosen))
        expect('ABC'.includes(more) ? gain >= 0 : gain <= 0).toBe(true)
      }
    }
  }
})

test('multiple with an empty key scores nothing in any mode', () => {
  for (const mode of ['strict', 'half', 'share', 'net'] as const)
    expect(scoreOf(multiple({ right: [], rule: { multiple: mode } }), tags('A'))).toBe(0)
})

test('true/false: as single, by option id, never by the words 对, 正确, T', () => {
  const key = makeKey({ quType: QuType.trueFalse, right: ['B'] })
  expect(['A', 'B'].map((tag) => scoreOf(key, tags(tag)))).toEqual([0, 200])
})

test('an answer of another form earns nothing', () => {
  expect(mark(makeKey({ right: ['A'] }), { text: 'A' })).toMatchObject({ state: 'wrong', score: 0 })
  expect(mark(makeBlanks(['A']), tags('A'))).toMatchObject({ state: 'wrong', score: 0 })
})

const matching = (over: Partial<QuestionKey> = {}) =>
  makeKey({
    quType: QuType.matching,
    pairs: [
      ['A', 'c'],
      ['B', 'a'],
      ['C', 'b'],
    ],
    ...over,
  })

test('matching: `share` M*h/L (default) or `strict`', () => {
  expect(scoreOf(matching(), pairs('Ac Ba Cd'))).toBe(133)
  expect(scoreOf(matching({ rule: { matching: 'share' } }), pairs('Ac'))).toBe(67)
  expect(scoreOf(matching({ rule: { matching: 'strict' } }), pairs('Ac Ba Cd'))).toBe(0)
  for (const rule of [{}, { matching: 'strict' } as const]) {
    expect(mark(matching({ rule }), pairs('Cb Ac Ba'))).toMatchObject({ state: 'right', score: 200, isRight: true })
  }
})

test('matching: unmatched = wrong; all unmatched = blank', () => {
  expect(mark(matching(), pairs('Ac'))).toMatchObject({ state: 'partial', score: 67 })
  expect(mark(matching(), pairs('Ad'))).toMatchObject({ state: 'wrong', score: 0 })
  expect(mark(matching(), { pairs: [] })).toMatchObject({ state: 'blank', score: 0 })
})

test('matching: distractors allowed, a right item marked reusable may be the partner of several', () => {
  const key = matching({
    pairs: [
      ['A', 'a'],
      ['B', 'a'],
    ],
    reusable: ['a'],
  })
  expect(scoreOf(key, pairs('Aa Ba'))).toBe(200)
  expect(scoreOf(key, pairs('Aa Bc'))).toBe(100)
})

test('matching: with fewer right items than left items, all reusable, each left item counts', () => {
  const key = matching({
    pairs: [
      ['A', 'a'],
      ['B', 'a'],
      ['C', 'b'],
    ],
    reusable: ['a', 'b'],
  })
  expect(scoreOf(key, pairs('Aa Ba Cb'))).toBe(200)
  expect(scoreOf(key, pairs('Aa Bb Cb'))).toBe(133)
})

test('matching: each left takes at most one right', () => {
  expect(scoreOf(matching(), pairs('Aa Ab Ac'))).toBe(0)
})

const composite = (...subs: QuestionKey[]) => makeKey({ quId: '9', quType: QuType.composite, score: 9_999, subs })
const single = (quId: string, score = 100) => makeKey({ quId, score, right: ['A'] })
const essay = (quId: string, score = 500) => makeKey({ quId, quType: QuType.shortAnswer, score })

test('composite: M = sum of sub-scores, computed by the server', () => {
  expect(maxScore(composite(single('1'), single('2', 250)))).toBe(350)
  expect(mark(composite(single('1'), single('2', 250)), { subs: { '1': { tags: ['A'] }, '2': { tags: ['A'] } } })).toMatchObject({
    score: 350,
    isRight: true,
    state: 'right',
  })
})

test('composite: each sub is graded and rounded by its own rule, then summed', () => {
  const third = (quId: string) => multiple({ quId, score: 100, rule: { multiple: 'share' } })
  const key = composite(third('1'), third('2'), third('3'))
  const one = { tags: ['A'] }
  expect(mark(key, { subs: { '1': one, '2': one, '3': one } })).toMatchObject({ score: 99, state: 'partial', isRight: false })
})

test('composite: any sub pending -> pending', () => {
  const result = mark(composite(single('1'), essay('2')), { subs: { '1': { tags: ['A'] }, '2': { text: '答' } } })
  expect(result).toMatchObject({ state: 'pending', score: 100, isRight: false })
  expect(result.subs!.map((sub) => sub.state)).toEqual(['right', 'pending'])
})

test('composite: a manual mark of a sub is found under question and sub', () => {
  const manual = new Map([
    [markId('9', '2'), { score: 350 }],
    ['2', { score: 1 }],
  ])
  const answer: Answer = { subs: { '1': { tags: ['A'] }, '2': { text: '答' } } }
  expect(markQuestion(composite(single('1'), essay('2')), answer, plainOptions, manual)).toMatchObject({ state: 'partial', score: 450 })
})

test('composite: right only if all right', () => {
  const key = composite(single('1'), single('2'))
  expect(mark(key, { subs: { '1': { tags: ['A'] }, '2': { tags: ['B'] } } })).toMatchObject({
    state: 'partial',
    score: 100,
    isRight: false,
  })
  expect(mark(key, { subs: { '1': { tags: ['B'] } } })).toMatchObject({ state: 'wrong', score: 0, isRight: false })
})

test('composite: subs keep order', () => {
  const result = mark(composite(single('7'), single('3'), single('5')), { subs: { '3': { tags: ['A'] } } })
  expect(result.subs!.map((sub) => sub.quId)).toEqual(['7', '3', '5'])
})

test('composite: the names of object members are not answers', () => {
  expect(mark(composite(single('constructor')), { subs: {} })).toMatchObject({ state: 'blank' })
})

test('Wrong book stores the parent and marks the failed sub', () => {
  const marks = [
    mark(single('1'), tags('A')),
    mark(single('2'), tags('B')),
    mark(composite(single('3'), single('4')), { subs: { '3': { tags: ['A'] }, '4': { tags: ['B'] } } }),
    mark(essay('5'), { text: '答' }),
  ]
  expect(wrongOf(marks)).toEqual([
    { quId: '2', subIds: [] },
    { quId: '9', subIds: ['4'] },
  ])
})

test('Negative marks (off): `penalty` applies to a non-blank wrong 1, 3, or 2 with w > 0', () => {
  const rule = { penalty: 50 }
  for (const quType of [QuType.single, QuType.trueFalse]) {
    const key = makeKey({ quType, right: ['A'], rule })
    expect(markQuestion(key, tags('B'), negative)).toEqual({ quId: '1', state: 'wrong', score: -50, isRight: false })
    expect(markQuestion(key, null, negative).score).toBe(0)
    expect(markQuestion(key, tags('B'), plainOptions).score).toBe(0)
  }
  expect(markQuestion(multiple({ rule }), tags('AD'), negative).score).toBe(-50)
  expect(markQuestion(multiple({ rule }), tags('A'), negative).score).toBe(0)
  expect(markQuestion(makeKey({ right: ['A'] }), tags('B'), negative).score).toBe(0)
})

test('Negative marks in `net`: a wrong answer with score 0 costs the penalty, one with a positive score does not', () => {
  const key = multiple({ rule: { multiple: 'net', penalty: 50 } })
  expect(['ABD', 'AD', 'D'].map((chosen) => markQuestion(key, tags(chosen), negative).score)).toEqual([67, -50, -50])
})

test('Negative marks: never to 4-6', () => {
  const rule = { penalty: 50 }
  expect(markQuestion(makeKey({ quType: QuType.shortAnswer, rule }), { text: '答' }, negative).score).toBe(0)
  expect(markQuestion(makeBlanks(['水'], { rule }), { blanks: ['火'] }, negative).score).toBe(0)
  expect(markQuestion(matching({ rule }), pairs('Aa'), negative).score).toBe(0)
})
