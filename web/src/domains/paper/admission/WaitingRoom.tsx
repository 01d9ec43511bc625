// Countdown to the start of an exam, by the server's clock.
import { fromWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { useEffect, useRef } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { useServerTime } from './useServerTime.ts'
import styles from '../../exam/learner/exam-learner.module.css'

/** Spreads the starts of all candidates (exam-rules.md, *Start*); the server adds the delay to the deadline. */
const JITTER_MS = 5_000

function leftText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const days = Math.floor(seconds / 86_400)
  const clock = `${two(Math.floor((seconds % 86_400) / 3_600))}:${two(Math.floor((seconds % 3_600) / 60))}:${two(seconds % 60)}`
  return days > 0 ? t('{{days}} 天 {{clock}}', { days, clock }) : clock
}

/** Calls `onOpen` after the start time, with a random delay of up to 5 s. */
export function WaitingRoom({ startTime, onOpen }: { startTime: string; onOpen: () => void }) {
  const now = useServerTime(true)
  const left = now === undefined ? undefined : Math.max(0, Math.ceil((fromWallClock(startTime).getTime() - now) / 1_000))
  const isOver = left === 0
  const open = useRef(onOpen)
  useEffect(() => {
    open.current = onOpen
  })
  useEffect(() => {
    if (!isOver) return undefined
    let timer = setTimeout(function ask() {
      open.current()
      // repeats until the parent unmounts this component after the server's answer
      timer = setTimeout(ask, JITTER_MS)
    }, Math.random() * JITTER_MS)
    return () => clearTimeout(timer)
  }, [isOver])
  return (
    <section className={styles.examWait} aria-label={t('距离开考')}>
      <span>{isOver ? t('正在进入考场…') : t('距离开考')}</span>
      <time role="timer">{left === undefined ? '--:--:--' : leftText(left)}</time>
    </section>
  )
}
