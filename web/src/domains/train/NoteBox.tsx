// The learner's note on a question.
import { quMark } from '@shuyuan/contract/qu/bank/mark.ts'
import { useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import { useCommand } from '../../kernel/call/query.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import styles from './train.module.css'

const LONGEST = 2_000

type NoteBoxProps = {
  quId: string
  /** the stored note */
  note: string
  /** text that was not saved when the learner left the question */
  draft: string | undefined
  onDraft: (text: string) => void
  onSaved: (note: string) => void
}

export function NoteBox({ quId, note, draft, onDraft, onSaved }: NoteBoxProps) {
  const [text, setText] = useState(draft ?? note)
  const [open, setOpen] = useState(text !== '' || note !== '')
  const save = useCommand(quMark.note, {
    done: t('笔记已保存'),
    inTurn: `note ${quId}`,
    onDone: (_data, body) => onSaved(body.content),
  })
  if (!open)
    return (
      <button type="button" className={styles.trainText} onClick={() => setOpen(true)}>
        ✎ {t('写笔记')}
      </button>
    )
  return (
    <div className={styles.trainNote}>
      <label htmlFor={`note-${quId}`}>{t('我的笔记')}</label>
      <textarea
        id={`note-${quId}`}
        value={text}
        maxLength={LONGEST}
        rows={2}
        onChange={(event) => {
          setText(event.target.value)
          onDraft(event.target.value)
        }}
      />
      <button
        type="button"
        className={buttonStyles.btn}
        aria-busy={save.isPending}
        disabled={text.trim() === note}
        onClick={() => save.mutate({ quId, content: text.trim() })}
      >
        {t('保存笔记')}
      </button>
    </div>
  )
}
