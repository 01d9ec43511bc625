// The session token: stored over reloads, shared by the tabs of one browser.
const KEY = 'token'
const listeners = new Set<(token: string) => void>()

/** @returns the session token, '' without a session */
export const getToken = () => localStorage.getItem(KEY) ?? ''

let left = false
/** Whether the user of this tab has signed out: the next sign-in begins at the start, not at their last page. */
export const hasLeft = () => left

/** Removes the token, because the user signs out. */
export function leaveSession() {
  setToken('')
  left = true
}

/** Stores a new token; '' removes it. Calls the listeners. */
export function setToken(token: string) {
  if (token !== '') left = false
  if (token === getToken()) return
  if (token === '') localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, token)
  for (const listener of listeners) listener(token)
}

/** Calls `listener` after each change made in this tab. @returns a function that stops it */
export function onToken(listener: (token: string) => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
