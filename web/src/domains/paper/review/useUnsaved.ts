// Whether marks were typed that are not kept yet, as it is at the moment of asking.
import { useCallback, useEffect, useRef } from 'react'

/** @returns `isDirty`, the same function throughout, and `forget` for when the page is left after all was kept */
export function useUnsaved(dirty: boolean) {
  const unsaved = useRef(false)
  useEffect(() => {
    unsaved.current = dirty
  })
  const isDirty = useCallback(() => unsaved.current, [])
  const forget = useCallback(() => {
    unsaved.current = false
  }, [])
  return { isDirty, forget }
}
