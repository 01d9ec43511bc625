// A field for a note, a question or an addition, with the place that it is about.
import { type SubmitEvent, useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import buttonStyles from '../../../kernel/plain/button.module.css'
import styles from './talk.module.css'

const LIMIT = 2_000

type WriterProps = {
  label: string
  button: string
  busy: boolean
  /** the place, e.g. the file and its second */
  about?: string
  initial?: string
  /** the field was entered */
  onBegin?: () => void
  /** the field is cleared when it resolves; a refusal has been shown */
  onSend: (content: string) => Promise<unknown>
  onCancel?: () => void
}

export function Writer({ label, button, busy, about, initial = '', onBegin, onSend, onCancel }: WriterProps) {
  const [content, setContent] = useState(initial)
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (content.trim() !== '')
      void onSend(content.trim()).then(
        () => setContent(''),
        () => undefined,
      )
  }
  return (
    <form className={styles.talkWriter} onSubmit={send}>
      <textarea
        aria-label={label}
        placeholder={label}
        rows={3}
        maxLength={LIMIT}
        value={content}
        onFocus={onBegin}
        onChange={(event) => setContent(event.target.value)}
      />
      <footer>
        <span>{about}</span>
        {onCancel && (
          <button type="button" className={classes(buttonStyles.btn, buttonStyles.btnSmall)} onClick={onCancel}>
            {t('取消')}
          </button>
        )}
        <button
          type="submit"
          className={classes(buttonStyles.btn, buttonStyles.btnSmall, buttonStyles.btnPrimary)}
          disabled={busy || content.trim() === ''}
        >
          {button}
        </button>
      </footer>
    </form>
  )
}
