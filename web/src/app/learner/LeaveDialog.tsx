// Asks before signing out.
import { useEffect, useId, useRef } from 'react'
import { t } from '../../kernel/i18n.ts'

/** Open as long as it is drawn; Escape answers no. The focus goes back to where it was. */
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
    <dialog ref={dialog} className="ask" aria-labelledby={titleId} onClose={() => onAnswer(false)}>
      <span className="ask-mark" aria-hidden="true">
        !
      </span>
      <div>
        <h2 id={titleId}>{t('提示')}</h2>
        <p>{t('确实要退出吗？')}</p>
      </div>
      <div className="ask-buttons">
        <button type="button" className="btn btn-small" onClick={() => onAnswer(false)}>
          {t('取消')}
        </button>
        <button type="button" className="btn btn-small btn-primary" ref={yes} onClick={() => onAnswer(true)}>
          {t('确定')}
        </button>
      </div>
    </dialog>
  )
}
