// Several marks of one answer, sentence by sentence: exam-rules.md, *Double marking*; and rubric lines.
import { TaskRole } from '@shuyuan/contract/paper/review/review.ts'
import { describe, expect, test } from 'vitest'
import { adjustOf, rubricScore, settleAnswer } from './marking-settle.rules.ts'

const rule = { tolerance: 100, step: 50, max: 1_000 }
const given = (...scores: (number | null)[]) => scores.map((score, at) => ({ role: at + 1, score }))

describe('an answer with one marker', () => {
  test('is settled by the first mark', () => {
    expect(settleAnswer(given(650), rule)).toEqual({ score: 650 })
    expect(settleAnswer(given(null), rule)).toEqual({ needs: 'markers' })
  })
})

describe('an answer with two markers', () => {
  test('waits for both', () => {
    expect(settleAnswer(given(650, null), rule)).toEqual({ needs: 'markers' })
    expect(settleAnswer(given(null, 650), rule)).toEqual({ needs: 'markers' })
  })

  test('|a-b| <= tolerance → mean, half-up to the step', () => {
    expect(settleAnswer(given(600, 700), rule)).toEqual({ score: 650 })
    expect(settleAnswer(given(600, 650), rule)).toEqual({ score: 650 })
  })

  test('else third mark', () => {
    expect(settleAnswer(given(600, 750), rule)).toEqual({ needs: 'third' })
    expect(settleAnswer(given(600, 750, null), rule)).toEqual({ needs: 'third' })
  })

  test('mean of the two nearest if within tolerance', () => {
    expect(settleAnswer(given(300, 800, 750), rule)).toEqual({ score: 800 })
  })

  test('tie: higher pair', () => {
    expect(settleAnswer(given(500, 700, 600), rule)).toEqual({ score: 650 })
  })

  test("else the chief's mark", () => {
    expect(settleAnswer(given(100, 900, 500), rule)).toEqual({ needs: 'chief' })
    expect(settleAnswer(given(100, 900, 500, null), rule)).toEqual({ needs: 'chief' })
    expect(settleAnswer(given(100, 900, 500, 450), rule)).toEqual({ score: 450 })
  })
})

describe('an answer for which no other marker was found', () => {
  const mark = (role: number) => (score: number | null) => ({ role, score })
  const [first, second, third, chief] = [mark(TaskRole.first), mark(TaskRole.second), mark(TaskRole.third), mark(TaskRole.chief)]

  test('waits for the chief, who replaces the second marker', () => {
    expect(settleAnswer([first(600), chief(null)], rule)).toEqual({ needs: 'chief' })
    expect(settleAnswer([first(600), chief(450)], rule)).toEqual({ score: 450 })
  })

  test('waits for the chief, who replaces the third marker, unless the two marks agree after all', () => {
    expect(settleAnswer([first(600), second(900), chief(null)], rule)).toEqual({ needs: 'chief' })
    expect(settleAnswer([first(800), second(900), chief(null)], rule)).toEqual({ score: 850 })
    expect(settleAnswer([first(600), second(900), third(850), chief(null)], rule)).toEqual({ score: 900 })
  })
})

describe('rubric lines', () => {
  test('add up, clamped to the score of the question', () => {
    expect(rubricScore([200, 300, -100], 0, 1_000)).toBe(400)
    expect(rubricScore([800, 500], 0, 1_000)).toBe(1_000)
    expect(rubricScore([-300], 0, 1_000)).toBe(0)
    expect(rubricScore([], 550, 1_000)).toBe(550)
  })

  test('keep the manual adjustment when one of them changes', () => {
    const adjust = adjustOf([200, 300], 550, 1_000)
    expect(rubricScore([200, 300], adjust, 1_000)).toBe(550)
    expect(rubricScore([200, 400], adjust, 1_000)).toBe(650)
    const full = adjustOf([800, 500], 1_000, 1_000)
    expect(rubricScore([800, 100], full, 1_000)).toBe(900)
  })
})
