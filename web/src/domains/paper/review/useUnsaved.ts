// Whether there are unsaved marks, read at the time of the call.
import { useCallback, useEffect, useRef } from 'react'

/** @returns `isDirty`, a stable function, and `markSaved`, which marks everything as saved before the page is left */
export function useUnsaved(dirty: boolean) {
  const unsaved = useRef(false)
  useEffect(() => {
    unsaved.current = dirty
  })
  const isDirty = useCallback(() => unsaved.current, [])
  const markSaved = useCallback(() => {
    unsaved.current = false
  }, [])
  return { isDirty, markSaved }
}
