// Manual marks, sentence by sentence: exam-rules.md, *Marking*, 4, *Double marking* and *Manual mark saves*.
import { PaperQuestion, QuType } from '@shuyuan/contract/qu/content.ts'
import { expect, test } from 'vitest'
import { makeKey, plainOptions } from './marking.factory.ts'
import { checkManualScore, conflictsOf, settleMarks, suggestScore } from './marking-manual.rules.ts'
import { markQuestion } from './marking.rules.ts'

const essay = makeKey({ quType: QuType.shortAnswer, score: 1_000 })
const answered = { text: '<p>先切断电源，再使用灭火器。</p>' }

test('Blank -> 0 at hand-in (switch)', () => {
  expect(markQuestion(essay, { text: '<p><br></p>' }, plainOptions)).toEqual({ quId: '1', state: 'blank', score: 0, isRight: false })
  expect(markQuestion(essay, null, { ...plainOptions, blankShortZero: false }).state).toBe('pending')
})

test("Otherwise pending until a marker gives 0..M in the exam's step", () => {
  expect(markQuestion(essay, answered, plainOptions)).toEqual({ quId: '1', state: 'pending', score: 0, isRight: false })
  const given = (score: number) => markQuestion(essay, answered, plainOptions, new Map([['1', { score }]]))
  expect(given(0)).toEqual({ quId: '1', state: 'wrong', score: 0, isRight: false })
  expect(given(650)).toEqual({ quId: '1', state: 'partial', score: 650, isRight: false })
  expect(given(1_000)).toEqual({ quId: '1', state: 'right', score: 1_000, isRight: true })
  expect([0, 50, 1_000].map((score) => checkManualScore(score, 1_000, 50))).toEqual([null, null, null])
  expect(checkManualScore(1_025, 1_025, 50)).toBeNull()
  expect(checkManualScore(75, 1_000, 50)?.zh).toBe('得分应为0.5分的整数倍')
  for (const score of [-50, 1_050, 0.5, Number.NaN]) expect(checkManualScore(score, 1_000, 50)?.zh).toBe('得分应在0到10分之间')
})

test('Keyword groups only suggest a mark', () => {
  const key = makeKey({
    quType: QuType.shortAnswer,
    score: 1_000,
    rule: {
      keywords: [
        { words: '切断电源||断电', points: 400 },
        { words: '灭火器', points: 300 },
        { words: '报警', points: 900 },
      ],
    },
  })
  expect(suggestScore(key, answered)).toBe(700)
  expect(suggestScore(key, { text: '断 电、报警' })).toBe(1_000)
  expect(suggestScore(key, null)).toBe(0)
  expect(suggestScore(essay, answered)).toBeNull()
  expect(markQuestion(key, answered, plainOptions)).toMatchObject({ state: 'pending', score: 0 })
})

test('Key and model answer hidden from candidates until release', () => {
  const seen = PaperQuestion.parse({
    ...essay,
    modelAnswer: '范文',
    content: '',
    answerList: [],
    blankCount: 0,
    left: [],
    right: [],
    subList: [],
  })
  expect(Object.keys(seen).sort()).toEqual(['answerList', 'blankCount', 'content', 'left', 'quId', 'quType', 'right', 'score', 'subList'])
})

const rule = { tolerance: 100, step: 50, max: 1_000 }

test.each([
  [600, 700, 650],
  [600, 650, 650],
  [650, 600, 650],
  [500, 500, 500],
  [1_000, 950, 1_000],
])('Double marking: |a-b| <= tolerance -> mean, half-up to the step: %i and %i give %i', (first, second, score) => {
  expect(settleMarks({ first, second }, rule)).toEqual({ score, by: 'mean' })
})

test('the mean never exceeds the maximum, and equal marks stay', () => {
  expect(settleMarks({ first: 1_025, second: 1_000 }, { ...rule, step: 150, max: 1_025 })).toEqual({ score: 1_025, by: 'mean' })
  expect(settleMarks({ first: 1_025, second: 1_025 }, { ...rule, step: 100, max: 1_025 })).toEqual({ score: 1_025, by: 'mean' })
})

test('else third mark', () => {
  expect(settleMarks({ first: 500, second: 650 }, rule)).toEqual({ needs: 'third' })
})

test('mean of the two nearest if within tolerance', () => {
  expect(settleMarks({ first: 300, second: 800, third: 750 }, rule)).toEqual({ score: 800, by: 'mean' })
  expect(settleMarks({ first: 800, second: 300, third: 250 }, rule)).toEqual({ score: 300, by: 'mean' })
})

test('tie: higher pair', () => {
  expect(settleMarks({ first: 500, second: 700, third: 600 }, rule)).toEqual({ score: 650, by: 'mean' })
})

test("else the chief's mark", () => {
  expect(settleMarks({ first: 100, second: 900, third: 500 }, rule)).toEqual({ needs: 'chief' })
  expect(settleMarks({ first: 100, second: 900, third: 500, chief: 450 }, rule)).toEqual({ score: 450, by: 'chief' })
})

test('Manual mark saves carry the version read; a conflict shows both', () => {
  const marks = (entries: Record<string, number>) => new Map(Object.entries(entries).map(([id, score]) => [id, { score }]))
  const sent = { version: 3, marks: marks({ '1': 500, '2': 300, '9/4': 100 }) }
  expect(conflictsOf({ version: 3, marks: marks({ '1': 400 }) }, sent)).toEqual([])
  expect(conflictsOf({ version: 4, marks: marks({ '1': 400, '2': 300 }) }, sent)).toEqual([
    { id: '1', stored: 400, sent: 500 },
    { id: '9/4', stored: null, sent: 100 },
  ])
})
