// The user's settings of a list: columns, their order, density; stored in this browser.
import { useState } from 'react'

export type Density = 'large' | 'medium' | 'small'
/** the names of hidden columns, and of all columns in their order; without names that of the page */
export type ColumnsView = { hidden: string[]; order: string[] }
type ListView = ColumnsView & { density?: Density }
type Named = { name: string; hidden?: boolean }

const keyOf = (path: string) => `list-view:${path}`
const keyOfView = (path: string, id: string) => `${path}@${id}`

function read(path: string): ListView | undefined {
  try {
    const value = JSON.parse(localStorage.getItem(keyOf(path)) ?? 'null') as Partial<ListView> | null
    if (value && Array.isArray(value.hidden) && Array.isArray(value.order)) return value as ListView
  } catch {
    // invalid stored text: as if nothing had been stored
  }
  return undefined
}

/** Stored settings of several keys, with the changes made here. */
function useStored() {
  const [changed, setChanged] = useState<Record<string, ListView | undefined>>({})
  const keep = (path: string, view: ListView | undefined) => {
    setChanged((before) => ({ ...before, [path]: view }))
    if (view) localStorage.setItem(keyOf(path), JSON.stringify(view))
    else localStorage.removeItem(keyOf(path))
  }
  return [(path: string) => (path in changed ? changed[path] : read(path)), keep] as const
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

/**
 * @param saved the saved view by which the list is shown: its columns are those of the list until they are changed
 * @returns all columns in their order, the shown ones, the density, and the functions that change them
 */
export function useListView<C extends Named>(path: string, columns: readonly C[], saved?: ColumnsView & { id: string }) {
  const plain: ListView = { hidden: columns.filter((one) => one.hidden).map((one) => one.name), order: [] }
  const [stored, keep] = useStored()
  const key = saved ? keyOfView(path, saved.id) : path
  const view = stored(key) ?? saved ?? plain
  const all = arrange(columns, view.order)
  const change = (part: Partial<ListView>, at = key, whole: ListView = view) =>
    keep(at, { hidden: whole.hidden, order: whole.order, ...(whole.density ? { density: whole.density } : {}), ...part })
  return {
    all,
    shown: all.filter((one) => !view.hidden.includes(one.name)),
    columns: { hidden: view.hidden, order: view.order },
    // the same for all views of a list
    density: stored(path)?.density,
    setDensity: (density: Density) => change({ density }, path, stored(path) ?? plain),
    toggle: (name: string) =>
      change({ hidden: view.hidden.includes(name) ? view.hidden.filter((one) => one !== name) : [...view.hidden, name] }),
    /** moves a column by one place up (-1) or down (1) */
    move: (name: string, by: -1 | 1) => {
      const names = all.map((one) => one.name)
      const from = names.indexOf(name)
      const to = from + by
      if (from < 0 || to < 0 || to >= names.length) return
      names.splice(to, 0, ...names.splice(from, 1))
      change({ order: names })
    },
    restore: () => keep(key, undefined),
    /** forgets what was changed over a saved view */
    forget: (id: string) => keep(keyOfView(path, id), undefined),
  }
}
