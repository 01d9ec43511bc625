import { expect, test } from 'vitest'
import { deskKeyOf } from './useDeskKeys.ts'

const pressed = (key: string, more: KeyboardEventInit = {}, target: HTMLElement = document.body) => {
  let found: ReturnType<typeof deskKeyOf>
  const look = (event: KeyboardEvent) => (found = deskKeyOf(event))
  document.body.append(...(target === document.body ? [] : [target]))
  window.addEventListener('keydown', look, { once: true })
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more }))
  return found
}
const field = (role?: string) => Object.assign(document.createElement('input'), role === undefined ? {} : { role })

test('letters and digits are commands unless somebody types', () => {
  expect(['5', 'f', 'Z', 'c', 'n', 'x'].map((key) => pressed(key))).toEqual(['digit', 'full', 'zero', 'comment', 'skip', undefined])
  expect(pressed('f', {}, document.createElement('textarea'))).toBeUndefined()
  expect(pressed('5', {}, field('spinbutton'))).toBeUndefined()
})

test('Enter saves from the score and the page, not from a comment or a button; Ctrl saves everywhere', () => {
  expect(pressed('Enter')).toBe('save')
  expect(pressed('Enter', {}, field('spinbutton'))).toBe('save')
  expect(pressed('Enter', {}, document.createElement('button'))).toBeUndefined()
  expect(pressed('Enter', {}, document.createElement('textarea'))).toBeUndefined()
  expect(pressed('Enter', { ctrlKey: true }, document.createElement('textarea'))).toBe('save')
})

test('Alt and a digit choose a line, also while somebody types', () => {
  expect(pressed('™', { altKey: true, code: 'Digit2' }, document.createElement('textarea'))).toBe('line')
})
