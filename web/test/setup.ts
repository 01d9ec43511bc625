// What a component test needs beyond jsdom, and the rule that a test in which something is reported as an error fails.
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { setToken } from '../src/kernel/call/token.ts'

// a machine that is busy with other work draws a page in more than the second that is waited by default
configure({ asyncUtilTimeout: 5_000 })

// antd asks for these; jsdom knows no layout, so nothing ever matches or is resized.
vi.stubGlobal('matchMedia', (query: string) => Object.assign(new EventTarget(), { matches: false, media: query, onchange: null }))
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
)
Element.prototype.scrollIntoView = () => undefined
// jsdom reports an error when it is asked for the style of a pseudo-element, which antd does to measure scrollbars.
const styleOf = window.getComputedStyle
window.getComputedStyle = (element) => styleOf(element)

const errors: unknown[][] = []
console.error = (...args) => errors.push(args)

afterEach(() => {
  cleanup()
  // modules are shared by all files: what is remembered for a session must not outlive the test
  setToken('')
  const found = errors.splice(0).map((args) => args.map(String).join(' '))
  if (found.length > 0) throw new Error(`console.error was called:\n${found.join('\n')}`)
})
