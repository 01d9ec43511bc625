// A number that counts up when it appears or changes (admin.md §9: 1.5 to 2 s).
import { useEffect, useRef, useState } from 'react'
import { useMedia } from '../../../kernel/useMedia.ts'

const COUNT_MS = 1_600

/** The number to show now; at once the final one for users who want less motion. */
export function useCountUp(to: number): number {
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const [shown, setShown] = useState(0)
  const from = useRef(0)
  useEffect(() => {
    if (isStill) return undefined
    const began = performance.now()
    const start = from.current
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(1, Math.max(0, (now - began) / COUNT_MS))
      const eased = 1 - (1 - part) ** 3
      const value = Math.round(start + (to - start) * eased)
      from.current = value
      setShown(value)
      if (part < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [to, isStill])
  return isStill ? to : shown
}
