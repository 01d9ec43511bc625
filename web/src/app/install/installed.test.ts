// The worker is registered once the page has loaded, also where that was before the module ran.
import { afterEach, expect, test, vi } from 'vitest'
import { registerWorker } from './installed.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function watched(state: DocumentReadyState) {
  vi.stubEnv('PROD', true)
  vi.spyOn(document, 'readyState', 'get').mockReturnValue(state)
  const register = vi.fn<(path: string) => Promise<never>>(() => Promise.reject(new Error('refused')))
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: { register } } }))
  registerWorker()
  return register
}

test('a page that is loading registers when it has loaded', () => {
  const register = watched('interactive')
  expect(register).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('load'))
  expect(register).toHaveBeenCalledExactlyOnceWith('/sw.js')
})

test('a page that has loaded before registers at once', () => {
  const register = watched('complete')
  window.dispatchEvent(new Event('load'))
  expect(register).toHaveBeenCalledExactlyOnceWith('/sw.js')
})
