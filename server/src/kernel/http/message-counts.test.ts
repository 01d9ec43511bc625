import { socketLimits } from '@shuyuan/contract/kernel/socket-limits.ts'
import { expect, test } from 'vitest'
import { MessageCounts } from './message-counts.ts'

test('reads messages up to the limit, ignores further ones, closes at a flood, and starts again after a second', () => {
  let now = 0
  const counts = new MessageCounts(() => now)
  const many = (count: number) => Array.from({ length: count }, () => counts.add('7'))
  expect(new Set(many(socketLimits.messages))).toEqual(new Set(['read']))
  expect(new Set(many(socketLimits.flood - socketLimits.messages))).toEqual(new Set(['ignore']))
  expect(counts.add('7')).toBe('close')
  expect(counts.add('8')).toBe('read')
  now = 1_000
  expect(counts.add('7')).toBe('read')
})
