// The notices of a course, latest first; each is written in a dialog and saved with the course.
import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import type { course } from '@shuyuan/contract/course/catalog/course.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { RichText } from '../../../../shared/RichText.tsx'
import styles from './materials.module.css'

export type NoticeRow = NonNullable<Body<typeof course.save>['notices']>[number] & { createTime?: string }
const LIMIT = 100
const LONGEST = 100

type NoticesFieldProps = { id?: string; value?: NoticeRow[]; onChange?: (rows: NoticeRow[]) => void }

export function NoticesField({ id, value = [], onChange }: NoticesFieldProps) {
  /** the place of the notice in the dialog; -1: a new one */
  const [open, setOpen] = useState<number>()
  const done = (row: NoticeRow) => {
    onChange?.(open === -1 ? [row, ...value] : value.map((one, at) => (at === open ? row : one)))
    setOpen(undefined)
  }
  return (
    <div className={styles.materials}>
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        disabled={value.length >= LIMIT}
        aria-label={t('新增公告')}
        className={styles.materialAdd}
        onClick={() => setOpen(-1)}
        {...(id ? { id } : {})}
      >
        {t('新增公告')}
      </Button>
      {value.map((row, at) => (
        // a new notice has no id yet
        // oxlint-disable-next-line react/no-array-index-key
        <div key={row.id ?? `new ${at}`} className={styles.material}>
          <span className={styles.materialTitle}>{row.title}</span>
          <small>{row.createTime ?? t('保存后发布')}</small>
          <Button
            type="text"
            icon={<EditOutlined />}
            aria-label={t('修改公告“{{title}}”', { title: row.title })}
            onClick={() => setOpen(at)}
          />
          <Button
            type="text"
            danger
            icon={<DeleteOutlined />}
            aria-label={t('移除公告“{{title}}”', { title: row.title })}
            onClick={() => onChange?.(value.filter((one) => one !== row))}
          />
        </div>
      ))}
      {open !== undefined && (
        <NoticeDialog row={value[open] ?? { title: '', content: '' }} onDone={done} onClose={() => setOpen(undefined)} />
      )}
    </div>
  )
}

type NoticeDialogProps = { row: NoticeRow; onDone: (row: NoticeRow) => void; onClose: () => void }

function NoticeDialog({ row, onDone, onClose }: NoticeDialogProps) {
  const [title, setTitle] = useState(row.title)
  const [content, setContent] = useState(row.content ?? '')
  return (
    <Modal
      open
      title={row.title === '' ? t('新增公告') : t('修改公告')}
      width={720}
      okText={t('确定')}
      cancelText={t('取消')}
      okButtonProps={{ disabled: title.trim() === '' }}
      onOk={() => onDone({ ...row, title: title.trim(), content })}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <div className={styles.materials}>
        <Input
          value={title}
          maxLength={LONGEST}
          placeholder={t('公告标题')}
          aria-label={t('公告标题')}
          onChange={(event) => setTitle(event.target.value)}
        />
        <RichText value={content} onChange={setContent} height={220} label={t('公告内容')} />
      </div>
    </Modal>
  )
}
