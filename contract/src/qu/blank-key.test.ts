import { expect, test } from 'vitest'
import { keyOfLines, linesOfKey, splitAlternatives, withoutEmpty } from './blank-key.ts'

test.each([
  ['119||一一九', '119\n一一九'],
  [String.raw`a\|b||a|b`, String.raw`a\|b` + '\na|b'],
  ['119||', '119\n'],
  ['', ''],
])('the key %j is edited as the lines %j, and becomes the same key', (key, lines) => {
  expect(linesOfKey(key)).toBe(lines)
  expect(keyOfLines(lines)).toBe(key)
  expect(splitAlternatives(keyOfLines(lines))).toEqual(splitAlternatives(key))
})

test('bars that are typed separate as in the stored form, and empty lines are left out', () => {
  expect(linesOfKey(keyOfLines('红||绿'))).toBe('红\n绿')
  expect(withoutEmpty('||119||  ||一一九||')).toBe('119||一一九')
})
