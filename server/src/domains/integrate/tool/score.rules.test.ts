import { describe, expect, test } from 'vitest'
import { readScore } from './score.rules.ts'

const score = {
  userId: '5f0c2c1e-6c2f-4b35-9d1d-0d9a4d6b7a10',
  timestamp: '2026-11-24T10:00:00.5+08:00',
  scoreGiven: 87.5,
  scoreMaximum: 100,
  activityProgress: 'Completed',
  gradingProgress: 'FullyGraded',
}
const read = (more: object) => readScore(JSON.stringify({ ...score, ...more }))

describe('a score', () => {
  test.each([
    ['2026-11-24T10:00:00+0800', '2026-11-24T02:00:00.000Z'],
    ['2026-11-24T10:00:00.250+0000', '2026-11-24T10:00:00.250Z'],
    ['2026-11-24T10:00:00-03', '2026-11-24T13:00:00.000Z'],
    ['2026-11-24T10:00:00Z', '2026-11-24T10:00:00.000Z'],
    ['2026-11-24T10:00:00.123456+08:00', '2026-11-24T02:00:00.123Z'],
  ])('of %s is of %s', (timestamp, expected) => expect(read({ timestamp })).toMatchObject({ timestamp: new Date(expected) }))

  test('may have its numbers as text', () => {
    expect(read({ scoreGiven: '87.50000', scoreMaximum: '100.00000' })).toMatchObject({ scoreGiven: 87.5, scoreMaximum: 100 })
  })

  test.each([
    ['timestamp', { timestamp: '2026-11-24' }],
    ['timestamp', { timestamp: '2026-11-24T10:00:00' }],
    ['scoreGiven', { scoreGiven: '' }],
    ['scoreGiven', { scoreGiven: '-1' }],
    ['scoreMaximum', { scoreMaximum: '0' }],
    ['scoreMaximum', { scoreMaximum: undefined }],
    ['userId', { userId: 5 }],
    ['gradingProgress', { gradingProgress: 'x' }],
  ])('with a wrong %s names it', (field, more) => expect(read(more)).toEqual({ wrong: field }))

  test('that is no JSON is named so', () => {
    expect(readScore('x')).toEqual({ wrong: 'body' })
    expect(readScore('null')).toEqual({ wrong: 'body' })
  })
})
