import { expect, test } from 'vitest'
import { barTo, figuresOf, type Pair, weightedKappa } from './agreement.rules.ts'

const pairs = (...rows: [number, number][]): Pair[] => rows.map(([opinion, given]) => ({ opinion: opinion * 100, given: given * 100 }))

test('the weighted kappa of known cases', () => {
  expect(weightedKappa(pairs([0, 0], [1, 1], [2, 2]), 100)).toBe(1)
  expect(weightedKappa(pairs([0, 2], [2, 0]), 100)).toBe(-1)
  expect(weightedKappa(pairs([1, 0], [1, 1], [1, 2]), 100)).toBe(0)
  expect(weightedKappa(pairs([1, 1], [1, 1]), 100)).toBe(1)
  // observed 1/4, expected 1.25 + 1.25 - (mean difference 0.25)² more
  expect(weightedKappa(pairs([0, 0], [1, 1], [2, 2], [3, 2]), 100)).toBeCloseTo(1 - 0.25 / (1.25 + 0.6875 + 0.0625), 10)
})

test('the figures of a question', () => {
  const found = figuresOf(pairs([0, 0], [2, 1], [4, 5], [6, 6], [6, 4]), { step: 100, max: 600, least: 5 })
  expect(found).toMatchObject({ n: 5, exact: 0.4, within: 0.8, bias: 0.4 })
  expect([found.low, found.mid, found.high]).toEqual([
    { n: 2, bias: 0.5 },
    { n: 1, bias: 2 },
    { n: 2, bias: -0.5 },
  ])
  expect(found.qwk).toBeGreaterThan(0.8)
  expect(figuresOf([], { step: 50, max: 600, least: 30 })).toMatchObject({ n: 0, exact: 0, bias: 0, qwk: null })
})

test('it may be shown first from enough pairs on that agree, by figures that are not rounded', () => {
  const scale = { step: 100, max: 600, least: 30 }
  const same = Array.from({ length: 30 }, (_one, at) => ({ opinion: (at % 6) * 100, given: (at % 6) * 100 }))
  expect(barTo(same, scale)).toBeUndefined()
  expect(barTo(same.slice(1), scale)).toBe('few')
  // 5 % of 6 points are 0.3
  const above = (by: number) => same.map((one) => ({ ...one, opinion: one.opinion + by }))
  expect([barTo(above(30), scale), barTo(above(31), scale)]).toEqual([undefined, 'apart'])
  // 0.6986, shown as 0.70
  const far = Array.from({ length: 6 }, (_one, at) => (at % 2 === 0 ? { opinion: 100, given: 500 } : { opinion: 500, given: 100 }))
  const apart = [...far, ...Array.from({ length: 47 }, (_one, at) => ({ opinion: (at % 6) * 100, given: (at % 6) * 100 }))]
  expect(figuresOf(apart, scale).qwk).toBe(0.7)
  expect(barTo(apart, scale)).toBe('apart')
})
