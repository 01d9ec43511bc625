// Checks of a question: errors, warnings, and the path of each finding.
import { expect, test } from 'vitest'
import { splitAlternatives } from './blank-key.ts'
import { QuestionBody, type QuestionBody as Body, QuType } from './content.ts'
import { checkQuestion, checkScore } from './question-check.ts'

const body = (over: Record<string, unknown>): Body => QuestionBody.parse({ content: '<p>题干</p>', ...over })
const option = (tag: string, isRight = false, more: Record<string, unknown> = {}) => ({ tag, content: `选项${tag}`, isRight, ...more })
const errors = (type: number, over: Record<string, unknown>) =>
  checkQuestion(type, body(over))
    .filter((one) => one.level === 'error')
    .map((one) => one.path)
const findings = (type: number, over: Record<string, unknown>) => checkQuestion(type, body(over)).map((one) => `${one.level} ${one.path}`)

const pairs = {
  left: [
    { tag: 'A', content: '甲' },
    { tag: 'B', content: '乙' },
  ],
  right: [
    { tag: 'a', content: '一' },
    { tag: 'b', content: '二' },
    { tag: 'c', content: '三' },
  ],
  pairs: [
    ['A', 'b'],
    ['B', 'a'],
  ],
}

test('Sound questions of every type raise nothing', () => {
  const choice = { options: [option('A', true), option('B')] }
  expect(checkQuestion(1, body(choice))).toEqual([])
  expect(checkQuestion(2, body({ options: [option('A', true), option('B', true), option('C')] }))).toEqual([])
  expect(checkQuestion(3, body(choice))).toEqual([])
  expect(checkQuestion(4, body({}))).toEqual([])
  expect(checkQuestion(5, body({ blanks: [{ answer: '水||H2O' }] }))).toEqual([])
  expect(checkQuestion(6, body(pairs))).toEqual([])
  expect(checkQuestion(99, body({ subs: [{ id: '1', quType: QuType.single, content: '小题', ...choice }] }))).toEqual([])
})

test.each([1, 2, 3, 4, 5, 6, 99])('type %i: a stem that shows nothing is refused, a stem that is only a formula is not', (type) => {
  expect(errors(type, { content: '<p>&nbsp;</p>' })).toContain('content')
  expect(errors(type, { content: '<span data-type="inline-math" data-latex="x^2"></span>' })).not.toContain('content')
})

test('An unknown type is refused', () => {
  expect(errors(7, {})).toEqual(['quType'])
})

test('single and true/false: exactly one right option', () => {
  for (const type of [1, 3]) {
    expect(errors(type, { options: [option('A'), option('B')] })).toEqual(['options'])
    expect(errors(type, { options: [option('A', true), option('B', true)] })).toEqual(['options'])
  }
})

test('true/false: two options', () => {
  expect(errors(3, { options: [option('A', true), option('B'), option('C')] })).toEqual(['options'])
  expect(errors(1, { options: [option('A', true)] })).toEqual(['options'])
})

test('Publishing needs n >= 1 and warns at n = 1', () => {
  expect(findings(2, { options: [option('A'), option('B')] })).toEqual(['error options'])
  expect(findings(2, { options: [option('A', true), option('B')] })).toEqual(['warn options'])
  expect(findings(2, { options: [option('A', true), option('B', true)] })).toEqual([])
})

test('options: none empty, none alike, each with its own tag', () => {
  const at = (second: Record<string, unknown>) => errors(1, { options: [option('A', true), { ...option('B'), ...second }] })
  expect(at({ content: '<p> </p>' })).toEqual(['options.1.content'])
  expect(at({ content: '<p>选项A</p>' })).toEqual(['options.1.content'])
  expect(at({ tag: 'A' })).toEqual(['options.1.tag'])
  expect(at({ content: '', image: '/b.png' })).toEqual([])
  expect(at({ content: '选项A', image: '/b.png' })).toEqual([])
})

test('Each alternative trimmed, empties and repeats dropped', () => {
  expect(splitAlternatives(' 水 || H2O||水||  ||')).toEqual(['水', 'H2O'])
})

test('At least one alternative left or the save is refused', () => {
  expect(errors(5, { blanks: [{ answer: '水' }, { answer: ' || ||\u200b' }] })).toEqual(['blanks.1.answer'])
  expect(errors(5, {})).toEqual(['blanks'])
})

test('`\\|` is a literal bar, a lone `|` is ordinary text', () => {
  expect(splitAlternatives('a\\|b||c|d')).toEqual(['a|b', 'c|d'])
  expect(splitAlternatives('a\\|\\|b')).toEqual(['a||b'])
  expect(splitAlternatives('a|||b')).toEqual(['a', '|b'])
  expect(splitAlternatives('C:\\dir')).toEqual(['C:\\dir'])
})

