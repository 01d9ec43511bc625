// One message of the inbox: a dialog, on phones a sheet from below.
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useCommand } from '../../kernel/call/query.ts'
import { t } from '../../kernel/i18n.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import { classes } from '../../kernel/theme/classes.ts'
import { inboxCalls } from './inbox.ts'
import { msgPath } from './msg-path.ts'
import styles from './inbox.module.css'

type Row = RowOf<typeof msg.paging>

/** Open while it is mounted; Escape closes it. The first press on 删除 asks, the second removes. */
export function MsgSheet({ row, onClose }: { row: Row; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [asking, setAsking] = useState(false)
  const remove = useCommand(msg['user-delete'], { done: t('删除成功！'), refresh: inboxCalls, onDone: onClose })
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  const to = msgPath(row)
  const button = (text: string, onClick: () => void) => (
    <button type="button" className={buttonStyles.btn} onClick={onClick}>
      {text}
    </button>
  )
  return (
    <dialog ref={dialog} className={styles.sheet} aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId}>{row.title}</h2>
      <time>{row.createTime}</time>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long message scrolls by the keyboard */}
      <p className={styles.text} tabIndex={0}>
        {row.content}
      </p>
      {asking && <p role="alert">{t('确认要删除选定的信息吗？')}</p>}
      <div className={styles.buttons}>
        {asking ? (
          <>
            {button(t('取消'), () => setAsking(false))}
            {button(t('确定'), () => remove.mutate({ ids: [row.id] }))}
          </>
        ) : (
          <>
            {button(t('删除'), () => setAsking(true))}
            {button(t('关闭'), onClose)}
            {to && (
              <Link to={to} className={classes(buttonStyles.btn, buttonStyles.btnPrimary)}>
                {t('去看看')}
              </Link>
            )}
          </>
        )}
      </div>
    </dialog>
  )
}
