// Answers made of clicks and typed text.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { expect, test } from 'vitest'
import { answerSub, chooseTag, fillBlank, isAnswered, isBlank, pairUp, textAnswer, typedText } from './answer.ts'

test('a single choice replaces the previous one', () => {
  expect(chooseTag(false, { tags: ['A'] }, 'B')).toEqual({ tags: ['B'] })
  expect(chooseTag(false, { tags: ['B'] }, 'B')).toEqual({ tags: ['B'] })
})

test('multiple choices are sorted by letter, and deselecting the last one clears', () => {
  expect(chooseTag(true, { tags: ['C'] }, 'A')).toEqual({ tags: ['A', 'C'] })
  expect(chooseTag(true, { tags: ['A', 'C'] }, 'A')).toEqual({ tags: ['C'] })
  expect(chooseTag(true, { tags: ['C'] }, 'C')).toBeNull()
})

test('blanks stay at their index; all of them empty clears', () => {
  expect(fillBlank(3, null, 1, '水')).toEqual({ blanks: ['', '水', ''] })
  expect(fillBlank(2, { blanks: ['a', 'b'] }, 0, 'c')).toEqual({ blanks: ['c', 'b'] })
  expect(fillBlank(1, { blanks: ['a'] }, 0, ' ')).toBeNull()
})

test('a right item moves unless it is reusable', () => {
  const before = { pairs: [['A', 'b'] as [string, string]] }
  expect(pairUp(false, before, 'B', 'b')).toEqual({ pairs: [['B', 'b']] })
  expect(pairUp(true, before, 'B', 'b')).toEqual({
    pairs: [
      ['A', 'b'],
      ['B', 'b'],
    ],
  })
  expect(pairUp(false, before, 'A', undefined)).toBeNull()
  expect(pairUp(false, before, 'A', 'c')).toEqual({ pairs: [['A', 'c']] })
})

test('the answered count includes a composite when every part is answered', () => {
  const question = { quType: QuType.composite, subList: [{ quId: '1' }, { quId: '2' }] }
  const half = answerSub(null, '1', { tags: ['A'] })
  expect(isAnswered(question, half)).toBe(false)
  expect(isAnswered(question, answerSub(half, '2', { text: '<p>x</p>' }))).toBe(true)
  expect(answerSub(half, '1', null)).toBeNull()
})

test('an answer without visible content is blank', () => {
  expect([null, { tags: [] }, { text: '<p> </p>' }, { blanks: ['', ' '] }, { pairs: [] }, { subs: {} }].every(isBlank)).toBe(true)
  expect(isAnswered({ quType: QuType.shortAnswer }, { text: '<p>字</p>' })).toBe(true)
})

test.each(['一行', '两行\n第二行', '空行\n\n之后', 'a < b && c > "d"', '&amp; stays', '  缩进'])(
  'short text comes back as typed: %j',
  (text) => {
    expect(typedText(textAnswer(text))).toBe(text)
  },
)

test('typed markup is escaped', () => {
  expect(textAnswer('<img src=x onerror=alert(1)>')).toEqual({ text: '<p>&lt;img src=x onerror=alert(1)&gt;</p>' })
  expect(textAnswer(' \n ')).toBeNull()
})
