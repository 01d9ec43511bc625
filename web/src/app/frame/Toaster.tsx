// Shows notices. Errors interrupt a screen reader, other notices wait.
import { useEffect, useEffectEvent, useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import { type Notice, onNotice } from '../../kernel/notify.ts'
import styles from './toaster.module.css'

const MAX_TOASTS = 4

/** A notice with the same text replaces the old one and starts its time again. */
const added = (shown: Notice[], notice: Notice) =>
  [...shown.filter((one) => one.text !== notice.text || one.kind !== notice.kind), notice].slice(-MAX_TOASTS)

export function Toaster() {
  const [shown, setShown] = useState<Notice[]>([])
  useEffect(() => onNotice((notice) => setShown((before) => added(before, notice))), [])
  const close = (id: number) => setShown((before) => before.filter((one) => one.id !== id))
  // a page in a frame of this site: its part has another name than that of the page around it
  const frame = window.frameElement?.getAttribute('title')
  return (
    <section className={styles.toaster} aria-label={frame ? `${frame} · ${t('通知')}` : t('通知')}>
      {shown.map((notice) => (
        <Toast key={notice.id} notice={notice} onClose={() => close(notice.id)} />
      ))}
    </section>
  )
}

const marks: Record<Notice['kind'], string> = { success: '✓', error: '!', warning: '!', info: 'i' }

function Toast({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const [isPaused, setPaused] = useState(false)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isPaused || notice.seconds === 0) return undefined
    const timer = setTimeout(() => close(), notice.seconds * 1_000)
    return () => clearTimeout(timer)
  }, [isPaused, notice])
  return (
    <div
      className={styles.toast}
      data-kind={notice.kind}
      role={notice.kind === 'error' || notice.kind === 'warning' ? 'alert' : 'status'}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
    >
      <span className={styles.toastMark} aria-hidden="true">
        {marks[notice.kind]}
      </span>
      <span>{notice.text}</span>
      {notice.action && (
        <button
          type="button"
          className={styles.toastAction}
          onClick={() => {
            notice.action?.run()
            onClose()
          }}
        >
          {notice.action.text}
        </button>
      )}
      {notice.seconds === 0 && (
        <button type="button" className={styles.toastClose} onClick={onClose} aria-label={t('关闭')}>
          ×
        </button>
      )}
    </div>
  )
}
