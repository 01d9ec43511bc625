import { expect, test } from 'vitest'
import { dayText, expiryOf, isGrantNo, maskedName, newGrantNo, normalNo } from './grant.rules.ts'

test('numbers have a check sign that finds a wrong and a swapped sign', () => {
  const no = newGrantNo(new Date('2026-11-20T20:00:00Z'))
  expect(no).toMatch(/^SY20261121[\dA-Z]{9}$/)
  expect(isGrantNo(no)).toBe(true)
  const wrong = no.slice(0, 12) + (no[12] === '7' ? '8' : '7') + no.slice(13)
  expect(isGrantNo(wrong)).toBe(false)
})

test('a number is read as people type it', () => {
  expect(normalNo(' sy20261121-o1il ab ')).toBe('SY202611210111AB')
})

test('a period ends on the last second of its last day', () => {
  const at = new Date('2026-08-31T04:00:00Z')
  expect(expiryOf(at, 0)).toBe(null)
  expect(expiryOf(at, 6)?.toISOString()).toBe('2027-02-28T15:59:59.000Z')
  expect(expiryOf(at, 12)?.toISOString()).toBe('2027-08-31T15:59:59.000Z')
  expect(dayText(expiryOf(at, 6))).toBe('2027年2月28日')
  expect(dayText(null)).toBe('长期有效')
})

test('names are masked for the public', () => {
  expect(['张三', '张三丰', '欧阳锋', '欧阳娜娜', '李', '𠮷田一郎', 'John Smith'].map(maskedName)).toEqual([
    '张*',
    '张*丰',
    '欧阳*',
    '欧阳*娜',
    '李*',
    '𠮷**郎',
    'J***',
  ])
})
