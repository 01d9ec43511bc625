import { expect, test } from 'vitest'
import { secondsBetweenLooks } from './jobs.ts'

test('queues of jobs that calls add to are looked at often, those of the clock alone seldom', () => {
  expect(secondsBetweenLooks({})).toBe(2)
  expect(secondsBetweenLooks({ cron: '* * * * *' })).toBe(2)
  expect(secondsBetweenLooks({ cron: '*/5 * * * *' })).toBe(20)
  expect(secondsBetweenLooks({ cron: '41 3 * * *' })).toBe(20)
})
