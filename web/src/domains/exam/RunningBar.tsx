// The open paper of the learner, with its clock, below the head of every page.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { t } from '../../kernel/i18n.ts'
import { type RunningPaper, runningQuery } from './running-paper.ts'
import { useOnNews } from './useOnNews.ts'
import styles from './running-bar.module.css'

const SECOND_MS = 1_000
const two = (part: number) => String(part).padStart(2, '0')
/** Seconds as 9:05 or 1:02:03. */
export const clockOf = (seconds: number) =>
  seconds < 3_600
    ? `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
    : `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`

/** Renders nothing while no paper is open. */
export function RunningBar() {
  const { data, dataUpdatedAt, refetch } = useQuery(runningQuery)
  // an invigilator may have reopened a paper
  useOnNews(() => void refetch())
  if (!data) return null
  return (
    <section className={styles.running} aria-label={t('未完成的考试')}>
      <div>
        <b>{data.title}</b>
        <Left key={`${data.id} ${dataUpdatedAt}`} paper={data} readAt={dataUpdatedAt} onOver={() => void refetch()} />
        <Link to={`/web/exam/start/${data.id}`}>{t('继续考试')}</Link>
      </div>
    </section>
  )
}

/** Counts down from the server's answer. */
function Left({ paper, readAt, onOver }: { paper: RunningPaper; readAt: number; onOver: () => void }) {
  const leftNow = () => Math.max(0, paper.leftSeconds - Math.floor((Date.now() - readAt) / SECOND_MS))
  const [left, setLeft] = useState(leftNow)
  useEffect(() => {
    const timer = setInterval(() => setLeft(leftNow()), SECOND_MS)
    return () => clearInterval(timer)
  })
  useEffect(() => {
    if (left === 0) onOver()
    // asked once: another answer makes another clock
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [left])
  return (
    <span>
      {t('剩余')} <time role="timer">{clockOf(left)}</time>
    </span>
  )
}
