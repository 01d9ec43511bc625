import { expect, test } from 'vitest'
import { study } from '../../server/src/domains/stat/similar/study.rules.ts'
import { foundOf, plant, type worlds } from './world.ts'

const SEEDS = [1, 2, 3]

/** Exams without copying in which people resemble each other for other reasons. `npm run bench -- similar` plays them with 2,000 people. */
const honest = ['plain', 'classes', 'lazy', 'guessing', 'keys', 'subjects'] as const satisfies (typeof worlds)[number][]

test.each(honest)('no pair is shown without copying: %s', (world) => {
  for (const seed of SEEDS) {
    const planted = plant({ seed, people: 120, items: 40, copied: 0, world })
    const studied = study(planted.study)
    expect(studied.counts.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(3_000)
    expect(studied.problem).toBe('')
    expect(foundOf(studied, planted)).toMatchObject({ falsePairs: 0 })
  }
})

test('papers that repeat letters are left out, and only they', () => {
  const { study: lazy } = plant({ seed: 1, people: 240, items: 50, copied: 0, world: 'lazy' })
  expect(lazy.patterned).toEqual(Array.from({ length: 30 }, (_, at) => 210 + at))
})

test('planted pairs are found, and no others', () => {
  const planted = plant({ seed: 11, people: 240, items: 50, copied: 8, world: 'plain' })
  const found = foundOf(study(planted.study), planted)
  expect(found.falsePairs).toBe(0)
  expect(found.found80).toBeGreaterThanOrEqual(6)
})
