// Keeps what is being written in the browser, so that a closed tab or a lost sign-in costs nothing. Every open editor has a place of its own.
import { useCallback, useEffect, useRef, useState } from 'react'

const PREFIX = 'draft '
const KEEP_MS = 7 * 86_400_000
const PAUSE_MS = 1_000
/** How long other tabs may take to say that a draft is theirs. */
const ANSWER_MS = 200

type Kept<D> = { at: number; version: number | undefined; draft: D }
type Found<D> = Kept<D> & { place: string }
/** Among the tabs of this browser: whose is open? and: this place is mine. */
type Message = { ask: string } | { mine: string }

type Options<D> = {
  /** whose draft of what */
  key: string
  draft: D
  /** of the stored row the draft began with; a draft of an older one is not offered */
  version: number | undefined
  isDirty: () => boolean
  onRestore: (draft: D) => void
}

function read<D>(place: string): Kept<D> | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? 'null') as Kept<D> | null
    if (kept && Date.now() - kept.at < KEEP_MS) return kept
  } catch {
    // what cannot be read is no draft
  }
  localStorage.removeItem(place)
  return undefined
}

/** The newest draft that nobody has open. */
function newest<D>(key: string, version: number | undefined, open: ReadonlySet<string>): Found<D> | undefined {
  const places = Object.keys(localStorage).filter((place) => place === PREFIX + key || place.startsWith(`${PREFIX}${key} `))
  return places
    .filter((place) => !open.has(place))
    .flatMap((place) => {
      const kept = read<D>(place)
      return kept?.version === version && kept ? [{ ...kept, place }] : []
    })
    .toSorted((a, b) => b.at - a.at)[0]
}

/** @returns a draft that an earlier visit left behind, and what to do with it; `drop` also forgets what is being written here */
export function useKeptDraft<D>({ key, draft, version, isDirty, onRestore }: Options<D>) {
  const [place] = useState(() => `${PREFIX}${key} ${Math.random().toString(36).slice(2)}`)
  const [found, setFound] = useState<Found<D>>()
  const began = useRef({ key, version })
  useEffect(() => {
    const open = new Set([place])
    const tabs = new BroadcastChannel('drafts')
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin but its own
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
        localStorage.setItem(place, JSON.stringify({ at: Date.now(), version, draft } satisfies Kept<D>))
      } catch {
        // a full store keeps no draft; the form itself is unharmed
      }
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [place, draft, version, isDirty])
  const drop = useCallback(() => localStorage.removeItem(place), [place])
  const settle = (act?: (kept: Found<D>) => void) => {
    if (!found) return
    localStorage.removeItem(found.place)
    setFound(undefined)
    act?.(found)
  }
  return { found, restore: () => settle((kept) => onRestore(kept.draft)), refuse: () => settle(), drop }
}
