import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../test/render.tsx'
import { relativeTime, TimeAgo } from './relative-time.tsx'

const now = new Date('2026-03-05T12:00:00+08:00').getTime()
const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400]
const ago = (seconds: number) => toWallClock(new Date(now - seconds * 1_000))

it.each([
  [-5, '刚刚'],
  [0, '刚刚'],
  [29, '刚刚'],
  [30, '1分钟前'],
  [59 * MINUTE + 59, '59分钟前'],
  [HOUR, '1小时前'],
  [DAY - 1, '23小时前'],
  [DAY, '1天前'],
  [2 * DAY - 1, '1天前'],
  [2 * DAY, undefined],
])('%i seconds ago is %s', (seconds, words) => {
  expect(relativeTime(ago(seconds), now)).toBe(words)
})

it('accepts timestamps of seconds and of milliseconds, and returns nothing for an invalid time', () => {
  expect(relativeTime(now - 90_000, now)).toBe('1分钟前')
  expect(relativeTime(now / 1_000 - 90, now)).toBe('1分钟前')
  expect(relativeTime(String(now / 1_000 - 90), now)).toBe('1分钟前')
  expect(relativeTime('', now)).toBeUndefined()
})

it('shows the relative time with the exact time as title, and the exact time where there is none', () => {
  const recent = toWallClock(new Date())
  show(
    <>
      <TimeAgo at={recent} />
      <TimeAgo at="2020-01-02 03:04:05" />
      <TimeAgo at="2020-01-02 03:04:05" older="01-02" />
    </>,
  )
  expect(screen.getByText('刚刚').title).toBe(recent)
  expect(screen.getByText('2020-01-02 03:04:05')).toBeTruthy()
  expect(screen.getByText('01-02').title).toBe('2020-01-02 03:04:05')
})
