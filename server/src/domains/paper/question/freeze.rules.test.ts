import { QuestionBody, QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { describe, expect, test } from 'vitest'
import { candidatesOf, type DrawRow, drawGroups, type Stocked } from './draw.rules.ts'
import { type BankQuestion, freezePaper, freezeQuestion, keysIn, shownIn, splitScore } from './freeze.rules.ts'
import { seededRandom, shuffledAround } from './random.rules.ts'

const body = (given: Partial<QuestionBody>) => QuestionBody.parse({ content: '<p>题干</p>', ...given })
const choice = (id: string, rightTags = 'A', pinned = ''): BankQuestion => ({
  id,
  version: 3,
  quType: QuType.single,
  body: body({
    options: 'ABCD'
      .split('')
      .map((tag) => ({ tag, content: `选项${tag}`, isRight: rightTags.includes(tag), pinned: pinned.includes(tag) })),
    analysis: '解析',
  }),
})

test('options get letters in display order, and the key uses these letters', () => {
  for (let seed = 0; seed < 50; seed++) {
    const { shown, key } = freezeQuestion(choice('7', 'C'), 200, true, seededRandom(seed))
    expect(shown.answerList.map((one) => one.tag).join('')).toBe('ABCD')
    const [right] = key.right
    expect(shown.answerList.find((one) => one.tag === right)?.content).toBe('选项C')
    expect(key.origin[right!]).toBe('C')
    expect(key.version).toBe(3)
  }
})

test('papers share the key of a question in one order and with one score, which none can change; other orders have keys of their own', () => {
  const five = 'ABCDE'.split('').map((tag) => ({ tag, content: tag, isRight: tag === 'C' }))
  const question: BankQuestion = { ...choice('7'), body: body({ options: five }) }
  const draw = (seed: number, score: number) =>
    freezePaper([{ title: '', questions: [{ question, score }] }], { quShuffle: false, optionShuffle: true }, seededRandom(seed)).groups
  const keyOf = (seed: number, score: number) => keysIn(draw(seed, score))[0]!
  // more orders than are kept
  for (let seed = 0; seed < 200; seed++)
    for (const score of [100, 250]) expect(keyOf(seed, score)).toEqual(freezeQuestion(question, score, true, seededRandom(seed)).key)
  expect(keyOf(0, 100)).toBe(keyOf(0, 100))
  expect(() => keyOf(0, 100).right.push('E')).toThrow(TypeError)
})

test('a pinned option keeps its place while the others are shuffled', () => {
  const places = new Set<string>()
  for (let seed = 0; seed < 40; seed++) {
    const { shown } = freezeQuestion(choice('7', 'A', 'D'), 200, true, seededRandom(seed))
    expect(shown.answerList[3]?.content).toBe('选项D')
    places.add(shown.answerList[0]!.content)
  }
  expect(places.size).toBe(3)
  expect(shuffledAround([{ pinned: true, n: 1 }, { n: 2 }, { pinned: true, n: 3 }, { n: 4 }], seededRandom(1)).map((one) => one.n)).toEqual(
    expect.arrayContaining([1, 2, 3, 4]),
  )
})

test('true and false keep their order, and the right items of matching are always shuffled', () => {
  const rights = new Set<string>()
  for (let seed = 0; seed < 30; seed++) {
    const judged = { ...choice('1'), quType: QuType.trueFalse }
    expect(
      freezeQuestion(judged, 100, true, seededRandom(seed))
        .shown.answerList.map((one) => one.content)
        .join(),
    ).toBe('选项A,选项B,选项C,选项D')
    const matching: BankQuestion = {
      id: '2',
      version: 1,
      quType: QuType.matching,
      body: body({
        left: 'ABC'.split('').map((tag) => ({ tag, content: `左${tag}` })),
        right: 'abcd'.split('').map((tag) => ({ tag, content: `右${tag}`, reusable: tag === 'd' })),
        pairs: [
          ['A', 'a'],
          ['B', 'b'],
          ['C', 'd'],
        ],
      }),
    }
    const { shown, key } = freezeQuestion(matching, 300, false, seededRandom(seed))
    rights.add(shown.right.map((one) => one.content).join())
    for (const [left, right] of key.pairs) {
      const [from, to] = [shown.left.find((one) => one.tag === left)!.content, shown.right.find((one) => one.tag === right)!.content]
      expect([`左A右a`, '左B右b', '左C右d']).toContain(from + to)
    }
    expect(shown.right.find((one) => one.reusable)?.content).toBe('右d')
  }
  expect(rights.size).toBeGreaterThan(5)
})

test('a composite divides its whole score and keeps its sub-questions in order', () => {
  expect(splitScore(1_000, [1, 1, 1])).toEqual([334, 333, 333])
  expect(splitScore(5, [50, 30, 20])).toEqual([3, 1, 1])
  const { key, shown } = freezeQuestion(
    {
      id: '9',
      version: 1,
      quType: QuType.composite,
      body: body({
        subs: ['s1', 's2', 's3'].map((id) => ({ ...choice(id).body, id, quType: QuType.single, weight: 1 })),
      }),
    },
    1_000,
    true,
    seededRandom(5),
  )
  expect(shown.subList.map((one) => one.quId)).toEqual(['s1', 's2', 's3'])
  expect(key.subs.map((one) => one.score)).toEqual([334, 333, 333])
})

test('the content for the candidate contains no key', () => {
  const { groups } = freezePaper(
    [{ title: '一', questions: [{ question: choice('7', 'C'), score: 200 }] }],
    { quShuffle: true, optionShuffle: true },
    seededRandom(3),
  )
  expect(JSON.stringify(shownIn(groups))).not.toMatch(/isRight|解析|analysis|modelAnswer|origin|"right":\["/)
})

describe('drawing', () => {
  const row = (given: Partial<DrawRow>): DrawRow => ({
    repoId: '1',
    chapterId: null,
    quType: QuType.single,
    level: null,
    count: 1,
    perScore: 200,
    ...given,
  })
  const stock: Stocked[] = Array.from({ length: 20 }, (_, i) => ({
    id: String(i),
    version: 1,
    repoId: '1',
    chapterId: i < 5 ? '8' : null,
    quType: QuType.single,
    level: i % 2 === 0 ? QuLevel.normal : QuLevel.hard,
    content: `text ${i}`,
  }))
  const draw = (draws: DrawRow[], seed: number, fixed: { quId: string; score: number }[] = [], from = stock) => {
    const groups = [{ title: '一', fixed, draws }]
    const fixedContents = new Set(from.filter(({ id }) => fixed.some((one) => one.quId === id)).map((one) => one.content))
    return drawGroups(groups, candidatesOf(groups, from, fixedContents), seededRandom(seed))
  }

  test('no question is drawn twice, also with overlapping draw rules', () => {
    for (let seed = 0; seed < 100; seed++) {
      // 20 questions, all needed: draw rules for the whole bank, one chapter and one level share them
      const drawn = draw([row({ count: 12 }), row({ chapterId: '8', count: 3 }), row({ level: QuLevel.hard, count: 4 })], seed, [
        { quId: '0', score: 100 },
      ])
      const ids = drawn![0]!.map((one) => one.quId)
      expect(new Set(ids).size).toBe(20)
      expect(ids[0]).toBe('0')
    }
  })

  test('a content that two banks have, or one bank twice, is drawn once', () => {
    const copies = stock.map((one) => ({ ...one, id: `copy ${one.id}`, repoId: '2' }))
    const twice = { ...stock[0]!, id: 'again' }
    for (let seed = 0; seed < 100; seed++) {
      const drawn = draw(
        [row({ count: 10 }), row({ repoId: '2', count: 9 })],
        seed,
        [{ quId: '0', score: 100 }],
        [...stock, ...copies, twice],
      )
      const contents = drawn![0]!.map(({ quId }) => quId.replace(/^copy /, ''))
      expect(new Set(contents).size).toBe(20)
      expect(contents).not.toContain('again')
    }
    expect(draw([row({ count: 11 }), row({ repoId: '2', count: 10 })], 1, [], [...stock, ...copies])).toBeNull()
  })

  test('a stock that cannot fill every draw rule gives no paper', () => {
    expect(draw([row({ chapterId: '8', count: 5 }), row({ chapterId: '8', count: 1 })], 1)).toBeNull()
    expect(draw([row({ quType: QuType.multiple })], 1)).toBeNull()
  })

  test('the same seed draws the same paper, another seed a different one', () => {
    const of = (seed: number) => JSON.stringify(draw([row({ count: 8 })], seed))
    expect(of(42)).toBe(of(42))
    expect(new Set(Array.from({ length: 20 }, (_, seed) => of(seed))).size).toBeGreaterThan(15)
  })
})
