// The server's time before an exam: from the Date header, advanced by a monotonic clock.
import { useEffect, useState } from 'react'

const RESYNC_MS = 60_000
/** The Date header has whole seconds; half a second is the mean error. */
const HALF_SECOND = 500

type Anchor = { serverMs: number; at: number }

/** The server's time at a monotonic moment; undefined when the request fails. */
export async function readAnchor(): Promise<Anchor | undefined> {
  const sent = performance.now()
  try {
    const { headers } = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' })
    const serverMs = Date.parse(headers.get('date') ?? '')
    // assumes that the server set the header half-way through the round trip
    return Number.isNaN(serverMs) ? undefined : { serverMs: serverMs + HALF_SECOND, at: (sent + performance.now()) / 2 }
  } catch {
    return undefined
  }
}

/** @returns the server's time in ms, updated every second while `wanted`; undefined until it is read */
export function useServerTime(wanted: boolean): number | undefined {
  const [anchor, setAnchor] = useState<Anchor>()
  const [tick, setTick] = useState(0)
  useEffect(() => {
    if (!wanted) return undefined
    let isUnmounted = false
    const sync = () => void readAnchor().then((found) => !isUnmounted && found && setAnchor(found))
    sync()
    const resync = setInterval(sync, RESYNC_MS)
    const second = setInterval(() => setTick(performance.now()), 1_000)
    const onShow = () => document.visibilityState === 'visible' && sync()
    document.addEventListener('visibilitychange', onShow)
    return () => {
      isUnmounted = true
      clearInterval(resync)
      clearInterval(second)
      document.removeEventListener('visibilitychange', onShow)
    }
  }, [wanted])
  return anchor && anchor.serverMs + Math.max(0, tick - anchor.at)
}
