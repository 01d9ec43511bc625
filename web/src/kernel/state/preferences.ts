// The user's settings in this browser: cookies for sidebar and size (learner.md §3), local storage for the others.
import { useSyncExternalStore } from 'react'
import { store, type Store } from './store.ts'
import { brandColour } from '../theme/tokens.ts'

export const sizes = ['default', 'medium', 'small', 'mini'] as const
export type Size = (typeof sizes)[number]
export const modes = ['system', 'light', 'dark'] as const
export type Mode = (typeof modes)[number]
export const languages = ['zh', 'en'] as const
export type Language = (typeof languages)[number]

const YEAR_SECONDS = 31_536_000

function readCookie(name: string) {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found === undefined ? undefined : decodeURIComponent(found.slice(name.length + 1))
}
function writeCookie(name: string, value: string) {
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
}

type Backend = { read: (key: string) => string | null | undefined; write: (key: string, value: string) => void }
const cookie: Backend = { read: readCookie, write: writeCookie }
const local: Backend = { read: (key) => localStorage.getItem(key), write: (key, value) => localStorage.setItem(key, value) }

function storedStore<T extends string>(backend: Backend, key: string, valid: (text: string) => boolean, fallback: T): Store<T> {
  const stored = backend.read(key)
  const value = store<T>(stored !== null && stored !== undefined && valid(stored) ? (stored as T) : fallback)
  return {
    ...value,
    set(next) {
      backend.write(key, next)
      value.set(next)
    },
  }
}
const oneOf = (choices: readonly string[]) => (text: string) => choices.includes(text)

/** '1' open, '0' collapsed. */
export const sidebarStatus = storedStore<'0' | '1'>(cookie, 'sidebarStatus', oneOf(['0', '1']), '1')
export const size = storedStore<Size>(cookie, 'size', oneOf(sizes), 'medium')
export const mode = storedStore<Mode>(local, 'mode', oneOf(modes), 'system')
/** The brand colour as #rrggbb. */
export const brand = storedStore<string>(local, 'brand', (text) => /^#[\da-f]{6}$/i.test(text), brandColour)
export const language = storedStore<Language>(local, 'language', oneOf(languages), 'zh')

const darkQuery = () => window.matchMedia('(prefers-color-scheme: dark)')
const followSystem = (listener: () => void) => {
  const query = darkQuery()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the page is dark, by the user's setting or else by the system's. */
export function useDark(): boolean {
  const system = useSyncExternalStore(followSystem, () => darkQuery().matches)
  const chosen = mode.use()
  return chosen === 'system' ? system : chosen === 'dark'
}

/** The root font size in pixels for each size; rem in every style sheet follows it. */
export const rootPx: Record<Size, number> = { default: 17, medium: 16, small: 15, mini: 14 }
