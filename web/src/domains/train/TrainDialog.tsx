// A dialog of the training pages without Ant Design; on phones a sheet from below.
import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './train-dialog.module.css'

/** Open while it is mounted; Escape closes it. The focus returns to the element that had it. */
export function TrainDialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  )
}
