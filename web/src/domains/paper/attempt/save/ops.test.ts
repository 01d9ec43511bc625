// Sorting of buffered saves of an earlier page load.
import { expect, test } from 'vitest'
import { cut, type Op, sortOps } from './ops.ts'

const op = (over: Partial<Op> = {}): Op => ({
  quId: '1',
  answer: { tags: ['A'] },
  session: 'old',
  seq: 5,
  base: { session: 'older', seq: 2 },
  ...over,
})
const held = (session: string, seq: number) => ({ quId: '1', answer: { tags: ['B'] }, session, seq })

test('a reload sends again what the server has not stored', () => {
  expect(sortOps([op()], [held('older', 2)]).resend).toEqual([op()])
  expect(sortOps([op({ base: null })], []).resend).toEqual([op({ base: null })])
  expect(sortOps([op()], [held('old', 4)]).resend).toEqual([op()])
})

test('a stored op whose acknowledgement was lost is done', () => {
  expect(sortOps([op()], [held('old', 5)]).done).toEqual([op()])
  expect(sortOps([op()], [held('old', 9)]).done).toEqual([op()])
})

test('a newer answer of another device is not overwritten', () => {
  expect(sortOps([op()], [held('other', 1)]).overtaken).toEqual([op()])
  expect(sortOps([op({ base: null })], [held('other', 1)]).overtaken).toHaveLength(1)
  expect(sortOps([op()], []).overtaken).toHaveLength(1)
})

test('long buffers are split into requests of 100', () => {
  const many = Array.from({ length: 250 }, (_, at) => op({ quId: String(at) }))
  expect(cut(many, false).map((part) => part.length)).toEqual([100, 100, 50])
  expect(cut([], false)).toEqual([])
  expect(cut([], true)).toEqual([])
})
