// The demo questions must be valid, unambiguous, and have keys that cannot be guessed from their position.
import { QuestionBody, QuType } from '@shuyuan/contract/qu/content.ts'
import { checkQuestion } from '@shuyuan/contract/qu/question-check.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { describe, expect, test } from 'vitest'
import { demoBanks } from './banks.ts'
import type { SeedQuestion } from './notation.ts'
import { tradeBanks } from './trade-banks.ts'

type Leaf = Pick<QuestionBody, 'content' | 'options' | 'blanks' | 'left' | 'right' | 'pairs' | 'modelAnswer' | 'analysis'> & {
  quType: number
}

const banks = [...demoBanks, ...tradeBanks]
const all = banks.flatMap((bank) => bank.questions)
const leaves = all.flatMap<Leaf>((question) =>
  question.quType === QuType.composite ? question.body.subs : [{ ...question.body, quType: question.quType }],
)
const rightOf = (leaf: Leaf) => leaf.options.filter((option) => option.isRight).map((option) => option.tag)
const share = <T>(list: T[], test: (item: T) => boolean) => list.filter(test).length / list.length

const mixOf = (questions: SeedQuestion[]) =>
  Object.fromEntries([1, 2, 3, 4, 5, 6, 99].map((type) => [type, questions.filter((q) => q.quType === type).length]))

/** The problem of a question's key; undefined for a valid one. */
function keyProblem(leaf: Leaf): string | undefined {
  const right = rightOf(leaf)
  const choices = leaf.options.map((option) => option.content)
  if (new Set(choices).size !== choices.length) return 'equal options'
  switch (leaf.quType) {
    case QuType.single:
      return leaf.options.length === 4 && right.length === 1 ? undefined : 'needs four options, one right'
    case QuType.multiple:
      return right.length >= 2 && right.length <= leaf.options.length ? undefined : 'needs two right options'
    case QuType.trueFalse:
      return leaf.options.length === 2 && right.length === 1 ? undefined : 'needs 正确 or 错误'
    case QuType.shortAnswer:
      return leaf.modelAnswer.length > 20 ? undefined : 'needs a model answer'
    case QuType.fillIn:
      return leaf.blanks.length > 0 && leaf.content.split('____').length === leaf.blanks.length + 1 ? undefined : 'gaps and answers differ'
    default: {
      const lefts = leaf.pairs.map(([left]) => left)
      const rights = leaf.pairs.map(([, right]) => right)
      const known = rights.every((tag) => leaf.right.some((item) => item.tag === tag))
      const texts = new Set(leaf.right.map((item) => item.content))
      const complete = lefts.join() === leaf.left.map((item) => item.tag).join()
      return complete && known && new Set(rights).size === rights.length && texts.size === leaf.right.length
        ? undefined
        : 'pairs do not fit'
    }
  }
}

describe('demo banks', () => {
  test('are three, with the same mix of types in each hundred', () => {
    const mix = demoBanks.map(({ questions }) => mixOf(questions))
    const hundred = { 1: 40, 2: 20, 3: 18, 4: 6, 5: 8, 6: 4, 99: 4 }
    expect(mix).toEqual([hundred, hundred, hundred])
  })

  test('of other trades have questions of every type', () => {
    expect(tradeBanks).toHaveLength(3)
    for (const { questions } of tradeBanks) expect(Object.values(mixOf(questions)).every((count) => count >= 2)).toBe(true)
  })

  test('have five chapters of twenty questions', () => {
    for (const bank of banks) {
      const counts = bank.chapters.map((name) => bank.questions.filter((question) => question.chapter === name).length)
      expect(counts).toEqual([20, 20, 20, 20, 20])
    }
  })

  test('contain only bodies that the contract accepts unchanged and the editor would save', () => {
    expect(all.map((question) => QuestionBody.parse(question.body))).toEqual(all.map((question) => question.body))
    expect(all.flatMap((question) => checkQuestion(question.quType, question.body))).toEqual([])
  })

  test('have a valid key and an analysis for every question and sub-question', () => {
    const faults = leaves.map((leaf) => [leaf.content, leaf.analysis ? keyProblem(leaf) : 'no analysis']).filter(([, fault]) => fault)
    expect(faults).toEqual([])
  })

  test('repeat no stem', () => {
    const stems = leaves.map((leaf) => leaf.content)
    expect(stems.filter((stem, i) => stems.indexOf(stem) !== i)).toEqual([])
  })

  test('reveal the key neither by position nor by length', () => {
    const singles = leaves.filter((leaf) => leaf.quType === QuType.single)
    const places = ['A', 'B', 'C', 'D'].map((tag) => share(singles, (leaf) => rightOf(leaf)[0] === tag))
    for (const place of places) {
      expect(place).toBeGreaterThan(0.15)
      expect(place).toBeLessThan(0.35)
    }
    const longest = share(singles, ({ options }) => {
      const wrong = options.filter((option) => !option.isRight).map((option) => option.content.length)
      return (options.find((option) => option.isRight)?.content.length ?? 0) > Math.max(...wrong)
    })
    expect(longest).toBeLessThan(0.4)
    const multiples = leaves.filter((leaf) => leaf.quType === QuType.multiple)
    const patterns = new Set(multiples.map((leaf) => rightOf(leaf).join('')))
    for (const pattern of patterns) expect(share(multiples, (leaf) => rightOf(leaf).join('') === pattern)).toBeLessThan(0.3)
  })

  test('mix true with false and 普通 with 较难', () => {
    const truths = share(
      leaves.filter((leaf) => leaf.quType === QuType.trueFalse),
      (leaf) => rightOf(leaf)[0] === 'A',
    )
    expect(truths).toBeGreaterThan(0.35)
    expect(truths).toBeLessThan(0.65)
    const hard = share(all, (question) => question.level === QuLevel.hard)
    expect(hard).toBeGreaterThan(0.2)
    expect(hard).toBeLessThan(0.5)
  })
})
