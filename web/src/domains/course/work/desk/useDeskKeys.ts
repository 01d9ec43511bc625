// Keys of the marking desk. Letters and digits count only while the marker is not typing.
import { useEffect, useEffectEvent } from 'react'

export type DeskKeys = {
  /** a digit: focus the score field */
  digit: () => void
  full: () => void
  zero: () => void
  comment: () => void
  skip: () => void
  save: () => void
  /** the rubric line at this index, from 0 */
  line: (at: number) => void
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'checkbox')
const isScore = (target: EventTarget | null) => target instanceof HTMLInputElement && target.getAttribute('role') === 'spinbutton'
const hasLayer = () => document.querySelector('.ant-modal-wrap:not([style*="display: none"])') !== null
const letters: Record<string, keyof DeskKeys> = { f: 'full', z: 'zero', c: 'comment', n: 'skip' }

/** The meaning of a key; undefined: not one of the desk. */
export function deskKeyOf(event: KeyboardEvent): keyof DeskKeys | undefined {
  const { key, altKey, ctrlKey, metaKey, target } = event
  if (ctrlKey || metaKey) return key === 'Enter' ? 'save' : undefined
  if (altKey) return /^Digit[1-9]$/.test(event.code) ? 'line' : undefined
  if (key === 'Enter') {
    const isControl = target instanceof HTMLElement && target.closest('a, button, audio, video') !== null
    return isScore(target) || (!isTyping(target) && !isControl) ? 'save' : undefined
  }
  if (isTyping(target)) return undefined
  return /^\d$/.test(key) ? 'digit' : letters[key.toLowerCase()]
}

/** Listens on the whole page while the desk is mounted; an open dialog receives the keys instead. */
export function useDeskKeys(keys: DeskKeys) {
  const run = useEffectEvent((event: KeyboardEvent) => {
    const meaning = hasLayer() || event.isComposing ? undefined : deskKeyOf(event)
    if (!meaning) return
    // the digit itself goes into the field that now has the focus
    if (meaning !== 'digit') event.preventDefault()
    if (meaning === 'line') keys.line(Number(event.code.slice(-1)) - 1)
    else keys[meaning]()
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => run(event)
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
