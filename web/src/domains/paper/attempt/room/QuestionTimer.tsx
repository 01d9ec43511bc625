// Time left for a question, and moving on when it is over (exam option 每题限时).
import { useEffect, useEffectEvent, useState } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { formatLeft, shownSeconds } from './clock.ts'
import styles from './room.module.css'

const URGENT_SECONDS = 10
/** Retry interval for moving on while the network is down. */
const AGAIN_MS = 3_000

type QuestionTimerProps = {
  /** end of the question's time, by performance.now() */
  endsAt: number
  /** called at the end, and again while the question is still shown */
  onOver: () => void
}

export function QuestionTimer({ endsAt, onOver }: QuestionTimerProps) {
  const left = () => Math.max(0, endsAt - performance.now())
  const [seconds, setSeconds] = useState(() => shownSeconds(left()))
  const over = useEffectEvent(onOver)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const ms = Math.max(0, endsAt - performance.now())
      setSeconds(shownSeconds(ms))
      if (ms > 0) {
        timer = setTimeout(tick, Math.max(20, ms % 1_000 || 1_000))
        return
      }
      over()
      timer = setTimeout(tick, AGAIN_MS)
    }
    tick()
    return () => clearTimeout(timer)
  }, [endsAt])
  return (
    <span className={styles.roomQuTimer} data-urgent={seconds <= URGENT_SECONDS}>
      {t('本题剩余')}
      <time role="timer" aria-label={t('本题剩余时间')}>
        {formatLeft(seconds)}
      </time>
      {seconds <= 0 && <output>{t('本题作答时间已到')}</output>}
    </span>
  )
}
