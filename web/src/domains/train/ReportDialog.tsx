// Reports a problem with a question to the owner of the bank.
import { quMark, reportKind } from '@shuyuan/contract/qu/bank/mark.ts'
import { type SubmitEvent, useId, useState } from 'react'
import { useCommand } from '../../kernel/call/query.ts'
import { t, tLabel } from '../../kernel/i18n.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import { classes } from '../../kernel/theme/classes.ts'
import { TrainDialog } from './TrainDialog.tsx'
import styles from './train-dialog.module.css'

type Kind = keyof typeof reportKind
const LONGEST = 500

export function ReportDialog({ quId, onClose }: { quId: string; onClose: () => void }) {
  const id = useId()
  const [kind, setKind] = useState<Kind>('answer')
  const [content, setContent] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const report = useCommand(quMark.report, { done: t('已提交，感谢您的反馈！'), onDone: onClose })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (content.trim() === '') setEmpty(true)
    else report.mutate({ quId, kind, content: content.trim() })
  }
  return (
    <TrainDialog title={t('试题纠错')} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <label htmlFor={`${id}-kind`}>{tLabel('问题类型')}</label>
        <select id={`${id}-kind`} value={kind} onChange={(event) => setKind(event.target.value as Kind)}>
          {Object.entries(reportKind).map(([value, text]) => (
            <option key={value} value={value}>
              {tLabel(text)}
            </option>
          ))}
        </select>
        <label htmlFor={`${id}-content`}>{tLabel('问题描述')}</label>
        <textarea
          id={`${id}-content`}
          rows={4}
          maxLength={LONGEST}
          required
          value={content}
          aria-invalid={isEmpty}
          aria-describedby={isEmpty ? `${id}-problem` : undefined}
          onChange={(event) => {
            setContent(event.target.value)
            setEmpty(false)
          }}
        />
        {isEmpty && (
          <span className={styles.problem} id={`${id}-problem`} role="alert">
            {t('问题描述不能为空！')}
          </span>
        )}
        <div className={styles.buttons}>
          <button type="button" className={buttonStyles.btn} onClick={onClose}>
            {t('取消')}
          </button>
          <button type="submit" className={classes(buttonStyles.btn, buttonStyles.btnPrimary)} disabled={report.isPending}>
            {t('确定')}
          </button>
        </div>
      </form>
    </TrainDialog>
  )
}
