// Leaves by closing the page, reloading it or navigating within the site: stored on unload, read when the page is back.
import { newId } from '../../../../kernel/state/new-id.ts'
const keyOf = (paperId: string) => `exam-left:${paperId}`
const TAB_KEY = 'exam-tab'

/** `hidden`: the page was hidden before it was unloaded; `tab`: the tab of the browser */
type Left = { at: number; tab: string; hidden: boolean }

/** Identifies the tab; a reload keeps it, another tab has another one. */
function tabOf(): string {
  const stored = sessionStorage.getItem(TAB_KEY)
  if (stored !== null) return stored
  const tab = newId()
  sessionStorage.setItem(TAB_KEY, tab)
  return tab
}

/** Whether this page was loaded by a reload. */
function isReloaded(): boolean {
  const [entry] = performance.getEntriesByType?.('navigation') ?? []
  return (entry as PerformanceNavigationTiming | undefined)?.type === 'reload'
}

export function recordLeft(paperId: string, hidden = false): void {
  try {
    const left: Left = { at: Date.now(), tab: tabOf(), hidden }
    localStorage.setItem(keyOf(paperId), JSON.stringify(left))
  } catch {
    // when storage is full this leave is not counted; the unload continues
  }
}

export const clearLeft = (paperId: string): void => localStorage.removeItem(keyOf(paperId))

/**
 * Seconds since the page was left, and removes the entry; undefined when it was not left or no unload event was seen. `reload`: a visible page was
 * reloaded in this tab.
 */
export function takeLeft(paperId: string): { seconds: number; reload: boolean } | undefined {
  const stored = localStorage.getItem(keyOf(paperId))
  clearLeft(paperId)
  if (stored === null) return undefined
  const left = readLeft(stored)
  return {
    seconds: Math.max(0, (Date.now() - left.at) / 1_000),
    reload: !left.hidden && left.tab === tabOf() && isReloaded() && left.at >= performance.timeOrigin - MOST_UNLOAD_MS,
  }
}

/** A reload starts the new page before the old one is unloaded, or shortly after. */
const MOST_UNLOAD_MS = 5_000

/** Entries of the page before this version are a time only. */
function readLeft(stored: string): Left {
  try {
    const value: unknown = JSON.parse(stored)
    if (typeof value === 'object' && value !== null) return value as Left
  } catch {
    // read below
  }
  return { at: Number(stored), tab: '', hidden: true }
}
