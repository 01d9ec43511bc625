// Keyboard shortcuts with Ctrl (or ⌘), for a whole page.
import { useEffect, useRef } from 'react'

/** `shortcuts`: from the key (KeyboardEvent.key) to its action. */
export function useShortcuts(shortcuts: Record<string, () => void>) {
  const now = useRef(shortcuts)
  useEffect(() => {
    now.current = shortcuts
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      const run = now.current[event.key]
      // an open dialog disables the shortcuts of the page
      if (!run || document.querySelector('.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open')) return
      event.preventDefault()
      event.stopPropagation()
      run()
    }
    window.addEventListener('keydown', press, true)
    return () => window.removeEventListener('keydown', press, true)
  }, [])
}
