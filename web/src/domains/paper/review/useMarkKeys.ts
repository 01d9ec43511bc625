// Keyboard shortcuts of the marking form. Letters and digits count only while the marker is not typing.
import { useEffect, useRef } from 'react'

export type MarkKeys = {
  /** a digit is pressed: focus the score field */
  digit: () => void
  up: () => void
  down: () => void
  full: () => void
  zero: () => void
  save: () => void
  previous: () => void
  skip: () => void
  comment: () => void
  /** the rubric line at this index, from 0 */
  line: (at: number) => void
}

const typing = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && target.type !== 'checkbox') ||
  (target instanceof HTMLElement && target.isContentEditable)
const inScore = (target: EventTarget | null) => target instanceof HTMLInputElement && target.getAttribute('role') === 'spinbutton'
const hasLayer = () => document.querySelector('.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open') !== null

/** The meaning of a key event; undefined: not a shortcut. */
export function meaningOf(event: KeyboardEvent): keyof MarkKeys | undefined {
  const { key, altKey, ctrlKey, metaKey, target } = event
  if (ctrlKey || metaKey) return key === 'Enter' ? 'save' : undefined
  if (altKey) return /^Digit[1-9]$/.test(event.code) ? 'line' : undefined
  if (key === 'Enter')
    return inScore(target) || (!typing(target) && !(target instanceof HTMLElement && target.closest('a, button'))) ? 'save' : undefined
  if (typing(target)) return undefined
  if (/^\d$/.test(key)) return 'digit'
  const letters: Record<string, keyof MarkKeys> = {
    ArrowUp: 'up',
    ArrowDown: 'down',
    f: 'full',
    z: 'zero',
    p: 'previous',
    n: 'skip',
    c: 'comment',
  }
  return letters[key.length === 1 ? key.toLowerCase() : key]
}

/** Listens on the whole page while the form is mounted; an open dialog receives the keys instead. */
export function useMarkKeys(keys: MarkKeys) {
  const now = useRef(keys)
  useEffect(() => {
    now.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const meaning = hasLayer() || event.isComposing ? undefined : meaningOf(event)
      if (!meaning) return
      // the digit itself goes into the field that now has the focus
      if (meaning !== 'digit') event.preventDefault()
      if (meaning === 'line') now.current.line(Number(event.code.slice(-1)) - 1)
      else now.current[meaning]()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
