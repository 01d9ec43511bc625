import { expect, test } from 'vitest'
import { diffOf } from './word-diff.ts'

const side = (pieces: ReturnType<typeof diffOf>, without: 'gone' | 'new') =>
  pieces
    .filter((one) => one.kind !== without)
    .map((one) => one.text)
    .join('')

test.each([
  ['灭火器多久检查一次？', '灭火器应多久检查？'],
  ['', '每月检查。'],
  ['每月检查。', ''],
  ['同一句', '同一句'],
  ['第一行\n第二行', '第一行\nThe second'],
])('%s → %s: both texts stand in the pieces', (before, after) => {
  const pieces = diffOf(before, after)
  expect(side(pieces, 'new')).toBe(before)
  expect(side(pieces, 'gone')).toBe(after)
})

test('what is the same is marked as such', () => {
  expect(diffOf('每周检查', '每月检查')).toEqual([
    { kind: 'gone', text: '每周' },
    { kind: 'new', text: '每月' },
    { kind: 'same', text: '检查' },
  ])
})

test('long texts are shown as a whole', () => {
  const long = '检查 '.repeat(1_000)
  expect(diffOf(long, `${long}。`).map((one) => one.kind)).toEqual(['gone', 'new'])
})
