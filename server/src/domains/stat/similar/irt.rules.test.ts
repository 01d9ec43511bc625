import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LEAST_OF_PART, abilitiesOf } from './ability.rules.ts'
import { mantelHaenszel, type Stratum } from './dif.rules.ts'
import { fitIrt } from './irt.rules.ts'

const read = (name: string) =>
  readFileSync(new URL(`../../../../test/similar/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(',').map(Number))
const rows = read('irt.csv')
const answers = { people: rows.length, items: 50, right: Int8Array.from(rows.flat()) }

test('the fit agrees with R, and its standard errors with the distance to the true values', { timeout: 120_000 }, () => {
  const fit = fitIrt(answers)
  expect(Math.abs(fit.logLikelihood + 54_904.52)).toBeLessThan(0.01)
  for (const [item, [a = 0, d = 0]] of read('irt-params.csv').entries()) {
    expect(Math.abs(fit.a[item]! - a)).toBeLessThan(0.003)
    expect(Math.abs(fit.d[item]! - d)).toBeLessThan(0.003)
  }
  expect(Math.min(...fit.seA)).toBeGreaterThan(0.03)
  expect(Math.max(...fit.seA)).toBeLessThan(0.2)
})

test('an ability is one for a paper of one subject, and one for each large part of several', () => {
  const people = 200
  const small = { people, items: 50, right: answers.right.slice(0, people * 50) }
  const whole = abilitiesOf(small, Array(50).fill(0))
  expect(whole.theta(3, 0)).toBe(whole.theta(3, 49))
  const parted = abilitiesOf(
    small,
    Array.from({ length: 50 }, (_, at) => (at < 25 ? 0 : 1)),
  )
  expect(parted.theta(3, 0)).not.toBe(parted.theta(3, 49))
  // one subject in truth: both parts borrow from each other and stay close to the whole
  const apart = Array.from({ length: people }, (_, at) => Math.abs(parted.theta(at, 0) - whole.theta(at, 0)))
  expect(apart.reduce((sum, one) => sum + one, 0) / people).toBeLessThan(0.25)
  const tiny = abilitiesOf(
    small,
    Array.from({ length: 50 }, (_, at) => (at < LEAST_OF_PART - 1 ? 0 : 1)),
  )
  expect(tiny.theta(3, 0)).toBe(whole.theta(3, 0))
})

/** Admissions at Berkeley by department, men and women: mantelhaen.test(UCBAdmissions) of R gives 0.9046968 and 1.4269. */
const berkeley: Stratum[] = [
  [512, 313, 89, 19],
  [353, 207, 17, 8],
  [120, 205, 202, 391],
  [138, 279, 131, 244],
  [53, 138, 94, 299],
  [22, 351, 24, 317],
]

test('differential functioning by Mantel and Haenszel', () => {
  const found = mantelHaenszel(berkeley)!
  expect(Math.exp(found.delta / -2.35)).toBeCloseTo(0.904_696_8, 6)
  expect(found.chi).toBeCloseTo(1.4269, 4)
  expect(found.level).toBe('A')
  // equal groups; a large difference of many people; of few people
  expect(mantelHaenszel([[50, 50, 50, 50]])).toMatchObject({ level: 'A' })
  expect(mantelHaenszel([[80, 20, 40, 60]])).toMatchObject({ level: 'C' })
  expect(mantelHaenszel([[6, 4, 4, 6]])).toMatchObject({ level: 'A' })
  expect(mantelHaenszel([[10, 0, 10, 0]])).toBeNull()
})
