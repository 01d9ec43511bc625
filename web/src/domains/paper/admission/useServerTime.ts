// The server's time of day, for waiting in front of an exam: from the Date header, counted on by a monotonic clock.
import { useEffect, useState } from 'react'

const RESYNC_MS = 60_000
/** The header knows whole seconds. */
const HALF_SECOND = 500

type Anchor = { serverMs: number; at: number }

/** The server's time of day when it was asked; undefined where it does not answer. */
export async function readAnchor(): Promise<Anchor | undefined> {
  const sent = performance.now()
  try {
    const { headers } = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' })
    const serverMs = Date.parse(headers.get('date') ?? '')
    // the server looked at its clock about half-way between asking and hearing
    return Number.isNaN(serverMs) ? undefined : { serverMs: serverMs + HALF_SECOND, at: (sent + performance.now()) / 2 }
  } catch {
    return undefined
  }
}

/** @returns the server's time in ms at this render, each second anew while `wanted`; undefined until it is known */
export function useServerTime(wanted: boolean): number | undefined {
  const [anchor, setAnchor] = useState<Anchor>()
  const [tick, setTick] = useState(0)
  useEffect(() => {
    if (!wanted) return undefined
    let gone = false
    const sync = () => void readAnchor().then((found) => !gone && found && setAnchor(found))
    sync()
    const resync = setInterval(sync, RESYNC_MS)
    const second = setInterval(() => setTick(performance.now()), 1_000)
    const onShow = () => document.visibilityState === 'visible' && sync()
    document.addEventListener('visibilitychange', onShow)
    return () => {
      gone = true
      clearInterval(resync)
      clearInterval(second)
      document.removeEventListener('visibilitychange', onShow)
    }
  }, [wanted])
  return anchor && anchor.serverMs + Math.max(0, tick - anchor.at)
}
