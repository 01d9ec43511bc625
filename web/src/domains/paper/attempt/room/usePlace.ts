// Current question and flags, stored across reloads.
import { useMemo, useState } from 'react'
import { readPlace, writePlace } from './place.ts'
import type { Step } from '../../question/questions.ts'

/** @param begin index of the first question shown, from 0; default: the stored position */
export function usePlace(userId: string, paperId: string, steps: readonly Step[], begin?: number) {
  const [place, setPlace] = useState(() => ({ ...readPlace(userId, paperId), ...(begin === undefined ? {} : { at: begin }) }))
  return useMemo(() => {
    const put = (next: typeof place) => {
      writePlace(userId, paperId, next)
      setPlace(next)
    }
    const at = Math.min(Math.max(0, place.at), Math.max(0, steps.length - 1))
    const flagged: ReadonlySet<string> = new Set(place.flagged)
    return {
      /** index from 0 */
      at,
      flagged,
      /** Moves to a question by index from 0; out of range is ignored. */
      go: (to: number) => to >= 0 && to < steps.length && put({ ...place, at: to }),
      /** Flags or unflags the current question. */
      flag: () => {
        const quId = steps[at]?.question.quId
        if (quId === undefined) return
        put({ at, flagged: flagged.has(quId) ? place.flagged.filter((one) => one !== quId) : [...place.flagged, quId] })
      },
    }
  }, [place, steps, userId, paperId])
}
