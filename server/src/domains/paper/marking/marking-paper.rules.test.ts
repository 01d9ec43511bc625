// Whole papers, voided questions, key fixes and attempts, sentence by sentence: exam-rules.md, *Marking*.
import { formatPoints } from '@shuyuan/contract/kernel/points.ts'
import { type Answer, type QuestionKey, QuType } from '@shuyuan/contract/qu/content.ts'
import { expect, test } from 'vitest'
import { makeBlanks, makeKey, plainOptions } from './marking.factory.ts'
import { fixKey, manualOf, markingNow, refix } from './marking-fix.rules.ts'
import { bestAttempt, markPaper, type PaperOptions, scaledToHundred } from './marking-paper.rules.ts'
import { markId, ruleVersion } from './marking.rules.ts'

const single = (quId: string, over: Partial<QuestionKey> = {}) => makeKey({ quId, right: ['A'], score: 100, ...over })
const essay = (quId: string) => makeKey({ quId, quType: QuType.shortAnswer, score: 500 })
const mixed = makeKey({ quId: '9', quType: QuType.composite, subs: [single('1'), essay('2')] })
const options: PaperOptions = { ...plainOptions, passScore: 300 }
const answersOf = (entries: Record<string, Answer>) => new Map(Object.entries(entries))
const A = { tags: ['A'] }
const B = { tags: ['B'] }
const none = new Map<string, { score: number }>()

test('totals are plain sums', () => {
  const keys = [
    single('1'),
    makeBlanks(['甲', '乙', '丙'], { quId: '2', score: 100 }),
    makeBlanks(['甲', '乙', '丙'], { quId: '3', score: 100 }),
  ]
  const answers = answersOf({ '1': A, '2': { blanks: ['甲'] }, '3': { blanks: ['', '乙'] } })
  expect(markPaper(keys, answers, none, options)).toMatchObject({ ruleVersion, score: 166, total: 300, objScore: 166, subjScore: 0 })
})

test('the page, export and pass test use the same integer', () => {
  const thirds = makeBlanks(['甲', '乙', '丙'], { score: 100 })
  const paper = (passScore: number) => markPaper([thirds], answersOf({ '1': { blanks: ['甲', '乙'] } }), none, { ...options, passScore })
  expect(formatPoints(paper(67).score)).toBe('0.67')
  expect([paper(66).passed, paper(67).passed, paper(68).passed]).toEqual([true, true, false])
})

test('Pass: total >= passScore on integers, only in state 2; in state 1 no pass or fail', () => {
  const keys = [single('1'), essay('2')]
  const answers = answersOf({ '1': A, '2': { text: '答' } })
  const waiting = markPaper(keys, answers, none, { ...options, passScore: 100 })
  expect(waiting).toMatchObject({ pending: true, passed: null, score: 100 })
  const marked = (score: number) => markPaper(keys, answers, new Map([['2', { score }]]), options)
  expect(marked(200)).toMatchObject({ pending: false, passed: true, score: 300, objScore: 100, subjScore: 200 })
  expect(marked(199)).toMatchObject({ pending: false, passed: false, score: 299 })
})

test('any sub pending -> the paper is pending, and its objective and subjective parts are counted separately', () => {
  const answers = answersOf({ '9': { subs: { '1': A, '2': { text: '答' } } } })
  expect(markPaper([mixed], answers, none, options)).toMatchObject({ pending: true, passed: null, score: 100, objScore: 100, subjScore: 0 })
  expect(markPaper([mixed], answers, new Map([[markId('9', '2'), { score: 450 }]]), options)).toMatchObject({
    pending: false,
    passed: true,
    total: 600,
    objScore: 100,
    subjScore: 450,
  })
})

test('Scaled 100-mark score is extra, never the basis', () => {
  expect(scaledToHundred(133, 200)).toBe(6_650)
  expect(scaledToHundred(1, 3)).toBe(3_333)
  expect(scaledToHundred(2, 3)).toBe(6_667)
  expect(scaledToHundred(0, 0)).toBe(0)
})

test('paper floor 0', () => {
  const keys = ['1', '2', '3'].map((quId) => single(quId, { rule: { penalty: 75 } }))
  const negative = { ...options, negative: true }
  const paper = (...given: Answer[]) => markPaper(keys, new Map(given.map((one, i) => [String(i + 1), one])), none, negative)
  expect(paper(A, B, B)).toMatchObject({ score: 0, objScore: -50 })
  expect(paper(A, A, B)).toMatchObject({ score: 125, objScore: 125 })
  expect(markPaper(keys, answersOf({ '1': A, '2': B, '3': B }), none, options).score).toBe(100)
})

test('Void question: full marks to all', () => {
  const voided = { quIds: new Set(['2', '9']), how: 'full' } as const
  const paper = markPaper([single('1'), single('2'), mixed], answersOf({ '1': B, '2': B }), none, { ...options, voided })
  expect(paper).toMatchObject({ score: 700, total: 800, passScore: 300, pending: false, passed: true, objScore: 200, subjScore: 500 })
  expect(paper.marks[1]).toEqual({ quId: '2', state: 'right', score: 100, isRight: true, voided: true })
})

