// Confirmation of signing out.
import { useEffect, useId, useRef } from 'react'
import { t } from '../../kernel/i18n.ts'
import { classes } from '../../kernel/theme/classes.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import styles from './learner.module.css'

/** Open while it is mounted; Escape answers no. The focus returns to the element that had it. */
export function LeaveDialog({ onAnswer }: { onAnswer: (leave: boolean) => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const yes = useRef<HTMLButtonElement>(null)
  const titleId = useId()
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    yes.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog ref={dialog} className={styles.ask} aria-labelledby={titleId} onClose={() => onAnswer(false)}>
      <span className={styles.askMark} aria-hidden="true">
        !
      </span>
      <div>
        <h2 id={titleId}>{t('提示')}</h2>
        <p>{t('确实要退出吗？')}</p>
      </div>
      <div className={styles.askButtons}>
        <button type="button" className={classes(buttonStyles.btn, buttonStyles.btnSmall)} onClick={() => onAnswer(false)}>
          {t('取消')}
        </button>
        <button
          type="button"
          className={classes(buttonStyles.btn, buttonStyles.btnSmall, buttonStyles.btnPrimary)}
          ref={yes}
          onClick={() => onAnswer(true)}
        >
          {t('确定')}
        </button>
      </div>
    </dialog>
  )
}
