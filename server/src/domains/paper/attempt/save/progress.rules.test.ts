import { expect, test } from 'vitest'
import { Progress } from './progress.rules.ts'

test('counts complete answers, and cleared ones no longer', () => {
  const progress = new Progress()
  progress.read(['1', '2'], 10)
  progress.note('3', true, 11)
  progress.note('3', true, 12)
  expect(progress.count).toBe(3)
  progress.note('1', false, 13)
  progress.note('4', false, 13)
  expect(progress.count).toBe(2)
})

test('a reading that began before a save does not undo the save', () => {
  const progress = new Progress()
  progress.note('1', true, 20)
  progress.read([], 15)
  expect(progress.count).toBe(1)
  progress.note('2', false, 30)
  progress.read(['1', '2'], 25)
  expect(progress.count).toBe(1)
})

test('a later reading includes the saves of another node', () => {
  const progress = new Progress()
  progress.note('1', true, 20)
  expect(progress.isStale(20)).toBe(true)
  progress.read(['2', '3'], 21)
  expect(progress.count).toBe(2)
  expect(progress.isStale(10_021)).toBe(false)
  expect(progress.isStale(10_022)).toBe(true)
})