test('or drop it from the total with the pass line scaled (half-up)', () => {
  const keys = ['1', '2', '3'].map((quId) => single(quId))
  const paper = markPaper(keys, answersOf({ '1': A, '2': B, '3': A }), none, {
    ...options,
    passScore: 182,
    voided: { quIds: new Set(['3']), how: 'drop' },
  })
  expect(paper).toMatchObject({ score: 100, total: 200, passScore: 121, passed: false })
  const half = markPaper(keys.slice(0, 2), answersOf({ '1': A }), none, {
    ...options,
    passScore: 125,
    voided: { quIds: new Set(['2']), how: 'drop' },
  })
  expect(half).toMatchObject({ total: 100, passScore: 63, passed: true })
})

test('a dropped short answer no longer makes the paper pending', () => {
  const voided = { quIds: new Set(['2']), how: 'drop' } as const
  const paper = markPaper([single('1'), essay('2')], answersOf({ '1': A, '2': { text: '答' } }), none, {
    ...options,
    passScore: 600,
    voided,
  })
  expect(paper).toMatchObject({ pending: false, passScore: 100, passed: true, subjScore: 0 })
})

test("Key fix: the bank's tags are found again on a shuffled paper", () => {
  const shuffled = single('1', { right: ['C'], origin: { A: 'B', B: 'C', C: 'A' } })
  expect(fixKey(shuffled, { right: ['A', 'B'] }).right).toEqual(['C', 'A'])
  const pairs = makeKey({ quType: QuType.matching, origin: { A: 'B', B: 'A', a: 'b', b: 'a' } })
  expect(
    fixKey(pairs, {
      pairs: [
        ['A', 'a'],
        ['B', 'x'],
      ],
    }).pairs,
  ).toEqual([['B', 'b']])
})

const stored = (keys: readonly QuestionKey[], answers: ReadonlyMap<string, Answer>, quId: string, manual = none) => {
  const { marks, subjScore, total } = markPaper(keys, answers, manual, options)
  return { marks, keys, answer: answers.get(quId) ?? null, manual, markOptions: plainOptions, subjScore, totalScore: total, passScore: 300 }
}
const change = (quId: string, subId: string, right: string[]) => [{ quId, subId, how: 'key', keyFix: { right } }] as const

test('Key fix: dry run gives old and new, for a question or one sub-question of a composite', () => {
  const tagged = { A: 'A', B: 'B' }
  const keys = [single('1', { origin: tagged }), single('2'), { ...mixed, subs: [{ ...mixed.subs[0]!, origin: tagged }, mixed.subs[1]!] }]
  const answers = answersOf({ '1': B, '2': A, '9': { subs: { '1': B } } })
  const one = refix(stored(keys, answers, '1'), change('1', '', ['A', 'B']), { quId: '1', subId: '' })
  expect(one).toMatchObject({ old: 0, new: 100, paper: { score: 200, objScore: 200, subjScore: 0, total: 800 } })
  const part = refix(stored(keys, answers, '9'), change('9', '1', ['B']), { quId: '9', subId: '1' })
  expect(part).toMatchObject({ old: 0, new: 100, paper: { score: 200 } })
  expect(refix(stored(keys, answers, '7'), [], { quId: '7', subId: '' })).toBeNull()
})

test('Key fix: marking one question again gives the same result as marking the whole paper again', () => {
  const keys = [single('1', { origin: { A: 'A', B: 'B' } }), essay('2'), mixed]
  const answers = answersOf({ '1': B, '2': { text: '答' }, '9': { subs: { '1': A, '2': { text: '答' } } } })
  const manual = new Map([
    ['2', { score: 333 }],
    [markId('9', '2'), { score: 120 }],
  ])
  for (const how of ['key', 'full', 'drop', 'restore'] as const)
    for (const quId of ['1', '2', '9']) {
      const fixes = [{ quId, subId: '', how, keyFix: how === 'key' ? { right: ['B'] } : {} }]
      const now = markingNow({ keys, markOptions: plainOptions, passScore: 300 }, fixes)
      const whole = markPaper(now.keys, answers, manual, now.options)
      expect(refix(stored(keys, answers, quId, manual), fixes, { quId, subId: '' })?.paper, `${how} ${quId}`).toEqual(whole)
    }
})

test('Key fix: manual marks are kept unless asked', () => {
  const keys = [single('1', { origin: { A: 'A', B: 'B' } })]
  const manual = new Map([['1', { score: 40 }]])
  const paper = stored(keys, answersOf({ '1': B }), '1', manual)
  const target = { quId: '1', subId: '' }
  expect(manualOf(manual, target)).toEqual(['1'])
  expect(refix(paper, change('1', '', ['B']), target)).toMatchObject({ old: 40, new: 40 })
  expect(refix(paper, change('1', '', ['B']), target, none)).toMatchObject({ old: 40, new: 100 })
})

test('Best-of attempts: highest total, tie = earliest', () => {
  const attempt = (id: string, score: number, minute: number) => ({ id, score, startTime: new Date(2026, 0, 1, 9, minute) })
  expect(bestAttempt([attempt('a', 300, 5), attempt('b', 500, 40), attempt('c', 500, 20)])?.id).toBe('c')
  expect(bestAttempt([])).toBeUndefined()
})
