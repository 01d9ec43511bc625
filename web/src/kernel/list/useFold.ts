// Which columns of a table do not fit: they stand as a second line below the main column, so that no list scrolls sideways.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

export type Foldable = { name: string; keep?: boolean }

/**
 * The columns to fold so that `over` pixels become free: the last ones first, those marked `keep` only where the others do not suffice.
 * @param widths of the columns as they are shown, in pixels
 * @param stays columns that are never folded
 */
export function foldOf(columns: readonly Foldable[], widths: readonly number[], over: number, stays: ReadonlySet<string>): string[] {
  const folds: string[] = []
  let missing = over
  const inTurn = columns.map((column, at) => ({ ...column, width: widths[at] ?? 0 })).toReversed()
  for (const { name, width } of [...inTurn.filter((one) => !one.keep), ...inTurn.filter((one) => one.keep)]) {
    if (missing <= 0) break
    if (stays.has(name)) continue
    folds.push(name)
    missing -= width
  }
  return folds
}

type Folded = { names: string[]; width: number; key: string }

/**
 * Measures the table after each layout, and folds what does not fit.
 * @param table finds the scrolling part of the table
 * @param key a change of it, such as of columns or of the density, shows all columns again before the table is measured
 * @returns the names of the folded columns
 */
export function useFold(
  table: RefObject<{ nativeElement: HTMLElement } | null>,
  { columns, stays, key, before }: { columns: readonly Foldable[]; stays: ReadonlySet<string>; key: string; before: number },
): string[] {
  const [folded, setFolded] = useState<Folded>({ names: [], width: 0, key })
  const names = folded.key === key ? folded.names : []
  const measure = useRef(() => {})
  useLayoutEffect(() => {
    measure.current = () => {
      const part = table.current?.nativeElement.querySelector('.ant-table-content')
      if (!part || part.clientWidth === 0) return
      const width = part.clientWidth
      // wider than when columns were folded: they may fit now
      if (names.length > 0 && width > folded.width) return setFolded({ names: [], width, key })
      const over = part.scrollWidth - width
      if (over <= 1) return
      const shown = columns.filter((one) => !names.includes(one.name))
      const heads = [...part.querySelectorAll('thead th')].slice(before)
      const more = foldOf(
        shown,
        shown.map((_one, at) => heads[at]?.clientWidth ?? 0),
        over,
        stays,
      )
      if (more.length > 0) setFolded({ names: [...names, ...more], width, key })
    }
    measure.current()
  })
  useLayoutEffect(() => {
    const part = table.current?.nativeElement
    if (!part) return undefined
    const sizes = new ResizeObserver(() => measure.current())
    sizes.observe(part)
    return () => sizes.disconnect()
  }, [table])
  return names
}
