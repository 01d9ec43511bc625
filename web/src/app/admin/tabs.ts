// The open pages of the tag tabs: stored for this browser tab, cleared with the session.
import { store } from '../../kernel/state/store.ts'
import { onToken } from '../../kernel/call/token.ts'

/** `path` identifies the page; `url` is the address at which it was left, with its filters. */
export type Tab = { path: string; url: string; title: string }
const KEY = 'tagsView'
/** Beside the affixed one; the tab that was opened first is closed for one more. */
const MAX_TABS = 10

const isTab = (value: unknown): value is Tab =>
  typeof value === 'object' &&
  value !== null &&
  ['path', 'url', 'title'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string')

function stored(): Tab[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(value) ? value.filter(isTab) : []
  } catch {
    return []
  }
}

const tabs = store<Tab[]>(stored())
const keep = (next: Tab[]) => {
  sessionStorage.setItem(KEY, JSON.stringify(next))
  tabs.set(next)
}
onToken((token) => {
  if (token === '') keep([])
})

export const useTabs = tabs.use

/** Opens a page's tab, or updates the address of its tab. The affixed first tab always exists. */
export function visit(tab: Tab, affixed: Tab) {
  const others = tabs.get().filter((one) => one.path !== affixed.path)
  const first = tabs.get().find((one) => one.path === affixed.path) ?? affixed
  const open = others.some((one) => one.path === tab.path)
  if (tab.path === affixed.path) keep([tab, ...others])
  else keep([first, ...(open ? others.map((one) => (one.path === tab.path ? tab : one)) : [...others, tab].slice(-MAX_TABS))])
}

/** Closes a tab. @returns the path to show then: the right neighbour's, else the left one's */
export function closeTab(path: string, present: string): string {
  const before = tabs.get()
  const at = before.findIndex((one) => one.path === path)
  if (at < 1) return present
  const after = before.filter((one) => one.path !== path)
  keep(after)
  return path === present ? ((after[at] ?? after[at - 1])?.url ?? present) : present
}

/** Closes all tabs but the first and the given one. @returns the path to show then */
export function closeOthers(path: string): string {
  const after = tabs.get().filter((one, at) => at === 0 || one.path === path)
  keep(after)
  return after.find((one) => one.path === path)?.url ?? path
}

/** Closes all tabs but the first. @returns the path to show then */
export function closeAll(): string {
  const after = tabs.get().slice(0, 1)
  keep(after)
  return after[0]?.url ?? '/'
}