test('own weights: for every blank or for none', () => {
  expect(errors(5, { blanks: [{ answer: '1', weight: 100 }, { answer: '2' }] })).toEqual(['blanks'])
  expect(errors(5, { blanks: [{ answer: '1', weight: 0 }] })).toEqual(['blanks'])
})

test('matching: every left item has one partner that exists', () => {
  expect(errors(6, { ...pairs, pairs: [['A', 'b']] })).toEqual(['left.1'])
  expect(errors(6, { ...pairs, pairs: [...pairs.pairs, ['A', 'c']] })).toEqual(['pairs.2'])
  expect(errors(6, { ...pairs, pairs: [...pairs.pairs, ['A', 'z']] })).toEqual(['pairs.2'])
  expect(errors(6, {})).toEqual(['left'])
})

test('Right items >= L (distractors allowed), fewer where all right items are reusable', () => {
  expect(errors(6, { ...pairs, right: pairs.right.slice(0, 1), pairs: [['B', 'a']] })).toEqual(['right', 'left.0'])
  const left = ['A', 'B', 'C'].map((tag) => ({ tag, content: `<p>${tag}</p>` }))
  const sorted = { left, pairs: left.map((item, at) => [item.tag, at < 2 ? 'a' : 'b']) }
  const right = (...reusable: boolean[]) => reusable.map((one, at) => ({ tag: 'ab'.charAt(at), content: `<p>${at}</p>`, reusable: one }))
  expect(errors(6, { ...sorted, right: right(true, true) })).toEqual([])
  expect(errors(6, { ...sorted, right: right(true, false) })).toEqual(['right'])
})

test('Each right is used once unless marked reusable', () => {
  const twice = [
    ['A', 'a'],
    ['B', 'a'],
  ]
  expect(errors(6, { ...pairs, pairs: twice })).toEqual(['pairs.1'])
  expect(errors(6, { ...pairs, pairs: twice, right: pairs.right.map((item) => ({ ...item, reusable: true })) })).toEqual([])
})

test('Two right items with the same text are refused when authoring', () => {
  expect(errors(6, { ...pairs, right: [...pairs.right.slice(0, 2), { tag: 'c', content: '<b>一</b>' }] })).toEqual(['right.2.content'])
})

test('One level only: a composite holds at least one sub and no composite', () => {
  expect(errors(99, {})).toEqual(['subs'])
  expect(errors(99, { subs: [{ id: '1', quType: QuType.composite, content: '小题' }] })).toEqual(['subs.0.quType'])
})

test('every sub-question is checked, its findings have its path', () => {
  const sub = { id: '1', quType: QuType.fillIn, content: '小题', blanks: [{ answer: '||' }] }
  expect(errors(99, { subs: [sub, { ...sub, quType: QuType.multiple }] })).toEqual([
    'subs.0.blanks.0.answer',
    'subs.1.id',
    'subs.1.options',
    'subs.1.options',
  ])
})

test('keyword groups need a word', () => {
  expect(errors(4, { rule: { keywords: [{ words: '||', points: 100 }] } })).toEqual(['rule.keywords.0.words'])
})

test('`fixed` k with 0 < k < M', () => {
  const options = [option('A', true), option('B', true), option('C')]
  expect(errors(2, { options, rule: { multiple: 'fixed' } })).toEqual(['rule.fixed'])
  const paths = (fixed: number) => checkScore(2, body({ options, rule: { multiple: 'fixed', fixed } }), 200).map((one) => one.path)
  expect([paths(0), paths(1), paths(199), paths(200)]).toEqual([['rule.fixed'], [], [], ['rule.fixed']])
})

test('`perOption`: the points of the right options are given and their sum is <= M', () => {
  const options = [option('A', true, { points: 100 }), option('B', true, { points: 101 }), option('C')]
  const rule = { multiple: 'perOption' }
  expect(errors(2, { options: [option('A', true), option('B', true), option('C')], rule })).toEqual(['options'])
  expect(checkScore(2, body({ options, rule }), 200).map((one) => one.path)).toEqual(['options'])
  expect(checkScore(2, body({ options, rule }), 201)).toEqual([])
})

test('own weights allowed if they sum to M', () => {
  const weighted = body({
    blanks: [
      { answer: '1', weight: 50 },
      { answer: '2', weight: 150 },
    ],
  })
  expect(checkScore(5, weighted, 200)).toEqual([])
  expect(checkScore(5, weighted, 300).map((one) => one.path)).toEqual(['blanks'])
  expect(checkScore(5, body({ blanks: [{ answer: '1' }] }), 300)).toEqual([])
})
