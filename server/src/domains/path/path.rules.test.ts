import { describe, expect, test } from 'vitest'
import { dueOf, percentOf, stationsOf } from './path.rules.ts'

const item = (refId: string, more: { required?: boolean; gone?: boolean } = {}) => ({
  kind: 'course' as const,
  refId,
  required: true,
  gone: false,
  ...more,
})
const done = (...ids: string[]) => new Set(ids.map((id) => `course ${id}`))

describe('stations', () => {
  const stages = [
    { need: 1, items: [item('1'), item('2', { required: false }), item('3', { required: false })] },
    { need: 0, items: [item('4')] },
  ]

  test('the first item that is needed comes next, later stages are locked', () => {
    expect(stationsOf(stages, done())).toEqual([
      { done: false, states: ['next', 'open', 'open'] },
      { done: false, states: ['locked'] },
    ])
  })

  test('of the optional ones, one is enough', () => {
    expect(stationsOf(stages, done('1'))[0]!.states).toEqual(['done', 'next', 'open'])
    expect(stationsOf(stages, done('1', '3'))).toEqual([
      { done: true, states: ['done', 'open', 'done'] },
      { done: false, states: ['next'] },
    ])
  })

  test('what was done ahead stays done, and what is gone is not the next one', () => {
    expect(stationsOf(stages, done('4'))[1]).toEqual({ done: true, states: ['done'] })
    const shut = [{ need: 0, items: [item('1', { gone: true }), item('2')] }]
    expect(stationsOf(shut, done())[0]!.states).toEqual(['open', 'next'])
  })
})

test('percent is 100 only at the end', () => {
  const at = new Date()
  expect(percentOf({ done: 0, total: 0, finishTime: null })).toBe(0)
  expect(percentOf({ done: 2, total: 3, finishTime: null })).toBe(66)
  // an item that counted was removed
  expect(percentOf({ done: 3, total: 3, finishTime: null })).toBe(99)
  expect(percentOf({ done: 1, total: 3, finishTime: at })).toBe(100)
})

test('is due at the end of a day of the site', () => {
  expect(dueOf(new Date('2026-11-01T20:00:00Z'), 0)).toBeNull()
  // 4 o'clock of the 2nd in Shanghai
  expect(dueOf(new Date('2026-11-01T20:00:00Z'), 7)).toEqual(new Date('2026-11-09T15:59:59Z'))
})
