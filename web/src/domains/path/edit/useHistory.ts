// Steps of an editor that can be taken back, for the life of the form.
import { useEffect, useRef, useState } from 'react'

const MOST_UNDO = 50

/** `key`: further steps with the same one, such as letters of a name, are taken back together */
type Step<T> = { value: T; name: string; key: string }
type Steps<T> = { steps: readonly Step<T>[]; /** what the last step led to */ last: T }

/** Steps of a value that came from elsewhere, as after a conflict, are forgotten. */
const known = <T>({ steps, last }: Steps<T>, value: T) => (last === value ? steps : [])

/**
 * @param value what the form holds; it keeps the object that `onChange` was given
 * @returns a function that changes it, one that takes the last change back, and the name of that change (undefined: none)
 */
export function useHistory<T>(value: T, onChange: (next: T) => void) {
  const [state, setState] = useState<Steps<T>>({ steps: [], last: value })
  // notices call `undo` later than the render that made them
  const live = useRef({ state, value, onChange })
  useEffect(() => {
    live.current = { state, value, onChange }
  })
  const show = (next: T, steps: readonly Step<T>[]) => {
    setState({ steps, last: next })
    live.current.onChange(next)
  }
  return {
    change: (name: string, next: T, key = '') => {
      const now = live.current
      if (next === now.value) return
      const before = known(now.state, now.value)
      const isSame = key !== '' && before.at(-1)?.key === key
      show(next, isSame ? before : [...before, { value: now.value, name, key }].slice(-MOST_UNDO))
    },
    undo: () => {
      const before = known(live.current.state, live.current.value)
      const step = before.at(-1)
      if (step) show(step.value, before.slice(0, -1))
    },
    name: known(state, value).at(-1)?.name,
  }
}
