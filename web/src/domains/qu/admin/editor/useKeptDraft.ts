// Keeps what is being written in the browser, so that a closed tab or a lost sign-in costs nothing.
import { useCallback, useEffect, useRef, useState } from 'react'

const PREFIX = 'draft '
const KEEP_MS = 7 * 86_400_000
const PAUSE_MS = 1_000

type Kept<D> = { at: number; version: number | undefined; draft: D }

type Options<D> = {
  /** whose draft of what */
  key: string
  draft: D
  /** of the stored row the draft began with; a draft of an older one is not offered */
  version: number | undefined
  isDirty: () => boolean
  onRestore: (draft: D) => void
}

function read<D>(key: string, version: number | undefined): Kept<D> | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null') as Kept<D> | null
    return kept && kept.version === version && Date.now() - kept.at < KEEP_MS ? kept : undefined
  } catch {
    return undefined
  }
}

/** @returns a draft that an earlier visit left behind, and what to do with it */
export function useKeptDraft<D>({ key, draft, version, isDirty, onRestore }: Options<D>) {
  const [found, setFound] = useState(() => read<D>(key, version))
  const answered = useRef(found === undefined)
  useEffect(() => {
    // until the question about the old draft is answered, it is not written over
    if (!answered.current || !isDirty()) return undefined
    const timer = setTimeout(() => {
      try {
        localStorage.setItem(PREFIX + key, JSON.stringify({ at: Date.now(), version, draft } satisfies Kept<D>))
      } catch {
        // a full store keeps no draft; the form itself is unharmed
      }
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [key, draft, version, isDirty])
  const drop = useCallback(() => {
    answered.current = true
    setFound(undefined)
    localStorage.removeItem(PREFIX + key)
  }, [key])
  const restore = () => {
    if (!found) return
    answered.current = true
    setFound(undefined)
    onRestore(found.draft)
  }
  return { found, restore, drop }
}
