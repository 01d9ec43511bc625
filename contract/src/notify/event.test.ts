import { expect, test } from 'vitest'
import { fillIn, NO_LIMIT } from './event.ts'

const text = '时间：{{startTime}} 至 {{ endTime }}，{{realName}}'

test.each([
  ['2026-11-25 09:00', '2026-11-26 09:00', '时间：2026-11-25 09:00 至 2026-11-26 09:00，安安'],
  ['2026-11-25 09:00', NO_LIMIT, '时间：2026-11-25 09:00 起，安安'],
  [NO_LIMIT, '2026-11-26 09:00', '时间：2026-11-26 09:00 前，安安'],
  [NO_LIMIT, NO_LIMIT, '时间：不限，安安'],
])('a period from %s to %s', (startTime, endTime, filled) => {
  expect(fillIn(text, { startTime, endTime, realName: '安安' })).toBe(filled)
})

test('a time alone stays as it is', () => {
  expect(fillIn('开始 {{startTime}}', { startTime: NO_LIMIT })).toBe('开始 不限')
})
