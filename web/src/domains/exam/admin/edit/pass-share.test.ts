import { expect, test } from 'vitest'
import { shareOf, shareText } from './pass-share.ts'

test('a share is a whole number, of a small total in two decimals', () => {
  expect(shareOf(100, 60)).toBe(60)
  expect(shareOf(36, 60)).toBe(22)
  expect(shareOf(32.5, 60)).toBe(20)
  expect(shareOf(0.55, 70)).toBe(0.39)
})

test('the text shows the pass score as a share', () => {
  expect(shareText(60, 100)).toBe('总分100分，及格线60%')
  expect(shareText(33.4, 100)).toBe('总分100分，及格线33.4%')
  expect(shareText(101, 100)).toBe('总分100分，及格分不能大于总分')
  expect(shareText(undefined, 100)).toBe('总分100分')
})
