// Follows the face in front of the camera: at most eight pictures a second, in a worker that is loaded with the first one.
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { Tracked, TrackJob } from './face-track.worker.ts'

/** none: no face; several: more than one; away: turned away or too far; good: one face, frontal and large enough; unable: tracking is not available */
export type FaceSight = 'loading' | 'none' | 'several' | 'away' | 'good' | 'unable'

const EVERY_MS = 125
const WIDTH = 320
const STEADY_MS = 2_000
const OUT_EVERY_MS = 10_000
const LEAST_SHARE = 0.16
const MOST_TURN = 0.35
/** A second face counts from this part of the first one's width on. */
const SECOND = 0.4

/** What one tracked picture shows. */
export function sightOf(tracked: Tracked): FaceSight {
  if ('failed' in tracked) return 'unable'
  const [first, second] = tracked.faces.toSorted((a, b) => b.share - a.share)
  if (!first) return 'none'
  if (second && second.share > first.share * SECOND) return 'several'
  return first.share < LEAST_SHARE || Math.abs(first.yaw) > MOST_TURN || Math.abs(first.pitch) > MOST_TURN ? 'away' : 'good'
}

type Options = {
  video: RefObject<HTMLVideoElement | null>
  /** false: nothing is tracked, for example while a picture is compared */
  on: boolean
  /** one good face for two seconds */
  onSteady?: () => void
  /** no face, every ten seconds */
  onOut?: () => void
  /** between two pictures; eight a second, unless the page has hours to last on a battery */
  everyMs?: number
  onFaces?: (faces: { yaw: number; share: number }[]) => void
}

/** Measures for how long one good face, and no face, is seen without a break. */
function spans(steady: () => void, out: () => void) {
  let goodSince = 0
  let outSince = performance.now()
  return {
    /** a picture that was not examined is neither steady nor empty */
    restart(now: number) {
      goodSince = 0
      outSince = now
    },
    add(seen: FaceSight, now: number) {
      if (seen !== 'good') goodSince = 0
      else if (goodSince === 0) goodSince = now
      else if (now - goodSince >= STEADY_MS) {
        goodSince = 0
        steady()
      }
      if (seen !== 'none') outSince = now
      else if (now - outSince >= OUT_EVERY_MS) {
        outSince = now
        out()
      }
    },
  }
}

/** @returns what the camera sees now */
export function useFaceTracking({ video, on, onSteady, onOut, onFaces, everyMs = EVERY_MS }: Options): FaceSight {
  const [sight, setSight] = useState<FaceSight>('loading')
  const steady = useEffectEvent(() => onSteady?.())
  const out = useEffectEvent(() => onOut?.())
  const faces = useEffectEvent((all: { yaw: number; share: number }[]) => onFaces?.(all))
  useEffect(() => {
    if (!on) return undefined
    if (typeof Worker === 'undefined') return undefined
    const worker = new Worker(new URL('./face-track.worker.ts', import.meta.url), { type: 'module' })
    const canvas = document.createElement('canvas')
    let timer: ReturnType<typeof setTimeout> | undefined
    let sent = 0
    const seenFor = spans(
      () => steady(),
      () => out(),
    )
    const again = () => {
      timer = setTimeout(look, Math.max(0, sent + everyMs - performance.now()))
    }
    function look() {
      const { current } = video
      sent = performance.now()
      if (!current || current.videoWidth === 0 || document.hidden) {
        seenFor.restart(sent)
        return again()
      }
      const [width, height] = [WIDTH, Math.round((WIDTH * current.videoHeight) / current.videoWidth)]
      Object.assign(canvas, { width, height })
      const context = canvas.getContext('2d', { willReadFrequently: true })
      if (!context) return undefined
      context.drawImage(current, 0, 0, width, height)
      const { data: pixels } = context.getImageData(0, 0, width, height)
      const job: TrackJob = { pixels, width, height }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
      return worker.postMessage(job, [pixels.buffer])
    }
    worker.addEventListener('message', ({ data }: MessageEvent<Tracked>) => {
      const seen = sightOf(data)
      setSight(seen)
      if (seen === 'unable') return
      if ('faces' in data) faces(data.faces)
      seenFor.add(seen, performance.now())
      again()
    })
    worker.addEventListener('error', () => setSight('unable'))
    look()
    return () => {
      clearTimeout(timer)
      worker.terminate()
    }
  }, [on, video, everyMs])
  return sight
}
