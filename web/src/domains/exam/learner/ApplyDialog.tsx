// Dialog to apply for an exam. Without Ant Design, because the exam list is a light page.
import { apply } from '@shuyuan/contract/exam/apply/apply.ts'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { useCommand } from '../../../kernel/call/query.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import buttonStyles from '../../../kernel/plain/button.module.css'
import styles from './apply.module.css'

const LIMIT = 500
type ApplyDialogProps = { exam: { id: string; title: string }; onClose: (sent: boolean) => void }

/** Open while it is mounted; Escape closes it. Focus returns to the element that had it. */
export function ApplyDialog({ exam, onClose }: ApplyDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const fieldId = useId()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState('')
  const save = useCommand(apply.save, { onDone: () => notify.success(t('审核已提交，管理员审核通过后可以直接开始考试！')) })
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (reason.trim() === '') return setProblem(t('申请理由不能为空！'))
    try {
      await save.mutateAsync({ examId: exam.id, applyMsg: reason })
      onClose(true)
    } catch {
      // useCommand has shown the refusal; the page behind shows the reasons after the refetch
    }
    return undefined
  }
  return (
    <dialog ref={dialog} className={styles.apply} aria-labelledby={titleId} onClose={() => onClose(false)}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <h2 id={titleId}>{t('申请考试')}</h2>
        <p>{exam.title}</p>
        <label htmlFor={fieldId}>{t('申请理由')}</label>
        <textarea
          id={fieldId}
          rows={4}
          maxLength={LIMIT}
          required
          value={reason}
          aria-invalid={problem !== ''}
          aria-describedby={problem === '' ? undefined : `${fieldId}-problem`}
          onChange={(event) => {
            setReason(event.target.value)
            setProblem('')
          }}
        />
        {problem !== '' && (
          <span className={styles.applyProblem} id={`${fieldId}-problem`} role="alert">
            {problem}
          </span>
        )}
        <div className={styles.applyButtons}>
          <button type="button" className={classes(buttonStyles.btn, buttonStyles.btnSmall)} onClick={() => onClose(false)}>
            {t('取消')}
          </button>
          <button
            type="submit"
            className={classes(buttonStyles.btn, buttonStyles.btnSmall, buttonStyles.btnPrimary)}
            disabled={save.isPending}
          >
            {t('提交申请')}
          </button>
        </div>
      </form>
    </dialog>
  )
}
