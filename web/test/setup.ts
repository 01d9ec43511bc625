// Stubs that a component test needs beyond jsdom, and the rule that a test with a reported error fails.
import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { setToken } from '../src/kernel/call/token.ts'
import { setSiteKind } from '../src/kernel/text/words.ts'

// a busy machine needs more than the default second to render a page; the limit only ends a test that hangs
configure({ asyncUtilTimeout: 60_000 })

// antd uses these; jsdom has no layout, so no query matches and no element is resized
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
// jsdom has no modal dialogs
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
}
// jsdom reports an error for the style of a pseudo-element, which antd reads to measure scrollbars
const styleOf = window.getComputedStyle
window.getComputedStyle = (element) => styleOf(element)

// React's development build takes a stack trace for every element it creates, up to a number each second, to name the owner in warnings
const internals = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1] as object | undefined
if (internals && 'recentlyCreatedOwnerStacks' in internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.MAX_SAFE_INTEGER, set: () => {} })

// what a page still asks for when its test has ended, such as the rest of a recording, ends with this answer and does not reach another test
globalThis.fetch = async () => new Response('', { status: 404 })

const errors: unknown[][] = []
// React says once that jsdom does not know this element, in whichever test shows it first
const isSearch = ([text, tag]: unknown[]) => String(text).startsWith('The tag <%s> is unrecognized') && tag === 'search'
console.error = (...args) => {
  if (!isSearch(args)) errors.push(args)
}

// the settings of a site may have come after the end of their test, such as after saving them
beforeEach(() => setSiteKind('none'))

afterEach(() => {
  cleanup()
  // what a component hung into the page itself would be found by the next test
  document.body.replaceChildren()
  // all files share modules and a window: neither the state of a session nor stored values must survive the test
  setToken('')
  localStorage.clear()
  sessionStorage.clear()
  const found = errors.splice(0).map((args) => args.map(String).join(' '))
  if (found.length > 0) throw new Error(`console.error was called:\n${found.join('\n')}`)
})
