// Reports active seconds by question every minute and when the paper can no longer be answered.
import { useEffect, useEffectEvent, useMemo } from 'react'
import { ActiveTime } from './active-time.ts'

const REPORT_MS = 60_000

/** `quId`: the question shown; undefined while the paper cannot be answered. */
export function useActiveTime(quId: string | undefined, report: (times: { quId: string; seconds: number }[]) => void) {
  const time = useMemo(() => new ActiveTime(), [])
  const sendReport = useEffectEvent(() => {
    const times = time.take()
    if (times.length > 0) report(times)
  })
  useEffect(() => {
    const look = () => time.on(document.visibilityState === 'visible' ? quId : undefined)
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [time, quId])
  const isOn = quId !== undefined
  useEffect(() => {
    if (!isOn) return undefined
    const every = setInterval(() => sendReport(), REPORT_MS)
    const bye = () => sendReport()
    window.addEventListener('pagehide', bye)
    return () => {
      clearInterval(every)
      window.removeEventListener('pagehide', bye)
    }
  }, [isOn])
  // handed in, force-closed or taken over: report the rest immediately
  useEffect(() => {
    if (!isOn) sendReport()
  }, [isOn])
}
