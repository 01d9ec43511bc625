// Notice after an exam or a lesson was ended from outside (`?break`).
import { useState } from 'react'
import { t } from '../i18n.ts'
import styles from './plain.module.css'

export function BreakNotice({ text }: { text: string }) {
  const [closed, setClosed] = useState(false)
  if (closed) return null
  return (
    <div role="alert" className={styles.plainBreak}>
      <span className={styles.plainBreakMark} aria-hidden="true">
        !
      </span>
      <span>{text}</span>
      <button type="button" onClick={() => setClosed(true)} aria-label={t('关闭')}>
        ×
      </button>
    </div>
  )
}
