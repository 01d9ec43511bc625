import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startGuard } from './useAntiDebug.ts'

let end = () => {}
const start = (more: Partial<Parameters<typeof startGuard>[0]> = {}) => {
  end = startGuard({ allowPaste: false, onTools: vi.fn<() => void>(), onLeave: vi.fn<() => void>(), ...more })
}
const answer = document.createElement('textarea')
/** Whether the page let the event pass. */
const passes = (type: string, node: Element = document.body) => node.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }))

beforeEach(() => {
  document.body.append(answer)
})
afterEach(() => {
  end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('refuses context menu, selection and paste, until it ends', () => {
  start()
  expect(['contextmenu', 'selectstart', 'paste'].map((type) => passes(type))).toEqual([false, false, false])
  expect(['contextmenu', 'selectstart', 'paste'].map((type) => passes(type, answer))).toEqual([false, true, false])
  end()
  expect(['contextmenu', 'selectstart', 'paste'].map((type) => passes(type))).toEqual([true, true, true])
})

it('lets paste pass where pasting is allowed', () => {
  start({ allowPaste: true })
  expect(passes('paste', answer)).toBe(true)
  expect(passes('contextmenu', answer)).toBe(false)
})

it('reports docked developer tools once, and leaves two seconds later', () => {
  vi.useFakeTimers()
  vi.stubGlobal('outerWidth', window.innerWidth + 500)
  vi.stubGlobal('outerHeight', window.innerHeight)
  const [onTools, onLeave] = [vi.fn<() => void>(), vi.fn<() => void>()]
  start({ onTools, onLeave })
  vi.advanceTimersByTime(4_900)
  expect([onTools.mock.calls.length, onLeave.mock.calls.length]).toEqual([1, 0])
  vi.advanceTimersByTime(2_000)
  expect([onTools.mock.calls.length, onLeave.mock.calls.length]).toEqual([1, 1])
})
