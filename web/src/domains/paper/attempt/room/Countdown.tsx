// Countdown in steps of one second; the last minutes are announced to screen readers (polite).
import { useEffect, useState } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { announcedMinutes, formatLeft, shownSeconds } from './clock.ts'
import textStyles from '../../../../kernel/plain/text.module.css'
import styles from './room.module.css'

const URGENT_SECONDS = 300

/** `leftMs` returns the milliseconds left at the time of the call. */
export function Countdown({ leftMs }: { leftMs: () => number }) {
  const [seconds, setSeconds] = useState(() => shownSeconds(leftMs()))
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    let before = Number.POSITIVE_INFINITY
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const left = leftMs()
      const now = shownSeconds(left)
      setSeconds(now)
      const minutes = announcedMinutes(before, now)
      if (minutes !== undefined) setAnnounced(t('剩余 {{minutes}} 分钟', { minutes }))
      before = now
      // until the displayed second changes
      timer = setTimeout(tick, Math.max(20, left % 1_000 || 1_000))
    }
    tick()
    return () => clearTimeout(timer)
  }, [leftMs])
  return (
    <div className={styles.roomTimer} data-urgent={seconds <= URGENT_SECONDS}>
      <span className={styles.roomTimerLabel}>{t('剩余时间')}</span>
      <time role="timer" aria-label={t('剩余时间')}>
        {Number.isFinite(seconds) ? formatLeft(seconds) : '--:--'}
      </time>
      <output className={textStyles.visuallyHidden}>{announced}</output>
    </div>
  )
}
