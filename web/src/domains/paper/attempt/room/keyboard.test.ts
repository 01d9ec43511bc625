// Keyboard shortcuts of the exam room.
import { expect, test } from 'vitest'
import { isTyping, keyAction } from './keyboard.ts'

const press = (key: string, more: Partial<Parameters<typeof keyAction>[0]> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  typing: false,
  ...more,
})

test('A–Z choose existing options, in either case', () => {
  expect(keyAction(press('a'), 4)).toEqual({ do: 'choose', index: 0 })
  expect(keyAction(press('D'), 4)).toEqual({ do: 'choose', index: 3 })
  expect(keyAction(press('e'), 4)).toBeUndefined()
  expect(keyAction(press('z'), 26)).toEqual({ do: 'choose', index: 25 })
})

test('arrow keys change the question', () => {
  expect(keyAction(press('ArrowLeft'), 4)).toEqual({ do: 'move', by: -1 })
  expect(keyAction(press('ArrowRight'), 0)).toEqual({ do: 'move', by: 1 })
  expect(keyAction(press('ArrowUp'), 4)).toBeUndefined()
})

test('F flags unless there is a sixth option; Shift+F always flags', () => {
  expect(keyAction(press('f'), 4)).toEqual({ do: 'flag' })
  expect(keyAction(press('f'), 6)).toEqual({ do: 'choose', index: 5 })
  expect(keyAction(press('F', { shiftKey: true }), 6)).toEqual({ do: 'flag' })
})

test('shortcuts are ignored while typing or with a modifier', () => {
  expect(keyAction(press('a', { typing: true }), 4)).toBeUndefined()
  expect(keyAction(press('ArrowRight', { typing: true }), 4)).toBeUndefined()
  expect(keyAction(press('f', { ctrlKey: true }), 4)).toBeUndefined()
  expect(keyAction(press('a', { metaKey: true }), 4)).toBeUndefined()
})

test('text fields and selects take keys as text, radio buttons do not', () => {
  const input = (type: string) => Object.assign(document.createElement('input'), { type })
  expect(isTyping(document.createElement('textarea'))).toBe(true)
  expect(isTyping(document.createElement('select'))).toBe(true)
  expect(isTyping(input('text'))).toBe(true)
  expect(isTyping(input('radio'))).toBe(false)
  expect(isTyping(document.body)).toBe(false)
  expect(isTyping(null)).toBe(false)
})
