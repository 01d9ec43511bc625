// What a phone can do for a long recording: stay awake, and say how much battery is left.
import { useEffect } from 'react'

/** Keeps the display on while `on`; browsers end this when the page is hidden, so it is asked for again. */
export function useAwake(on: boolean) {
  useEffect(() => {
    const locks = (navigator as Partial<Navigator>).wakeLock
    if (!on || !locks) return undefined
    let isOver = false
    let held: WakeLockSentinel | undefined
    const hold = async () => {
      if (document.visibilityState !== 'visible' || (held && !held.released)) return
      const got = await locks.request('screen').catch(() => undefined)
      if (isOver) void got?.release()
      else held = got
    }
    const look = () => void hold()
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', look)
      void held?.release()
    }
  }, [on])
}

type WithBattery = { getBattery?: () => Promise<{ level: number; charging: boolean }> }

/** Percent; null where the browser does not say it, and while the phone is charged: it will last. */
export async function batteryLeft(): Promise<number | null> {
  const battery = await (navigator as WithBattery).getBattery?.().catch(() => undefined)
  return battery && !battery.charging ? Math.round(battery.level * 100) : null
}
