// Ctrl (or ⌘) with a key, anywhere on a page.
import { useEffect, useRef } from 'react'

/** `shortcuts`: key as KeyboardEvent.key names it → what it does. */
export function useShortcuts(shortcuts: Record<string, () => void>) {
  const now = useRef(shortcuts)
  useEffect(() => {
    now.current = shortcuts
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      const run = now.current[event.key]
      // a dialog over the page has the keyboard to itself
      if (!run || document.querySelector('.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open')) return
      event.preventDefault()
      event.stopPropagation()
      run()
    }
    window.addEventListener('keydown', press, true)
    return () => window.removeEventListener('keydown', press, true)
  }, [])
}
