// A dialog without Ant Design: the browser's own, open while it is mounted.
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { t } from '../i18n.ts'
import { classes } from '../theme/classes.ts'
import buttonStyles from './button.module.css'
import styles from './dialog.module.css'

type DialogProps = {
  title: string
  /** called by Escape and by the × button; undefined: only the dialog's own buttons close it */
  onClose?: (() => void) | undefined
  /** buttons at the foot, the strong one last */
  footer?: ReactNode
  /** from the bottom edge, as high as most of the window */
  sheet?: boolean
  children: ReactNode
}

/** The attribute of the element that has the focus at first; otherwise it is the first one that can have it. */
export const focusFirst = { 'data-focus-first': '' } as const

/** Keeps the focus inside; afterwards it returns to the element that had it. */
export function Dialog({ title, onClose, footer, sheet = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const before = document.activeElement
    const node = dialog.current
    if (node && !node.open) node.showModal()
    node?.querySelector<HTMLElement>('[data-focus-first]')?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  const closed = useEffectEvent(() => onClose?.())
  useEffect(() => {
    const node = dialog.current
    const cancel = (event: Event) => {
      if (event.target !== node) return
      event.preventDefault()
      closed()
    }
    // a second Escape closes the dialog without a `cancel` that can be prevented
    const reopen = () => {
      // it was raised
      if (node?.open) return
      closed()
      if (node?.isConnected && !node.open) node.showModal()
    }
    // in WebKit a page that goes into full screen covers the dialogs that were open before, and they take no click any more
    const raise = () => {
      if (!document.fullscreenElement || !node?.open) return
      node.close()
      node.showModal()
    }
    document.addEventListener('fullscreenchange', raise)
    node?.addEventListener('cancel', cancel)
    node?.addEventListener('close', reopen)
    return () => {
      document.removeEventListener('fullscreenchange', raise)
      node?.removeEventListener('cancel', cancel)
      node?.removeEventListener('close', reopen)
    }
  }, [])
  return (
    <dialog ref={dialog} className={classes(styles.dialog, sheet && styles.sheet)} aria-labelledby={titleId}>
      <header>
        <h2 id={titleId}>{title}</h2>
        {onClose && (
          <button type="button" className={buttonStyles.iconBtn} aria-label={t('关闭')} onClick={onClose}>
            ×
          </button>
        )}
      </header>
      <div className={styles.dialogBody}>{children}</div>
      {footer !== undefined && <footer>{footer}</footer>}
    </dialog>
  )
}
