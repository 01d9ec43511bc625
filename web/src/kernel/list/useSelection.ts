// The selected rows of a list, over all its pages.
import { useState } from 'react'

export type SelectionSpec<R> = {
  /** the present selection */
  selected: R[]
  onChange: (rows: R[]) => void
  /** whether a row cannot be selected */
  disabled?: (row: R) => boolean
  /** one row only */
  single?: boolean
}

export type Selection<R> = {
  rows: R[]
  ids: string[]
  single: boolean
  has: (row: R) => boolean
  disabled: (row: R) => boolean
  toggle: (row: R) => void
  /** Takes the keys that a table reports and the rows on its page; rows of other pages stay selected. */
  set: (keys: readonly unknown[], page: readonly R[]) => void
  /** Replaces the selection. */
  replace: (rows: R[]) => void
  clear: () => void
}

/** The list's own selection, or the page's when `spec` is given. */
export function useSelection<R>(keyOf: (row: R) => string, spec?: SelectionSpec<R>): Selection<R> {
  const [own, setOwn] = useState<R[]>([])
  const rows = spec?.selected ?? own
  const change = spec?.onChange ?? setOwn
  const ids = rows.map(keyOf)
  const single = spec?.single ?? false
  const has = (row: R) => ids.includes(keyOf(row))
  const toggle = (row: R) => {
    if (single) change([row])
    else change(has(row) ? rows.filter((one) => keyOf(one) !== keyOf(row)) : [...rows, row])
  }
  const set = (keys: readonly unknown[], page: readonly R[]) => {
    const rowsByKey = new Map([...rows, ...page].map((row) => [keyOf(row), row]))
    change(keys.map((key) => rowsByKey.get(String(key))).filter((row) => row !== undefined))
  }
  return { rows, ids, single, has, toggle, set, replace: change, disabled: spec?.disabled ?? (() => false), clear: () => change([]) }
}
