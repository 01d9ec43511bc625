// Adds captions to a video, or changes their name, language and text.
import { caption, MOST_CAPTION_CHARS } from '@shuyuan/contract/course/file/caption.ts'
import { say } from '@shuyuan/contract/course/course.texts.ts'
import { courseFile } from '@shuyuan/contract/course/file/file.ts'
import { UploadOutlined } from '@ant-design/icons'
import { AutoComplete, Button, Form } from 'antd'
import { useRef, useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { messageText } from '../../../kernel/messages.ts'
import { notify } from '../../../kernel/notify.ts'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { guessedLanguage, languageNames, textOf } from './caption-file.ts'
import type { ShownCaption } from './CaptionTracks.tsx'
import styles from './course-file.module.css'

const Field = fieldOf(caption.save)

type CaptionDialogProps = {
  fileId: string
  fileName: string
  all: readonly ShownCaption[]
  /** `new`: one is added; undefined: closed */
  edited: ShownCaption | 'new' | undefined
  onClose: () => void
}

export function CaptionDialog({ fileId, fileName, all, edited, onClose }: CaptionDialogProps) {
  const stored = edited === 'new' ? undefined : edited
  return (
    <FormDialog
      of={caption.save}
      open={edited !== undefined}
      title={stored ? t('编辑字幕') : t('添加字幕')}
      idPrefix="caption"
      initial={stored ?? { isDefault: all.length === 0 }}
      prepare={(values) => ({ ...values, fileId, ...(stored ? { id: stored.id } : {}) })}
      done={t('操作成功！')}
      refresh={[courseFile.detail]}
      onClose={onClose}
    >
      <Fields fileName={fileName} taken={all.filter((one) => one !== stored).map((one) => one.language)} isNew={!stored} />
    </FormDialog>
  )
}

function Fields({ fileName, taken, isNew }: { fileName: string; taken: string[]; isNew: boolean }) {
  const form = Form.useFormInstance()
  const name = (language: string) => {
    const label = languageNames[language]
    const now = form.getFieldValue('label') as string | undefined
    // a name that was written by hand stays
    if (label !== undefined && (!now || Object.values(languageNames).includes(now))) form.setFieldValue('label', label)
  }
  const guess = (sent: string) => {
    const language = guessedLanguage(sent, fileName)
    if (form.getFieldValue('language') || taken.includes(language)) return
    form.setFieldValue('language', language)
    name(language)
  }
  return (
    <>
      <Field name="content" required={isNew} extra={t('WebVTT（.vtt）或 SRT（.srt），SRT 自动转换')}>
        <FileControl onSent={guess} isNew={isNew} />
      </Field>
      <Field name="language">
        <AutoComplete
          placeholder="zh"
          options={Object.entries(languageNames)
            .filter(([value]) => !taken.includes(value))
            .map(([value, label]) => ({ value, label: `${label} · ${value}` }))}
          onChange={name}
        />
      </Field>
      <Field name="label" />
      <Field name="isDefault" extra={t('学员没有选择过字幕时显示')} />
    </>
  )
}

/** bytes; nothing that is read here is larger */
const MOST_BYTES = 4 * MOST_CAPTION_CHARS

type FileControlProps = { onSent: (name: string) => void; isNew: boolean; id?: string; onChange?: (text: string) => void }

function FileControl({ onSent, isNew, id, onChange }: FileControlProps) {
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const take = async (file: File | undefined) => {
    if (!file) return
    if (file.size > MOST_BYTES) {
      notify.warning(messageText(say('captionTooLong')))
      return
    }
    onChange?.(await textOf(file))
    setName(file.name)
    onSent(file.name)
  }
  return (
    <div className={styles.fileControl}>
      {name !== '' && <span>{name}</span>}
      <input
        ref={input}
        type="file"
        hidden
        accept=".vtt,.srt,text/vtt"
        onChange={({ target }) => {
          void take(target.files?.[0])
          // the same file, mended, may be chosen again
          target.value = ''
        }}
      />
      <span>
        <Button {...(id ? { id } : {})} icon={<UploadOutlined />} onClick={() => input.current?.click()}>
          {name === '' && isNew ? t('选择字幕文件') : t('更换文件')}
        </Button>
      </span>
    </div>
  )
}
