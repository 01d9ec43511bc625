// Where the candidate is in the paper and what is flagged, kept over reloads.
import { useMemo, useState } from 'react'
import { readPlace, writePlace } from './place.ts'
import type { Step } from '../../question/questions.ts'

/** @param begin where to begin, counted from 0; where the candidate was before, unless told */
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
      /** counted from 0 */
      at,
      flagged,
      /** Moves to a question counted from 0; beyond the ends nothing happens. */
      go: (to: number) => to >= 0 && to < steps.length && put({ ...place, at: to }),
      /** Flags the question in front, or takes its flag away. */
      flag: () => {
        const quId = steps[at]?.question.quId
        if (quId === undefined) return
        put({ at, flagged: flagged.has(quId) ? place.flagged.filter((one) => one !== quId) : [...place.flagged, quId] })
      },
    }
  }, [place, steps, userId, paperId])
}
