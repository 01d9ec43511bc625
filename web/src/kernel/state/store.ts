// State outside of React that components follow.
import { useSyncExternalStore } from 'react'

/** State that components can follow: `view` stays the same object until the next change. */
export abstract class Followed {
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  protected changed(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** The present view; the component renders again after each change. */
export const useView = <View>(followed: Followed & { readonly view: View }): View =>
  useSyncExternalStore(followed.subscribe, () => followed.view)

export type Store<T> = { get: () => T; set: (next: T) => void; use: () => T; follow: (listener: (value: T) => void) => () => void }

class Value<T> extends Followed {
  #value: T

  constructor(value: T) {
    super()
    this.#value = value
  }

  get view() {
    return this.#value
  }

  set(next: T) {
    if (Object.is(next, this.#value)) return
    this.#value = next
    this.changed()
  }
}

/** One value that components follow. */
export function store<T>(value: T): Store<T> {
  const followed = new Value(value)
  return {
    get: () => followed.view,
    set: (next) => followed.set(next),
    use: () => useView(followed),
    follow: (listener) => followed.subscribe(() => listener(followed.view)),
  }
}
