// One's own note to a question.
import { quMark } from '@shuyuan/contract/qu/mark.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { useCommand } from '../../../kernel/query.ts'

const LONGEST = 2_000

export function NoteBox({ quId, note, onSaved }: { quId: string; note: string; onSaved: (note: string) => void }) {
  const [text, setText] = useState(note)
  const [open, setOpen] = useState(note !== '')
  const save = useCommand(quMark.note, { done: t('笔记已保存'), onDone: (_data, body) => onSaved(body.content) })
  if (!open)
    return (
      <Button type="text" className="train-note-open" onClick={() => setOpen(true)}>
        ✎ {t('写笔记')}
      </Button>
    )
  return (
    <div className="train-note">
      <label htmlFor={`note-${quId}`}>{t('我的笔记')}</label>
      <Input.TextArea
        id={`note-${quId}`}
        value={text}
        maxLength={LONGEST}
        autoSize={{ minRows: 2, maxRows: 8 }}
        onChange={(event) => setText(event.target.value)}
      />
      <Button loading={save.isPending} disabled={text.trim() === note} onClick={() => save.mutate({ quId, content: text.trim() })}>
        {t('保存笔记')}
      </Button>
    </div>
  )
}
