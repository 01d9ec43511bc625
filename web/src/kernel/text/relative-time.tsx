// Relative time as text (admin.md §9, learner.md §9), with the exact time as title.
import { fromWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { useEffect, useState } from 'react'
import { t } from '../i18n.ts'

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000]
const ANEW_MS = 30_000

/** A timestamp under 11 digits counts seconds, a longer one milliseconds; text is the wire's `yyyy-MM-dd HH:mm:ss`. */
function instantOf(at: string | number): number {
  if (typeof at === 'number' || /^\d+$/.test(at)) return Number(at) * (String(at).length < 11 ? SECOND : 1)
  return fromWallClock(at).getTime()
}

/**
 * 刚刚 for less than 30 seconds (and for times after a slow clock's now), then minutes, hours, 1天前 within two days.
 * @returns undefined for an older or invalid time
 */
export function relativeTime(at: string | number, now: number = Date.now()): string | undefined {
  const past = now - instantOf(at)
  if (Number.isNaN(past) || past >= 2 * DAY) return undefined
  if (past < 30 * SECOND) return t('刚刚')
  if (past < HOUR) return t('{{n}}分钟前', { n: Math.max(1, Math.floor(past / MINUTE)) })
  if (past < DAY) return t('{{n}}小时前', { n: Math.floor(past / HOUR) })
  return t('1天前')
}

/** `at` as relative time, updated regularly; an older time as `older`, by default the exact time. */
export function TimeAgo({ at, older = at }: { at: string; older?: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), ANEW_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={at.replace(' ', 'T')} title={at}>
      {relativeTime(at, now) ?? older}
    </time>
  )
}
