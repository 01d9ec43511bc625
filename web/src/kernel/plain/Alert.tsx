// A message in the page, with its kind as a sign and a colour.
import { type ReactNode, useState } from 'react'
import { t } from '../i18n.ts'
import buttonStyles from './button.module.css'
import styles from './alert.module.css'

type AlertProps = {
  kind: 'info' | 'success' | 'warning' | 'error'
  title: ReactNode
  description?: ReactNode
  /** a button at the end of the line */
  action?: ReactNode
  /** offers to close it */
  closable?: boolean
  onClose?: () => void
  /** `status` waits until a screen reader has finished its sentence */
  role?: 'alert' | 'status'
}

const marks = { info: 'i', success: '✓', warning: '!', error: '!' }

export function Alert({ kind, title, description, action, closable = false, onClose, role = 'alert' }: AlertProps) {
  const [isClosed, setClosed] = useState(false)
  if (isClosed) return null
  const close = () => {
    setClosed(true)
    onClose?.()
  }
  return (
    <div role={role} className={styles.alert} data-part="alert" data-kind={kind}>
      <span className={styles.alertMark} aria-hidden="true">
        {marks[kind]}
      </span>
      <div className={styles.alertText}>
        <div>{title}</div>
        {description !== undefined && <div className={styles.alertMore}>{description}</div>}
      </div>
      {action}
      {closable && (
        <button type="button" className={buttonStyles.iconBtn} aria-label={t('关闭')} onClick={close}>
          ×
        </button>
      )}
    </div>
  )
}
