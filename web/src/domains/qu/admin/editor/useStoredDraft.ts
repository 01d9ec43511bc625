// Stores drafts in the browser, so that a closed tab or an expired sign-in loses nothing. Every open editor has its own entry.
import { useCallback, useEffect, useRef, useState } from 'react'

const PREFIX = 'draft '
const KEEP_MS = 7 * 86_400_000
const PAUSE_MS = 1_000
/** How long other tabs may take to claim a draft. */
const ANSWER_MS = 200

type StoredDraft<D> = { at: number; version: number | undefined; draft: D }
type Found<D> = StoredDraft<D> & { place: string }
/** Messages between tabs: "which drafts are open?" and "this draft is open here". */
type Message = { ask: string } | { mine: string }

type Options<D> = {
  /** user and record */
  key: string
  draft: D
  /** version of the stored row; a draft of an older version is not offered */
  version: number | undefined
  isDirty: () => boolean
  onRestore: (draft: D) => void
}

function read<D>(place: string): StoredDraft<D> | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(place) ?? 'null') as StoredDraft<D> | null
    if (stored && Date.now() - stored.at < KEEP_MS) return stored
  } catch {
    // unreadable entries are ignored
  }
  localStorage.removeItem(place)
  return undefined
}

/** The newest draft that is open in no tab. */
function newest<D>(key: string, version: number | undefined, open: ReadonlySet<string>): Found<D> | undefined {
  const places = Object.keys(localStorage).filter((place) => place === PREFIX + key || place.startsWith(`${PREFIX}${key} `))
  return places
    .filter((place) => !open.has(place))
    .flatMap((place) => {
      const stored = read<D>(place)
      return stored?.version === version && stored ? [{ ...stored, place }] : []
    })
    .toSorted((a, b) => b.at - a.at)[0]
}

/** @returns a draft left by an earlier visit, and the actions on it; `drop` also deletes the draft of this editor */
export function useStoredDraft<D>({ key, draft, version, isDirty, onRestore }: Options<D>) {
  const [place] = useState(() => `${PREFIX}${key} ${Math.random().toString(36).slice(2)}`)
  const [found, setFound] = useState<Found<D>>()
  const began = useRef({ key, version })
  useEffect(() => {
    const open = new Set([place])
    const tabs = new BroadcastChannel('drafts')
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is limited to its own origin
    const say = (message: Message) => tabs.postMessage(message)
    tabs.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if ('mine' in data) open.add(data.mine)
      else say({ mine: place })
    })
    say({ ask: place })
    const timer = setTimeout(() => setFound(newest<D>(began.current.key, began.current.version, open)), ANSWER_MS)
    return () => {
      clearTimeout(timer)
      tabs.close()
    }
  }, [place])
  useEffect(() => {
    if (!isDirty()) return undefined
    const timer = setTimeout(() => {
      try {
        localStorage.setItem(place, JSON.stringify({ at: Date.now(), version, draft } satisfies StoredDraft<D>))
      } catch {
        // the storage is full: no draft is stored, the form still works
      }
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [place, draft, version, isDirty])
  const drop = useCallback(() => localStorage.removeItem(place), [place])
  const settle = (act?: (stored: Found<D>) => void) => {
    if (!found) return
    localStorage.removeItem(found.place)
    setFound(undefined)
    act?.(found)
  }
  return { found, restore: () => settle((stored) => onRestore(stored.draft)), refuse: () => settle(), drop }
}
