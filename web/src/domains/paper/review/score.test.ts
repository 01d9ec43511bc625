import { expect, it } from 'vitest'
import { scoreProblem } from './score.ts'

it('rejects the same scores as the server', () => {
  expect(scoreProblem(10.5, 10, 0.5)).toBe('得分应在0到10分之间')
  expect(scoreProblem(-0.5, 10, 0.5)).toBe('得分应在0到10分之间')
  expect(scoreProblem(7.3, 10, 0.5)).toBe('得分应为0.5分的整数倍')
  expect(scoreProblem(0.001, 10, 0.1)).toBe('得分应为0.1分的整数倍')
  expect(scoreProblem(0.3, 10, 0.1)).toBeUndefined()
  // full marks need not be a multiple of the step
  expect(scoreProblem(7.5, 7.5, 2)).toBeUndefined()
  expect(scoreProblem(null, 10, 0.5)).toBeUndefined()
})
