// Distribution of marking tasks.
import { expect, test } from 'vitest'
import { allot, type Unit } from './marking-allot.rules.ts'

const one = (task: string, answer = task): Unit => ({ tasks: [task], answers: [answer] })
const many = (count: number, name: string) => Array.from({ length: count }, (_, at) => one(`${name}${at}`, `a${at}`))
const counts = (found: Map<string, string | null>) => {
  const by = new Map<string | null, number>()
  for (const marker of found.values()) by.set(marker, (by.get(marker) ?? 0) + 1)
  return Object.fromEntries(by)
}

test('no marker gets more than an even share, and consecutive units go together', () => {
  const found = allot(many(10, 't'), ['x', 'y', 'z'], new Map())
  expect(counts(found)).toEqual({ x: 4, y: 4, z: 2 })
  expect([...found.values()].join('')).toBe('xxxxyyyyzz')
})

test('no marker gets both marks of an answer', () => {
  for (const people of [2, 3, 5]) {
    const markers = Array.from({ length: people }, (_, at) => `m${at}`)
    const found = allot([...many(12, 'first'), ...many(12, 'second')], markers, new Map())
    for (let at = 0; at < 12; at++) expect(found.get(`first${at}`)).not.toBe(found.get(`second${at}`))
    expect([...found.values()]).not.toContain(null)
    expect(Math.max(...Object.values<number>(counts(found)))).toBeLessThanOrEqual(Math.ceil(24 / people) + 1)
  }
})

test('existing marks count, and a single marker leaves the second marks unassigned', () => {
  const held = new Map([['a0', new Set(['x'])]])
  expect([...allot([one('t', 'a0')], ['x', 'y'], held)]).toEqual([['t', 'y']])
  expect(counts(allot([...many(3, 'first'), ...many(3, 'second')], ['x'], new Map()))).toEqual({ x: 3, null: 3 })
})

test('the tasks of one unit stay with one marker', () => {
  const paper = (name: string): Unit => ({ tasks: [`${name}1`, `${name}2`], answers: [`${name}/1`, `${name}/2`] })
  const found = allot([paper('p'), paper('q'), paper('r'), paper('s')], ['x', 'y'], new Map())
  expect([...found.values()].join('')).toBe('xxxxyyyy')
})
