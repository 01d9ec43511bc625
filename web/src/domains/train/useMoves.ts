// Moving between the questions of a training: keys, swipes, and by itself after a right answer.
import { type TouchEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Arrow keys move between questions, except while the focus is in an input. */
export function useKeys(keys: Record<string, () => void>) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return
      keys[event.key]?.()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
}

/** px */
const FAR = 60

/** Whether the element or one around it scrolls sideways, such as a wide table or formula. */
function scrollsSideways(target: EventTarget | null): boolean {
  for (let one = target instanceof Element ? target : null; one && one.tagName !== 'MAIN'; one = one.parentElement)
    if (one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(one).overflowX)) return true
  return false
}

/** A swipe to the left moves on (1), to the right back (-1); not from a text field or from what scrolls sideways itself. */
export function useSwipe(onMove: (step: 1 | -1) => void) {
  const from = useRef<{ x: number; y: number }>(undefined)
  return {
    onTouchStart: ({ touches, target }: TouchEvent) => {
      const one = touches[0]
      const isFree = touches.length === 1 && !(target instanceof HTMLTextAreaElement) && !scrollsSideways(target)
      from.current = one && isFree ? { x: one.clientX, y: one.clientY } : undefined
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const one = changedTouches[0]
      const start = from.current
      from.current = undefined
      if (!start || !one) return
      const [x, y] = [one.clientX - start.x, one.clientY - start.y]
      if (Math.abs(x) > FAR && Math.abs(x) > 2 * Math.abs(y)) onMove(x < 0 ? 1 : -1)
    },
  }
}

const KEY = 'train-auto-next'

/** Whether a right answer leads to the next question by itself; kept in this browser. */
export function useAutoNext(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => localStorage.getItem(KEY) !== '0')
  const set = useCallback((next: boolean) => {
    localStorage.setItem(KEY, next ? '1' : '0')
    setOn(next)
  }, [])
  return [on, set]
}

/** Time to see the verdict. */
const SEEN_MS = 1_000

/** Runs something after a moment, unless it is cancelled or the page is left. */
export function useLater() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const later = useMemo(() => {
    const cancel = () => clearTimeout(timer.current)
    return {
      cancel,
      run: (what: () => void) => {
        cancel()
        timer.current = setTimeout(what, SEEN_MS)
      },
    }
  }, [])
  useEffect(() => later.cancel, [later])
  return later
}
