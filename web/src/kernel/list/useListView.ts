// The user's settings of a list: columns, their order, density; stored in this browser.
import { useState } from 'react'

export type Density = 'large' | 'medium' | 'small'
export type ListView = { hidden: string[]; order: string[]; density?: Density }
type Named = { name: string; hidden?: boolean }

const keyOf = (path: string) => `list-view:${path}`

function read(path: string): ListView | undefined {
  try {
    const value = JSON.parse(localStorage.getItem(keyOf(path)) ?? 'null') as Partial<ListView> | null
    if (value && Array.isArray(value.hidden) && Array.isArray(value.order)) return value as ListView
  } catch {
    // invalid stored text: as if nothing had been stored
  }
  return undefined
}

/** Columns in the chosen order; new ones follow the column before them in the code. */
function arrange<C extends Named>(columns: readonly C[], order: readonly string[]): C[] {
  const rank = new Map(order.map((name, index) => [name, index]))
  let last = -1
  const ranked = columns.map((column, index) => {
    last = rank.get(column.name) ?? last
    return { column, place: last, index }
  })
  return ranked.toSorted((one, other) => one.place - other.place || one.index - other.index).map(({ column }) => column)
}

/** @returns all columns in their order, the shown ones, the density, and the functions that change them */
export function useListView<C extends Named>(path: string, columns: readonly C[]) {
  const plain: ListView = { hidden: columns.filter((one) => one.hidden).map((one) => one.name), order: [] }
  const [stored, setStored] = useState(() => read(path))
  const view = stored ?? plain
  const keep = (next: ListView | undefined) => {
    setStored(next)
    if (next) localStorage.setItem(keyOf(path), JSON.stringify(next))
    else localStorage.removeItem(keyOf(path))
  }
  const all = arrange(columns, view.order)
  return {
    all,
    shown: all.filter((one) => !view.hidden.includes(one.name)),
    density: view.density,
    setDensity: (density: Density) => keep({ ...view, density }),
    toggle: (name: string) =>
      keep({ ...view, hidden: view.hidden.includes(name) ? view.hidden.filter((one) => one !== name) : [...view.hidden, name] }),
    /** moves a column by one place up (-1) or down (1) */
    move: (name: string, by: -1 | 1) => {
      const names = all.map((one) => one.name)
      const from = names.indexOf(name)
      const to = from + by
      if (from < 0 || to < 0 || to >= names.length) return
      names.splice(to, 0, ...names.splice(from, 1))
      keep({ ...view, order: names })
    },
    restore: () => keep(undefined),
  }
}
