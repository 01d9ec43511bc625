// One value outside of React that components follow.
import { useSyncExternalStore } from 'react'

export type Store<T> = { get: () => T; set: (next: T) => void; use: () => T }

export function store<T>(value: T): Store<T> {
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const get = () => value
  return {
    get,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, get),
  }
}
