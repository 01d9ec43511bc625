import { expect, test } from 'vitest'
import { meaningOf } from './useMarkKeys.ts'

/** The meaning of a key pressed on an element. */
function pressed(init: KeyboardEventInit, tag = 'div', attributes: Record<string, string> = {}) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  document.body.append(element)
  let found: ReturnType<typeof meaningOf>
  element.addEventListener('keydown', (event) => (found = meaningOf(event)))
  element.dispatchEvent(new KeyboardEvent('keydown', init))
  element.remove()
  return found
}

test('letters and digits are shortcuts while the marker is not typing', () => {
  expect(['7', 'F', 'z', 'p', 'n', 'c', 'ArrowUp', 'Enter', 'x'].map((key) => pressed({ key }))).toEqual([
    'digit',
    'full',
    'zero',
    'previous',
    'skip',
    'comment',
    'up',
    'save',
    undefined,
  ])
  expect(pressed({ key: '1', code: 'Digit1', altKey: true })).toBe('line')
  expect(pressed({ key: 'ArrowUp' }, 'input', { type: 'checkbox' })).toBe('up')
})

test('typed keys stay text: Enter saves from the score, Ctrl and Enter from any field', () => {
  const score = { role: 'spinbutton' }
  expect(['5', 'f', 'ArrowUp', 'Enter'].map((key) => pressed({ key }, 'input', score))).toEqual([undefined, undefined, undefined, 'save'])
  expect(['5', 'f', 'Enter'].map((key) => pressed({ key }, 'textarea'))).toEqual([undefined, undefined, undefined])
  expect(pressed({ key: 'Enter', ctrlKey: true }, 'textarea')).toBe('save')
  expect(pressed({ key: 'f', ctrlKey: true })).toBeUndefined()
  expect(pressed({ key: 'Enter' }, 'button')).toBeUndefined()
})
