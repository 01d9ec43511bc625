// Keeps the screen on while a paper is open. Browsers release the lock when the page is hidden; some do not support it.
import { useEffect } from 'react'

export function useWakeLock(on: boolean) {
  useEffect(() => {
    if (!on || !('wakeLock' in navigator)) return undefined
    let ended = false
    let lock: WakeLockSentinel | undefined
    const take = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        const acquired = await navigator.wakeLock.request('screen')
        if (ended) await acquired.release()
        else lock = acquired
      } catch {
        // low battery or no permission: the exam continues without the lock
      }
    }
    const look = () => void take()
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      ended = true
      document.removeEventListener('visibilitychange', look)
      lock?.release().catch(() => undefined)
    }
  }, [on])
}
